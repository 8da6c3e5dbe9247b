package json

const hexDigits = "0123456789abcdef"

// AppendString writes a string with the escapes of carrier.write.escapes, which are those of entry.write.escapes.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	from := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		dst = append(dst, s[from:i]...)
		from = i + 1
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\b':
			dst = append(dst, '\\', 'b')
		case '\f':
			dst = append(dst, '\\', 'f')
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\r':
			dst = append(dst, '\\', 'r')
		case '\t':
			dst = append(dst, '\\', 't')
		default:
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		}
	}
	dst = append(dst, s[from:]...)
	return append(dst, '"')
}

// Append writes a value without white space, numbers as they were spelled.
func Append(dst []byte, v Value) []byte { return write(dst, v, false) }

// AppendCanonical writes a value without white space, numbers in the form of entry.write.number.
func AppendCanonical(dst []byte, v Value) []byte { return write(dst, v, true) }

func write(dst []byte, v Value, canonical bool) []byte {
	switch v.Kind {
	case Bool:
		if v.True {
			return append(dst, "true"...)
		}
		return append(dst, "false"...)
	case Number:
		if canonical {
			return append(dst, CanonicalNumber(v.Text)...)
		}
		return append(dst, v.Text...)
	case String:
		return AppendString(dst, v.Text)
	case Array:
		dst = append(dst, '[')
		for i, e := range v.Elems() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = write(dst, e, canonical)
		}
		return append(dst, ']')
	case Object:
		dst = append(dst, '{')
		for i, m := range v.Members() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = AppendString(dst, m.Name)
			dst = append(dst, ':')
			dst = write(dst, m.Value, canonical)
		}
		return append(dst, '}')
	}
	return append(dst, "null"...)
}
