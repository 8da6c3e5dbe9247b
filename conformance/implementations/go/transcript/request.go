package transcript

import (
	"toolwire.dev/go/json"
	"toolwire.dev/go/text"
)

// CaptureOptions gives the options of a request header: request.capture.kept, .secret, .rewrite, .protocol, .extension,
// .choice and .valid.
func CaptureOptions(protocol string, tools []json.Value, options json.Value) (json.Value, error) {
	if rewrites, _ := options.Get("rewritesBody"); rewrites.Kind == json.Bool && rewrites.True {
		return json.Value{}, text.Refuse("request.capture.rewrite")
	}
	var captured []json.Member
	for _, name := range []string{"temperature", "maxTokens"} {
		if v, ok := options.Get(name); ok {
			captured = append(captured, json.M(name, v))
		}
	}
	if extension, ok := options.Get("extension"); ok {
		named, _ := extension.Get("protocol")
		if !named.IsString(protocol) || !isProtocol(protocol) {
			return json.Value{}, text.Refuse("request.capture.protocol")
		}
		var special []json.Member
		if display, ok := extension.Get("thinkingDisplay"); ok && !display.IsString("") {
			special = append(special, json.M("thinkingDisplay", display))
		}
		if choice, ok := extension.Get("toolChoice"); ok {
			common, ok := captureChoice(protocol, choice)
			if !ok {
				return json.Value{}, text.Refuse("request.capture.choice")
			}
			special = append(special, json.M("toolChoice", common))
		}
		captured = append(captured, json.M("protocolOptions", json.OfObject(special...)))
	}
	all := json.OfObject(captured...)
	if err := optionsTable.judge(all); err != nil {
		return json.Value{}, err
	}
	names := make(map[string]bool, len(tools))
	for _, tool := range tools {
		names[tool.Str("name")] = true
	}
	if err := judgeOptions(all, protocol, names); err != nil {
		return json.Value{}, err
	}
	var set []json.Member
	for _, m := range captured {
		if m.Name != "maxTokens" || m.Value.Text != "0" {
			set = append(set, m)
		}
	}
	return json.OfObject(set...), nil
}

// captureChoice takes a tool choice from the form of its protocol.
func captureChoice(protocol string, choice json.Value) (json.Value, bool) {
	mode := func(v json.Value) (json.Value, bool) {
		return json.OfObject(json.M("mode", v)), v.Kind == json.String
	}
	name := func(v json.Value) (json.Value, bool) {
		return json.OfObject(json.M("name", v)), v.Kind == json.String
	}
	kind, _ := choice.Get("type")
	count := len(choice.Members())
	if protocol == "anthropic-messages" {
		if count == 1 {
			return mode(kind)
		}
		named, ok := choice.Get("name")
		if count != 2 || !ok || !kind.IsString("tool") {
			return json.Value{}, false
		}
		return name(named)
	}
	if choice.Kind == json.String {
		return mode(choice)
	}
	holder := choice
	if protocol == "openai-completions" {
		holder, _ = choice.Get("function")
		if len(holder.Members()) != 1 {
			return json.Value{}, false
		}
	}
	named, ok := holder.Get("name")
	if count != 2 || !ok || !kind.IsString("function") {
		return json.Value{}, false
	}
	return name(named)
}

// restoreChoice gives a tool choice in the form of its protocol.
func restoreChoice(protocol string, choice json.Value) json.Value {
	mode, name := choice.Str("mode"), json.M("name", json.Of(choice.Str("name")))
	kind := func(s string) json.Member { return json.M("type", json.Of(s)) }
	switch {
	case mode != "" && protocol == "anthropic-messages":
		return json.OfObject(kind(mode))
	case mode != "":
		return json.Of(mode)
	case protocol == "anthropic-messages":
		return json.OfObject(kind("tool"), name)
	case protocol == "openai-responses":
		return json.OfObject(kind("function"), name)
	}
	return json.OfObject(kind("function"), json.M("function", json.OfObject(name)))
}

// Request says what exactly the model was asked: request.valid, .found, .context, .attachment.place, .attachment.gap,
// .attachment.unnamed, .view, .options and .later.
func Request(b []byte, providerRequestID string) (json.Value, error) {
	log, _, err := LoadValid(b)
	if err != nil {
		return json.Value{}, err
	}
	var header *Entry
	rendered := map[string]string{}
	for _, e := range log.Entries {
		switch e.Type {
		case "context":
			rendered[e.Payload.Str("attachmentId")] = e.Payload.Str("rendered")
		case "request/header":
			if e.Payload.Str("providerRequestId") == providerRequestID {
				header = e
			}
		}
		if header != nil {
			break
		}
	}
	if header == nil {
		return json.Value{}, text.Refuse("request.found")
	}
	h := header.Payload
	waiting := contextOf(log.Entries[:header.Seq]).Messages
	var messages []json.Value
	attachments, _ := h.Get("attachments")
	for _, a := range attachments.Elems() {
		place, _ := a.Get("messageIndex")
		index, _ := json.Int64(place)
		for int64(len(messages)) < index && len(waiting) > 0 {
			messages, waiting = append(messages, waiting[0]), waiting[1:]
		}
		if int64(len(messages)) < index {
			return json.Value{}, text.Refuse("request.attachment.gap")
		}
		messages = append(messages, userMessage(rendered[a.Str("attachmentId")]))
	}
	messages = append(messages, waiting...)
	input := []json.Member{json.M("messages", json.OfArray(messages...))}
	if prompt := h.Str("systemPrompt"); prompt != "" {
		input = append(input, json.M("systemPrompt", json.Of(prompt)))
	}
	if tools, _ := h.Get("tools"); len(tools.Elems()) > 0 {
		input = append(input, json.M("tools", tools))
	}
	return json.OfObject(
		json.M("headerEntryId", json.Of(header.ID)),
		json.M("headerSeq", json.OfInt(header.Seq)),
		json.M("header", h),
		json.M("input", json.OfObject(input...)),
		json.M("options", streamOptions(h)),
	), nil
}

// streamOptions gives the stream options that a header says.
func streamOptions(h json.Value) json.Value {
	options, _ := h.Get("options")
	var stream []json.Member
	if temperature, ok := options.Get("temperature"); ok {
		stream = append(stream, json.M("temperature", temperature))
	}
	if most, ok := options.Get("maxTokens"); ok && most.Text != "0" {
		stream = append(stream, json.M("maxTokens", most))
	}
	if level := h.Str("thinkingLevel"); level != "" {
		stream = append(stream, json.M("reasoning", json.Of(level)))
	}
	if special, ok := options.Get("protocolOptions"); ok {
		protocol := h.Str("protocol")
		extension := []json.Member{json.M("protocol", json.Of(protocol))}
		if display := special.Str("thinkingDisplay"); display != "" {
			extension = append(extension, json.M("thinkingDisplay", json.Of(display)))
		}
		if choice, ok := special.Get("toolChoice"); ok {
			extension = append(extension, json.M("toolChoice", restoreChoice(protocol, choice)))
		}
		stream = append(stream, json.M("extension", json.OfObject(extension...)))
	}
	return json.OfObject(stream...)
}
