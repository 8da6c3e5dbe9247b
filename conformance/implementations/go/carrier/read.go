// Package carrier implements the chapter "Carriers".
package carrier

import (
	"strings"

	"toolwire.dev/go/json"
	"toolwire.dev/go/text"
)

const (
	token        = "[Tool results]"
	headerStart  = "[Tool attachments: "
	headerPrefix = "[Tool attachments"
	guardLine    = "[User text]\n"
)

var kinds = map[string]string{"IMAGE": "image", "AUDIO": "audio", "VIDEO": "video", "DOCUMENT": "document"}
var upper = map[string]string{"image": "IMAGE", "audio": "AUDIO", "video": "VIDEO", "document": "DOCUMENT"}

// Attachment is something that a tool declared to be shown to the model.
type Attachment struct {
	Kind   string
	Target string
}

// Parts is what classification gives of a carrier.
type Parts struct {
	Kind        string // native or prompt
	Declared    bool
	Attachments []Attachment
	Text        string

	reason  string
	skipped int
	object  json.Value // of an envelope
}

// Diagnosis says why a carrier is legacy.
type Diagnosis struct {
	Declared bool
	Reason   string // empty for a declared carrier
	Skipped  int
}

// Predicate says whether a content is a prompt carrier: carrier.predicate.
func Predicate(content string) bool { return strings.HasPrefix(text.TrimLeft(content), token) }

// Classify gives the parts of a carrier, or nil: carrier.role.tool, carrier.role.user, carrier.role.other,
// carrier.position.only, carrier.total.
func Classify(role, content string) *Parts {
	switch {
	case role == "tool":
		return native(content)
	case role == "user" && Predicate(content):
		return prompt(content)
	}
	return nil
}

// IsCarrier implements carrier.is-carrier.
func IsCarrier(role, content string) bool {
	return role == "tool" || role == "user" && Predicate(content)
}

// ParsePrompt is the prompt parser alone: carrier.prompt.alone.
func ParsePrompt(content string) *Parts {
	if !lineOne(content) {
		return nil
	}
	return prompt(content)
}

// ParseNative is the native parser alone: carrier.native.alone.
func ParseNative(content string) *Parts {
	p := native(content)
	if p.reason == "not-json" || p.reason == "not-envelope" {
		return nil
	}
	return p
}

// Diagnose implements carrier.legacy.reason, carrier.legacy.first and carrier.native.skipped.
func Diagnose(role, content string) *Diagnosis {
	p := Classify(role, content)
	if p == nil {
		return nil
	}
	return &Diagnosis{p.Declared, p.reason, p.skipped}
}

// ImageRefs implements carrier.image-refs.
func ImageRefs(role, content string) []string {
	refs := []string{}
	if p := Classify(role, content); p != nil {
		for _, a := range p.Attachments {
			if a.Kind == "image" {
				refs = append(refs, a.Target)
			}
		}
	}
	return refs
}

// lineOne judges carrier.prompt.line-one.
func lineOne(content string) bool {
	return content == token || strings.HasPrefix(content, token+"\n")
}

// prompt reads a prompt carrier: carrier.prompt.header, .count, .supply, .all-markers, .no-allocation, .body,
// .empty-body, .opaque-body, .legacy-text and carrier.legacy.empty.
func prompt(content string) *Parts {
	legacy := func(reason string) *Parts {
		return &Parts{Kind: "prompt", Attachments: []Attachment{}, Text: content, reason: reason}
	}
	if !lineOne(content) || content == token {
		return legacy("no-header")
	}
	rest := content[len(token)+1:]
	// rest is what stands behind a line feed; more says whether there is a further line.
	next := func() (line string) {
		if i := strings.IndexByte(rest, '\n'); i >= 0 {
			line, rest = rest[:i], rest[i+1:]
			return line
		}
		line, rest = rest, ""
		return line
	}
	more := strings.IndexByte(rest, '\n') >= 0
	header := next()
	if !strings.HasPrefix(header, headerPrefix) {
		return legacy("no-header")
	}
	count, ok := headerCount(header)
	if !ok {
		return legacy("bad-header")
	}
	attachments := []Attachment{}
	for ; count > 0; count-- {
		if !more {
			return legacy("short")
		}
		more = strings.IndexByte(rest, '\n') >= 0
		a, ok := ParseMarkerLine(next())
		if !ok {
			return legacy("bad-marker")
		}
		attachments = append(attachments, a)
	}
	return &Parts{Kind: "prompt", Declared: true, Attachments: attachments, Text: rest}
}

// headerCount reads a header. A count beyond 18 digits exceeds every number of lines.
func headerCount(line string) (uint64, bool) {
	if !strings.HasPrefix(line, headerStart) || !strings.HasSuffix(line, "]") || len(line) < len(headerStart)+2 {
		return 0, false
	}
	digits := line[len(headerStart) : len(line)-1]
	for i := 0; i < len(digits); i++ {
		if digits[i] < '0' || digits[i] > '9' {
			return 0, false
		}
	}
	digits = strings.TrimLeft(digits, "0")
	if len(digits) > 18 {
		return 1 << 62, true
	}
	n := uint64(0)
	for i := 0; i < len(digits); i++ {
		n = n*10 + uint64(digits[i]-'0')
	}
	return n, true
}

// ParseMarkerLine implements carrier.marker.kind, .target, .non-empty, .one-line, .whole-line and .opaque-target.
func ParseMarkerLine(line string) (Attachment, bool) {
	if len(line) < 2 || line[0] != '[' || line[len(line)-1] != ']' || strings.IndexByte(line, '\n') >= 0 {
		return Attachment{}, false
	}
	colon := strings.IndexByte(line, ':')
	if colon < 0 {
		return Attachment{}, false
	}
	kind, ok := kinds[line[1:colon]]
	target := line[colon+1 : len(line)-1]
	if !ok || target == "" {
		return Attachment{}, false
	}
	return Attachment{kind, target}, true
}

// native reads a message of role tool: carrier.native.json, .object, .content, .call-id, .declared, .undeclared,
// .text, .members and .opaque-body.
func native(content string) *Parts {
	raw := func(reason string) *Parts {
		return &Parts{Kind: "native", Attachments: []Attachment{}, Text: content, reason: reason}
	}
	v, err := json.Read(content)
	if err != nil {
		return raw("not-json")
	}
	body, hasBody := v.Get("content")
	id, hasID := v.Get("tool_call_id")
	if !hasBody || body.Kind != json.String || !hasID || id.Kind != json.String && id.Kind != json.Null {
		return raw("not-envelope")
	}
	p := &Parts{Kind: "native", Attachments: []Attachment{}, Text: body.Text, object: v}
	list, has := v.Get("attachments")
	switch {
	case !has:
		p.reason = "no-attachments"
	case list.Kind != json.Array:
		p.reason = "attachments-not-array"
	default:
		p.Declared = true
		p.Attachments, p.skipped = items(list)
	}
	return p
}

// NativeAttachments implements carrier.native.value; false means null.
func NativeAttachments(v json.Value) ([]Attachment, bool) {
	if v.Kind != json.Array {
		return nil, false
	}
	list, _ := items(v)
	return list, true
}

// items implements carrier.native.item, .skip and .item-members.
func items(list json.Value) (attachments []Attachment, skipped int) {
	attachments = []Attachment{}
	for _, item := range list.Elems() {
		kind, target := item.Str("kind"), item.Str("target")
		if _, ok := upper[kind]; !ok || target == "" || strings.IndexByte(target, '\n') >= 0 {
			skipped++
			continue
		}
		attachments = append(attachments, Attachment{kind, target})
	}
	return attachments, skipped
}
