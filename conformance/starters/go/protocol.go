package main

import (
	"encoding/json"
	"unicode/utf8"
)

type object = map[string]any

// A request, of whatever command.
type request struct {
	Cmd   string
	ID    int
	Op    string
	Input input
}

// The input of an op; members that it does not have are empty.
type input struct {
	Role          string
	Content, Line text
}

// Whether all of it is well-formed UTF-8.
func (given input) isText() bool {
	return utf8.ValidString(given.Content.string) && utf8.ValidString(given.Line.string)
}

// A text comes as a string, or as bytes in Base64: {"base64":"…"}.
type text struct{ string }

func (t *text) UnmarshalJSON(value []byte) error {
	var encoded struct{ Base64 []byte }
	if json.Unmarshal(value, &t.string) == nil {
		return nil
	}
	err := json.Unmarshal(value, &encoded)
	t.string = string(encoded.Base64)
	return err
}
