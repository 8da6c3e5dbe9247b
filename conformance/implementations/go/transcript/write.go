package transcript

import (
	"toolwire.dev/go/json"
	"toolwire.dev/go/text"
)

// EncodeEntry writes an entry as its canonical line, with the line feed: entry.write.valid, entry.write.order,
// entry.write.members, entry.write.compact, entry.write.escapes, entry.write.number, entry.write.timestamp,
// file.write.line and file.write.limit.
func EncodeEntry(v json.Value) (*Entry, []byte, error) {
	if v.Depth() > json.MaxDepth {
		return nil, nil, text.RefuseAs("json.depth", text.Limit)
	}
	e, err := EntryOf(v)
	if err != nil {
		return nil, nil, err
	}
	line := e.appendLine(nil)
	if len(line) > LineLimit {
		return nil, nil, errLineLimit
	}
	return e, line, nil
}

func (e *Entry) appendLine(dst []byte) []byte {
	seq, _ := e.Value.Get("seq")
	dst = append(dst, `{"seq":`...)
	dst = append(dst, seq.Text...)
	dst = append(dst, `,"id":`...)
	dst = json.AppendString(dst, e.ID)
	dst = append(dst, `,"timestamp":`...)
	dst = json.AppendString(dst, e.Timestamp)
	dst = append(dst, `,"type":`...)
	dst = json.AppendString(dst, e.Type)
	own := payloadOf[e.Type]
	dst = append(dst, ',')
	dst = append(json.AppendString(dst, own), ':')
	t := payloadTables[own]
	if own == "message" {
		t = messageTables[e.Payload.Str("role")]
	}
	dst = t.append(dst, e.Payload)
	for _, m := range e.Value.Members() {
		switch m.Name {
		case "seq", "id", "timestamp", "type", own:
			continue
		}
		dst = append(dst, ',')
		dst = append(json.AppendString(dst, m.Name), ':')
		dst = json.AppendCanonical(dst, m.Value)
	}
	return append(dst, '}', '\n')
}

// EncodeLog writes a new log; a nil records is left out: file.write.header, file.write.line, file.write.sequence.
func EncodeLog(entries []json.Value, records *json.Value) ([]byte, error) {
	header := []json.Member{json.M("type", json.Of("session")), json.M("version", json.OfInt(8))}
	if records != nil {
		header = append(header, json.M("records", *records))
	}
	object := json.OfObject(header...)
	if err := judgeHeader(object); err != nil {
		return nil, err
	}
	log := append(json.Append(nil, object), '\n')
	ids := make(map[string]bool, len(entries))
	for i, v := range entries {
		e, line, err := EncodeEntry(v)
		if err != nil {
			return nil, err
		}
		if err := judgePlace(e, int64(i), ids); err != nil {
			return nil, err
		}
		log = append(log, line...)
	}
	return log, nil
}

// judgePlace judges entry.seq.position and entry.id.unique, and notes the id.
func judgePlace(e *Entry, seq int64, ids map[string]bool) error {
	if e.Seq != seq {
		return text.Refuse("entry.seq.position")
	}
	if ids[e.ID] {
		return text.Refuse("entry.id.unique")
	}
	ids[e.ID] = true
	return nil
}
