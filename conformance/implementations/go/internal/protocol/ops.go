package protocol

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"toolwire.dev/go/carrier"
	"toolwire.dev/go/external"
	"toolwire.dev/go/json"
	"toolwire.dev/go/retained"
	"toolwire.dev/go/text"
	"toolwire.dev/go/transcript"
)

var ops = map[string]func(in input) (json.Value, error){
	"text.decode": func(in input) (json.Value, error) {
		s, err := in.text("document")
		return json.Of(s), err
	},
	"json.read": func(in input) (json.Value, error) { return in.json("document") },
	"json.integer": func(in input) (json.Value, error) {
		v, err := in.json("document")
		if err != nil {
			return v, err
		}
		if in.bool("signed", false) {
			n, err := json.Int64(v)
			return json.Of(strconv.FormatInt(n, 10)), err
		}
		n, err := json.Uint64(v)
		return json.Of(strconv.FormatUint(n, 10)), err
	},
	"json.equal": func(in input) (json.Value, error) {
		left, err := in.json("left")
		if err != nil {
			return left, err
		}
		right, err := in.json("right")
		return json.OfBool(err == nil && json.Equal(left, right)), err
	},

	"carrier.classify": ofMessage(func(role, content string) json.Value { return partsValue(carrier.Classify(role, content)) }),
	"carrier.is_carrier": ofMessage(func(role, content string) json.Value {
		return json.OfBool(carrier.IsCarrier(role, content))
	}),
	"carrier.image_refs": ofMessage(func(role, content string) json.Value {
		return json.OfStrings(carrier.ImageRefs(role, content))
	}),
	"carrier.diagnose": ofMessage(func(role, content string) json.Value {
		d := carrier.Diagnose(role, content)
		if d == nil {
			return json.Value{}
		}
		return json.OfObject(json.M("declared", json.OfBool(d.Declared)), json.M("reason", json.OrNull(d.Reason)),
			json.M("skipped", json.OfInt(int64(d.Skipped))))
	}),
	"carrier.parse_prompt": func(in input) (json.Value, error) {
		content, err := in.text("content")
		if err != nil {
			return json.Value{}, err
		}
		return partsValue(carrier.ParsePrompt(content)), nil
	},
	"carrier.parse_native": func(in input) (json.Value, error) {
		content, err := in.text("content")
		if err != nil {
			return json.Value{}, err
		}
		return partsValue(carrier.ParseNative(content)), nil
	},
	"carrier.native_attachments": func(in input) (json.Value, error) {
		v, _ := in.v.Get("value")
		list, ok := carrier.NativeAttachments(v)
		if !ok {
			return json.Value{}, nil
		}
		return attachmentsValue(list), nil
	},
	"carrier.parse_marker_line": func(in input) (json.Value, error) {
		line, err := in.text("line")
		if err != nil {
			return json.Value{}, err
		}
		a, ok := carrier.ParseMarkerLine(line)
		if !ok {
			return json.Value{}, nil
		}
		return attachmentValue(a), nil
	},

	"carrier.marker_line": func(in input) (json.Value, error) {
		a, err := attachmentOf(in.value("attachment"))
		if err != nil {
			return json.Value{}, err
		}
		line, err := carrier.MarkerLine(a)
		return json.Of(line), err
	},
	"carrier.render_prompt": func(in input) (json.Value, error) {
		body, err := in.text("text")
		if err != nil {
			return json.Value{}, err
		}
		list, err := in.attachments()
		if err != nil {
			return json.Value{}, err
		}
		content, err := carrier.RenderPrompt(body, list)
		return json.Of(content), err
	},
	"carrier.render_native_attachments": func(in input) (json.Value, error) {
		list, err := in.attachments()
		if err != nil {
			return json.Value{}, err
		}
		return carrier.RenderNativeAttachments(list)
	},
	"carrier.render_native": func(in input) (json.Value, error) {
		body, err := in.text("text")
		if err != nil {
			return json.Value{}, err
		}
		list, err := in.attachments()
		if err != nil {
			return json.Value{}, err
		}
		content, err := carrier.RenderNative(in.value("tool_call_id"), body, list)
		return json.Of(content), err
	},
	"carrier.rebuild": func(in input) (json.Value, error) {
		content, err := in.text("content")
		if err != nil {
			return json.Value{}, err
		}
		var body *string
		if v, ok := in.optional("text"); ok {
			s, err := textOf(v)
			if err != nil {
				return json.Value{}, err
			}
			body = &s
		}
		role := in.string("role")
		if err := carrier.Rebuildable(role, content); err != nil {
			return json.Value{}, err
		}
		list, err := in.attachments()
		if err != nil {
			return json.Value{}, err
		}
		rebuilt, err := carrier.Rebuild(role, content, body, list)
		return json.Of(rebuilt), err
	},
	"carrier.guard_user_text": func(in input) (json.Value, error) {
		s, err := in.text("text")
		return json.Of(carrier.GuardUserText(s)), err
	},

	"retained.prepare": func(in input) (json.Value, error) {
		r, err := in.prepare()
		most := json.Value{}
		if r.MaxBytes > 0 {
			most = retained.OfCount(r.MaxBytes)
		}
		return json.OfObject(json.M("capture_id", json.Of(r.CaptureID)), json.M("offset", retained.OfCount(r.Offset)),
			json.M("max_bytes", most)), err
	},
	"retained.refusal_text": func(in input) (json.Value, error) {
		_, err := in.prepare()
		var refusal *retained.ArgumentError
		if errors.As(err, &refusal) {
			return json.Of(refusal.Text), nil
		}
		return json.Value{}, err
	},

	"retained.read":        retainedRead,
	"retained.render_page": retainedRenderPage,
	"retained.parse_page":  retainedParsePage,
	"retained.page_limit":  retainedPageLimit,
	"retained.answer":      retainedAnswer,
	"retained.shape_preview": func(in input) (json.Value, error) {
		marker := ""
		if v, ok := in.optional("marker"); ok {
			var err error
			if marker, err = textOf(v); err != nil {
				return json.Value{}, err
			}
		}
		preview, err := retained.ShapePreview(in.bytes("data"), in.budget("budget"), marker)
		return json.Of(preview), err
	},
	"retained.read_error": func(in input) (json.Value, error) {
		kind, said := retained.ReadError(in.string("kind"))
		return json.OfObject(json.M("kind", json.Of(kind)), json.M("text", json.Of(said))), nil
	},
	"retained.render_marker": retainedRenderMarker,
	"retained.parse_marker":  retainedParseMarker,
	"retained.capture":       retainedCapture,
	"retained.decode_record": func(in input) (json.Value, error) {
		document, err := in.text("document")
		if err != nil {
			return json.Value{}, err
		}
		record, err := retained.DecodeRecord(document)
		return record.Value(), err
	},

	"external.decode": func(in input) (json.Value, error) {
		document, err := in.text("document")
		if err != nil {
			return json.Value{}, err
		}
		return external.Decode(document)
	},
	"external.encode": func(in input) (json.Value, error) {
		s, err := external.Encode(in.value("payload"))
		return json.Of(s), err
	},
	"external.admit": func(in input) (json.Value, error) {
		policy, err := external.PolicyOf(in.value("policy"))
		if err != nil {
			return json.Value{}, err
		}
		a, err := external.Admit(policy, in.strings("dispatched"), in.value("results").Elems())
		if err != nil {
			return json.Value{}, err
		}
		return json.OfObject(json.M("accepted", json.OfInt(int64(a.Accepted))), json.M("missing", json.OfStrings(a.Missing)),
			json.M("added", json.OfArray(a.Added...))), nil
	},
	"external.make": func(in input) (json.Value, error) {
		policy, err := external.PolicyOf(in.value("policy"))
		if err != nil {
			return json.Value{}, err
		}
		return external.Make(in.string("call_id"), in.bytes("body"), in.bool("is_error", false), in.string("disposition"), policy,
			in.string("locator"))
	},
	"external.verify": func(in input) (json.Value, error) {
		prefix, err := external.Verify(in.value("payload"), in.bytes("body"))
		return json.OfObject(json.M("ok", json.OfBool(true)), json.M("preview_is_prefix", json.OfBool(prefix))), err
	},
	"external.state": func(in input) (json.Value, error) {
		state, err := external.State(in.value("payload"), in.stored())
		return json.Of(state), err
	},
	"external.read": func(in input) (json.Value, error) {
		body, err := external.Read(in.value("payload"), in.stored())
		return json.Of(body), err
	},
	"external.state_text": func(in input) (json.Value, error) {
		said, ok := external.StateText(in.string("state"))
		if !ok {
			return json.Value{}, errors.New("no text for this state")
		}
		return json.Of(said), nil
	},

	"transcript.load":         transcriptLoad,
	"transcript.decode_entry": transcriptDecodeEntry,
	"transcript.validate":     transcriptValidate,
	"transcript.append":       transcriptAppend,
	"transcript.recover": func(in input) (json.Value, error) {
		repairs, err := transcript.Recover(in.bytes("log"), in.strings("ids"), in.string("now"))
		return json.OfObject(json.M("repairs", json.OfArray(repairs...))), err
	},
	"transcript.encode_entry": func(in input) (json.Value, error) {
		_, line, err := transcript.EncodeEntry(in.value("entry"))
		return json.Of(string(line)), err
	},
	"transcript.encode_log": func(in input) (json.Value, error) {
		var records *json.Value
		if v, ok := in.v.Get("records"); ok {
			records = &v
		}
		log, err := transcript.EncodeLog(in.value("entries").Elems(), records)
		return json.OfObject(json.M("log", json.Of(string(log)))), err
	},
	"transcript.context": func(in input) (json.Value, error) {
		c, err := transcript.ContextOf(in.bytes("log"))
		if err != nil {
			return json.Value{}, err
		}
		return c.Value(), nil
	},
	"transcript.project": func(in input) (json.Value, error) {
		var upto *json.Value
		if v, ok := in.optional("upto"); ok {
			upto = &v
		}
		return transcript.Project(in.bytes("log"), upto)
	},
	"transcript.fork": func(in input) (json.Value, error) {
		replacement := ""
		if v, ok := in.optional("replacement_text"); ok {
			var err error
			if replacement, err = textOf(v); err != nil {
				return json.Value{}, err
			}
		}
		log, err := transcript.Fork(in.bytes("log"), in.string("message_id"), in.string("mode"), replacement, in.strings("ids"),
			in.string("now"))
		return json.OfObject(json.M("log", json.Of(string(log)))), err
	},
	"transcript.request": func(in input) (json.Value, error) {
		return transcript.Request(in.bytes("log"), in.string("provider_request_id"))
	},
	"transcript.capture_options": func(in input) (json.Value, error) {
		return transcript.CaptureOptions(in.string("protocol"), in.value("tools").Elems(), in.value("options"))
	},
	"transcript.check": func(in input) (json.Value, error) { return transcript.Check(in.bytes("log")).Value(), nil },
}

