package transcript

import (
	"toolwire.dev/go/json"
	"toolwire.dev/go/text"
)

// span is a run, a turn or a step of a projection.
type span struct {
	ids        []json.Member
	start, end *Entry
	inner      []*span
	innerName  string // empty for a step
}

func (s *span) value() json.Value {
	members := append([]json.Member{}, s.ids...)
	members = append(members,
		json.M("startEntryId", json.Of(s.start.ID)),
		json.M("startSeq", json.OfInt(s.start.Seq)),
		json.M("startedAt", json.Of(s.start.Timestamp)))
	id, seq := entryRef(s.end)
	at, status, reason := json.Value{}, "", ""
	if s.end != nil {
		at, status, reason = json.Of(s.end.Timestamp), s.end.Payload.Str("status"), s.end.Payload.Str("reason")
	}
	members = append(members, json.M("endEntryId", id), json.M("endSeq", seq), json.M("completedAt", at),
		json.M("status", json.Of(status)), json.M("reason", json.Of(reason)))
	if s.innerName != "" {
		inner := make([]json.Value, len(s.inner))
		for i, child := range s.inner {
			inner[i] = child.value()
		}
		members = append(members, json.M(s.innerName, json.OfArray(inner...)))
	}
	return json.OfObject(members...)
}

// entryRef gives id and seq of an entry, or nulls.
func entryRef(e *Entry) (json.Value, json.Value) {
	if e == nil {
		return json.Value{}, json.Value{}
	}
	return json.Of(e.ID), json.OfInt(e.Seq)
}

// callView is a tool call of a projection.
type callView struct {
	block                              json.Value
	scope                              []json.Member
	request, dispatch, result, outcome *Entry
}

func (c *callView) value() json.Value {
	members := []json.Member{json.M("toolCallId", json.Of(c.block.Str("id"))), json.M("toolName", json.Of(c.block.Str("name"))),
		json.M("arguments", argumentsOf(c.block))}
	members = append(members, c.scope...)
	ref := func(name string, e *Entry) {
		id, seq := entryRef(e)
		members = append(members, json.M(name+"EntryId", id), json.M(name+"Seq", seq))
	}
	ref("request", c.request)
	ref("dispatch", c.dispatch)
	ref("result", c.result)
	ref("outcome", c.outcome)
	outcome := json.Value{}
	if c.outcome != nil {
		outcome = c.outcome.Payload
	}
	return json.OfObject(append(members, json.M("outcome", outcome))...)
}

// projector applies entries that validate.
type projector struct {
	scope                                     Scope
	runs                                      []*span
	run, turn, step                           *span
	messages, contexts, compactions, requests []json.Value
	calls                                     []*callView
	byID                                      map[string]*callView
}

func (s Scope) members() []json.Member {
	return []json.Member{json.M("runId", json.OrNull(s.Run)), json.M("turnId", json.OrNull(s.Turn)), json.M("stepId", json.OrNull(s.Step))}
}

// apply implements projection.start, .end, .message, .call, .dispatch, .context and .plan.
func (p *projector) apply(e *Entry) {
	id := func(name string) json.Member { return json.M(name, json.Of(e.Payload.Str(name))) }
	view := func(more ...json.Member) json.Value {
		members := []json.Member{json.M("entryId", json.Of(e.ID)), json.M("seq", json.OfInt(e.Seq))}
		return json.OfObject(append(members, more...)...)
	}
	scoped := func(name string, before ...json.Member) json.Value {
		members := append(before, p.scope.members()...)
		return view(append(members, json.M(name, e.Payload))...)
	}
	called := p.byID[e.Payload.Str("toolCallId")]
	switch e.Type {
	case "run/start":
		p.run = &span{ids: []json.Member{id("runId")}, start: e, innerName: "turns"}
		p.runs = append(p.runs, p.run)
		p.scope.Run = e.Payload.Str("runId")
	case "turn/start":
		p.turn = &span{ids: []json.Member{id("runId"), id("turnId")}, start: e, innerName: "steps"}
		p.run.inner = append(p.run.inner, p.turn)
		p.scope.Turn = e.Payload.Str("turnId")
	case "step/start":
		p.step = &span{ids: []json.Member{id("runId"), id("turnId"), id("stepId")}, start: e}
		p.turn.inner = append(p.turn.inner, p.step)
		p.scope.Step = e.Payload.Str("stepId")
	case "run/end":
		p.run.end, p.scope.Run = e, ""
	case "turn/end":
		p.turn.end, p.scope.Turn = e, ""
	case "step/end":
		p.step.end, p.scope.Step = e, ""
	case "message":
		p.messages = append(p.messages, scoped("message", json.M("timestamp", json.Of(e.Timestamp))))
		switch e.Payload.Str("role") {
		case "assistant":
			for _, block := range blocksOf(e.Payload, "toolCall") {
				c := &callView{block: block, scope: p.scope.members(), request: e}
				p.calls = append(p.calls, c)
				p.byID[block.Str("id")] = c
			}
		case "toolResult":
			called.result = e
		}
	case "tool_call":
		called.dispatch = e
	case "tool_outcome":
		called.outcome = e
	case "context":
		p.contexts = append(p.contexts, scoped("context"))
	case "compaction":
		p.compactions = append(p.compactions, scoped("compaction"))
	case "request/header":
		p.requests = append(p.requests, view(json.M("requestHeader", e.Payload)))
	}
}

// Project gives the view of a session up to a seq, or of all of it: projection.valid, projection.upto,
// projection.watermark and projection.open.
func Project(b []byte, upto *json.Value) (json.Value, error) {
	log, _, err := LoadValid(b)
	if err != nil {
		return json.Value{}, err
	}
	entries := log.Entries
	if upto != nil {
		n, err := json.Int64(*upto)
		if err != nil || n < -1 || n >= int64(len(entries)) {
			return json.Value{}, text.Refuse("projection.upto")
		}
		entries = entries[:n+1]
	}
	p := &projector{byID: map[string]*callView{}}
	for _, e := range entries {
		p.apply(e)
	}
	runs := make([]json.Value, len(p.runs))
	for i, r := range p.runs {
		runs[i] = r.value()
	}
	calls := make([]json.Value, len(p.calls))
	for i, c := range p.calls {
		calls[i] = c.value()
	}
	return json.OfObject(
		json.M("appliedEntries", json.OfInt(int64(len(entries)))),
		json.M("asOfSeq", json.OfInt(int64(len(entries))-1)),
		json.M("runs", json.OfArray(runs...)),
		json.M("messages", json.OfArray(p.messages...)),
		json.M("toolCalls", json.OfArray(calls...)),
		json.M("contexts", json.OfArray(p.contexts...)),
		json.M("compactions", json.OfArray(p.compactions...)),
		json.M("providerRequests", json.OfArray(p.requests...)),
		json.M("open", json.OfObject(p.scope.members()...)),
	), nil
}
