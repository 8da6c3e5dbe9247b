// Package external implements the chapter "External results".
package external

import (
	"strconv"
	"strings"

	"toolwire.dev/go/json"
	"toolwire.dev/go/retained"
	"toolwire.dev/go/text"
)

// form says what a member of a closed object must be.
type form int

const (
	textForm form = iota
	namedText
	idForm
	locatorForm
	digestForm
	sizeForm
	boolForm
	dispositionForm
	discriminator // judged before the members are
	base64Form
	freeObject
	resultForm
	contentForm
	blocksForm
	sourceForm
	affinityForm
)

type field struct {
	name     string
	form     form
	optional bool
}

// The tables of the chapter, in the order in which members are written.
var (
	externalFields = []field{{"kind", discriminator, false}, {"call_id", idForm, false}, {"payload_ref", locatorForm, false},
		{"digest", digestForm, false}, {"original_size", sizeForm, false}, {"preview", textForm, false},
		{"is_error", boolForm, true}, {"disposition", dispositionForm, false}}
	inlineFields = []field{{"kind", discriminator, false}, {"call_id", idForm, false}, {"result", resultForm, false}}
	resultFields = []field{{"output", textForm, false}, {"durable_content", contentForm, true}, {"is_error", boolForm, true},
		{"disposition", dispositionForm, false}}
	contentFields   = []field{{"blocks", blocksForm, false}}
	textBlockFields = []field{{"type", discriminator, false}, {"text", textForm, false}}
	fileBlockFields = []field{{"type", discriminator, false}, {"source", sourceForm, false}, {"media_type", namedText, true},
		{"provider_options", freeObject, true}}
	affinityFields = []field{{"provider_id", namedText, false}, {"endpoint_id", namedText, false}}
	blockFields    = map[string][]field{"text": textBlockFields, "image": fileBlockFields, "audio": fileBlockFields,
		"video": fileBlockFields, "file": fileBlockFields}
	sourceFields = map[string][]field{
		"url":     {{"kind", discriminator, false}, {"url", namedText, false}},
		"base64":  {{"kind", discriminator, false}, {"data", base64Form, false}},
		"file_id": {{"kind", discriminator, false}, {"id", namedText, false}, {"affinity", affinityForm, false}},
		"object": {{"kind", discriminator, false}, {"handle", namedText, false}, {"owner", namedText, false},
			{"payload_ref", locatorForm, false}},
	}
)

func payloadFields(v json.Value) []field {
	switch v.Str("kind") {
	case "external":
		return externalFields
	case "inline":
		return inlineFields
	}
	return nil
}

// Decode reads a document: external.document, and what Check judges. An is_error that is false is left out of the
// result (external.is-error).
func Decode(document string) (json.Value, error) {
	v, err := json.Read(document)
	if err != nil {
		return v, err
	}
	if err := Check(v); err != nil {
		return v, err
	}
	return withoutFalse(v), nil
}

// Check judges a value: external.document, external.kind, external.member, external.required, external.type,
// external.id, external.locator.form, external.digest, external.size, external.disposition, external.block and
// external.base64.
func Check(v json.Value) error {
	if v.Kind != json.Object {
		return text.Refuse("external.document")
	}
	fields := payloadFields(v)
	if fields == nil {
		return text.Refuse("external.kind")
	}
	return checkObject(v, fields)
}

func checkObject(v json.Value, fields []field) error {
	if v.Kind != json.Object {
		return text.Refuse("external.type")
	}
	known := 0
	for _, f := range fields {
		m, ok := v.Get(f.name)
		if !ok {
			switch {
			case f.form == dispositionForm:
				return text.Refuse("external.disposition")
			case !f.optional:
				return text.Refuse("external.required")
			}
			continue
		}
		known++
		if err := checkMember(m, f.form); err != nil {
			return err
		}
	}
	if known != len(v.Members()) {
		return text.Refuse("external.member")
	}
	return nil
}

