package retained

import (
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"toolwire.dev/go/text"
)

// CheckBudget judges preview.budget.
func CheckBudget(budget int64) error {
	if budget >= 1 && budget <= 255 {
		return text.Refuse("preview.budget")
	}
	return nil
}

// repaired is an output as a text (preview.repair), which knows what each part of it stands for.
type repaired struct {
	text string
	size int
	runs []run // of ill-formed bytes, in order
}

// run is a run of ill-formed bytes: where its U+FFFD ends in the text, and where it ends in the output.
type run struct{ textEnd, outputEnd int }

func repair(output []byte) repaired {
	if utf8.Valid(output) {
		return repaired{text: string(output), size: len(output)}
	}
	r := repaired{size: len(output)}
	var b strings.Builder
	b.Grow(len(output) + 16)
	from := 0
	for i := 0; i < len(output); {
		if output[i] < utf8.RuneSelf {
			i++
			continue
		}
		c, size := utf8.DecodeRune(output[i:])
		if c != utf8.RuneError || size != 1 {
			i += size
			continue
		}
		b.Write(output[from:i])
		for i < len(output) {
			if c, size := utf8.DecodeRune(output[i:]); c != utf8.RuneError || size != 1 {
				break
			}
			i++
		}
		b.WriteString("\uFFFD")
		r.runs = append(r.runs, run{b.Len(), i})
		from = i
	}
	b.Write(output[from:])
	r.text = b.String()
	return r
}

// before says how many bytes of the output the first n bytes of the text stand for; n is between two characters.
func (r repaired) before(n int) int {
	i := sort.Search(len(r.runs), func(i int) bool { return r.runs[i].textEnd > n })
	if i == 0 {
		return n
	}
	return r.runs[i-1].outputEnd + n - r.runs[i-1].textEnd
}

// shape implements preview.fit, preview.elide, preview.count, preview.stable and preview.narrow for a budget above 0.
func (r repaired) shape(budget int) string {
	if len(r.text) <= budget {
		return r.text
	}
	omitted := r.size
	for first := true; ; first = false {
		marker := "\n[tool output truncated: omitted " + strconv.Itoa(omitted) + " of " + strconv.Itoa(r.size) + " bytes]\n"
		room := budget - len(marker)
		if first && room <= 0 {
			return text.CutAtMost(r.text, budget)
		}
		head := text.CutAtMost(r.text, room/2)
		tail := text.TailAtMost(r.text, room-room/2)
		now := r.before(len(r.text)-len(tail)) - r.before(len(head))
		if now == omitted {
			return head + marker + tail
		}
		omitted = now
	}
}

// ShapePreview gives the preview of an output; a marker of no bytes is none. It implements preview.budget,
// preview.repair and preview.marker.
func ShapePreview(output []byte, budget int64, marker string) (string, error) {
	if err := CheckBudget(budget); err != nil {
		return "", err
	}
	return repair(output).preview(budget, marker), nil
}

func (r repaired) preview(budget int64, marker string) string {
	if budget <= 0 {
		return r.text + marker
	}
	budget -= int64(len(marker))
	if budget <= 0 {
		return marker
	}
	if budget > int64(len(r.text)) {
		return r.text + marker
	}
	return r.shape(int(budget)) + marker
}

// Capture keeps an output that came in pieces: capture.prefix, capture.bytes, capture.encoding, capture.digest,
// marker.when and marker.readable. It gives the record and the preview.
func Capture(id string, output [][]byte, ceiling uint64, budget int64, readable bool) (Record, string, error) {
	if err := CheckBudget(budget); err != nil {
		return Record{}, "", err
	}
	var all []byte
	for _, piece := range output {
		all = append(all, piece...)
	}
	kept := all
	if uint64(len(all)) > ceiling {
		kept = all[:ceiling]
	}
	record := Record{
		CaptureID: id, CapturedBytes: uint64(len(kept)), OriginalBytes: uint64(len(all)), OriginalExact: true,
		Encoding: EncodingOf(kept),
	}
	if len(kept) < len(all) {
		record.TruncationReason = CaptureCeiling
	}
	r := repair(all)
	preview := r.preview(budget, "")
	if !record.Truncated() && preview == string(all) {
		return record, preview, nil
	}
	record.Digest = Digest(kept)
	var named *string
	if readable {
		named = &id
	}
	marker, err := RenderMarker(record.CapturedBytes, record.OriginalBytes, true, record.TruncationReason, named)
	if err != nil {
		return Record{}, "", err
	}
	return record, r.preview(budget, marker), nil
}
