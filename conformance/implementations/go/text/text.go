// Package text implements the first half of the chapter "Text and JSON profile": what text is, and the refusal that all
// chapters share.
package text

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// Phase says at which stage a refusal was made.
type Phase string

// The four phases.
const (
	Malformed   Phase = "malformed"
	Invalid     Phase = "invalid"
	Unsupported Phase = "unsupported"
	Limit       Phase = "limit"
)

// Refusal is the judgement that a named requirement is broken.
type Refusal struct {
	Rule  string
	Phase Phase
}

// Error names the requirement and the phase.
func (r *Refusal) Error() string { return r.Rule + " (" + string(r.Phase) + ")" }

// Refuse makes a refusal of phase invalid.
func Refuse(rule string) error { return &Refusal{rule, Invalid} }

// RefuseAs makes a refusal.
func RefuseAs(rule string, phase Phase) error { return &Refusal{rule, phase} }

// AsRefusal gives the refusal in an error, or nil when it is none.
func AsRefusal(err error) *Refusal {
	var r *Refusal
	if errors.As(err, &r) {
		return r
	}
	return nil
}

// RuleOf gives the rule of a refusal, or the empty string.
func RuleOf(err error) string {
	if r := AsRefusal(err); r != nil {
		return r.Rule
	}
	return ""
}

// HasBOM says whether bytes begin with the byte order mark.
func HasBOM(b []byte) bool { return len(b) >= 3 && b[0] == 0xEF && b[1] == 0xBB && b[2] == 0xBF }

// Decode takes bytes for a text: text.bom, text.utf8, text.verbatim. An encoded surrogate is ill-formed UTF-8, so
// that text.surrogate needs no check of its own.
func Decode(b []byte) (string, error) {
	if HasBOM(b) {
		return "", RefuseAs("text.bom", Malformed)
	}
	if !utf8.Valid(b) {
		return "", RefuseAs("text.utf8", Malformed)
	}
	return string(b), nil
}

// IsWhiteSpace says whether a character is one of the 25 of text.white-space.
func IsWhiteSpace(r rune) bool {
	switch {
	case r >= 0x09 && r <= 0x0D, r == 0x20, r == 0x85, r == 0xA0, r == 0x1680, r >= 0x2000 && r <= 0x200A,
		r == 0x2028, r == 0x2029, r == 0x202F, r == 0x205F, r == 0x3000:
		return true
	}
	return false
}

// TrimLeft takes listed white space from the start of a text.
func TrimLeft(s string) string { return strings.TrimLeftFunc(s, IsWhiteSpace) }

// Trim takes listed white space from both ends of a text.
func Trim(s string) string { return strings.TrimFunc(s, IsWhiteSpace) }

// IsBlank says whether a text is empty or nothing but listed white space.
func IsBlank(s string) bool { return TrimLeft(s) == "" }

// IsControl says whether a character is one of U+0000 to U+001F and U+007F to U+009F.
func IsControl(r rune) bool { return r < 0x20 || r >= 0x7F && r <= 0x9F }

// CutAtMost gives the longest beginning of a text that has at most n bytes and ends with a whole character.
func CutAtMost(s string, n int) string {
	if n >= len(s) {
		return s
	}
	if n <= 0 {
		return ""
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// TailAtMost gives the longest end of a text that has at most n bytes and begins with a whole character.
func TailAtMost(s string, n int) string {
	if n >= len(s) {
		return s
	}
	if n <= 0 {
		return ""
	}
	at := len(s) - n
	for at < len(s) && !utf8.RuneStart(s[at]) {
		at++
	}
	return s[at:]
}
