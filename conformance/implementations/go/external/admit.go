package external

import (
	"toolwire.dev/go/json"
	"toolwire.dev/go/text"
)

// NotRun is the output that external.fatal adds.
const NotRun = "not run: an earlier tool call stopped the batch"

// Policy says from which size on a result is external, and how much of it a preview may show.
type Policy struct {
	InlineThreshold uint64
	PreviewLimit    uint64
}

// PolicyOf reads a policy: external.policy.
func PolicyOf(v json.Value) (Policy, error) {
	bad := text.Refuse("external.policy")
	p := Policy{51200, 2048}
	if v.Kind != json.Object {
		return p, bad
	}
	for _, m := range v.Members() {
		n, err := json.Uint64(m.Value)
		if err != nil {
			return p, bad
		}
		switch m.Name {
		case "inline_threshold":
			p.InlineThreshold = n
		case "preview_limit":
			p.PreviewLimit = n
		default:
			return p, bad
		}
	}
	if p.PreviewLimit < 1 || p.PreviewLimit > p.InlineThreshold || p.InlineThreshold > 4294967295 {
		return p, bad
	}
	return p, nil
}

// Admission is what became of a batch.
type Admission struct {
	Accepted int
	Missing  []string
	Added    []json.Value
}

// Admit judges a batch: external.admit.known, .once, .inline, .external, .preview, .whole and .missing, and
// external.fatal.
func Admit(policy Policy, dispatched []string, results []json.Value) (*Admission, error) {
	answered := make(map[string]bool, len(dispatched))
	for _, id := range dispatched {
		answered[id] = false
	}
	fatal := false
	for _, v := range results {
		if err := Check(v); err != nil {
			return nil, err
		}
		id := v.Str("call_id")
		done, known := answered[id]
		if !known {
			return nil, text.Refuse("external.admit.known")
		}
		if done {
			return nil, text.Refuse("external.admit.once")
		}
		answered[id] = true
		if err := policy.judge(v); err != nil {
			return nil, err
		}
		result, _ := v.Get("result")
		fatal = fatal || v.Str("disposition") == "fatal" || result.Str("disposition") == "fatal"
	}
	a := &Admission{Accepted: len(results), Missing: []string{}, Added: []json.Value{}}
	for _, id := range dispatched {
		if answered[id] {
			continue
		}
		a.Missing = append(a.Missing, id)
		if fatal {
			a.Added = append(a.Added, inline(id, NotRun, true, "recoverable"))
		}
	}
	return a, nil
}

// judge judges the rules of size.
func (p Policy) judge(v json.Value) error {
	if result, ok := v.Get("result"); ok {
		size := len(result.Str("output"))
		if content, ok := result.Get("durable_content"); ok {
			if n := len(appendObject(nil, content, contentFields)); n > size {
				size = n
			}
		}
		if uint64(size) >= p.InlineThreshold {
			return text.Refuse("external.admit.inline")
		}
		return nil
	}
	size, _ := v.Get("original_size")
	if n, _ := sizeOf(size); n < p.InlineThreshold {
		return text.Refuse("external.admit.external")
	}
	if uint64(len(v.Str("preview"))) > p.PreviewLimit {
		return text.Refuse("external.admit.preview")
	}
	return nil
}

func inline(callID, output string, isError bool, disposition string) json.Value {
	result := []json.Member{json.M("output", json.Of(output))}
	if isError {
		result = append(result, json.M("is_error", json.OfBool(true)))
	}
	result = append(result, json.M("disposition", json.Of(disposition)))
	return json.OfObject(json.M("kind", json.Of("inline")), json.M("call_id", json.Of(callID)),
		json.M("result", json.OfObject(result...)))
}
