package json

import (
	"strings"
	"unicode/utf8"

	"toolwire.dev/go/text"
)

// MaxDepth is how many arrays and objects may be open at once (json.depth).
const MaxDepth = 127

const indexFrom = 12

// Fault is the first fault of a text, with what some callers want to know of it.
type Fault struct {
	Rule  string
	Byte  int
	Depth int    // how many arrays and objects are open
	Name  string // of a duplicate
}

// Phase gives the phase of the fault's rule.
func (f *Fault) Phase() text.Phase {
	switch f.Rule {
	case "json.depth":
		return text.Limit
	case "json.duplicate-name", "json.number.finite":
		return text.Invalid
	}
	return text.Malformed
}

// Refusal makes a refusal of the fault.
func (f *Fault) Refusal() error { return text.RefuseAs(f.Rule, f.Phase()) }

type reader struct {
	src   string
	pos   int
	depth int
	limit int
	fault *Fault
}

// Read reads a JSON text: json.first-fault, json.syntax, json.white-space, json.single-text, json.string.control,
// json.string.surrogate, json.duplicate-name, json.name.exact, json.depth, json.number.finite.
func Read(src string) (Value, error) { return ReadWithin(src, MaxDepth) }

// ReadBytes reads a JSON text of bytes; the faults of text come first.
func ReadBytes(b []byte) (Value, error) {
	src, err := text.Decode(b)
	if err != nil {
		return Value{}, err
	}
	return Read(src)
}

// ReadWithin reads a JSON text with another limit of depth.
func ReadWithin(src string, depth int) (Value, error) {
	v, end, fault := readPrefix(src, depth)
	if fault != nil {
		return Value{}, fault.Refusal()
	}
	if RestFrom(src, end) < len(src) {
		return Value{}, text.RefuseAs("json.single-text", text.Malformed)
	}
	return v, nil
}

// ReadPrefix reads the first value of a text and says where it ends.
func ReadPrefix(src string) (Value, int, *Fault) { return readPrefix(src, MaxDepth) }

// RestFrom skips JSON white space.
func RestFrom(src string, at int) int {
	for at < len(src) && isSpace(src[at]) {
		at++
	}
	return at
}

