package json

import (
	"strings"
	"testing"

	"toolwire.dev/go/text"
)

func TestFirstFault(t *testing.T) {
	for src, rule := range map[string]string{
		"":                         "json.syntax",
		" ":                        "json.syntax",
		"\u00a01":                  "json.white-space",
		"\ufeff1":                  "json.syntax",
		"1\u00a0":                  "json.single-text",
		"[1\u00a0]":                "json.white-space",
		"[1,\v2]":                  "json.white-space",
		"{\"a\"\u2028:1}":          "json.white-space",
		"nullx":                    "json.single-text",
		"[nullx]":                  "json.syntax",
		"nul":                      "json.syntax",
		"01":                       "json.syntax",
		"1-2":                      "json.syntax",
		"+1":                       "json.syntax",
		"-":                        "json.syntax",
		"1.":                       "json.syntax",
		"1e":                       "json.syntax",
		"-Infinity":                "json.syntax",
		"1 2":                      "json.single-text",
		"1e309":                    "json.number.finite",
		"-1e309":                   "json.number.finite",
		"1.7976931348623157e308":   "",
		"1.7976931348623159e308":   "json.number.finite",
		strings.Repeat("9", 400):   "json.number.finite",
		"0e999999999999999999999":  "",
		"1e-400":                   "",
		"\"a":                      "json.syntax",
		"\"\\x41\"":                "json.syntax",
		"\"\\ud800\\x\"":           "json.string.surrogate",
		"\"\\ud800":                "json.string.surrogate",
		"\"\\ud800\\ud800\\udc00":  "json.string.surrogate",
		"\"\\udc00\"":              "json.string.surrogate",
		"\"\\ud83d\\ude00\"":       "",
		"\"\\ud83d\\uDE00\u0001\"": "json.string.control",
		"\"\x7f\"":                 "",
		`{"a":1,"a"`:               "json.duplicate-name",
		`{"a":1,"a\x`:              "json.syntax",
		`{"a":{"b":1},"b":2}`:      "",
		`[1,]`:                     "json.syntax",
		`{"a":1,}`:                 "json.syntax",
		strings.Repeat("[", 127) + strings.Repeat("]", 127): "",
		strings.Repeat("[", 128) + "x":                      "json.depth",
	} {
		_, err := Read(src)
		if got := text.RuleOf(err); got != rule {
			t.Errorf("%.40q: got %q, want %q", src, got, rule)
		}
	}
}

func TestCanonicalNumber(t *testing.T) {
	for src, want := range map[string]string{
		"0": "0", "-0": "0", "-0.0e5": "0", "1.0": "1", "1E2": "100", "1e21": "1e+21", "1e20": "100000000000000000000",
		"123456789012345678901": "123456789012345678901", "1234567890123456789012": "1.234567890123456789012e+21",
		"0.000001": "0.000001", "0.0000001": "1e-7", "-1.50e-7": "-1.5e-7", "12.5e-1": "1.25", "100.00": "100",
		"9007199254740993": "9007199254740993", "1e-999999": "1e-999999", "1e-1000000": "0", "0.1e-5": "0.000001",
	} {
		if got := CanonicalNumber(src); got != want {
			t.Errorf("%s: got %s, want %s", src, got, want)
		}
	}
}

func TestEqual(t *testing.T) {
	for _, x := range []struct {
		left, right string
		want        bool
	}{
		{"1", "1.0", true}, {"1", "10e-1", true}, {"0", "-0", true}, {"9007199254740993", "9007199254740992", false},
		{"1e-400", "0", false}, {`{"a":1,"b":[2]}`, `{"b":[2.0],"a":1}`, true}, {`{"a":null}`, `{}`, false},
		{"[1,2]", "[2,1]", false}, {"null", "false", false}, {`"1"`, "1", false},
	} {
		left, _ := Read(x.left)
		right, _ := Read(x.right)
		if Equal(left, right) != x.want {
			t.Errorf("%s and %s: want %v", x.left, x.right, x.want)
		}
	}
}

func TestIntegers(t *testing.T) {
	for src, rules := range map[string][2]string{ // signed, unsigned
		"-0": {"json.integer.spelling", "json.integer.spelling"}, "-1": {"", "json.integer.spelling"},
		"9223372036854775808": {"json.integer.range", ""}, "-9223372036854775808": {"", "json.integer.spelling"},
		"1e0": {"json.integer.spelling", "json.integer.spelling"}, `"1"`: {"json.integer.spelling", "json.integer.spelling"},
		"18446744073709551616": {"json.integer.range", "json.integer.range"},
	} {
		v, err := Read(src)
		if err != nil {
			t.Fatal(err)
		}
		_, signed := Int64(v)
		_, unsigned := Uint64(v)
		if text.RuleOf(signed) != rules[0] || text.RuleOf(unsigned) != rules[1] {
			t.Errorf("%s: got %v and %v", src, signed, unsigned)
		}
	}
}
