package transcript

import (
	"bytes"
	"math"
	"sort"
	"strings"

	"toolwire.dev/go/json"
	"toolwire.dev/go/text"
)

// Range is some bytes of one class.
type Range struct {
	Class      string
	Start, End int
}

// Finding is a rule that a file breaks.
type Finding struct {
	Rule string
	Byte int
}

// Report is what a checker says of a file.
type Report struct {
	Verdict  string
	Format   string      // empty for null
	Version  *json.Value // nil for null
	Entries  int
	Ranges   []Range
	Findings []Finding
	Repairs  []json.Value
}

// line is a line, or the tail, taken apart.
type line struct {
	start, end         int // with its line feed
	restStart, restEnd int // without NUL bytes and line feed
	oversize           bool
}

// checker reads a file.
type checker struct {
	b         []byte
	report    *Report
	first     bool  // whether the first line was met
	expected  int64 // seq, unless beyond
	beyond    bool  // the expected seq is above all of 64 bits
	seen      map[string]bool
	entries   []*Entry // what a log that loads has
	header    json.Value
	hasHeader bool
	stopped   bool // what follows is not judged
}

// Check takes a file apart: check.total, check.partition, check.class, check.nul, check.splice, check.sequence,
// check.duplicate, check.foreign, check.version, check.finding, check.tail, check.session, check.verdict.resumable,
// check.verdict.repair, check.verdict.view, check.verdict.unreadable and check.repairs.
func Check(b []byte) *Report {
	c := &checker{b: b, report: &Report{}, seen: map[string]bool{}}
	at := 0
	if text.HasBOM(b) {
		at = 3
		c.mark("bom", 0, 3)
		c.find("text.bom", 0)
	}
	tail := len(b)
	for at < len(b) && !c.stopped {
		end, whole := nextLine(b, at)
		if !whole {
			tail = at
			break
		}
		c.line(takeApart(b, at, end))
		at = end
	}
	if c.stopped {
		c.finish(len(b))
		return c.report
	}
	if tail < len(b) {
		c.tail(tail)
	}
	if len(b) > 0 && !c.first {
		c.find("file.header.present", 0)
	}
	c.finish(tail)
	return c.report
}

// takeApart finds the NUL bytes at both ends of a line.
func takeApart(b []byte, start, end int) line {
	l := line{start: start, end: end, restStart: start, restEnd: end}
	if end-start > LineLimit {
		l.oversize = true
		return l
	}
	if b[end-1] == '\n' {
		l.restEnd--
	}
	for l.restStart < l.restEnd && b[l.restStart] == 0 {
		l.restStart++
	}
	for l.restEnd > l.restStart && b[l.restEnd-1] == 0 {
		l.restEnd--
	}
	return l
}

func (c *checker) mark(class string, start, end int) {
	if start >= end {
		return
	}
	ranges := c.report.Ranges
	if n := len(ranges); n > 0 && ranges[n-1].Class == class {
		ranges[n-1].End = end
		return
	}
	c.report.Ranges = append(ranges, Range{class, start, end})
}

func (c *checker) find(rule string, at int) {
	c.report.Findings = append(c.report.Findings, Finding{rule, at})
}

// markLine gives a line its classes: NUL bytes at both ends, and the rest. The line feed belongs to what stands before it.
func (c *checker) markLine(l line, class string) {
	lineFeed := l.end > l.start && c.b[l.end-1] == '\n'
	bare := l.end
	if lineFeed {
		bare--
	}
	restEnd := l.restEnd
	empty := l.restStart == l.restEnd
	if empty && l.restStart == l.start || !empty && restEnd == bare {
		restEnd = l.end
	}
	c.mark("nul-run", l.start, l.restStart)
	c.mark(class, l.restStart, restEnd)
	c.mark("nul-run", restEnd, l.end)
}