func readPrefix(src string, depth int) (Value, int, *Fault) {
	r := &reader{src: src, limit: depth}
	v, ok := r.value()
	if !ok {
		return Value{}, 0, r.fault
	}
	return v, r.pos, nil
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func (r *reader) fail(rule string) bool {
	r.fault = &Fault{Rule: rule, Byte: r.pos, Depth: r.depth}
	return false
}

// token skips JSON white space up to where a token is due and gives its first byte; 0 and false at the end, or at a
// character that no token begins with.
func (r *reader) token() (byte, bool) {
	r.pos = RestFrom(r.src, r.pos)
	if r.pos >= len(r.src) {
		return 0, r.fail("json.syntax")
	}
	c := r.src[r.pos]
	if c < 0x20 || c >= 0x80 {
		ch, _ := utf8.DecodeRuneInString(r.src[r.pos:])
		if text.IsWhiteSpace(ch) {
			return 0, r.fail("json.white-space")
		}
		return 0, r.fail("json.syntax")
	}
	return c, true
}

func (r *reader) value() (Value, bool) {
	c, ok := r.token()
	if !ok {
		return Value{}, false
	}
	switch {
	case c == '{':
		return r.object()
	case c == '[':
		return r.array()
	case c == '"':
		s, ok := r.string()
		return Value{Kind: String, Text: s}, ok
	case c >= '0' && c <= '9' || c == '-' || c == '+':
		return r.number()
	case c == 't':
		return Value{Kind: Bool, True: true}, r.literal("true")
	case c == 'f':
		return Value{Kind: Bool}, r.literal("false")
	case c == 'n':
		return Value{}, r.literal("null")
	}
	return Value{}, r.fail("json.syntax")
}

func (r *reader) literal(word string) bool {
	if !strings.HasPrefix(r.src[r.pos:], word) {
		return r.fail("json.syntax")
	}
	r.pos += len(word)
	return true
}

func (r *reader) number() (Value, bool) {
	start := r.pos
	for r.pos < len(r.src) && isNumberByte(r.src[r.pos]) {
		r.pos++
	}
	spelled := r.src[start:r.pos]
	if !isNumber(spelled) {
		return Value{}, r.fail("json.syntax")
	}
	if !isFinite(spelled) {
		return Value{}, r.fail("json.number.finite")
	}
	return Value{Kind: Number, Text: spelled}, true
}

func isNumberByte(c byte) bool {
	return c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.' || c == 'e' || c == 'E'
}

func isNumber(s string) bool {
	i := 0
	digits := func() bool {
		from := i
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		return i > from
	}
	if i < len(s) && s[i] == '-' {
		i++
	}
	if i < len(s) && s[i] == '0' {
		i++
	} else if !digits() {
		return false
	}
	if i < len(s) && s[i] == '.' {
		i++
		if !digits() {
			return false
		}
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if !digits() {
			return false
		}
	}
	return i == len(s)
}

func (r *reader) open() bool {
	if r.depth >= r.limit {
		return r.fail("json.depth")
	}
	r.depth++
	r.pos++
	return true
}

func (r *reader) array() (Value, bool) {
	if !r.open() {
		return Value{}, false
	}
	var elems []Value
	c, ok := r.token()
	if !ok {
		return Value{}, false
	}
	if c != ']' {
		for {
			v, ok := r.value()
			if !ok {
				return Value{}, false
			}
			elems = append(elems, v)
			if c, ok = r.token(); !ok {
				return Value{}, false
			}
			if c == ']' {
				break
			}
			if c != ',' {
				return Value{}, r.fail("json.syntax")
			}
			r.pos++
		}
	}
	r.pos++
	r.depth--
	return Value{Kind: Array, box: &box{elems: elems}}, true
}

func (r *reader) object() (Value, bool) {
	if !r.open() {
		return Value{}, false
	}
	b := &box{}
	v := Value{Kind: Object, box: b}
	c, ok := r.token()
	if !ok {
		return Value{}, false
	}
	if c != '}' {
		for {
			if c, ok = r.token(); !ok {
				return Value{}, false
			}
			if c != '"' {
				return Value{}, r.fail("json.syntax")
			}
			name, ok := r.string()
			if !ok {
				return Value{}, false
			}
			if v.Member(name) != nil {
				r.fail("json.duplicate-name")
				r.fault.Name = name
				return Value{}, false
			}
			if c, ok = r.token(); !ok {
				return Value{}, false
			}
			if c != ':' {
				return Value{}, r.fail("json.syntax")
			}
			r.pos = RestFrom(r.src, r.pos+1)
			start := r.pos
			value, ok := r.value()
			if !ok {
				return Value{}, false
			}
			b.members = append(b.members, Member{name, value, start, r.pos})
			if b.index != nil {
				b.index[name] = len(b.members) - 1
			} else if len(b.members) >= indexFrom {
				b.index = make(map[string]int, 2*indexFrom)
				for i := range b.members {
					b.index[b.members[i].Name] = i
				}
			}
			if c, ok = r.token(); !ok {
				return Value{}, false
			}
			if c == '}' {
				break
			}
			if c != ',' {
				return Value{}, r.fail("json.syntax")
			}
			r.pos++
		}
	}
	r.pos++
	r.depth--
	return v, true
}

// string reads a string whose quotation mark is at the position.
func (r *reader) string() (string, bool) {
	r.pos++
	start := r.pos
	for r.pos < len(r.src) {
		c := r.src[r.pos]
		if c == '"' {
			s := r.src[start:r.pos]
			r.pos++
			return s, true
		}
		if c == '\\' {
			return r.escaped(start)
		}
		if c < 0x20 {
			return "", r.fail("json.string.control")
		}
		r.pos++
	}
	return "", r.fail("json.syntax")
}

// escaped goes on with a string at its first backslash.
func (r *reader) escaped(start int) (string, bool) {
	out := make([]byte, 0, r.pos-start+32)
	out = append(out, r.src[start:r.pos]...)
	for r.pos < len(r.src) {
		c := r.src[r.pos]
		switch {
		case c == '"':
			r.pos++
			return string(out), true
		case c < 0x20:
			return "", r.fail("json.string.control")
		case c != '\\':
			from := r.pos
			for r.pos < len(r.src) && r.src[r.pos] != '"' && r.src[r.pos] != '\\' && r.src[r.pos] >= 0x20 {
				r.pos++
			}
			out = append(out, r.src[from:r.pos]...)
			continue
		}
		if r.pos+1 >= len(r.src) {
			return "", r.fail("json.syntax")
		}
		plain := byte(0)
		switch r.src[r.pos+1] {
		case '"', '\\', '/':
			plain = r.src[r.pos+1]
		case 'b':
			plain = '\b'
		case 'f':
			plain = '\f'
		case 'n':
			plain = '\n'
		case 'r':
			plain = '\r'
		case 't':
			plain = '\t'
		case 'u':
			unit, ok := r.unit(r.pos)
			if !ok {
				return "", r.fail("json.syntax")
			}
			ch := rune(unit)
			switch {
			case unit >= 0xDC00 && unit <= 0xDFFF:
				return "", r.fail("json.string.surrogate")
			case unit >= 0xD800 && unit <= 0xDBFF:
				low, ok := r.unit(r.pos + 6)
				if !ok || low < 0xDC00 || low > 0xDFFF {
					return "", r.fail("json.string.surrogate")
				}
				ch = 0x10000 + (rune(unit)-0xD800)<<10 + (rune(low) - 0xDC00)
				r.pos += 6
			}
			out = utf8.AppendRune(out, ch)
			r.pos += 6
			continue
		default:
			return "", r.fail("json.syntax")
		}
		out = append(out, plain)
		r.pos += 2
	}
	return "", r.fail("json.syntax")
}

// unit reads a \u escape at a position.
func (r *reader) unit(at int) (uint16, bool) {
	if at+6 > len(r.src) || r.src[at] != '\\' || r.src[at+1] != 'u' {
		return 0, false
	}
	var unit uint16
	for _, c := range []byte(r.src[at+2 : at+6]) {
		unit <<= 4
		switch {
		case c >= '0' && c <= '9':
			unit |= uint16(c - '0')
		case c >= 'a' && c <= 'f':
			unit |= uint16(c-'a') + 10
		case c >= 'A' && c <= 'F':
			unit |= uint16(c-'A') + 10
		default:
			return 0, false
		}
	}
	return unit, true
}
