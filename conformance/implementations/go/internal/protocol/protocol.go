// Package protocol puts the library behind the adapter protocol: it takes a request apart, hands its input to the
// library, and writes the answer. It judges nothing.
package protocol

import (
	"encoding/base64"
	"fmt"

	"toolwire.dev/go/json"
	"toolwire.dev/go/text"
)

// Version of the implementation.
const Version = "0.1.0"

// requestDepth is more than the profile allows, since values stand inside of a request.
const requestDepth = 512

var profiles = []string{"text-json", "carrier-reader", "carrier-writer", "carrier-diagnosis", "carrier-ingress",
	"retained-arguments", "retained-pages", "retained-markers", "external", "transcript-reader", "transcript-session",
	"transcript-recovery", "transcript-writer", "transcript-check", "transcript-context", "transcript-projection",
	"transcript-fork", "transcript-requests"}

// Answer answers one line; done says that there will be no more. No answer is nil.
func Answer(line []byte) (answer []byte, done bool) {
	src, err := text.Decode(line)
	var request json.Value
	if err == nil {
		request, err = json.ReadWithin(src, requestDepth)
	}
	id, _ := request.Get("id")
	if err != nil {
		return failed(id, "the request is no JSON text: "+err.Error()), false
	}
	switch request.Str("cmd") {
	case "bye":
		return nil, true
	case "hello":
		return encode(json.OfObject(
			json.M("protocol", json.OfInt(1)),
			json.M("implementation", json.OfObject(json.M("name", json.Of("toolwire-go")),
				json.M("version", json.Of(Version)), json.M("language", json.Of("go")))),
			json.M("profiles", json.OfStrings(profiles)),
		)), false
	case "run":
		return run(id, request), false
	}
	return failed(id, "unknown command"), false
}

func encode(v json.Value) []byte { return append(json.Append(nil, v), '\n') }

func failed(id json.Value, message string) []byte {
	return encode(json.OfObject(json.M("id", id), json.M("error", json.OfObject(json.M("message", json.Of(message))))))
}

func run(id json.Value, request json.Value) (answer []byte) {
	defer func() {
		if problem := recover(); problem != nil {
			answer = failed(id, fmt.Sprint(problem))
		}
	}()
	op, ok := ops[request.Str("op")]
	if !ok {
		return encode(json.OfObject(json.M("id", id), json.M("unsupported", json.OfBool(true))))
	}
	in, _ := request.Get("input")
	result, err := op(input{in})
	if err == nil {
		return encode(json.OfObject(json.M("id", id), json.M("result", result)))
	}
	if r := text.AsRefusal(err); r != nil {
		return encode(json.OfObject(json.M("id", id), json.M("refused", refused(r))))
	}
	return failed(id, err.Error())
}

func refused(r *text.Refusal) json.Value {
	return json.OfObject(json.M("rule", json.Of(r.Rule)), json.M("phase", json.Of(string(r.Phase))))
}

// input is the input of an op. A member that the protocol does not allow makes a panic, which is answered as an error.
type input struct{ v json.Value }

func (in input) value(name string) json.Value {
	v, ok := in.v.Get(name)
	if !ok {
		panic("input without " + name)
	}
	return v
}

// optional gives a member that may be absent; null stands for absence.
func (in input) optional(name string) (json.Value, bool) {
	v, ok := in.v.Get(name)
	return v, ok && v.Kind != json.Null
}

func (in input) string(name string) string {
	v := in.value(name)
	if v.Kind != json.String {
		panic(name + " is no string")
	}
	return v.Text
}

func (in input) bool(name string, absent bool) bool {
	v, ok := in.optional(name)
	if !ok {
		return absent
	}
	if v.Kind != json.Bool {
		panic(name + " is neither true nor false")
	}
	return v.True
}

func (in input) strings(name string) []string {
	var list []string
	for _, v := range in.value(name).Elems() {
		if v.Kind != json.String {
			panic(name + " has an item that is no string")
		}
		list = append(list, v.Text)
	}
	return list
}

// given gives what stands for a text: a string, or bytes.
func given(v json.Value) (s string, b []byte, isBytes bool) {
	if v.Kind == json.String {
		return v.Text, nil, false
	}
	coded, ok := v.Get("base64")
	if !ok || coded.Kind != json.String {
		panic("neither a text nor bytes")
	}
	b, err := base64.StdEncoding.DecodeString(coded.Text)
	if err != nil {
		panic("bytes that are no base64")
	}
	return "", b, true
}

func textOf(v json.Value) (string, error) {
	s, b, isBytes := given(v)
	if isBytes {
		return text.Decode(b)
	}
	return s, nil
}

// text gives a text; bytes are decoded.
func (in input) text(name string) (string, error) { return textOf(in.value(name)) }

func bytesOf(v json.Value) []byte {
	s, b, isBytes := given(v)
	if isBytes {
		return b
	}
	return []byte(s)
}

// bytes gives bytes; those of a text are of its UTF-8 encoding.
func (in input) bytes(name string) []byte { return bytesOf(in.value(name)) }
