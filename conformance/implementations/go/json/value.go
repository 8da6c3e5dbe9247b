// Package json implements the second half of the chapter "Text and JSON profile": a strict reader that keeps the order
// of members and the spelling of numbers, equality, and a writer.
package json

import (
	"strconv"
)

// Kind is the type of a value.
type Kind uint8

// The types. The zero Value is null.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// Value is a JSON value. Numbers are kept by their spelling.
type Value struct {
	Kind Kind
	True bool   // of a Bool
	Text string // what a String holds, how a Number is spelled
	box  *box
}

type box struct {
	elems   []Value
	members []Member
	index   map[string]int // of large objects only
}

// Member is a member of an object. Start and End are the bytes of its value in the text that was read.
type Member struct {
	Name       string
	Value      Value
	Start, End int
}

// Elems gives the elements of an array.
func (v Value) Elems() []Value {
	if v.Kind != Array || v.box == nil {
		return nil
	}
	return v.box.elems
}

// Members gives the members of an object in their order.
func (v Value) Members() []Member {
	if v.Kind != Object || v.box == nil {
		return nil
	}
	return v.box.members
}

// Member finds a member by its exact name (json.name.exact).
func (v Value) Member(name string) *Member {
	if v.Kind != Object || v.box == nil {
		return nil
	}
	if v.box.index != nil {
		if i, ok := v.box.index[name]; ok {
			return &v.box.members[i]
		}
		return nil
	}
	for i := range v.box.members {
		if v.box.members[i].Name == name {
			return &v.box.members[i]
		}
	}
	return nil
}

// Get gives the value of a member, and whether there is one.
func (v Value) Get(name string) (Value, bool) {
	if m := v.Member(name); m != nil {
		return m.Value, true
	}
	return Value{}, false
}

// Str gives the text of a member that is a string, or the empty text.
func (v Value) Str(name string) string {
	if m, ok := v.Get(name); ok && m.Kind == String {
		return m.Text
	}
	return ""
}

// IsString says whether a value is the given string.
func (v Value) IsString(s string) bool { return v.Kind == String && v.Text == s }

// Of makes a string.
func Of(s string) Value { return Value{Kind: String, Text: s} }

// OrNull makes a string, or null of the empty text.
func OrNull(s string) Value {
	if s == "" {
		return Value{}
	}
	return Of(s)
}

// OfBool makes true or false.
func OfBool(b bool) Value { return Value{Kind: Bool, True: b} }

// OfInt makes a number.
func OfInt(n int64) Value { return Value{Kind: Number, Text: strconv.FormatInt(n, 10)} }

// OfArray makes an array.
func OfArray(elems ...Value) Value { return Value{Kind: Array, box: &box{elems: elems}} }

// OfStrings makes an array of strings.
func OfStrings(texts []string) Value {
	elems := make([]Value, len(texts))
	for i, t := range texts {
		elems[i] = Of(t)
	}
	return OfArray(elems...)
}

// M makes a member.
func M(name string, v Value) Member { return Member{Name: name, Value: v} }

// OfObject makes an object. The names must differ.
func OfObject(members ...Member) Value { return Value{Kind: Object, box: &box{members: members}} }

// Depth says how many arrays and objects of a value are open at once, at most.
func (v Value) Depth() int {
	most := 0
	for _, e := range v.Elems() {
		if d := e.Depth(); d > most {
			most = d
		}
	}
	for _, m := range v.Members() {
		if d := m.Value.Depth(); d > most {
			most = d
		}
	}
	if v.Kind == Array || v.Kind == Object {
		most++
	}
	return most
}