func (in input) json(name string) (json.Value, error) {
	s, err := in.text(name)
	if err != nil {
		return json.Value{}, err
	}
	return json.Read(s)
}

func ofMessage(f func(role, content string) json.Value) func(in input) (json.Value, error) {
	return func(in input) (json.Value, error) {
		content, err := in.text("content")
		if err != nil {
			return json.Value{}, err
		}
		return f(in.string("role"), content), nil
	}
}

func attachmentValue(a carrier.Attachment) json.Value {
	return json.OfObject(json.M("kind", json.Of(a.Kind)), json.M("target", json.Of(a.Target)))
}

func attachmentsValue(list []carrier.Attachment) json.Value {
	values := make([]json.Value, len(list))
	for i, a := range list {
		values[i] = attachmentValue(a)
	}
	return json.OfArray(values...)
}

func partsValue(p *carrier.Parts) json.Value {
	if p == nil {
		return json.Value{}
	}
	return json.OfObject(json.M("kind", json.Of(p.Kind)), json.M("declared", json.OfBool(p.Declared)),
		json.M("attachments", attachmentsValue(p.Attachments)), json.M("text", json.Of(p.Text)))
}

// attachmentOf takes a value for an attachment; its target may come as bytes.
func attachmentOf(v json.Value) (carrier.Attachment, error) {
	if target, ok := v.Get("target"); ok && len(target.Members()) == 1 && target.Str("base64") != "" {
		s, err := textOf(target)
		if err != nil {
			return carrier.Attachment{}, err
		}
		kind, _ := v.Get("kind")
		v = json.OfObject(json.M("kind", kind), json.M("target", json.Of(s)))
	}
	return carrier.AttachmentOf(v)
}

