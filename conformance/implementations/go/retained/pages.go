package retained

import (
	"encoding/base64"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"toolwire.dev/go/json"
	"toolwire.dev/go/text"
)

// Page is a part of the retained bytes.
type Page struct {
	CaptureID        string
	Offset           uint64
	Data             []byte
	CapturedBytes    uint64
	OriginalBytes    uint64
	OriginalExact    bool
	TruncationReason string
	Encoding         string
	NextOffset       uint64
	Last             bool // NextOffset is null
}

// TextPageLimit implements page.limit.text, and preview.budget.
func TextPageLimit(budget int64) (uint64, error) {
	if err := CheckBudget(budget); err != nil {
		return 0, err
	}
	if budget <= 0 {
		return MostBytes, nil
	}
	limit := budget - 512
	if budget/2 > limit {
		limit = budget / 2
	}
	if limit > MostBytes {
		limit = MostBytes
	}
	return uint64(limit), nil
}

// BinaryPageLimit implements page.limit.binary.
func BinaryPageLimit(textLimit uint64) uint64 {
	if textLimit < 4 {
		return 3
	}
	return textLimit / 4 * 3
}

// Read gives a page of a stored capture: capture.confined, capture.verify, read.unknown-capture, read.not-retained,
// read.offset, read.integrity, page.window, page.text.start, page.text.whole and page.advance.
func Read(record Record, stored []byte, request Request, textLimit uint64) (*Page, error) {
	id := request.CaptureID
	if id != record.CaptureID || !IsCanonicalID(id) || id == "00000000-0000-0000-0000-000000000000" {
		return nil, text.Refuse("read.unknown-capture")
	}
	if !record.Retained() {
		return nil, text.Refuse("read.not-retained")
	}
	if request.Offset >= record.CapturedBytes {
		return nil, text.Refuse("read.offset")
	}
	if uint64(len(stored)) != record.CapturedBytes || Digest(stored) != record.Digest {
		return nil, text.Refuse("read.integrity")
	}
	limit := textLimit
	if record.Encoding == Binary {
		limit = BinaryPageLimit(limit)
	}
	if request.MaxBytes > 0 && request.MaxBytes < limit {
		limit = request.MaxBytes
	}
	start, total := int(request.Offset), len(stored)
	end := total
	if limit < uint64(total-start) {
		end = start + int(limit)
	}
	if record.Encoding == UTF8 {
		start, end = wholeCharacters(stored, start, end)
	}
	page := &Page{
		CaptureID: id, Offset: uint64(start), Data: stored[start:end], CapturedBytes: record.CapturedBytes,
		OriginalBytes: record.OriginalBytes, OriginalExact: record.OriginalExact,
		TruncationReason: record.TruncationReason, Encoding: record.Encoding, NextOffset: uint64(end), Last: end == total,
	}
	if page.Check() != nil {
		return nil, text.Refuse("read.unavailable")
	}
	return page, nil
}

// wholeCharacters makes a page of a window.
func wholeCharacters(b []byte, start, windowEnd int) (int, int) {
	for start < len(b) && !utf8.RuneStart(b[start]) {
		start++
	}
	end := windowEnd
	for end < len(b) && end > start && !utf8.RuneStart(b[end]) {
		end--
	}
	if end <= start {
		end = start
		if start < len(b) {
			_, size := utf8.DecodeRune(b[start:])
			end += size
		}
	}
	return start, end
}

// Check judges page.valid.
func (p *Page) Check() error {
	bad := text.Refuse("page.valid")
	if !IsCanonicalID(p.CaptureID) || p.Encoding != UTF8 && p.Encoding != Binary ||
		p.Encoding == UTF8 && !utf8.Valid(p.Data) ||
		checkCounts(p.CapturedBytes, p.OriginalBytes, p.OriginalExact, p.TruncationReason != "") != nil ||
		p.Offset > p.CapturedBytes || uint64(len(p.Data)) > p.CapturedBytes-p.Offset {
		return bad
	}
	end := p.Offset + uint64(len(p.Data))
	if p.Last != (end == p.CapturedBytes) || !p.Last && p.NextOffset != end {
		return bad
	}
	if len(p.Data) == 0 && (p.Encoding != UTF8 || !p.Last || p.CapturedBytes == 0) {
		return bad
	}
	return nil
}

// PageOf takes a value for a page, as schemas/retained/page.schema.json says, large numbers also as strings:
// page.valid.
func PageOf(v json.Value) (*Page, error) {
	bad := text.Refuse("page.valid")
	if v.Kind != json.Object || len(v.Members()) != 9 {
		return nil, bad
	}
	p := &Page{}
	var data json.Value
	for _, m := range v.Members() {
		ok := true
		switch m.Name {
		case "capture_id":
			p.CaptureID, ok = m.Value.Text, m.Value.Kind == json.String
		case "offset":
			p.Offset, ok = Count(m.Value)
		case "data":
			data, ok = m.Value, m.Value.Kind == json.String
		case "captured_bytes":
			p.CapturedBytes, ok = Count(m.Value)
		case "original_bytes":
			p.OriginalBytes, ok = Count(m.Value)
		case "original_exact":
			p.OriginalExact, ok = m.Value.True, m.Value.Kind == json.Bool
		case "truncation_reason":
			p.TruncationReason, ok = reasonOf(m.Value)
		case "encoding":
			p.Encoding, ok = m.Value.Text, isEncoding(m.Value)
		case "next_offset":
			if p.Last = m.Value.Kind == json.Null; !p.Last {
				p.NextOffset, ok = Count(m.Value)
			}
		default:
			ok = false
		}
		if !ok {
			return nil, bad
		}
	}
	p.Data = []byte(data.Text)
	if p.Encoding == Binary {
		var ok bool
		if p.Data, ok = decodeBase64(data.Text); !ok || base64.StdEncoding.EncodeToString(p.Data) != data.Text {
			return nil, bad
		}
	}
	return p, p.Check()
}