// line judges one line.
func (c *checker) line(l line) {
	if l.oversize {
		c.mark("oversize", l.start, l.end)
		c.find("file.line.limit", l.start)
		if c.first {
			c.step(nil)
		}
		c.first = true
		return
	}
	rest := c.b[l.restStart:l.restEnd]
	nul := l.restEnd-l.restStart < len(bytes.TrimSuffix(c.b[l.start:l.end], []byte{'\n'}))
	if isBlankLine(rest) {
		c.markLine(l, "blank")
		if nul {
			c.find(faultOf(c.b[l.start:l.end]), l.start)
			if c.first {
				c.step(nil)
			}
		}
		return
	}
	isFirst := !c.first
	c.first = true
	if !nul {
		rest = bytes.TrimSuffix(c.b[l.start:l.end], []byte{'\n'}) // the line feed ends the line and is no part of its text
	}
	v, err := json.ReadBytes(rest)
	if isFirst && err == nil && c.foreign(v) {
		return
	}
	j := c.judge(string(rest), v, err, isFirst)
	c.markLine(l, j.class)
	rule := j.rule
	if nul {
		rule = faultOf(c.b[l.start:l.end])
	}
	if rule != "" {
		c.find(rule, l.start)
	}
	switch {
	case j.class == "header":
	case j.number == nil && isFirst:
	default:
		c.step(j.number)
	}
	if j.entry != nil {
		j.entry.Start, j.entry.End = l.start, l.end
		c.entries = append(c.entries, j.entry)
		c.seen[j.entry.ID] = true
	}
	if j.class == "record" {
		c.report.Entries++
	}
	if j.class == "header" && j.header == "file.header.version" {
		c.mark("foreign-format", l.end, len(c.b))
		c.stopped = true
	}
}

// faultOf gives the rule that a line breaks as a JSON text.
func faultOf(line []byte) string {
	_, err := json.ReadBytes(bytes.TrimSuffix(line, []byte{'\n'}))
	return text.RuleOf(err)
}

// judgement is what a checker says of the rest of a line.
type judgement struct {
	class  string
	rule   string // empty for none
	header string // the rule of the header that is broken
	number *int64
	entry  *Entry
}

func (c *checker) judge(rest string, v json.Value, err error, isFirst bool) judgement {
	if err != nil {
		rule := text.RuleOf(err)
		if strings.HasPrefix(rule, "text.") {
			return judgement{class: "not-utf8", rule: rule}
		}
		if e := spliced(rest); e != nil {
			return judgement{class: "splice", rule: rule, number: &e.Seq}
		}
		return judgement{class: "not-json", rule: rule}
	}
	j := judgement{}
	if isFirst {
		j.header = text.RuleOf(judgeHeader(v))
		j.rule = j.header
		if v.Str("type") == "session" {
			c.hasHeader, c.header = true, v
			j.class = "header"
			return j
		}
	}
	if v.Kind != json.Object {
		j.class = "not-object"
		if !isFirst {
			j.rule = "entry.object"
		}
		return j
	}
	if seq, ok := v.Get("seq"); ok {
		if n, err := json.Int64(seq); err == nil {
			j.number = &n
		}
	}
	e, err := EntryOf(v)
	rule := text.RuleOf(err)
	switch {
	case rule == "entry.type.known":
		j.class = "unknown-type"
	case err != nil:
		j.class = "bad-entry"
	case c.beyond || e.Seq != c.expected:
		j.class, rule, j.entry = "bad-sequence", "entry.seq.position", e
	case c.seen[e.ID]:
		j.class, rule, j.entry = "duplicate-id", "entry.id.unique", e
	default:
		j.class, j.entry = "record", e
	}
	if !isFirst {
		j.rule = rule
	}
	return j
}

// step goes on with the expected seq: check.sequence.
func (c *checker) step(number *int64) {
	if number != nil {
		c.expected, c.beyond = *number, false
	}
	if c.expected == math.MaxInt64 {
		c.beyond = true
		return
	}
	c.expected++
}

// spliced gives the whole entry in which a faulty rest ends, or nil: check.splice.
func spliced(rest string) *Entry {
	for end := len(rest); ; {
		at := strings.LastIndex(rest[:end], `{"seq":`)
		if at < 0 {
			return nil
		}
		digits := at + len(`{"seq":`)
		i := digits
		for i < len(rest) && rest[i] >= '0' && rest[i] <= '9' {
			i++
		}
		if i == digits || !strings.HasPrefix(rest[i:], `,"id":"`) {
			end = at
			continue
		}
		if at == 0 {
			return nil
		}
		e, err := DecodeEntry(rest[at:])
		if err != nil {
			return nil
		}
		return e
	}
}

// foreign judges check.foreign and file.legacy.bare.
func (c *checker) foreign(v json.Value) bool {
	rule := text.RuleOf(judgeHeader(v))
	if rule == "" || v.Kind != json.Object {
		return false
	}
	has := func(name string, kind json.Kind) bool {
		m, ok := v.Get(name)
		return ok && m.Kind == kind
	}
	kind := v.Str("type")
	format := ""
	switch {
	case rule == "file.legacy.bare":
		format = "session"
		one := json.OfInt(1)
		c.report.Version = &one
	case kind == "session" && strings.HasPrefix(v.Str("format"), "agentsession/"):
		format = "agent-session-format"
	case kind == "session" && has("id", json.String) && has("cwd", json.String):
		format = "pi"
	case kind == "session_meta" && has("payload", json.Object):
		format = "codex"
	case has("type", json.String) && has("sessionId", json.String), kind == "summary" && has("leafUuid", json.String):
		format = "claude-code"
	default:
		return false
	}
	c.report.Format = format
	c.report.Ranges = []Range{{"foreign-format", 0, len(c.b)}}
	c.report.Findings = []Finding{{rule, 0}}
	c.stopped = true
	return true
}

