package transcript

import (
	"strings"

	"toolwire.dev/go/json"
	"toolwire.dev/go/text"
)

// Entry is one line of a transcript behind the header.
type Entry struct {
	Seq       int64
	ID        string
	Timestamp string
	Type      string
	Payload   json.Value
	Value     json.Value // all of it
	Start     int        // where its line starts and ends in its log
	End       int
}

// payloadOf gives the payload member of each type.
var payloadOf = map[string]string{
	"message": "message", "tool_call": "toolCall", "tool_outcome": "toolOutcome", "context": "context",
	"compaction": "compaction", "run/start": "lifecycle", "run/end": "lifecycle", "turn/start": "lifecycle",
	"turn/end": "lifecycle", "step/start": "lifecycle", "step/end": "lifecycle", "request/header": "requestHeader",
	"plan/mode": "planMode",
}

var payloadTables = map[string]*table{
	"toolCall": toolCallTable, "toolOutcome": toolOutcomeTable, "context": contextTable, "compaction": compactionTable,
	"lifecycle": lifecycleTable, "requestHeader": requestHeaderTable, "planMode": planModeTable,
}

var payloadNames = []string{"message", "toolCall", "toolOutcome", "context", "compaction", "lifecycle", "requestHeader", "planMode"}

// DecodeEntry reads one line: file.line.text, and what EntryOf judges.
func DecodeEntry(line string) (*Entry, error) {
	v, err := json.Read(strings.TrimSuffix(line, "\n"))
	if err != nil {
		return nil, err
	}
	return EntryOf(v)
}

// EntryOf takes a value for an entry, or names its first fault in the order of entry.first-fault: entry.object,
// entry.seq.range, entry.id.empty, entry.timestamp.form, entry.timestamp.date, entry.timestamp.zero, entry.type.known,
// entry.payload.own, entry.payload.foreign, and the rules of the payload.
func EntryOf(v json.Value) (*Entry, error) {
	if v.Kind != json.Object {
		return nil, text.Refuse("entry.object")
	}
	e := &Entry{Value: v}
	seq, ok := v.Get("seq")
	if !ok {
		return nil, errRequired
	}
	var err error
	if e.Seq, err = json.Int64(seq); err != nil {
		return nil, err
	}
	if e.Seq < 0 {
		return nil, text.Refuse("entry.seq.range")
	}
	if e.ID, err = requiredText(v, "id"); err != nil {
		return nil, err
	}
	if e.ID == "" {
		return nil, text.Refuse("entry.id.empty")
	}
	if e.Timestamp, err = requiredText(v, "timestamp"); err != nil {
		return nil, err
	}
	if err := checkTime(e.Timestamp); err != nil {
		return nil, err
	}
	if isZeroTime(e.Timestamp) {
		return nil, text.Refuse("entry.timestamp.zero")
	}
	if e.Type, err = requiredText(v, "type"); err != nil {
		return nil, err
	}
	own, ok := payloadOf[e.Type]
	if !ok {
		return nil, text.Refuse("entry.type.known")
	}
	if e.Payload, ok = v.Get(own); !ok {
		return nil, text.Refuse("entry.payload.own")
	}
	for _, name := range payloadNames {
		if _, has := v.Get(name); has && name != own {
			return nil, text.Refuse("entry.payload.foreign")
		}
	}
	if e.Payload.Kind != json.Object {
		return nil, errType
	}
	return e, e.judgePayload(own)
}

func requiredText(v json.Value, name string) (string, error) {
	m, ok := v.Get(name)
	if !ok {
		return "", errRequired
	}
	if m.Kind != json.String {
		return "", errType
	}
	return m.Text, nil
}

func (e *Entry) judgePayload(name string) error {
	if name == "message" {
		role, err := requiredText(e.Payload, "role")
		if err != nil {
			return err
		}
		t := messageTables[role]
		if t == nil {
			return text.Refuse("entry.message.role")
		}
		return t.judge(e.Payload)
	}
	if err := payloadTables[name].judge(e.Payload); err != nil {
		return err
	}
	switch name {
	case "lifecycle":
		return e.judgeLifecycle()
	case "requestHeader":
		return e.judgeRequest()
	}
	return nil
}