// decodeBase64 reads base64 with padding and without line breaks; the bits behind the last byte are not looked at.
func decodeBase64(s string) ([]byte, bool) {
	if strings.ContainsAny(s, "\r\n") {
		return nil, false
	}
	b, err := base64.StdEncoding.DecodeString(s)
	return b, err == nil
}

// Value gives a page as a JSON value.
func (p *Page) Value() json.Value {
	next := json.Value{}
	if !p.Last {
		next = OfCount(p.NextOffset)
	}
	return json.OfObject(
		json.M("capture_id", json.Of(p.CaptureID)),
		json.M("offset", OfCount(p.Offset)),
		json.M("data", json.Of(p.body())),
		json.M("captured_bytes", OfCount(p.CapturedBytes)),
		json.M("original_bytes", OfCount(p.OriginalBytes)),
		json.M("original_exact", json.OfBool(p.OriginalExact)),
		json.M("truncation_reason", json.OrNull(p.TruncationReason)),
		json.M("encoding", json.Of(p.Encoding)),
		json.M("next_offset", next),
	)
}

// body implements page.body.
func (p *Page) body() string {
	if p.Encoding == Binary {
		return base64.StdEncoding.EncodeToString(p.Data)
	}
	return string(p.Data)
}

// Render gives a page as the model sees it: page.body, page.footer and page.valid.
func (p *Page) Render() (string, error) {
	if err := p.Check(); err != nil {
		return "", err
	}
	number := func(n uint64) string { return strconv.FormatUint(n, 10) }
	atLeast := ""
	if !p.OriginalExact {
		atLeast = "at least "
	}
	var b strings.Builder
	b.WriteString(p.body())
	b.WriteString("\n[capture " + p.CaptureID + ": ")
	if len(p.Data) == 0 {
		b.WriteString("no bytes")
	} else {
		b.WriteString("bytes " + number(p.Offset) + "-" + number(p.Offset+uint64(len(p.Data))-1))
	}
	b.WriteString(" of " + number(p.CapturedBytes) + " retained (original " + atLeast + number(p.OriginalBytes) + ")")
	if p.Encoding == Binary {
		b.WriteString("; encoding=base64")
	}
	if p.Last {
		b.WriteString("; end")
	} else {
		b.WriteString("; next_offset=" + number(p.NextOffset))
	}
	if p.TruncationReason != "" {
		b.WriteString("; truncated: " + atLeast + number(p.OriginalBytes-p.CapturedBytes) + " bytes not retained (" +
			p.TruncationReason + ")")
	}
	b.WriteString("]")
	return b.String(), nil
}

const (
	decimalPattern = `(0|[1-9][0-9]{0,19})`
	uuidPattern    = `([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})`
)

var footerPattern = regexp.MustCompile(`^\n\[capture ` + uuidPattern + `: (?:no bytes|bytes ` + decimalPattern + `-` +
	decimalPattern + `) of ` + decimalPattern + ` retained \(original (at least )?` + decimalPattern +
	`\)(; encoding=base64)?(?:; next_offset=` + decimalPattern + `|; end)(?:; truncated: (at least )?` + decimalPattern +
	` bytes not retained \((capture_ceiling|source_limit)\))?\]$`)

// Footer is what the footer of a rendered page says.
type Footer struct {
	Body        string
	Page        *Page
	First, Last uint64
	Empty       bool
	Missing     uint64
}

// ParsePage reads a rendered page, or gives nil: page.parse.footer and page.parse.agree.
func ParsePage(s string) *Footer {
	at := strings.LastIndexByte(s, '\n')
	if at < 0 || len(s)-at > 512 {
		return nil
	}
	m := footerPattern.FindStringSubmatch(s[at:])
	if m == nil {
		return nil
	}
	fits := true
	number := func(digits string) uint64 {
		if digits == "" {
			return 0
		}
		n, err := strconv.ParseUint(digits, 10, 64)
		fits = fits && err == nil
		return n
	}
	f := &Footer{Body: s[:at], First: number(m[2]), Last: number(m[3]), Empty: m[2] == "", Missing: number(m[10])}
	p := &Page{
		CaptureID: m[1], Offset: f.First, Data: []byte(f.Body), CapturedBytes: number(m[4]), OriginalExact: m[5] == "",
		OriginalBytes: number(m[6]), Encoding: UTF8, NextOffset: number(m[8]), Last: m[8] == "", TruncationReason: m[11],
	}
	if f.Empty {
		p.Offset = p.CapturedBytes
	}
	if m[7] != "" {
		p.Encoding = Binary
		var ok bool
		if p.Data, ok = decodeBase64(f.Body); !ok {
			return nil
		}
	}
	if !fits {
		return nil
	}
	if rendered, err := p.Render(); err != nil || rendered != s {
		return nil
	}
	f.Page = p
	return f
}
