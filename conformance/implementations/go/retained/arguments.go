package retained

import (
	"toolwire.dev/go/json"
	"toolwire.dev/go/text"
)

// MostBytes is the greatest max_bytes of a request (argument.clamp), and the page limit without a budget.
const MostBytes = 65536

// Request is what an accepted argument document asks for. A MaxBytes of 0 stands for none.
type Request struct {
	CaptureID string
	Offset    uint64
	MaxBytes  uint64
}

// ArgumentError is a refusal of an argument document, with the text that a model is shown (argument.text).
type ArgumentError struct {
	refusal error
	Text    string
}

func (e *ArgumentError) Error() string { return e.refusal.Error() }

// Unwrap gives the refusal.
func (e *ArgumentError) Unwrap() error { return e.refusal }

const shapeText = "give one JSON object with capture_id and, if needed, offset and max_bytes as integers from 0"

var argumentTexts = map[string]string{
	"reader":    "no tool results can be read in this conversation",
	"duplicate": "an argument is given twice",
	"json":      shapeText,
	"object":    shapeText,
	"member":    shapeText,
	"type":      shapeText,
	"integer":   shapeText,
	"single":    "give exactly one JSON object and nothing behind it",
	"required":  "capture_id is missing",
	"canonical": "capture_id is not an id as a retention marker prints it",
	"least":     "max_bytes must be at least 1",
}

func argumentError(rule string) *ArgumentError {
	return &ArgumentError{text.Refuse("argument." + rule), "read_tool_result: " + argumentTexts[rule]}
}

// Prepare judges an argument document in the order of argument.order: argument.reader, argument.json,
// argument.duplicate, argument.object, argument.member, argument.type, argument.integer, argument.single,
// argument.required, argument.canonical, argument.least, argument.null, argument.clamp and argument.free. The error is
// an *ArgumentError.
func Prepare(arguments []byte, readerBound bool) (Request, error) {
	r := Request{}
	if err := r.prepare(arguments, readerBound); err != nil {
		return Request{}, err
	}
	return r, nil
}

func (r *Request) prepare(arguments []byte, readerBound bool) *ArgumentError {
	if !readerBound {
		return argumentError("reader")
	}
	document, err := text.Decode(arguments)
	if err != nil {
		return argumentError("json")
	}
	return r.prepareText(document)
}

// PrepareText is Prepare for a text, in which U+FEFF is an ordinary character.
func PrepareText(arguments string, readerBound bool) (Request, error) {
	if !readerBound {
		return Request{}, argumentError("reader")
	}
	r := Request{}
	if err := r.prepareText(arguments); err != nil {
		return Request{}, err
	}
	return r, nil
}

func (r *Request) prepareText(document string) *ArgumentError {
	v, end, fault := json.ReadPrefix(document)
	if fault != nil {
		if fault.Rule != "json.duplicate-name" || fault.Depth != 1 {
			return argumentError("json")
		}
		e := argumentError("duplicate")
		switch fault.Name {
		case "capture_id", "offset", "max_bytes":
			e.Text = `read_tool_result: the argument "` + fault.Name + `" is given twice`
		}
		return e
	}
	if v.Kind != json.Object {
		return argumentError("object")
	}
	hasMost := false
	for _, m := range v.Members() {
		switch m.Name {
		case "capture_id":
			if m.Value.Kind != json.String && m.Value.Kind != json.Null {
				return argumentError("type")
			}
			r.CaptureID = m.Value.Text
		case "offset", "max_bytes":
			if m.Value.Kind == json.Null {
				continue
			}
			n, err := json.Uint64(m.Value)
			if err != nil {
				return argumentError("integer")
			}
			if m.Name == "offset" {
				r.Offset = n
			} else {
				r.MaxBytes, hasMost = n, true
			}
		default:
			return argumentError("member")
		}
	}
	switch {
	case json.RestFrom(document, end) < len(document):
		return argumentError("single")
	case r.CaptureID == "":
		return argumentError("required")
	case !IsCanonicalID(r.CaptureID):
		return argumentError("canonical")
	case hasMost && r.MaxBytes == 0:
		return argumentError("least")
	}
	if r.MaxBytes > MostBytes {
		r.MaxBytes = MostBytes
	}
	return nil
}
