package transcript

import (
	"errors"

	"toolwire.dev/go/json"
	"toolwire.dev/go/text"
)

const (
	notStartedText = "This call was not started: the session ended before its tool was dispatched. It had no effect and can be requested again."
	unknownText    = "The outcome of this call is unknown: the session ended after its tool may have started. Check what it changed before requesting it again."
)

// ErrTooFewIDs says that there are fewer ids than entries to make.
var ErrTooFewIDs = errors.New("too few ids")

// repair is what recovery appends, but for the envelope.
type repair struct {
	kind      string
	payload   json.Value
	callID    string
	errorCode string
}

// repairs lists what recovery appends: recovery.tools, recovery.not-started, recovery.unknown, recovery.lifecycle and
// recovery.nothing.
func repairs(log *Log, v *Validator) []repair {
	var list []repair
	records := log.RecordsDispatches()
	for _, c := range v.pending {
		code, said := "TOOL_OUTCOME_UNKNOWN", unknownText
		if records && !c.dispatched {
			code, said = "TOOL_NOT_STARTED", notStartedText
		}
		result := json.OfObject(
			json.M("role", json.Of("toolResult")),
			json.M("toolCallId", json.Of(c.id)),
			json.M("toolName", json.Of(c.name)),
			json.M("content", json.OfArray(textBlock(said))),
			json.M("isError", json.OfBool(true)),
		)
		outcome := json.OfObject(
			json.M("toolCallId", json.Of(c.id)),
			json.M("status", json.Of("failed")),
			json.M("errorCode", json.Of(code)),
		)
		list = append(list, repair{"message", result, c.id, ""}, repair{"tool_outcome", outcome, c.id, code})
	}
	end := func(kind string, ids ...json.Member) {
		ids = append(ids, json.M("status", json.Of("interrupted")), json.M("reason", json.Of("process_interrupted")))
		list = append(list, repair{kind: kind, payload: json.OfObject(ids...)})
	}
	run, turn, step := json.M("runId", json.Of(v.scope.Run)), json.M("turnId", json.Of(v.scope.Turn)), json.M("stepId", json.Of(v.scope.Step))
	if v.scope.Step != "" {
		end("step/end", run, turn, step)
	}
	if v.scope.Turn != "" {
		end("turn/end", run, turn)
	}
	if v.scope.Run != "" {
		end("run/end", run)
	}
	return list
}

func textBlock(s string) json.Value {
	return json.OfObject(json.M("type", json.Of("text")), json.M("text", json.Of(s)))
}

func userMessage(s string) json.Value {
	return json.OfObject(json.M("role", json.Of("user")), json.M("content", json.OfArray(textBlock(s))))
}

func newEntry(seq int64, id, now, kind string, payload json.Value) json.Value {
	return json.OfObject(
		json.M("seq", json.OfInt(seq)),
		json.M("id", json.Of(id)),
		json.M("timestamp", json.Of(now)),
		json.M("type", json.Of(kind)),
		json.M(payloadOf[kind], payload),
	)
}

// Recover gives the entries that close an interrupted log: recovery.valid, recovery.envelope and what repairs
// implements.
func Recover(b []byte, ids []string, now string) ([]json.Value, error) {
	log, v, err := LoadValid(b)
	if err != nil {
		return nil, err
	}
	entries := []json.Value{}
	for i, r := range repairs(log, v) {
		if i >= len(ids) {
			return nil, ErrTooFewIDs
		}
		value := newEntry(v.next+int64(i), ids[i], now, r.kind, r.payload)
		e, _, err := EncodeEntry(value)
		if err != nil {
			return nil, err
		}
		if v.ids[e.ID] {
			return nil, text.Refuse("entry.id.unique")
		}
		v.ids[e.ID] = true
		entries = append(entries, value)
	}
	return entries, nil
}
