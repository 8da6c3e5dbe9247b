// Package corpus holds the conformance corpus of Toolwire, with its schemas and grammars.
package corpus

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"iter"
	"strings"
)

// FS has every file under its path in the tree of Toolwire: conformance/cases/…, schemas/…, grammars/….
//
//go:embed conformance grammars schemas
var FS embed.FS

// A Case is one input and what every conforming implementation answers.
type Case struct {
	File         string   `json:"-"` // path in FS
	Profile      string   `json:"-"`
	Op           string   `json:"-"`
	ID           string   `json:"id"`
	Title        string   `json:"title"`
	Requirements []string `json:"requirements"`
	Breaks       string   `json:"breaks"` // the requirement that the input breaks, or ""
	Twin         string   `json:"twin"`   // the case that has to be right too, or ""
	Tags         []string `json:"tags"`

	// Short forms are expanded; {"base64":"…"} stands for bytes. Numbers are spelled as in the file.
	Input  json.RawMessage `json:"input"`
	Expect json.RawMessage `json:"expect"` // {"result":…} or {"refused":{"rule":…,"phase":…}}
}

// Version is that of the corpus, which is not that of the module.
func Version() string {
	ledger := must(FS.ReadFile("conformance/ledger.txt"))
	var version string
	must(fmt.Fscanf(bytes.NewReader(ledger), "# Corpus %s", &version))
	return strings.TrimSuffix(version, ".")
}

// Cases gives the cases, one after the other. What is embedded was checked when the module was built: a file that
// cannot be read panics.
func Cases() iter.Seq[Case] {
	return func(yield func(Case) bool) {
		must(0, fs.WalkDir(FS, "conformance/cases", func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			var topic struct {
				Profile      string   `json:"profile"`
				Op           string   `json:"op"`
				Requirements []string `json:"requirements"`
				Cases        []Case   `json:"cases"`
			}
			must(0, json.Unmarshal(must(FS.ReadFile(path)), &topic))
			for _, one := range topic.Cases {
				one.File, one.Profile, one.Op = path, topic.Profile, topic.Op
				if one.Requirements == nil {
					one.Requirements = topic.Requirements
				}
				one.Input, one.Expect = expanded(one.Input), expanded(one.Expect)
				if !yield(one) {
					return fs.SkipAll
				}
			}
			return nil
		}))
	}
}

func expanded(short json.RawMessage) json.RawMessage {
	if !bytes.Contains(short, []byte(`"repeat"`)) && !bytes.Contains(short, []byte(`"concat"`)) {
		return short
	}
	decoder := json.NewDecoder(bytes.NewReader(short))
	decoder.UseNumber()
	var value any
	must(0, decoder.Decode(&value))
	return must(json.Marshal(expand(value)))
}

func expand(value any) any {
	switch value := value.(type) {
	case []any:
		for i := range value {
			value[i] = expand(value[i])
		}
	case map[string]any:
		if parts, ok := value["repeat"].([]any); ok && len(value) == 1 {
			times := must(parts[1].(json.Number).Int64())
			return strings.Repeat(parts[0].(string), int(times))
		}
		if parts, ok := value["concat"].([]any); ok && len(value) == 1 {
			var text strings.Builder
			for _, part := range parts {
				text.WriteString(expand(part).(string))
			}
			return text.String()
		}
		for name := range value {
			value[name] = expand(value[name])
		}
	}
	return value
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
