package transcript

import (
	"toolwire.dev/go/json"
	"toolwire.dev/go/text"
)

// Scope holds the ids of the open run, turn and step; empty for none. An id of a scope is never empty.
type Scope struct{ Run, Turn, Step string }

// call is what a validator knows of a tool call.
type call struct {
	id, name                       string
	arguments                      json.Value
	step                           string
	dispatched, answered, finished bool
}

// state is the state of a validator but for what is never taken out of it.
type state struct {
	scope    Scope
	pending  []*call
	boundary string
	headed   bool
	next     int64 // seq
}

// Validator judges the order of entries: session.order.
type Validator struct {
	state
	ids      map[string]bool // of entries
	calls    map[string]*call
	used     [5]map[string]bool // the spaces of used ids
	messages map[string]bool    // whether a message is a tool result
	version  int                // number of commits of batches with entries
	undo     []func()           // what takes back an entry, while a batch is prepared
	trying   bool
}

const (
	runIDs = iota
	turnIDs
	stepIDs
	requestIDs
	attachmentIDs
)

func newValidator() *Validator {
	v := &Validator{ids: map[string]bool{}, calls: map[string]*call{}, messages: map[string]bool{}}
	for i := range v.used {
		v.used[i] = map[string]bool{}
	}
	return v
}

// Validate judges the entries of a log that loads. The error comes with the entry that it is about.
func Validate(log *Log) (*Validator, *Entry, error) {
	v := newValidator()
	if log.ids != nil {
		v.ids = log.ids
	}
	for _, e := range log.Entries {
		if err := v.accept(e); err != nil {
			return nil, e, err
		}
	}
	return v, nil, nil
}

// LoadValid loads and validates a log: session.load-first.
func LoadValid(b []byte) (*Log, *Validator, error) {
	log, err := Load(b)
	if err != nil {
		return nil, nil, err
	}
	v, _, err := Validate(log)
	if err != nil {
		return nil, nil, err
	}
	return log, v, nil
}

// Scope gives what is open.
func (v *Validator) Scope() Scope { return v.scope }

// Boundary gives the id of the last compaction, or the empty text.
func (v *Validator) Boundary() string { return v.boundary }

// NextSeq gives the seq that comes next.
func (v *Validator) NextSeq() int64 { return v.next }

// Pending gives the ids of the calls without result, in model order.
func (v *Validator) Pending() []string {
	ids := make([]string, len(v.pending))
	for i, c := range v.pending {
		ids[i] = c.id
	}
	return ids
}

func (v *Validator) note(undo func()) {
	if v.trying {
		v.undo = append(v.undo, undo)
	}
}

func (v *Validator) put(m map[string]bool, id string, value bool) {
	m[id] = value
	v.note(func() { delete(m, id) })
}

func (v *Validator) set(flag *bool) {
	*flag = true
	v.note(func() { *flag = false })
}

// accept judges an entry by the session rules, and changes the state when none is broken.
func (v *Validator) accept(e *Entry) error {
	var err error
	switch e.Type {
	case "message":
		err = v.message(e)
	case "tool_call":
		err = v.dispatch(e)
	case "tool_outcome":
		err = v.outcome(e)
	case "context":
		err = v.context(e)
	case "compaction":
		err = v.compaction(e)
	case "request/header":
		err = v.request(e)
	case "plan/mode": // session.plan.anywhere
	default:
		err = v.lifecycle(e)
	}
	if err == nil {
		v.next++
	}
	return err
}

// lifecycle judges the rules session.lifecycle, in their order.
func (v *Validator) lifecycle(e *Entry) error {
	is := func(types ...string) bool {
		for _, t := range types {
			if e.Type == t {
				return true
			}
		}
		return false
	}
	run, turn, step := e.Payload.Str("runId"), e.Payload.Str("turnId"), e.Payload.Str("stepId")
	inner := is("turn/end", "step/start", "step/end")
	broken := ""
	switch {
	case len(v.pending) > 0:
		broken = "pending"
	case is("run/start") && v.scope.Run != "":
		broken = "one-run"
	case !is("run/start") && v.scope.Run == "":
		broken = "open-run"
	case !is("run/start") && run != v.scope.Run:
		broken = "same-run"
	case is("turn/start") && v.scope.Turn != "":
		broken = "one-turn"
	case inner && v.scope.Turn == "":
		broken = "open-turn"
	case inner && turn != v.scope.Turn:
		broken = "same-turn"
	case is("step/start") && v.scope.Step != "":
		broken = "one-step"
	case is("step/end") && v.scope.Step == "":
		broken = "open-step"
	case is("step/end") && step != v.scope.Step:
		broken = "same-step"
	case is("run/end") && v.scope.Turn != "":
		broken = "inner-turn"
	case is("turn/end") && v.scope.Step != "":
		broken = "inner-step"
	case is("run/start") && v.used[runIDs][run]:
		broken = "new-run"
	case is("turn/start") && v.used[turnIDs][turn]:
		broken = "new-turn"
	case is("step/start") && v.used[stepIDs][step]:
		broken = "new-step"
	}
	if broken != "" {
		return text.Refuse("session.lifecycle." + broken)
	}
	switch e.Type {
	case "run/start":
		v.scope.Run = run
		v.put(v.used[runIDs], run, true)
	case "run/end":
		v.scope.Run = ""
	case "turn/start":
		v.scope.Turn = turn
		v.put(v.used[turnIDs], turn, true)
	case "turn/end":
		v.scope.Turn = ""
	case "step/start":
		v.scope.Step, v.headed = step, false
		v.put(v.used[stepIDs], step, true)
	case "step/end":
		v.scope.Step, v.headed = "", false
	}
	return nil
}

