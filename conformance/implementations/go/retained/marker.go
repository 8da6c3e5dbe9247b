package retained

import (
	"regexp"
	"strconv"
	"strings"

	"toolwire.dev/go/text"
)

var causes = map[string]string{
	CaptureCeiling: "exceeded the capture ceiling",
	SourceLimit:    "were not supplied by the tool",
}

// RenderMarker gives a retention marker; the id is nil when the loop cannot read the capture. It implements
// marker.form, marker.numbers, marker.valid and marker.readable.
func RenderMarker(captured, original uint64, exact bool, reason string, id *string) (string, error) {
	if reason != "" && causes[reason] == "" {
		return "", text.Refuse("capture.record.shape")
	}
	if err := checkCounts(captured, original, exact, reason != ""); err != nil {
		return "", err
	}
	if id != nil && !IsCanonicalID(*id) {
		return "", text.Refuse("marker.valid")
	}
	number := func(n uint64) string { return strconv.FormatUint(n, 10) }
	body, what := "all "+number(captured)+" bytes retained", "rest"
	if reason != "" {
		what = "retained bytes"
		if exact {
			body = number(captured) + " of " + number(original) + " bytes retained; the last "
		} else {
			body = number(captured) + " of at least " + number(original) + " bytes retained; at least the last "
		}
		body += number(original-captured) + " bytes " + causes[reason] + " and are unavailable"
	}
	if id != nil {
		body += "; read the " + what + ` with read_tool_result capture_id="` + *id + `"`
	}
	return "\n[tool output shaped; " + body + "]\n", nil
}

var markerPattern = regexp.MustCompile(`^\n\[tool output shaped; (?:all ` + decimalPattern +
	` bytes retained(?:; read the rest with read_tool_result capture_id="` + uuidPattern + `")?|` + decimalPattern + ` of (?:` +
	decimalPattern + ` bytes retained; the last ` + decimalPattern + ` bytes |at least ` + decimalPattern +
	` bytes retained; at least the last ` + decimalPattern + ` bytes )` +
	`(exceeded the capture ceiling|were not supplied by the tool) and are unavailable` +
	`(?:; read the retained bytes with read_tool_result capture_id="` + uuidPattern + `")?)\]\n$`)

// Marker is what a retention marker says, and what stands before it.
type Marker struct {
	Preview          string
	CapturedBytes    uint64
	OriginalBytes    uint64
	OriginalExact    bool
	TruncationReason string
	CaptureID        string
}

// ParseMarker reads the marker at the end of a preview, or gives nil: marker.position and marker.agree.
func ParseMarker(s string) *Marker {
	if !strings.HasSuffix(s, "\n") {
		return nil
	}
	at := strings.LastIndexByte(s[:len(s)-1], '\n')
	if at < 0 || len(s)-at > 512 {
		return nil
	}
	g := markerPattern.FindStringSubmatch(s[at:])
	if g == nil {
		return nil
	}
	fits := true
	number := func(digits ...string) uint64 {
		n, err := strconv.ParseUint(strings.Join(digits, ""), 10, 64)
		fits = fits && err == nil
		return n
	}
	m := &Marker{Preview: s[:at], CaptureID: g[2] + g[9], CapturedBytes: number(g[1], g[3]), OriginalExact: g[6] == ""}
	m.OriginalBytes = m.CapturedBytes
	if g[1] == "" {
		m.OriginalBytes = number(g[4], g[6])
		m.TruncationReason = SourceLimit
		if g[8] == causes[CaptureCeiling] {
			m.TruncationReason = CaptureCeiling
		}
	}
	if !fits {
		return nil
	}
	var id *string
	if m.CaptureID != "" {
		id = &m.CaptureID
	}
	rendered, err := RenderMarker(m.CapturedBytes, m.OriginalBytes, m.OriginalExact, m.TruncationReason, id)
	if err != nil || rendered != s[at:] {
		return nil
	}
	return m
}