// tail judges the tail: check.tail.
func (c *checker) tail(start int) {
	c.find("file.tail", start)
	l := takeApart(c.b, start, len(c.b))
	if l.oversize {
		c.mark("torn-tail", start, len(c.b))
		return
	}
	class := "torn-tail"
	if src, err := text.Decode(c.b[l.restStart:l.restEnd]); err == nil {
		if _, err := DecodeEntry(src); err == nil {
			class = "unterminated-record"
		}
	}
	c.mark("nul-run", l.start, l.restStart)
	c.mark(class, l.restStart, l.restEnd)
	c.mark("nul-run", l.restEnd, l.end)
}

// finish judges the session, gives the verdict, and lists the repairs. The tail begins at tail.
func (c *checker) finish(tail int) {
	r := c.report
	if r.Format == "" && (c.hasHeader || len(c.b) == 0 || r.Entries > 0) {
		r.Format = "session"
		if version, ok := c.header.Get("version"); ok {
			if _, err := json.Int64(version); err == nil {
				r.Version = &version
			}
		}
	}
	var todo []repair
	other := false
	for _, f := range r.Findings {
		other = other || f.Rule != "file.tail"
	}
	if !other {
		log := &Log{Header: c.header, Entries: c.entries, ids: map[string]bool{}}
		v, e, err := Validate(log)
		if err != nil {
			other = true
			c.find(text.RuleOf(err), e.Start)
		} else {
			todo = repairs(log, v)
		}
	}
	rank := func(f Finding) int {
		switch f.Rule {
		case "text.bom":
			return 0
		case "file.header.present":
			return 1
		}
		return 2
	}
	sort.SliceStable(r.Findings, func(i, j int) bool {
		a, b := r.Findings[i], r.Findings[j]
		return a.Byte < b.Byte || a.Byte == b.Byte && rank(a) < rank(b)
	})
	switch {
	case other && r.Entries > 0:
		r.Verdict = "view-only"
	case other:
		r.Verdict = "unreadable"
	case len(r.Findings) == 0 && len(todo) == 0:
		r.Verdict = "resumable"
	default:
		r.Verdict = "resumable-with-repair"
		r.Repairs = repairViews(tail, len(c.b), todo)
	}
}

func repairViews(tail, size int, todo []repair) []json.Value {
	var list []json.Value
	if tail < size {
		list = append(list, json.OfObject(json.M("action", json.Of("cut")), json.M("start", json.OfInt(int64(tail))),
			json.M("end", json.OfInt(int64(size)))))
	}
	for _, t := range todo {
		members := []json.Member{json.M("action", json.Of("append")), json.M("type", json.Of(t.kind))}
		if t.callID != "" {
			members = append(members, json.M("call_id", json.Of(t.callID)))
		}
		if t.errorCode != "" {
			members = append(members, json.M("error_code", json.Of(t.errorCode)))
		}
		list = append(list, json.OfObject(members...))
	}
	return list
}

// Value gives a report as a JSON value.
func (r *Report) Value() json.Value {
	ranges := make([]json.Value, len(r.Ranges))
	for i, x := range r.Ranges {
		ranges[i] = json.OfObject(json.M("class", json.Of(x.Class)), json.M("start", json.OfInt(int64(x.Start))),
			json.M("end", json.OfInt(int64(x.End))))
	}
	findings := make([]json.Value, len(r.Findings))
	for i, x := range r.Findings {
		findings[i] = json.OfObject(json.M("rule", json.Of(x.Rule)), json.M("byte", json.OfInt(int64(x.Byte))))
	}
	version := json.Value{}
	if r.Version != nil {
		version = *r.Version
	}
	return json.OfObject(
		json.M("verdict", json.Of(r.Verdict)),
		json.M("format", json.OrNull(r.Format)),
		json.M("version", version),
		json.M("entries", json.OfInt(int64(r.Entries))),
		json.M("ranges", json.OfArray(ranges...)),
		json.M("findings", json.OfArray(findings...)),
		json.M("repairs", json.OfArray(r.Repairs...)),
	)
}
