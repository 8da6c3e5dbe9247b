package transcript

import "toolwire.dev/go/json"

// Context is what the model is sent of a session.
type Context struct {
	Messages         []json.Value
	ActiveCompaction string // empty for none
	FirstKept        string // empty for none
	AsOf             int64
}

// contextOf builds the context of entries that validate: context.messages, context.boundary, context.summary,
// context.verbatim, context.others and context.as-of.
func contextOf(entries []*Entry) *Context {
	c := &Context{Messages: []json.Value{}, AsOf: int64(len(entries)) - 1}
	from := 0
	for i := len(entries) - 1; i >= 0; i-- {
		if entries[i].Type != "compaction" {
			continue
		}
		c.ActiveCompaction, c.FirstKept = entries[i].ID, entries[i].Payload.Str("firstKeptEntryId")
		for from < i && entries[from].ID != c.FirstKept {
			from++
		}
		c.Messages = append(c.Messages, userMessage("The conversation before this point was replaced by this summary:\n\n<summary>\n"+
			entries[i].Payload.Str("summary")+"\n</summary>"))
		break
	}
	for _, e := range entries[from:] {
		if e.Type == "message" {
			c.Messages = append(c.Messages, e.Payload)
		}
	}
	return c
}

// ContextOf builds the context of a log: context.valid.
func ContextOf(b []byte) (*Context, error) {
	log, _, err := LoadValid(b)
	if err != nil {
		return nil, err
	}
	return contextOf(log.Entries), nil
}

// Value gives the view of a context.
func (c *Context) Value() json.Value {
	return json.OfObject(
		json.M("messages", json.OfArray(c.Messages...)),
		json.M("active_compaction", json.OrNull(c.ActiveCompaction)),
		json.M("first_kept", json.OrNull(c.FirstKept)),
		json.M("as_of", json.OfInt(c.AsOf)),
	)
}