// judgeLifecycle judges entry.lifecycle.run-only, .turn, .step, .start and .end.
func (e *Entry) judgeLifecycle() error {
	turn, step, status, reason := e.Payload.Str("turnId"), e.Payload.Str("stepId"), e.Payload.Str("status"), e.Payload.Str("reason")
	switch e.Type {
	case "run/start", "run/end":
		if turn != "" || step != "" {
			return text.Refuse("entry.lifecycle.run-only")
		}
	case "turn/start", "turn/end":
		if turn == "" || step != "" {
			return text.Refuse("entry.lifecycle.turn")
		}
	default:
		if turn == "" || step == "" {
			return text.Refuse("entry.lifecycle.step")
		}
	}
	switch e.Type {
	case "run/start", "turn/start", "step/start":
		if status != "" || reason != "" {
			return text.Refuse("entry.lifecycle.start")
		}
	default:
		switch status {
		case "completed", "failed", "cancelled", "interrupted":
		default:
			return text.Refuse("entry.lifecycle.end")
		}
	}
	return nil
}

// judgeRequest judges the rules about several members of a request header.
func (e *Entry) judgeRequest() error {
	input, _ := e.Payload.Get("inputSeq")
	if n, _ := json.Int64(input); n != e.Seq-1 {
		return text.Refuse("entry.request.input-seq")
	}
	tools, _ := e.Payload.Get("tools")
	names := make(map[string]bool, len(tools.Elems()))
	for _, tool := range tools.Elems() {
		name := tool.Str("name")
		if names[name] {
			return text.Refuse("entry.request.tool-unique")
		}
		names[name] = true
	}
	options, _ := e.Payload.Get("options")
	if err := judgeOptions(options, e.Payload.Str("protocol"), names); err != nil {
		return err
	}
	attachments, _ := e.Payload.Get("attachments")
	seen := make(map[string]bool, len(attachments.Elems()))
	before := int64(-1)
	for _, a := range attachments.Elems() {
		id := a.Str("attachmentId")
		if seen[id] {
			return text.Refuse("entry.request.attachment-unique")
		}
		seen[id] = true
		index, _ := a.Get("messageIndex")
		n, _ := json.Int64(index)
		if n <= before {
			return text.Refuse("entry.request.attachment-order")
		}
		before = n
	}
	return nil
}

func isProtocol(s string) bool {
	return s == "openai-completions" || s == "openai-responses" || s == "anthropic-messages"
}

// judgeOptions judges entry.request.protocol, .display-protocol, .choice-one, .display, .choice-tools, .choice-mode and
// .choice-name. Names are those of the tools.
func judgeOptions(options json.Value, protocol string, names map[string]bool) error {
	special, ok := options.Get("protocolOptions")
	if !ok {
		return nil
	}
	if !isProtocol(protocol) {
		return text.Refuse("entry.request.protocol")
	}
	display := special.Str("thinkingDisplay")
	if display != "" && protocol == "openai-completions" {
		return text.Refuse("entry.request.display-protocol")
	}
	choice, chosen := special.Get("toolChoice")
	mode, name := choice.Str("mode"), choice.Str("name")
	if chosen && (mode == "") == (name == "") {
		return text.Refuse("entry.request.choice-one")
	}
	if display != "" && display != "summarized" && display != "omitted" {
		return text.Refuse("entry.request.display")
	}
	if !chosen {
		return nil
	}
	if len(names) == 0 {
		return text.Refuse("entry.request.choice-tools")
	}
	if mode != "" {
		anthropic := protocol == "anthropic-messages"
		if !(mode == "auto" || mode == "none" || mode == "any" && anthropic || mode == "required" && !anthropic) {
			return text.Refuse("entry.request.choice-mode")
		}
	}
	if name != "" && !names[name] {
		return text.Refuse("entry.request.choice-name")
	}
	return nil
}
