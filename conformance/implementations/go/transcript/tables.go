package transcript

import (
	"toolwire.dev/go/json"
	"toolwire.dev/go/text"
)

func refuseIf(rule string, is func(v json.Value) bool) func(v json.Value) error {
	refusal := text.Refuse(rule)
	return func(v json.Value) error {
		if is(v) {
			return refusal
		}
		return nil
	}
}

func isEmpty(v json.Value) bool { return v.Text == "" }

func isBlank(v json.Value) bool { return text.IsBlank(v.Text) }

func notEmpty(name, rule string) member {
	return member{name: name, required: true, check: refuseIf(rule, isEmpty)}
}

func notBlank(name, rule string) member {
	return member{name: name, required: true, check: refuseIf(rule, isBlank)}
}

func str(name string, w written) member { return member{name: name, written: w} }

func integer(name string, w written) member { return member{name: name, shape: anInteger, written: w} }

func boolean(name string, w written) member { return member{name: name, shape: aBoolean, written: w} }

func number(name string, w written) member { return member{name: name, shape: aNumber, written: w} }

// Tables of messages. Whether a message has the right role is judged before its table is used.
var (
	blockTables = map[string]*table{
		"text":     newTable(false, requiredString("type"), str("text", always), str("textSignature", whenSet)),
		"image":    newTable(false, requiredString("type"), str("data", always), str("mimeType", always)),
		"thinking": newTable(false, requiredString("type"), str("thinking", always), str("thinkingSignature", whenSet), boolean("redacted", whenSet)),
		"toolCall": newTable(false, requiredString("type"), str("id", always), str("name", always),
			member{name: "arguments", shape: anObject}, str("thoughtSignature", whenSet)),
	}
	costTable = newTable(false, number("input", always), number("output", always), number("cacheRead", always),
		number("cacheWrite", always), number("total", always))
	usageTable = newTable(false, integer("input", always), boolean("inputUnknown", whenSet), integer("output", always),
		integer("cacheRead", always), integer("cacheWrite", always), integer("totalTokens", always),
		member{name: "cost", shape: anObject, table: costTable})
	diagnosticTable = newTable(false, str("type", always), integer("timestamp", always), str("message", whenSet),
		member{name: "details", shape: anObject, written: whenPresent})
	messageTables = map[string]*table{
		"user": newTable(false, requiredString("role"), content("text", "image")),
		"assistant": newTable(false, requiredString("role"), content("text", "thinking", "toolCall"), str("providerRequestId", whenSet),
			str("protocol", always), str("provider", always), str("model", always), str("responseModel", whenSet),
			str("responseId", whenSet), member{name: "usage", shape: anObject, table: usageTable}, str("stopReason", always),
			str("errorMessage", whenSet),
			member{name: "diagnostics", shape: objects, table: diagnosticTable, written: whenSet}, integer("timestamp", always)),
		"toolResult": newTable(false, requiredString("role"), str("toolCallId", always), str("toolName", always), content("text", "image"),
			boolean("isError", always)),
	}
)

func requiredString(name string) member { return member{name: name, required: true} }

// content is an array of blocks: entry.block.type, entry.block.role.
func content(types ...string) member {
	return member{name: "content", shape: blocks, union: func(v json.Value) error {
		kind, ok := v.Get("type")
		switch {
		case !ok:
			return errRequired
		case kind.Kind != json.String:
			return errType
		}
		t := blockTables[kind.Text]
		if t == nil {
			return text.Refuse("entry.block.type")
		}
		for _, allowed := range types {
			if allowed == kind.Text {
				return t.judge(v)
			}
		}
		return text.Refuse("entry.block.role")
	}}
}

// Tables of the other payloads.
var (
	toolCallTable = newTable(false, notEmpty("toolCallId", "entry.tool-call.empty"), notEmpty("toolName", "entry.tool-call.empty"),
		member{name: "arguments", shape: anything, required: true})
	toolOutcomeTable = newTable(false, notEmpty("toolCallId", "entry.tool-outcome.empty"), notEmpty("status", "entry.tool-outcome.empty"),
		str("errorCode", whenSet), integer("exitCode", whenPresent), str("dataKind", whenSet),
		member{name: "data", shape: anything, written: whenPresent})
	contextTable = newTable(false, notEmpty("attachmentId", "entry.context.empty"),
		member{name: "epoch", shape: anUnsigned, required: true, check: refuseIf("entry.context.epoch", func(v json.Value) bool { return v.Text == "0" })},
		notEmpty("kind", "entry.context.empty"), notEmpty("placement", "entry.context.empty"), str("path", whenSet),
		notEmpty("revision", "entry.context.empty"), notEmpty("rendered", "entry.context.empty"))
	compactionTable = newTable(false, notEmpty("summary", "entry.compaction.empty"), notEmpty("firstKeptEntryId", "entry.compaction.empty"),
		integer("tokensBefore", always), integer("tokensAfter", always),
		member{name: "readFiles", shape: strings_, written: whenSet}, member{name: "modifiedFiles", shape: strings_, written: whenSet},
		str("provider", whenSet), str("model", whenSet), str("responseModel", whenSet), str("responseId", whenSet),
		member{name: "usage", shape: anObject, table: usageTable},
		member{name: "responseTimestamp", absent: `"0001-01-01T00:00:00Z"`, check: func(v json.Value) error { return checkTime(v.Text) }})
	lifecycleTable = newTable(false, notEmpty("runId", "entry.lifecycle.run"), str("turnId", whenSet), str("stepId", whenSet),
		str("status", whenSet), str("reason", whenSet))
	planModeTable = newTable(false, boolean("active", always))

	toolTable = newTable(false, notBlank("name", "entry.request.tool-name"), str("description", always),
		member{name: "parameters", shape: anything}, boolean("strict", whenPresent))
	toolChoiceTable      = newTable(true, str("mode", whenSet), str("name", whenSet))
	protocolOptionsTable = newTable(true, str("thinkingDisplay", whenSet),
		member{name: "toolChoice", shape: anObject, table: toolChoiceTable, written: whenPresent})
	optionsTable = newTable(true, number("temperature", whenPresent),
		member{name: "maxTokens", shape: anInteger, written: whenSet,
			check: refuseIf("entry.request.max-tokens", func(v json.Value) bool { return v.Text[0] == '-' })},
		member{name: "protocolOptions", shape: anObject, table: protocolOptionsTable, written: whenPresent})
	requestAttachmentTable = newTable(true, notEmpty("attachmentId", "entry.request.attachment-id"),
		member{name: "messageIndex", shape: anInteger, required: true})
	requestHeaderTable = newTable(true, notBlank("providerRequestId", "entry.request.blank"), notBlank("runId", "entry.request.blank"),
		notBlank("turnId", "entry.request.blank"), notBlank("stepId", "entry.request.blank"), notBlank("provider", "entry.request.blank"),
		notBlank("model", "entry.request.blank"), str("protocol", always),
		member{name: "thinkingLevel", written: whenSet, check: refuseIf("entry.request.thinking-level", func(v json.Value) bool {
			switch v.Text {
			case "", "off", "minimal", "low", "medium", "high", "xhigh", "max":
				return false
			}
			return true
		})},
		str("systemPrompt", whenSet), member{name: "tools", shape: objects, table: toolTable, written: whenSet},
		member{name: "options", shape: anObject, table: optionsTable},
		member{name: "inputSeq", shape: anInteger, required: true}, str("activeCompactionEntryId", whenSet),
		member{name: "attachments", shape: objects, table: requestAttachmentTable, written: whenSet})
)
