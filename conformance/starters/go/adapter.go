// Puts the implementation behind the adapter protocol: one request a line, one answer a line.
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

var implementation = object{"name": "my-carriers", "version": "0.1.0", "language": "go"}
var hello = object{"protocol": 1, "implementation": implementation, "profiles": []string{"carrier-reader"}}

var ops = map[string]func(given input) any{
	"carrier.classify":          func(given input) any { return classify(given.Role, given.Content.string) },
	"carrier.is_carrier":        func(given input) any { return isCarrier(given.Role, given.Content.string) },
	"carrier.image_refs":        func(given input) any { return imageRefs(given.Role, given.Content.string) },
	"carrier.parse_marker_line": func(given input) any { return parseMarkerLine(given.Line.string) },
}

func answer(asked request) (reply object) {
	defer func() {
		if fault := recover(); fault != nil {
			reply = object{"id": asked.ID, "error": object{"message": fmt.Sprint(fault)}}
		}
	}()
	if op, known := ops[asked.Op]; !known {
		return object{"id": asked.ID, "unsupported": true}
	} else if !asked.Input.isText() {
		return object{"id": asked.ID, "refused": object{"rule": "text.utf8", "phase": "malformed"}}
	} else {
		return object{"id": asked.ID, "result": op(asked.Input)}
	}
}

func main() {
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for asked := (request{}); in.Decode(&asked) == nil && asked.Cmd != "bye"; asked = (request{}) {
		if asked.Cmd == "hello" {
			out.Encode(hello)
		} else {
			out.Encode(answer(asked))
		}
	}
}
