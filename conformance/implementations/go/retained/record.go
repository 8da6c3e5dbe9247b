// Package retained implements the chapters "Retained results", "Arguments of read_tool_result", "Pages" and "Preview
// and marker".
package retained

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"unicode/utf8"

	"toolwire.dev/go/json"
	"toolwire.dev/go/text"
)

// What a record may say.
const (
	UTF8           = "utf-8"
	Binary         = "binary"
	CaptureCeiling = "capture_ceiling"
	SourceLimit    = "source_limit"
	DefaultCeiling = 8388608
)

// Record holds the facts about a capture.
type Record struct {
	CaptureID        string
	CapturedBytes    uint64
	OriginalBytes    uint64
	OriginalExact    bool
	TruncationReason string // empty for null
	Encoding         string
	Digest           string // empty for null: not retained
}

// Truncated says whether bytes were lost.
func (r Record) Truncated() bool { return r.TruncationReason != "" }

// Retained says whether bytes were kept.
func (r Record) Retained() bool { return r.Digest != "" }

// checkCounts judges capture.record.exact and capture.record.bound.
func checkCounts(captured, original uint64, exact, truncated bool) error {
	if exact {
		if original < captured || original > captured != truncated {
			return text.Refuse("capture.record.exact")
		}
	} else if !truncated || original <= captured {
		return text.Refuse("capture.record.bound")
	}
	return nil
}

// Check judges capture.record.exact, capture.record.bound and capture.record.retained.
func (r Record) Check() error {
	if err := checkCounts(r.CapturedBytes, r.OriginalBytes, r.OriginalExact, r.Truncated()); err != nil {
		return err
	}
	if r.Truncated() && !r.Retained() {
		return text.Refuse("capture.record.retained")
	}
	return nil
}

// DecodeRecord reads a record: capture.record.shape, and what Check judges.
func DecodeRecord(document string) (Record, error) {
	v, err := json.Read(document)
	if err != nil {
		return Record{}, err
	}
	shape := text.Refuse("capture.record.shape")
	var r Record
	if v.Kind != json.Object || len(v.Members()) != 7 {
		return r, shape
	}
	for _, m := range v.Members() {
		var err error
		ok := true
		switch m.Name {
		case "capture_id":
			r.CaptureID, ok = m.Value.Text, m.Value.Kind == json.String && IsCanonicalID(m.Value.Text)
		case "captured_bytes":
			r.CapturedBytes, err = json.Uint64(m.Value)
		case "original_bytes":
			r.OriginalBytes, err = json.Uint64(m.Value)
		case "original_exact":
			r.OriginalExact, ok = m.Value.True, m.Value.Kind == json.Bool
		case "truncation_reason":
			r.TruncationReason, ok = reasonOf(m.Value)
		case "encoding":
			r.Encoding, ok = m.Value.Text, isEncoding(m.Value)
		case "digest":
			r.Digest = m.Value.Text
			ok = m.Value.Kind == json.Null || m.Value.Kind == json.String && IsDigest(m.Value.Text)
		default:
			ok = false
		}
		if err != nil {
			return r, err
		}
		if !ok {
			return r, shape
		}
	}
	return r, r.Check()
}

func isEncoding(v json.Value) bool { return v.IsString(UTF8) || v.IsString(Binary) }

// reasonOf reads a truncation reason or null.
func reasonOf(v json.Value) (string, bool) {
	if v.Kind == json.Null {
		return "", true
	}
	return v.Text, v.IsString(CaptureCeiling) || v.IsString(SourceLimit)
}

// IsCanonicalID says whether a text is spelled as grammars/canonical_uuid.lark asks.
func IsCanonicalID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := 0; i < len(s); i++ {
		switch i {
		case 8, 13, 18, 23:
			if s[i] != '-' {
				return false
			}
		default:
			if !isHex(s[i]) {
				return false
			}
		}
	}
	return true
}

// IsDigest says whether a text is of grammars/digest.lark.
func IsDigest(s string) bool {
	if len(s) != 71 || s[:7] != "sha256:" {
		return false
	}
	for i := 7; i < len(s); i++ {
		if !isHex(s[i]) {
			return false
		}
	}
	return true
}

func isHex(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' }

// Digest gives the digest of bytes: capture.digest.
func Digest(b []byte) string {
	sum := sha256.Sum256(b)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// EncodingOf implements capture.encoding.
func EncodingOf(b []byte) string {
	if utf8.Valid(b) {
		return UTF8
	}
	return Binary
}

// Count reads an unsigned 64-bit number as interfaces of JSON carry it: an integer, or a string of its digits.
func Count(v json.Value) (uint64, bool) {
	if v.Kind == json.String {
		if !isDecimal(v.Text) {
			return 0, false
		}
		n, err := strconv.ParseUint(v.Text, 10, 64)
		return n, err == nil
	}
	n, err := json.Uint64(v)
	return n, err == nil
}

// OfCount is the other way round: a string above 9007199254740991.
func OfCount(n uint64) json.Value {
	digits := strconv.FormatUint(n, 10)
	if n > 1<<53-1 {
		return json.Of(digits)
	}
	return json.Value{Kind: json.Number, Text: digits}
}

func isDecimal(s string) bool {
	if s == "" || s[0] == '0' && len(s) > 1 {
		return false
	}
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// Value gives a record as a JSON value.
func (r Record) Value() json.Value {
	return json.OfObject(
		json.M("capture_id", json.Of(r.CaptureID)),
		json.M("captured_bytes", OfCount(r.CapturedBytes)),
		json.M("original_bytes", OfCount(r.OriginalBytes)),
		json.M("original_exact", json.OfBool(r.OriginalExact)),
		json.M("truncation_reason", json.OrNull(r.TruncationReason)),
		json.M("encoding", json.Of(r.Encoding)),
		json.M("digest", json.OrNull(r.Digest)),
	)
}