// message judges the rules session.user, session.assistant and session.result.
func (v *Validator) message(e *Entry) error {
	m := e.Payload
	switch m.Str("role") {
	case "user":
		if len(v.pending) > 0 {
			return text.Refuse("session.user.pending")
		}
		if v.scope.Turn == "" {
			return text.Refuse("session.user.open-turn")
		}
	case "assistant":
		if err := v.assistant(m); err != nil {
			return err
		}
	default:
		if err := v.result(m); err != nil {
			return err
		}
	}
	v.put(v.messages, e.ID, m.Str("role") == "toolResult")
	return nil
}

func (v *Validator) assistant(m json.Value) error {
	if len(v.pending) > 0 {
		return text.Refuse("session.assistant.pending")
	}
	if v.scope.Step == "" {
		return text.Refuse("session.assistant.open-step")
	}
	var calls []*call
	here := map[string]bool{}
	for _, block := range blocksOf(m, "toolCall") {
		id := block.Str("id")
		if id == "" {
			return text.Refuse("session.assistant.call-empty")
		}
		if v.calls[id] != nil || here[id] {
			return text.Refuse("session.assistant.call-new")
		}
		here[id] = true
		calls = append(calls, &call{id: id, name: block.Str("name"), arguments: argumentsOf(block), step: v.scope.Step})
	}
	for _, c := range calls {
		id := c.id
		v.calls[id] = c
		v.note(func() { delete(v.calls, id) })
	}
	if len(calls) > 0 {
		v.pending = calls
	}
	return nil
}

// blocksOf gives the blocks of a message that are of a type.
func blocksOf(m json.Value, kind string) []json.Value {
	content, _ := m.Get("content")
	var found []json.Value
	for _, block := range content.Elems() {
		if block.Str("type") == kind {
			found = append(found, block)
		}
	}
	return found
}

func argumentsOf(block json.Value) json.Value {
	if arguments, ok := block.Get("arguments"); ok {
		return arguments
	}
	return json.OfObject()
}

func (v *Validator) result(m json.Value) error {
	switch {
	case v.scope.Step == "":
		return text.Refuse("session.result.open-step")
	case len(v.pending) == 0:
		return text.Refuse("session.result.expected")
	case v.pending[0].id != m.Str("toolCallId"):
		return text.Refuse("session.result.model-order")
	case v.pending[0].name != m.Str("toolName"):
		return text.Refuse("session.result.name")
	}
	v.set(&v.pending[0].answered)
	v.pending = v.pending[1:]
	return nil
}

// dispatch judges the rules session.dispatch.
func (v *Validator) dispatch(e *Entry) error {
	c := v.calls[e.Payload.Str("toolCallId")]
	arguments, _ := e.Payload.Get("arguments")
	switch {
	case v.scope.Step == "":
		return text.Refuse("session.dispatch.open-step")
	case c == nil || c.answered:
		return text.Refuse("session.dispatch.waiting")
	case c.dispatched:
		return text.Refuse("session.dispatch.once")
	case c.name != e.Payload.Str("toolName"):
		return text.Refuse("session.dispatch.name")
	case !json.Equal(c.arguments, arguments):
		return text.Refuse("session.dispatch.arguments")
	}
	v.set(&c.dispatched)
	return nil
}

// outcome judges the rules session.outcome.
func (v *Validator) outcome(e *Entry) error {
	c := v.calls[e.Payload.Str("toolCallId")]
	switch {
	case v.scope.Step == "":
		return text.Refuse("session.outcome.open-step")
	case c == nil:
		return text.Refuse("session.outcome.known")
	case !c.answered:
		return text.Refuse("session.outcome.result")
	case c.finished:
		return text.Refuse("session.outcome.once")
	case c.step != v.scope.Step:
		return text.Refuse("session.outcome.step")
	}
	v.set(&c.finished)
	return nil
}

// context judges the rules session.context.
func (v *Validator) context(e *Entry) error {
	id := e.Payload.Str("attachmentId")
	switch {
	case v.scope.Step == "":
		return text.Refuse("session.context.open-step")
	case v.used[attachmentIDs][id]:
		return text.Refuse("session.context.new-id")
	}
	v.put(v.used[attachmentIDs], id, true)
	return nil
}

// compaction judges the rules session.compaction.
func (v *Validator) compaction(e *Entry) error {
	if len(v.pending) > 0 {
		return text.Refuse("session.compaction.pending")
	}
	if result, ok := v.messages[e.Payload.Str("firstKeptEntryId")]; !ok || result {
		return text.Refuse("session.compaction.kept")
	}
	v.boundary = e.ID
	return nil
}

// request judges the rules session.request.
func (v *Validator) request(e *Entry) error {
	h := e.Payload
	id := h.Str("providerRequestId")
	switch {
	case v.scope.Step == "":
		return text.Refuse("session.request.open-step")
	case Scope{h.Str("runId"), h.Str("turnId"), h.Str("stepId")} != v.scope:
		return text.Refuse("session.request.scope")
	case v.used[requestIDs][id]:
		return text.Refuse("session.request.new-id")
	case v.headed:
		return text.Refuse("session.request.one")
	case h.Str("activeCompactionEntryId") != v.boundary:
		return text.Refuse("session.request.boundary")
	}
	attachments, _ := h.Get("attachments")
	for _, a := range attachments.Elems() {
		if !v.used[attachmentIDs][a.Str("attachmentId")] {
			return text.Refuse("session.request.attachment")
		}
	}
	v.put(v.used[requestIDs], id, true)
	v.headed = true
	return nil
}
