package retained

import (
	"bytes"
	"math/rand"
	"strings"
	"testing"
	"unicode/utf8"
)

const id = "7c9e6679-7425-40de-944b-e07fc1f90ae7"

func randomBytes(r *rand.Rand, pieces []string, n int) []byte {
	var b bytes.Buffer
	for i := 0; i < n; i++ {
		b.WriteString(pieces[r.Intn(len(pieces))])
	}
	return b.Bytes()
}

// TestPagesAreTheCapture asks for one page after the other: page.advance, page.parse.agree.
func TestPagesAreTheCapture(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for round := 0; round < 2000; round++ {
		data := randomBytes(r, []string{"a", "é", "€", "𝄞", "\n"}, 1+r.Intn(30))
		if r.Intn(3) == 0 {
			data = append(data, 0xFF)
		}
		record := Record{CaptureID: id, CapturedBytes: uint64(len(data)), OriginalBytes: uint64(len(data)) + uint64(r.Intn(2)),
			OriginalExact: true, Encoding: EncodingOf(data), Digest: Digest(data)}
		if record.OriginalBytes > record.CapturedBytes {
			record.TruncationReason = SourceLimit
		}
		var all []byte
		for offset := uint64(0); ; {
			page, err := Read(record, data, Request{id, offset, uint64(r.Intn(9))}, uint64(r.Intn(12)))
			if err != nil {
				t.Fatal(err)
			}
			s, err := page.Render()
			if err != nil {
				t.Fatal(err)
			}
			if f := ParsePage(s); f == nil || !bytes.Equal(f.Page.Data, page.Data) {
				t.Fatalf("%q is not read", s)
			}
			all = append(all, page.Data...)
			if page.Last {
				break
			}
			if page.NextOffset <= offset {
				t.Fatal("no advance")
			}
			offset = page.NextOffset
		}
		if !bytes.Equal(all, data) {
			t.Fatalf("%q in place of %q", all, data)
		}
	}
}

func TestPreviews(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	for round := 0; round < 2000; round++ {
		data := randomBytes(r, []string{"a", "é", "€", "𝄞", "\n", "\xff", "\xe2\x82", strings.Repeat("\xfe", 60)}, r.Intn(700))
		budget := int64(256 + r.Intn(300))
		s, err := ShapePreview(data, budget, "")
		if err != nil || !utf8.ValidString(s) || int64(len(s)) > budget {
			t.Fatalf("%v %q", err, s)
		}
		record, preview, err := Capture(id, [][]byte{data}, uint64(r.Intn(900)), budget, r.Intn(2) == 0)
		if err != nil || record.Check() != nil {
			t.Fatal(err, record.Check())
		}
		if m := ParseMarker(preview); (m != nil) != record.Retained() || m != nil && m.CapturedBytes != record.CapturedBytes {
			t.Fatalf("%q %v", preview, m)
		}
	}
}

func TestRepair(t *testing.T) {
	for in, want := range map[string]string{"a\xff\xfe\xfdb": "a\uFFFDb", "\xe2\x82": "\uFFFD", "\xe2\x82\xff\xe2\x82\xac": "\uFFFD€",
		"\xef\xbb\xbfa": "\uFEFFa", "\xed\xa0\x80": "\uFFFD", "\xff\uFFFD\xff": "\uFFFD\uFFFD\uFFFD"} {
		if got := repair([]byte(in)).text; got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}
