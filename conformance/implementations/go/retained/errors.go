package retained

// Kinds of failed reads that a tool makes itself.
const (
	Unavailable = "unavailable"
	Cancelled   = "cancelled"
)

var errorTexts = map[string]string{
	"unknown_capture":     "this conversation has no tool result with that capture_id",
	"not_retained":        "that tool result was shown completely; nothing more was kept",
	"offset_out_of_range": "offset is not below the number of retained bytes",
	"integrity":           "the retained bytes are not the ones that were stored",
	Unavailable:           "the retained bytes cannot be read now",
	Cancelled:             "the read was cancelled",
	"no_reader":           "no tool results can be read in this conversation",
	"not_prepared":        "the call was not prepared",
}

// ReadError gives the kind that is answered for a failure, and its text: read.text, read.untyped and read.no-reader.
func ReadError(kind string) (string, string) {
	if _, ok := errorTexts[kind]; !ok {
		kind = Unavailable
	}
	return kind, "error: read_tool_result: " + errorTexts[kind]
}

// Failure is what a reader failed with. Its kind may be none of the table.
type Failure struct{ Kind string }

// Answer gives what a model is shown when a reader gives a page, a failure, or both, or nothing: read.error-first,
// read.cancelled, read.untyped and read.other-capture. Neither a page nor a failure is a failure without a kind.
func Answer(request Request, page *Page, failure *Failure, cancelled bool) string {
	if page == nil && failure == nil {
		failure = &Failure{Unavailable}
	}
	kind := Unavailable
	switch {
	case failure != nil && cancelled:
		kind = Cancelled
	case failure != nil:
		kind = failure.Kind
	case page.CaptureID == request.CaptureID:
		if rendered, err := page.Render(); err == nil {
			return rendered
		}
	}
	_, s := ReadError(kind)
	return s
}