func checkMember(v json.Value, f form) error {
	refuseUnless := func(ok bool, rule string) error {
		if ok {
			return nil
		}
		return text.Refuse(rule)
	}
	isText := v.Kind == json.String
	switch f {
	case textForm:
		return refuseUnless(isText, "external.type")
	case namedText:
		if !isText {
			return text.Refuse("external.type")
		}
		return refuseUnless(v.Text != "", "external.block")
	case idForm:
		return refuseUnless(isText && IsID(v.Text), "external.id")
	case locatorForm:
		return refuseUnless(isText && IsID(v.Text), "external.locator.form")
	case digestForm:
		return refuseUnless(isText && retained.IsDigest(v.Text), "external.digest")
	case sizeForm:
		_, ok := sizeOf(v)
		return refuseUnless(ok, "external.size")
	case boolForm:
		return refuseUnless(v.Kind == json.Bool, "external.type")
	case dispositionForm:
		return refuseUnless(v.IsString("recoverable") || v.IsString("fatal"), "external.disposition")
	case base64Form:
		if !isText {
			return text.Refuse("external.type")
		}
		return refuseUnless(isBase64(v.Text), "external.base64")
	case freeObject:
		return refuseUnless(v.Kind == json.Object, "external.type")
	case resultForm:
		return checkObject(v, resultFields)
	case contentForm:
		return checkObject(v, contentFields)
	case affinityForm:
		return checkObject(v, affinityFields)
	case sourceForm:
		return checkUnion(v, "kind", sourceFields)
	case blocksForm:
		if v.Kind != json.Array {
			return text.Refuse("external.type")
		}
		for _, block := range v.Elems() {
			if err := checkUnion(block, "type", blockFields); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkUnion(v json.Value, name string, tables map[string][]field) error {
	if v.Kind != json.Object {
		return text.Refuse("external.type")
	}
	fields, ok := tables[v.Str(name)]
	if !ok {
		return text.Refuse("external.block")
	}
	return checkObject(v, fields)
}

// IsID says whether a text is an id: 1 to 256 bytes without control characters.
func IsID(s string) bool {
	return len(s) >= 1 && len(s) <= 256 && strings.IndexFunc(s, text.IsControl) < 0
}

func sizeOf(v json.Value) (uint64, bool) {
	if v.Kind != json.String {
		return 0, false
	}
	n, err := strconv.ParseUint(v.Text, 10, 64)
	return n, err == nil && strconv.FormatUint(n, 10) == v.Text
}

// isBase64 judges external.base64; the bits behind the last byte are not looked at.
func isBase64(s string) bool {
	if s == "" || len(s)%4 != 0 {
		return false
	}
	body := strings.TrimSuffix(strings.TrimSuffix(s, "="), "=")
	for i := 0; i < len(body); i++ {
		c := body[i]
		if !(c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '+' || c == '/') {
			return false
		}
	}
	return true
}

// Encode writes a result: external.write.form, external.write.valid and external.write.once.
func Encode(v json.Value) (string, error) {
	if err := Check(v); err != nil {
		return "", err
	}
	return string(appendObject(nil, v, payloadFields(v))), nil
}

func appendObject(dst []byte, v json.Value, fields []field) []byte {
	dst = append(dst, '{')
	begin := len(dst)
	for _, f := range fields {
		m, ok := v.Get(f.name)
		if !ok || f.form == boolForm && !m.True {
			continue
		}
		if len(dst) > begin {
			dst = append(dst, ',')
		}
		dst = json.AppendString(dst, f.name)
		dst = append(dst, ':')
		dst = appendMember(dst, m, f.form)
	}
	return append(dst, '}')
}

func appendMember(dst []byte, v json.Value, f form) []byte {
	switch f {
	case resultForm:
		return appendObject(dst, v, resultFields)
	case contentForm:
		return appendObject(dst, v, contentFields)
	case affinityForm:
		return appendObject(dst, v, affinityFields)
	case sourceForm:
		return appendObject(dst, v, sourceFields[v.Str("kind")])
	case blocksForm:
		dst = append(dst, '[')
		for i, block := range v.Elems() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendObject(dst, block, blockFields[block.Str("type")])
		}
		return append(dst, ']')
	}
	return json.AppendCanonical(dst, v)
}

// withoutFalse leaves an is_error that is false out of a checked result.
func withoutFalse(v json.Value) json.Value {
	var members []json.Member
	for _, m := range v.Members() {
		if m.Name == "is_error" && !m.Value.True {
			continue
		}
		if m.Name == "result" {
			m.Value = withoutFalse(m.Value)
		}
		members = append(members, m)
	}
	return json.OfObject(members...)
}
