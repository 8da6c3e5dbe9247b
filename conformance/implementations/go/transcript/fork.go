package transcript

import (
	"toolwire.dev/go/json"
	"toolwire.dev/go/text"
)

// isCompletedAnswer says whether an entry is a completed answer.
func isCompletedAnswer(e *Entry) bool {
	if e.Payload.Str("role") != "assistant" || len(blocksOf(e.Payload, "toolCall")) > 0 {
		return false
	}
	switch e.Payload.Str("stopReason") {
	case "stop", "length", "error", "aborted":
		return true
	}
	return false
}

// Fork makes a new log that begins as another one: fork.valid, fork.mode, fork.message, fork.context and fork.lines.
func Fork(b []byte, messageID, mode, replacement string, ids []string, now string) ([]byte, error) {
	log, _, err := LoadValid(b)
	if err != nil {
		return nil, err
	}
	if mode != "before_user" && mode != "after_assistant" {
		return nil, text.Refuse("fork.mode")
	}
	at, before := -1, -1
	for i, e := range log.Entries {
		if e.Type != "message" {
			continue
		}
		if e.ID == messageID {
			at = i
			break
		}
		before = i
	}
	if at < 0 {
		return nil, text.Refuse("fork.message")
	}
	var kept []*Entry
	var newLine []byte
	if mode == "after_assistant" {
		if !isCompletedAnswer(log.Entries[at]) {
			return nil, text.Refuse("fork.after.answer")
		}
		kept = log.Entries[:at+1+endsBehind(log.Entries[at+1:])]
	} else {
		if before >= 0 && !isCompletedAnswer(log.Entries[before]) {
			return nil, text.Refuse("fork.before.answer")
		}
		kept = log.Entries[:at]
		if newLine, err = replaced(log.Entries[at], kept, replacement, ids, now); err != nil {
			return nil, err
		}
	}
	for _, m := range contextOf(kept).Messages {
		if m.Str("role") == "assistant" && m.Str("stopReason") == "toolUse" && len(blocksOf(m, "toolCall")) == 0 {
			return nil, text.Refuse("fork.context")
		}
	}
	fork := append([]byte{}, b[log.HeaderStart:log.HeaderEnd]...)
	for _, e := range kept {
		fork = append(fork, b[e.Start:e.End]...)
	}
	return append(fork, newLine...), nil
}

// endsBehind says how many of the entries behind an answer belong to the fork: fork.after.cut.
func endsBehind(entries []*Entry) int {
	if len(entries) >= 3 && entries[0].Type == "step/end" && entries[1].Type == "turn/end" && entries[2].Type == "run/end" &&
		entries[2].Payload.Str("status") == "completed" {
		return 3
	}
	return 0
}

// replaced makes the line of the new message: fork.before.user, .text, .empty, .cut and .envelope.
func replaced(message *Entry, kept []*Entry, replacement string, ids []string, now string) ([]byte, error) {
	if message.Payload.Str("role") != "user" {
		return nil, text.Refuse("fork.before.user")
	}
	replacement = text.Trim(replacement)
	content, _ := message.Payload.Get("content")
	found := false
	var list []json.Value
	for _, block := range content.Elems() {
		if !found && block.Str("type") == "text" {
			found = true
			block = textBlock(replacement)
		}
		list = append(list, block)
	}
	if !found {
		list = append([]json.Value{textBlock(replacement)}, list...)
	}
	something := false
	for _, block := range list {
		switch block.Str("type") {
		case "text":
			something = something || !text.IsBlank(block.Str("text"))
		case "image":
			something = something || block.Str("data") != ""
		}
	}
	if !something {
		return nil, text.Refuse("fork.before.empty")
	}
	if len(ids) == 0 {
		return nil, ErrTooFewIDs
	}
	payload := json.OfObject(json.M("role", json.Of("user")), json.M("content", json.OfArray(list...)))
	e, line, err := EncodeEntry(newEntry(int64(len(kept)), ids[0], now, "message", payload))
	if err != nil {
		return nil, err
	}
	for _, other := range kept {
		if other.ID == e.ID {
			return nil, text.Refuse("entry.id.unique")
		}
	}
	return line, nil
}
