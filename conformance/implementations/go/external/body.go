package external

import (
	"strconv"
	"unicode/utf8"

	"toolwire.dev/go/json"
	"toolwire.dev/go/retained"
	"toolwire.dev/go/text"
)

// Make makes the result of a body: external.make.form, .body, .facts and .failure.
func Make(callID string, body []byte, isError bool, disposition string, policy Policy, locator string) (json.Value, error) {
	if !utf8.Valid(body) {
		return json.Value{}, text.Refuse("external.make.body")
	}
	var v json.Value
	if uint64(len(body)) < policy.InlineThreshold {
		v = inline(callID, string(body), isError, disposition)
	} else {
		limit := len(body)
		if policy.PreviewLimit < uint64(limit) {
			limit = int(policy.PreviewLimit)
		}
		members := []json.Member{
			json.M("kind", json.Of("external")),
			json.M("call_id", json.Of(callID)),
			json.M("payload_ref", json.Of(locator)),
			json.M("digest", json.Of(retained.Digest(body))),
			json.M("original_size", json.Of(strconv.Itoa(len(body)))),
			json.M("preview", json.Of(text.CutAtMost(string(body), limit))),
		}
		if isError {
			members = append(members, json.M("is_error", json.OfBool(true)))
		}
		v = json.OfObject(append(members, json.M("disposition", json.Of(disposition)))...)
	}
	return v, Check(v)
}

// CheckExternal judges a value that must be an external result.
func CheckExternal(v json.Value) error {
	if err := Check(v); err != nil {
		return err
	}
	if v.Str("kind") != "external" {
		return text.Refuse("external.kind")
	}
	return nil
}

// fits says whether bytes have the size and the digest of a result: external.verify.body.
func fits(payload json.Value, body []byte) bool {
	size, _ := payload.Get("original_size")
	n, _ := sizeOf(size)
	return n == uint64(len(body)) && retained.Digest(body) == payload.Str("digest")
}

// Verify judges a body and says whether the preview is a beginning of it: external.verify.body,
// external.verify.preview.
func Verify(payload json.Value, body []byte) (bool, error) {
	if err := CheckExternal(payload); err != nil {
		return false, err
	}
	if !fits(payload, body) {
		return false, text.Refuse("external.read.verified")
	}
	preview := payload.Str("preview")
	return len(preview) <= len(body) && string(body[:len(preview)]) == preview, nil
}

// Stored is what a store says of a body: whether there is one, its bytes, and whether its time is over.
type Stored struct {
	Has     bool
	Body    []byte
	Expired bool
}

// The states of a stored body.
const (
	Expired  = "expired"
	Missing  = "missing"
	Mismatch = "mismatch"
	Present  = "present"
)

// State gives the state of a stored body.
func State(payload json.Value, stored Stored) (string, error) {
	if err := CheckExternal(payload); err != nil {
		return "", err
	}
	switch {
	case stored.Expired:
		return Expired, nil
	case !stored.Has:
		return Missing, nil
	case !fits(payload, stored.Body):
		return Mismatch, nil
	}
	return Present, nil
}

// Read gives a body: external.read.verified, external.read.missing, external.read.expired, external.read.again and
// external.make.body.
func Read(payload json.Value, stored Stored) (string, error) {
	state, err := State(payload, stored)
	if err != nil {
		return "", err
	}
	switch state {
	case Expired:
		return "", text.Refuse("external.read.expired")
	case Missing:
		return "", text.Refuse("external.read.missing")
	case Mismatch:
		return "", text.Refuse("external.read.verified")
	}
	if !utf8.Valid(stored.Body) {
		return "", text.Refuse("external.make.body")
	}
	return string(stored.Body), nil
}

var stateTexts = map[string]string{
	Expired:  "the stored result is no longer kept",
	Missing:  "the stored result is not there",
	Mismatch: "the stored result is not the one that was submitted",
}

// StateText gives what a model is told of a body that is not present: external.read.text. False means that there is
// no such text.
func StateText(state string) (string, bool) {
	s, ok := stateTexts[state]
	return "error: tool result: " + s, ok
}
