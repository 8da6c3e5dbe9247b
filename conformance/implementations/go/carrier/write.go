package carrier

import (
	"strconv"
	"strings"

	"toolwire.dev/go/json"
	"toolwire.dev/go/text"
)

// AttachmentOf takes a value for an attachment: a kind or target that is no string is refused by carrier.write.kind
// and carrier.write.target. Other members are not looked at.
func AttachmentOf(v json.Value) (Attachment, error) {
	kind, _ := v.Get("kind")
	target, _ := v.Get("target")
	if kind.Kind != json.String {
		return Attachment{}, text.Refuse("carrier.write.kind")
	}
	if target.Kind != json.String {
		return Attachment{}, text.Refuse("carrier.write.target")
	}
	a := Attachment{kind.Text, target.Text}
	return a, a.check()
}

// check judges carrier.write.kind and carrier.write.target.
func (a Attachment) check() error {
	if _, ok := upper[a.Kind]; !ok {
		return text.Refuse("carrier.write.kind")
	}
	if a.Target == "" {
		return text.Refuse("carrier.write.target")
	}
	for _, r := range a.Target {
		if text.IsControl(r) || r == 0x2028 || r == 0x2029 {
			return text.Refuse("carrier.write.target")
		}
	}
	return nil
}

func checkAll(attachments []Attachment) error {
	for _, a := range attachments {
		if err := a.check(); err != nil {
			return err
		}
	}
	return nil
}

// MarkerLine implements carrier.write.marker.
func MarkerLine(a Attachment) (string, error) {
	if err := a.check(); err != nil {
		return "", err
	}
	return "[" + upper[a.Kind] + ":" + a.Target + "]", nil
}

// RenderPrompt implements carrier.write.prompt and carrier.write.count.
func RenderPrompt(body string, attachments []Attachment) (string, error) {
	var b strings.Builder
	b.WriteString(token + "\n" + headerStart + strconv.Itoa(len(attachments)) + "]\n")
	for _, a := range attachments {
		line, err := MarkerLine(a)
		if err != nil {
			return "", err
		}
		b.WriteString(line)
		b.WriteByte('\n')
	}
	b.WriteString(body)
	return b.String(), nil
}

// RenderNativeAttachments gives the array of an envelope: carrier.write.declares.
func RenderNativeAttachments(attachments []Attachment) (json.Value, error) {
	if err := checkAll(attachments); err != nil {
		return json.Value{}, err
	}
	list := make([]json.Value, len(attachments))
	for i, a := range attachments {
		list[i] = json.OfObject(json.M("kind", json.Of(a.Kind)), json.M("target", json.Of(a.Target)))
	}
	return json.OfArray(list...), nil
}

// RenderNative implements carrier.write.native, carrier.write.call-id and carrier.write.escapes.
func RenderNative(callID json.Value, body string, attachments []Attachment) (string, error) {
	if callID.Kind != json.String && callID.Kind != json.Null {
		return "", text.Refuse("carrier.write.call-id")
	}
	list, err := RenderNativeAttachments(attachments)
	if err != nil {
		return "", err
	}
	envelope := json.OfObject(json.M("attachments", list), json.M("content", json.Of(body)), json.M("tool_call_id", callID))
	return string(json.Append(nil, envelope)), nil
}

// Rebuildable judges carrier.rebuild.declared.
func Rebuildable(role, content string) error {
	if p := Classify(role, content); p == nil || !p.Declared {
		return text.Refuse("carrier.rebuild.declared")
	}
	return nil
}

// Rebuild changes the attachments, and the text unless body is nil, of a declared carrier: carrier.rebuild.declared,
// .native, .prompt, .text and .attachments.
func Rebuild(role, content string, body *string, attachments []Attachment) (string, error) {
	p := Classify(role, content)
	if p == nil || !p.Declared {
		return "", text.Refuse("carrier.rebuild.declared")
	}
	if body == nil {
		body = &p.Text
	}
	if p.Kind == "prompt" {
		return RenderPrompt(*body, attachments)
	}
	list, err := RenderNativeAttachments(attachments)
	if err != nil {
		return "", err
	}
	first, second := p.object.Member("attachments"), p.object.Member("content")
	newFirst, newSecond := json.Append(nil, list), json.AppendString(nil, *body)
	if first.Start > second.Start {
		first, second, newFirst, newSecond = second, first, newSecond, newFirst
	}
	return content[:first.Start] + string(newFirst) + content[first.End:second.Start] + string(newSecond) +
		content[second.End:], nil
}

// GuardUserText implements carrier.ingress.user, carrier.ingress.guard and carrier.ingress.pass.
func GuardUserText(s string) string {
	if Predicate(s) {
		return guardLine + s
	}
	return s
}
