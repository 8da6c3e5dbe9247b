package json

import (
	"strconv"
	"strings"

	"toolwire.dev/go/text"
)

// decimal is an exact value: digits times ten to the power exp. The digits have no zero at either end; zero has none.
type decimal struct {
	negative bool
	digits   string
	exp      int64
}

// tiny is the exponent below which a number may be taken as zero (json.equality, entry.write.number).
const tiny = -999999

const farExponent = int64(1) << 50

func parseDecimal(s string) decimal {
	var d decimal
	if s[0] == '-' {
		d.negative = true
		s = s[1:]
	}
	if e := strings.IndexAny(s, "eE"); e >= 0 {
		d.exp = parseExponent(s[e+1:])
		s = s[:e]
	}
	if dot := strings.IndexByte(s, '.'); dot >= 0 {
		d.exp -= int64(len(s) - dot - 1)
		s = s[:dot] + s[dot+1:]
	}
	s = strings.TrimLeft(s, "0")
	d.digits = strings.TrimRight(s, "0")
	d.exp += int64(len(s) - len(d.digits))
	return d
}

func parseExponent(s string) int64 {
	negative := s[0] == '-'
	if s[0] == '-' || s[0] == '+' {
		s = s[1:]
	}
	n := int64(0)
	for i := 0; i < len(s); i++ {
		if n < farExponent {
			n = n*10 + int64(s[i]-'0')
		}
	}
	if negative {
		return -n
	}
	return n
}

// leading is the power of ten of the first digit.
func (d decimal) leading() int64 { return d.exp + int64(len(d.digits)) - 1 }

// settled takes numbers too near to zero as zero, and zero without sign.
func (d decimal) settled() decimal {
	if d.digits == "" || d.leading() < tiny {
		return decimal{}
	}
	return d
}

// isFinite judges json.number.finite.
func isFinite(s string) bool {
	if len(s) < 300 && !strings.ContainsAny(s, "eE") {
		return true
	}
	d := parseDecimal(s)
	if d.digits == "" || d.leading() < 308 {
		return true
	}
	if d.leading() > 308 {
		return false
	}
	_, err := strconv.ParseFloat(d.digits[:1]+"."+d.digits[1:]+"0e308", 64)
	return err == nil
}

// CanonicalNumber spells a number as entry.write.number asks.
func CanonicalNumber(s string) string {
	d := parseDecimal(s).settled()
	if d.digits == "" {
		return "0"
	}
	sign := ""
	if d.negative {
		sign = "-"
	}
	count, point := int64(len(d.digits)), d.leading()+1
	switch {
	case point > 21 || point < -5:
		exponent := strconv.FormatInt(point-1, 10)
		if point > 0 {
			exponent = "+" + exponent
		}
		if count == 1 {
			return sign + d.digits + "e" + exponent
		}
		return sign + d.digits[:1] + "." + d.digits[1:] + "e" + exponent
	case count <= point:
		return sign + d.digits + strings.Repeat("0", int(point-count))
	case point > 0:
		return sign + d.digits[:point] + "." + d.digits[point:]
	}
	return sign + "0." + strings.Repeat("0", int(-point)) + d.digits
}

// Equal compares two values (json.equality).
func Equal(a, b Value) bool {
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case Bool:
		return a.True == b.True
	case String:
		return a.Text == b.Text
	case Number:
		return a.Text == b.Text || parseDecimal(a.Text).settled() == parseDecimal(b.Text).settled()
	case Array:
		x, y := a.Elems(), b.Elems()
		if len(x) != len(y) {
			return false
		}
		for i := range x {
			if !Equal(x[i], y[i]) {
				return false
			}
		}
	case Object:
		if len(a.Members()) != len(b.Members()) {
			return false
		}
		for _, m := range a.Members() {
			other, ok := b.Get(m.Name)
			if !ok || !Equal(m.Value, other) {
				return false
			}
		}
	}
	return true
}

var (
	errSpelling = text.Refuse("json.integer.spelling")
	errRange    = text.Refuse("json.integer.range")
)

func integerSpelling(v Value, signed bool) error {
	if v.Kind != Number || v.Text == "-0" {
		return errSpelling
	}
	digits := v.Text
	if signed {
		digits = strings.TrimPrefix(digits, "-")
	}
	for i := 0; i < len(digits); i++ {
		if digits[i] < '0' || digits[i] > '9' {
			return errSpelling
		}
	}
	return nil
}

// Int64 reads a signed 64-bit integer (json.integer.spelling, json.integer.range).
func Int64(v Value) (int64, error) {
	if err := integerSpelling(v, true); err != nil {
		return 0, err
	}
	n, err := strconv.ParseInt(v.Text, 10, 64)
	if err != nil {
		return 0, errRange
	}
	return n, nil
}

// Uint64 reads an unsigned 64-bit integer (json.integer.spelling, json.integer.range).
func Uint64(v Value) (uint64, error) {
	if err := integerSpelling(v, false); err != nil {
		return 0, err
	}
	n, err := strconv.ParseUint(v.Text, 10, 64)
	if err != nil {
		return 0, errRange
	}
	return n, nil
}