func (in input) attachments() ([]carrier.Attachment, error) {
	list := []carrier.Attachment{}
	for _, v := range in.value("attachments").Elems() {
		a, err := attachmentOf(v)
		if err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	return list, nil
}

func (in input) prepare() (retained.Request, error) {
	s, b, isBytes := given(in.value("arguments"))
	if isBytes {
		return retained.Prepare(b, in.bool("reader_bound", true))
	}
	return retained.PrepareText(s, in.bool("reader_bound", true))
}

func (in input) count(name string) uint64 {
	n, ok := retained.Count(in.value(name))
	if !ok {
		panic(name + " is no unsigned integer")
	}
	return n
}

// budget gives any integer, as a number or a string of digits; one beyond 64 bits is the last one of its sign.
func (in input) budget(name string) int64 {
	v, ok := in.optional(name)
	if !ok {
		return 0
	}
	n, err := strconv.ParseInt(v.Text, 10, 64)
	if errors.Is(err, strconv.ErrRange) {
		n, err = math.MaxInt64, nil
		if strings.HasPrefix(v.Text, "-") {
			n = math.MinInt64
		}
	}
	if err != nil {
		panic(name + " is no integer")
	}
	return n
}

func (in input) request() retained.Request {
	r := input{in.value("request")}
	request := retained.Request{CaptureID: r.string("capture_id")}
	if _, ok := r.optional("offset"); ok {
		request.Offset = r.count("offset")
	}
	if _, ok := r.optional("max_bytes"); ok {
		request.MaxBytes = r.count("max_bytes")
	}
	return request
}

func retainedRead(in input) (json.Value, error) {
	c := input{in.value("capture")}
	data := c.bytes("data")
	record := retained.Record{
		CaptureID: c.string("capture_id"), CapturedBytes: uint64(len(data)), OriginalBytes: c.count("original_bytes"),
		OriginalExact: c.bool("original_exact", true), Encoding: c.string("encoding"),
	}
	if v, ok := c.optional("truncation_reason"); ok {
		record.TruncationReason = v.Text
	}
	if _, ok := c.optional("captured_bytes"); ok {
		record.CapturedBytes = c.count("captured_bytes")
	}
	if v, ok := c.v.Get("digest"); ok {
		record.Digest = v.Text
	} else {
		record.Digest = retained.Digest(data)
	}
	limit := uint64(retained.MostBytes)
	if _, ok := in.optional("page_limit"); ok {
		limit = in.count("page_limit")
	}
	page, err := retained.Read(record, data, in.request(), limit)
	if err != nil {
		return json.Value{}, err
	}
	said, err := page.Render()
	return json.OfObject(json.M("page", page.Value()), json.M("text", json.Of(said))), err
}

func retainedRenderPage(in input) (json.Value, error) {
	page, err := retained.PageOf(in.value("page"))
	if err != nil {
		return json.Value{}, err
	}
	said, err := page.Render()
	return json.Of(said), err
}

func retainedParsePage(in input) (json.Value, error) {
	s, err := in.text("text")
	if err != nil {
		return json.Value{}, err
	}
	f := retained.ParsePage(s)
	if f == nil {
		return json.Value{}, nil
	}
	p := f.Page
	first, last, next, missing := json.Value{}, json.Value{}, json.Value{}, json.Value{}
	if !f.Empty {
		first, last = retained.OfCount(f.First), retained.OfCount(f.Last)
	}
	if !p.Last {
		next = retained.OfCount(p.NextOffset)
	}
	if p.TruncationReason != "" {
		missing = retained.OfCount(f.Missing)
	}
	return json.OfObject(
		json.M("body", json.Of(f.Body)), json.M("capture_id", json.Of(p.CaptureID)), json.M("first", first),
		json.M("last", last), json.M("captured_bytes", retained.OfCount(p.CapturedBytes)),
		json.M("original_bytes", retained.OfCount(p.OriginalBytes)), json.M("original_exact", json.OfBool(p.OriginalExact)),
		json.M("encoding", json.Of(p.Encoding)), json.M("next_offset", next), json.M("missing_bytes", missing),
		json.M("truncation_reason", json.OrNull(p.TruncationReason)),
	), nil
}

func retainedPageLimit(in input) (json.Value, error) {
	limit, err := retained.TextPageLimit(in.budget("result_bytes"))
	if err != nil {
		return json.Value{}, err
	}
	if in.string("encoding") == retained.Binary {
		limit = retained.BinaryPageLimit(limit)
	}
	return retained.OfCount(limit), nil
}

func retainedAnswer(in input) (json.Value, error) {
	var page *retained.Page
	if v, ok := in.optional("page"); ok {
		page, _ = retained.PageOf(v)
	}
	var failure *retained.Failure
	if v, ok := in.optional("error"); ok {
		failure = &retained.Failure{Kind: v.Text}
	}
	return json.Of(retained.Answer(in.request(), page, failure, in.bool("cancelled", false))), nil
}

func retainedRenderMarker(in input) (json.Value, error) {
	reason := ""
	if v, ok := in.optional("truncation_reason"); ok {
		if reason = v.Text; reason == "" {
			return json.Value{}, text.Refuse("capture.record.shape")
		}
	}
	var id *string
	if v, ok := in.optional("capture_id"); ok {
		id = &v.Text
	}
	marker, err := retained.RenderMarker(in.count("captured_bytes"), in.count("original_bytes"), in.bool("original_exact", true),
		reason, id)
	return json.Of(marker), err
}

func retainedParseMarker(in input) (json.Value, error) {
	s, err := in.text("text")
	if err != nil {
		return json.Value{}, err
	}
	m := retained.ParseMarker(s)
	if m == nil {
		return json.Value{}, nil
	}
	return json.OfObject(
		json.M("preview", json.Of(m.Preview)), json.M("captured_bytes", retained.OfCount(m.CapturedBytes)),
		json.M("original_bytes", retained.OfCount(m.OriginalBytes)), json.M("original_exact", json.OfBool(m.OriginalExact)),
		json.M("truncation_reason", json.OrNull(m.TruncationReason)), json.M("capture_id", json.OrNull(m.CaptureID)),
	), nil
}

func retainedCapture(in input) (json.Value, error) {
	var output [][]byte
	for _, v := range in.value("output").Elems() {
		output = append(output, bytesOf(v))
	}
	ceiling := uint64(retained.DefaultCeiling)
	if _, ok := in.optional("ceiling"); ok {
		ceiling = in.count("ceiling")
	}
	record, preview, err := retained.Capture(in.string("capture_id"), output, ceiling, in.budget("budget"),
		in.bool("readable", true))
	return json.OfObject(json.M("record", record.Value()), json.M("preview", json.Of(preview))), err
}

func (in input) stored() external.Stored {
	s := external.Stored{Expired: in.bool("expired", false)}
	if v, ok := in.optional("body"); ok {
		s.Has, s.Body = true, bytesOf(v)
	}
	return s
}

func transcriptLoad(in input) (json.Value, error) {
	log, err := transcript.Load(in.bytes("log"))
	if err != nil {
		return json.Value{}, err
	}
	version := json.Value{}
	if log.HasHeader {
		version, _ = log.Header.Get("version")
	}
	entries := json.OfInt(int64(len(log.Entries)))
	return json.OfObject(json.M("version", version), json.M("entries", entries),
		json.M("committed_bytes", json.OfInt(int64(log.Committed))), json.M("torn_tail", json.OfInt(int64(log.TornTail()))),
		json.M("next_seq", entries)), nil
}

func transcriptDecodeEntry(in input) (json.Value, error) {
	line, err := text.Decode(in.bytes("line"))
	if err != nil {
		return json.Value{}, err
	}
	e, err := transcript.DecodeEntry(line)
	if err != nil {
		return json.Value{}, err
	}
	return e.Value, nil
}

func transcriptValidate(in input) (json.Value, error) {
	log, v, err := transcript.LoadValid(in.bytes("log"))
	if err != nil {
		return json.Value{}, err
	}
	scope := v.Scope()
	return json.OfObject(
		json.M("entries", json.OfInt(int64(len(log.Entries)))),
		json.M("scope", json.OfObject(json.M("run", json.OrNull(scope.Run)), json.M("turn", json.OrNull(scope.Turn)),
			json.M("step", json.OrNull(scope.Step)))),
		json.M("pending", json.OfStrings(v.Pending())),
		json.M("active_compaction", json.OrNull(v.Boundary())),
	), nil
}

func transcriptAppend(in input) (json.Value, error) {
	_, v, err := transcript.LoadValid(in.bytes("log"))
	if err != nil {
		return json.Value{}, err
	}
	items := in.value("batches").Elems()
	prepared := make([]*transcript.Batch, len(items))
	answers := make([]json.Value, len(items))
	for i, item := range items {
		done := "prepared"
		var err error
		if entries, ok := item.Get("entries"); ok {
			prepared[i], err = v.Prepare(entries.Elems())
			if commit, _ := item.Get("commit"); err == nil && commit.True {
				err = v.Commit(prepared[i])
			}
		} else {
			done = "committed"
			n := input{item}.count("commit")
			if n >= uint64(len(prepared)) || prepared[n] == nil {
				return json.Value{}, errors.New("a commit of what was not prepared")
			}
			err = v.Commit(prepared[n])
		}
		if r := text.AsRefusal(err); r != nil {
			answers[i] = json.OfObject(json.M("refused", refused(r)))
			continue
		}
		if err != nil {
			return json.Value{}, err
		}
		answers[i] = json.OfObject(json.M(done, json.OfBool(true)), json.M("next_seq", json.OfInt(v.NextSeq())))
	}
	return json.OfArray(answers...), nil
}
