// Package transcript implements the chapters on transcripts: file, entries, session rules, recovery, check, model
// context, session projection, fork and provider requests.
package transcript

import (
	"toolwire.dev/go/json"
	"toolwire.dev/go/text"
)

// shape is the type of a member in the tables of the chapter "Entries and messages".
type shape uint8

const (
	aString shape = iota
	anInteger
	anUnsigned
	aNumber
	aBoolean
	anything
	anObject // of a table, or free without one
	strings_ // an array of strings
	objects  // an array of objects of a table
	blocks   // an array of blocks
)

// written is the column of that name.
type written uint8

const (
	always written = iota
	whenSet
	whenPresent
)

// member is a row of a table.
type member struct {
	name     string
	shape    shape
	required bool
	written  written
	table    *table
	absent   string                   // what absence means, where it is not the zero value of the type
	check    func(v json.Value) error // the member's own rules
	union    func(v json.Value) error // in place of the type's check, for what a table cannot say
}

// table says what members an object has.
type table struct {
	members []member
	closed  bool
	names   map[string]bool
}

func newTable(closed bool, members ...member) *table {
	t := &table{members: members, closed: closed, names: map[string]bool{}}
	for _, m := range members {
		t.names[m.name] = true
	}
	return t
}

var (
	errType     = text.Refuse("entry.member.type")
	errRequired = text.Refuse("entry.member.required")
	errClosed   = text.Refuse("entry.closed")
)

// judge judges an object member by member: entry.closed, entry.member.required, entry.member.type, entry.member.unknown
// and the rules of single members.
func (t *table) judge(v json.Value) error {
	if t.closed {
		for _, m := range v.Members() {
			if !t.names[m.Name] {
				return errClosed
			}
		}
	}
	for i := range t.members {
		m := &t.members[i]
		value, ok := v.Get(m.name)
		if !ok {
			if m.required {
				return errRequired
			}
			continue
		}
		if err := m.judge(value); err != nil {
			return err
		}
	}
	return nil
}

func (m *member) judge(v json.Value) error {
	switch m.shape {
	case aString:
		if v.Kind != json.String {
			return errType
		}
	case anInteger:
		if _, err := json.Int64(v); err != nil {
			return err
		}
	case anUnsigned:
		if _, err := json.Uint64(v); err != nil {
			return err
		}
	case aNumber:
		if v.Kind != json.Number {
			return errType
		}
	case aBoolean:
		if v.Kind != json.Bool {
			return errType
		}
	case anObject:
		if v.Kind != json.Object {
			return errType
		}
		if m.table != nil {
			if err := m.table.judge(v); err != nil {
				return err
			}
		}
	case strings_, objects, blocks:
		if v.Kind != json.Array {
			return errType
		}
		for _, e := range v.Elems() {
			if err := m.judgeElement(e); err != nil {
				return err
			}
		}
	}
	if m.check != nil {
		return m.check(v)
	}
	return nil
}

func (m *member) judgeElement(e json.Value) error {
	if m.shape == strings_ {
		if e.Kind != json.String {
			return errType
		}
		return nil
	}
	if e.Kind != json.Object {
		return errType
	}
	if m.shape == blocks {
		return m.union(e)
	}
	return m.table.judge(e)
}

// absence gives what absence of a member means.
func (m *member) absence() string {
	if m.absent != "" {
		return m.absent
	}
	switch m.shape {
	case aString:
		return `""`
	case anInteger, anUnsigned, aNumber:
		return "0"
	case aBoolean:
		return "false"
	case anything:
		return "null"
	case anObject:
		if m.table != nil {
			return string(m.table.append(nil, json.OfObject()))
		}
		return "{}"
	}
	return "[]"
}

// isAbsence says whether a value is what absence means.
func (m *member) isAbsence(v json.Value) bool {
	switch m.shape {
	case aString:
		return v.Text == ""
	case anInteger, anUnsigned:
		return v.Text == "0"
	case aBoolean:
		return !v.True
	case strings_, objects, blocks:
		return len(v.Elems()) == 0
	}
	return false
}

// append writes an object: entry.write.order, entry.write.members.
func (t *table) append(dst []byte, v json.Value) []byte {
	dst = append(dst, '{')
	begin := len(dst)
	name := func(s string) {
		if len(dst) > begin {
			dst = append(dst, ',')
		}
		dst = append(json.AppendString(dst, s), ':')
	}
	for i := range t.members {
		m := &t.members[i]
		value, ok := v.Get(m.name)
		switch {
		case !ok && m.written == always:
			name(m.name)
			dst = append(dst, m.absence()...)
		case ok && (m.written != whenSet || !m.isAbsence(value)):
			name(m.name)
			dst = m.append(dst, value)
		}
	}
	for _, m := range v.Members() {
		if !t.names[m.Name] {
			name(m.Name)
			dst = json.AppendCanonical(dst, m.Value)
		}
	}
	return append(dst, '}')
}

func (m *member) append(dst []byte, v json.Value) []byte {
	switch m.shape {
	case anInteger, anUnsigned:
		return append(dst, v.Text...)
	case anObject:
		if m.table != nil {
			return m.table.append(dst, v)
		}
	case objects, blocks:
		dst = append(dst, '[')
		for i, e := range v.Elems() {
			if i > 0 {
				dst = append(dst, ',')
			}
			t := m.table
			if m.shape == blocks {
				t = blockTables[e.Str("type")]
			}
			dst = t.append(dst, e)
		}
		return append(dst, ']')
	}
	return json.AppendCanonical(dst, v)
}
