package transcript

import (
	"bytes"

	"toolwire.dev/go/json"
	"toolwire.dev/go/text"
)

// LineLimit is how many bytes a line may have, its line feed included (file.line.limit).
const LineLimit = 16777216

var errLineLimit = text.RefuseAs("file.line.limit", text.Limit)

// Log is a transcript that loads.
type Log struct {
	Bytes       []byte
	HasHeader   bool
	Header      json.Value
	HeaderStart int
	HeaderEnd   int
	Entries     []*Entry
	Committed   int // bytes before the tail
	ids         map[string]bool
}

// TornTail gives the number of bytes of the tail: file.tail.
func (l *Log) TornTail() int { return len(l.Bytes) - l.Committed }

// RecordsDispatches implements recovery.records.
func (l *Log) RecordsDispatches() bool {
	records, ok := l.Header.Get("records")
	if !ok {
		return true
	}
	for _, name := range records.Elems() {
		if name.Text == "dispatch" {
			return true
		}
	}
	return false
}

// nextLine gives the line that starts at a position, its line feed included; false for the tail: file.line.end.
func nextLine(b []byte, at int) (int, bool) {
	i := bytes.IndexByte(b[at:], '\n')
	if i < 0 {
		return len(b), false
	}
	return at + i + 1, true
}

// isBlankLine says whether bytes are nothing but spaces, tabs, carriage returns and line feeds: file.line.blank.
func isBlankLine(line []byte) bool {
	for _, c := range line {
		if c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			return false
		}
	}
	return true
}

// Load reads a log, or names its first fault: file.load, file.first-fault, file.whole, file.line.text, file.line.blank,
// file.line.limit, file.tail, file.empty, file.header.present, entry.seq.position and entry.id.unique.
func Load(b []byte) (*Log, error) {
	log := &Log{Bytes: b, ids: map[string]bool{}}
	if len(b) == 0 {
		return log, nil
	}
	for at := 0; at < len(b); {
		end, whole := nextLine(b, at)
		if !whole {
			break
		}
		line := b[at:end]
		if len(line) > LineLimit {
			return nil, errLineLimit
		}
		if !isBlankLine(line) {
			v, err := json.ReadBytes(bytes.TrimSuffix(line, []byte{'\n'}))
			if err != nil {
				return nil, err
			}
			if !log.HasHeader {
				if err := judgeHeader(v); err != nil {
					return nil, err
				}
				log.HasHeader, log.Header, log.HeaderStart, log.HeaderEnd = true, v, at, end
			} else {
				e, err := EntryOf(v)
				if err != nil {
					return nil, err
				}
				if err := judgePlace(e, int64(len(log.Entries)), log.ids); err != nil {
					return nil, err
				}
				e.Start, e.End = at, end
				log.Entries = append(log.Entries, e)
			}
		}
		at = end
		log.Committed = end
	}
	if !log.HasHeader {
		return nil, text.Refuse("file.header.present")
	}
	return log, nil
}

// judgeHeader judges file.legacy.bare, file.header.type, file.header.version, file.header.records and
// file.header.unknown.
func judgeHeader(v json.Value) error {
	kind, hasType := v.Get("type")
	if role, ok := v.Get("role"); ok && role.Kind == json.String && !hasType {
		return text.RefuseAs("file.legacy.bare", text.Unsupported)
	}
	if !kind.IsString("session") {
		return text.Refuse("file.header.type")
	}
	version, ok := v.Get("version")
	if !ok {
		return text.RefuseAs("file.header.version", text.Unsupported)
	}
	n, err := json.Uint64(version)
	if err != nil {
		return err
	}
	if n != 8 {
		return text.RefuseAs("file.header.version", text.Unsupported)
	}
	if records, ok := v.Get("records"); ok {
		bad := records.Kind != json.Array
		for _, name := range records.Elems() {
			bad = bad || name.Kind != json.String
		}
		if bad {
			return text.Refuse("file.header.records")
		}
	}
	return nil
}
