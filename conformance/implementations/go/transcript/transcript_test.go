package transcript

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"toolwire.dev/go/json"
	"toolwire.dev/go/text"
)

const header = `{"type":"session","version":8}` + "\n"

func planLine(seq int, id string) string {
	return fmt.Sprintf(`{"seq":%d,"id":"%s","timestamp":"2026-01-02T03:04:05Z","type":"plan/mode","planMode":{"active":true}}`+"\n", seq, id)
}

func TestTimes(t *testing.T) {
	for s, rule := range map[string]string{
		"2026-01-02T03:04:05Z": "", "2026-01-02T03:04:05.123456789+23:59": "", "2024-02-29T00:00:00Z": "",
		"0000-02-29T00:00:00Z": "", "1900-02-29T00:00:00Z": "entry.timestamp.date", "2026-02-30T00:00:00Z": "entry.timestamp.form",
		"2026-01-02T24:00:00Z": "entry.timestamp.form", "2026-01-02T03:04:60Z": "entry.timestamp.form",
		"2026-01-02T03:04:05": "entry.timestamp.form", "2026-01-02T03:04:05.Z": "entry.timestamp.form",
		"2026-01-02T03:04:05.1234567890Z": "entry.timestamp.form", "2026-01-02T03:04:05+24:00": "entry.timestamp.form",
		"2026-00-02T03:04:05Z": "entry.timestamp.form", "2026-01-00T03:04:05Z": "entry.timestamp.form",
		"2026-04-31T03:04:05Z": "entry.timestamp.form", "": "entry.timestamp.form",
	} {
		if got := text.RuleOf(checkTime(s)); got != rule {
			t.Errorf("%s: got %q, want %q", s, got, rule)
		}
	}
	for s, want := range map[string]bool{
		"0001-01-01T00:00:00Z": true, "0001-01-01T00:00:00.000Z": true, "0001-01-01T05:30:00+05:30": true,
		"0000-12-31T23:00:00-01:00": true, "0001-01-01T00:00:00.1Z": false, "0001-01-01T01:00:00Z": false,
		"0001-01-01T00:00:00-00:00": true,
	} {
		if isZeroTime(s) != want {
			t.Errorf("%s: want %v", s, want)
		}
	}
}

// TestCheckAgainstLoad damages logs at random: a check covers the file, and its first finding is the fault that loading names.
func TestCheckAgainstLoad(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	pieces := []string{"\x00", "\n", "\r\n", " ", "{", "\"", "\xff", "\xef\xbb\xbf", "x\n", "[]\n", header, planLine(1, "e1"), planLine(9, "e9"),
		`{"seq":3,"id":"`, `{"type":"session","version":7}` + "\n", `{"role":"user"}` + "\n", `{"seq":2}` + "\n",
		`{"type":"summary","leafUuid":"u"}` + "\n"}
	for round := 0; round < 20000; round++ {
		var b strings.Builder
		if random.Intn(4) > 0 {
			b.WriteString(header)
		}
		for i := random.Intn(4); i >= 0; i-- {
			b.WriteString(planLine(i, fmt.Sprintf("e%d", random.Intn(5))))
		}
		s := b.String()
		for i := random.Intn(4); i > 0; i-- {
			at := random.Intn(len(s) + 1)
			switch random.Intn(3) {
			case 0:
				s = s[:at] + pieces[random.Intn(len(pieces))] + s[at:]
			case 1:
				s = s[:at]
			default:
				if nl := strings.LastIndexByte(s[:at], '\n'); nl >= 0 {
					s = s[:nl+1] + pieces[random.Intn(len(pieces))] + s[nl+1:]
				}
			}
		}
		report := Check([]byte(s))
		at := 0
		for i, r := range report.Ranges {
			if r.Start != at || r.End <= at || i > 0 && report.Ranges[i-1].Class == r.Class {
				t.Fatalf("%q: ranges %v", s, report.Ranges)
			}
			at = r.End
		}
		if at != len(s) {
			t.Fatalf("%q: ranges %v", s, report.Ranges)
		}
		_, loadErr := Load([]byte(s))
		first := ""
		for _, f := range report.Findings {
			if f.Rule != "file.tail" && f.Rule != "file.header.present" && !strings.HasPrefix(f.Rule, "session.") {
				first = f.Rule
				break
			}
		}
		if rule := text.RuleOf(loadErr); rule != first && rule != "file.header.present" {
			t.Fatalf("%q: load says %q, check %v", s, rule, report.Findings)
		}
	}
}

func TestCheckClasses(t *testing.T) {
	classes := func(s string) string {
		var list []string
		for _, r := range Check([]byte(s)).Ranges {
			list = append(list, fmt.Sprintf("%s %d-%d", r.Class, r.Start, r.End))
		}
		return strings.Join(list, ", ")
	}
	for s, want := range map[string]string{
		"":                             "",
		"\x00\x00\n":                   "nul-run 0-3",
		"\x00 \r\n":                    "nul-run 0-1, blank 1-4",
		"\n\x00":                       "blank 0-1, nul-run 1-2",
		"\x00x\x00\n":                  "nul-run 0-1, not-json 1-2, nul-run 2-4",
		"\x00\xff\x00\x00":             "nul-run 0-1, torn-tail 1-2, nul-run 2-4",
		header + "[]\n\xff\n":          "header 0-31, not-object 31-34, not-utf8 34-36",
		planLine(0, "a")[:90]:          "torn-tail 0-90",
		header + planLine(0, "a")[:90]: "header 0-31, torn-tail 31-121",
		header + strings.TrimSuffix(planLine(0, "a"), "\n"): fmt.Sprintf("header 0-31, unterminated-record 31-%d", 30+len(planLine(0, "a"))),
	} {
		if got := classes(s); got != want {
			t.Errorf("%q: got %s, want %s", s, got, want)
		}
	}
}

// TestCanonicalRoundTrip writes what it reads, and reads what it writes.
func TestCanonicalRoundTrip(t *testing.T) {
	for _, s := range []string{
		`{"type":"message","id":"a","seq":0,"timestamp":"2026-01-02T03:04:05Z","x":1.50,"message":{"content":[{"name":"n","type":"toolCall","y":"\u003c"}],"role":"assistant","errorMessage":"","diagnostics":[{}],"z":[-0.0]}}`,
		`{"seq":3,"id":"a","timestamp":"2026-01-02T03:04:05Z","type":"compaction","compaction":{"firstKeptEntryId":"b","summary":"s","readFiles":["f"],"modifiedFiles":[]}}`,
		`{"seq":3,"id":"a","timestamp":"2026-01-02T03:04:05Z","type":"request/header","requestHeader":{"inputSeq":2,"providerRequestId":"q","runId":"r","turnId":"t","stepId":"s","provider":"p","model":"m","tools":[{"name":"n","x":1,"strict":false}],"options":{"maxTokens":0}}}`,
	} {
		v, err := json.Read(s)
		if err != nil {
			t.Fatal(err)
		}
		_, line, err := EncodeEntry(v)
		if err != nil {
			t.Fatal(err)
		}
		e, err := DecodeEntry(string(line))
		if err != nil {
			t.Fatal(err)
		}
		_, again, err := EncodeEntry(e.Value)
		if err != nil || string(again) != string(line) {
			t.Errorf("%s\n%s", line, again)
		}
		t.Logf("%s", line)
	}
}
