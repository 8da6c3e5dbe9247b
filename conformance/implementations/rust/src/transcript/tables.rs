//! The tables of the chapter *Entries and messages*.

use super::timestamp::Time;
use crate::json::{self, Value};
use crate::text::is_blank;

/// When a writer writes a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// Always, with the value that absence means if it is absent.
    Always,
    /// When it is present and other than the value that absence means.
    Set,
    /// When it is present.
    Present,
}

/// The type of a member.
#[derive(Clone, Copy)]
pub enum Type {
    /// A string.
    Text,
    /// A signed 64-bit integer.
    Integer,
    /// An unsigned 64-bit integer.
    Unsigned,
    /// Any number.
    Number,
    /// A boolean.
    Bool,
    /// Any value.
    Any,
    /// An object without a table.
    Free,
    /// An object with a table.
    Table(&'static Table),
    /// An array of objects with a table.
    Tables(&'static Table),
    /// An array of strings.
    Texts,
    /// An array of blocks of these types.
    Blocks(&'static [&'static str]),
    /// A message: its role says which table it follows.
    Message,
}

/// A rule about one member: its name, and when it is kept.
pub type Rule = (&'static str, fn(&Value) -> bool);

/// A row of a table.
pub struct Member {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub of: Type,
    /// Whether it must be there.
    pub required: bool,
    /// When it is written.
    pub written: Written,
    /// Its own rules, in order.
    pub rules: &'static [Rule],
}

/// The members of an object, in the order in which they are written.
pub struct Table {
    /// The rows.
    pub members: &'static [Member],
    /// Whether other members are refused (`entry.closed`).
    pub closed: bool,
}

impl Table {
    /// Whether the table names a member.
    pub fn names(&self, name: &str) -> bool {
        self.members.iter().any(|m| m.name == name)
    }
}

const fn row(name: &'static str, of: Type, written: Written) -> Member {
    Member {
        name,
        of,
        required: false,
        written,
        rules: &[],
    }
}

/// A member that is written always.
const fn always(name: &'static str, of: Type) -> Member {
    row(name, of, Written::Always)
}

/// A member that is written when it is set.
const fn set(name: &'static str, of: Type) -> Member {
    row(name, of, Written::Set)
}

/// A member that is written when it is present.
const fn present(name: &'static str, of: Type) -> Member {
    row(name, of, Written::Present)
}

/// A member that must be there, with its rules.
const fn required(name: &'static str, of: Type, rules: &'static [Rule]) -> Member {
    Member {
        name,
        of,
        required: true,
        written: Written::Always,
        rules,
    }
}

const fn open(members: &'static [Member]) -> Table {
    Table {
        members,
        closed: false,
    }
}

const fn closed(members: &'static [Member]) -> Table {
    Table {
        members,
        closed: true,
    }
}

fn not_empty(value: &Value) -> bool {
    value.as_str() != Some("")
}

fn not_blank(value: &Value) -> bool {
    !value.as_str().is_some_and(is_blank)
}

fn not_negative(value: &Value) -> bool {
    json::signed(value).is_ok_and(|n| n >= 0)
}

fn not_zero(value: &Value) -> bool {
    json::unsigned(value).is_ok_and(|n| n > 0)
}

fn is_time(value: &Value) -> bool {
    value.as_str().and_then(Time::parse).is_some()
}

fn has_date(value: &Value) -> bool {
    let time = value.as_str().and_then(Time::parse);
    time.is_some_and(|time| time.has_date())
}

fn not_zero_instant(value: &Value) -> bool {
    let time = value.as_str().and_then(Time::parse);
    time.is_some_and(|time| !time.is_zero())
}

fn is_known_type(value: &Value) -> bool {
    value.as_str().and_then(payload_member).is_some()
}

fn is_thinking_level(value: &Value) -> bool {
    matches!(
        value.as_str(),
        Some("" | "off" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max")
    )
}

/// The payload member of a type of entry, and the table of its object; none for an unknown type.
pub fn payload_member(kind: &str) -> Option<(&'static str, Type)> {
    Some(match kind {
        "message" => ("message", Type::Message),
        "tool_call" => ("toolCall", Type::Table(&TOOL_CALL)),
        "tool_outcome" => ("toolOutcome", Type::Table(&TOOL_OUTCOME)),
        "context" => ("context", Type::Table(&CONTEXT)),
        "compaction" => ("compaction", Type::Table(&COMPACTION)),
        "run/start" | "run/end" | "turn/start" | "turn/end" | "step/start" | "step/end" => {
            ("lifecycle", Type::Table(&LIFECYCLE))
        }
        "request/header" => ("requestHeader", Type::Table(&REQUEST_HEADER)),
        "plan/mode" => ("planMode", Type::Table(&PLAN_MODE)),
        _ => return None,
    })
}

/// The payload members of all types.
pub const PAYLOADS: [&str; 8] = [
    "message",
    "toolCall",
    "toolOutcome",
    "context",
    "compaction",
    "lifecycle",
    "requestHeader",
    "planMode",
];

/// The table of messages of a role.
pub fn message_table(role: &str) -> Option<&'static Table> {
    Some(match role {
        "user" => &USER,
        "assistant" => &ASSISTANT,
        "toolResult" => &TOOL_RESULT,
        _ => return None,
    })
}

/// The table of blocks of a type.
pub fn block_table(kind: &str) -> Option<&'static Table> {
    Some(match kind {
        "text" => &TEXT_BLOCK,
        "image" => &IMAGE_BLOCK,
        "thinking" => &THINKING_BLOCK,
        "toolCall" => &TOOL_CALL_BLOCK,
        _ => return None,
    })
}

use Type::{Any, Blocks, Bool, Free, Integer, Number, Tables, Text, Texts, Unsigned};

const SEQ: &[Rule] = &[("entry.seq.range", not_negative)];
const ID: &[Rule] = &[("entry.id.empty", not_empty)];
const TIMESTAMP: &[Rule] = &[
    ("entry.timestamp.form", is_time),
    ("entry.timestamp.date", has_date),
    ("entry.timestamp.zero", not_zero_instant),
];
const KNOWN_TYPE: &[Rule] = &[("entry.type.known", is_known_type)];

/// The envelope, but for the payload.
pub static ENVELOPE: Table = open(&[
    required("seq", Integer, SEQ),
    required("id", Text, ID),
    required("timestamp", Text, TIMESTAMP),
    required("type", Text, KNOWN_TYPE),
]);

static USER: Table = open(&[
    required("role", Text, &[]),
    always("content", Blocks(&["text", "image"])),
]);

static ASSISTANT: Table = open(&[
    required("role", Text, &[]),
    always("content", Blocks(&["text", "thinking", "toolCall"])),
    set("providerRequestId", Text),
    always("protocol", Text),
    always("provider", Text),
    always("model", Text),
    set("responseModel", Text),
    set("responseId", Text),
    always("usage", Type::Table(&USAGE)),
    always("stopReason", Text),
    set("errorMessage", Text),
    set("diagnostics", Tables(&DIAGNOSTIC)),
    always("timestamp", Integer),
]);

static TOOL_RESULT: Table = open(&[
    required("role", Text, &[]),
    always("toolCallId", Text),
    always("toolName", Text),
    always("content", Blocks(&["text", "image"])),
    always("isError", Bool),
]);

static TEXT_BLOCK: Table = open(&[
    required("type", Text, &[]),
    always("text", Text),
    set("textSignature", Text),
]);

static IMAGE_BLOCK: Table = open(&[
    required("type", Text, &[]),
    always("data", Text),
    always("mimeType", Text),
]);

static THINKING_BLOCK: Table = open(&[
    required("type", Text, &[]),
    always("thinking", Text),
    set("thinkingSignature", Text),
    set("redacted", Bool),
]);

static TOOL_CALL_BLOCK: Table = open(&[
    required("type", Text, &[]),
    always("id", Text),
    always("name", Text),
    always("arguments", Free),
    set("thoughtSignature", Text),
]);

static USAGE: Table = open(&[
    always("input", Integer),
    set("inputUnknown", Bool),
    always("output", Integer),
    always("cacheRead", Integer),
    always("cacheWrite", Integer),
    always("totalTokens", Integer),
    always("cost", Type::Table(&COST)),
]);

static COST: Table = open(&[
    always("input", Number),
    always("output", Number),
    always("cacheRead", Number),
    always("cacheWrite", Number),
    always("total", Number),
]);

static DIAGNOSTIC: Table = open(&[
    always("type", Text),
    always("timestamp", Integer),
    set("message", Text),
    present("details", Free),
]);

const DISPATCH: &[Rule] = &[("entry.tool-call.empty", not_empty)];

static TOOL_CALL: Table = open(&[
    required("toolCallId", Text, DISPATCH),
    required("toolName", Text, DISPATCH),
    required("arguments", Any, &[]),
]);

const OUTCOME: &[Rule] = &[("entry.tool-outcome.empty", not_empty)];

static TOOL_OUTCOME: Table = open(&[
    required("toolCallId", Text, OUTCOME),
    required("status", Text, OUTCOME),
    set("errorCode", Text),
    present("exitCode", Integer),
    set("dataKind", Text),
    present("data", Any),
]);

const CONTEXT_TEXT: &[Rule] = &[("entry.context.empty", not_empty)];

static CONTEXT: Table = open(&[
    required("attachmentId", Text, CONTEXT_TEXT),
    required("epoch", Unsigned, &[("entry.context.epoch", not_zero)]),
    required("kind", Text, CONTEXT_TEXT),
    required("placement", Text, CONTEXT_TEXT),
    set("path", Text),
    required("revision", Text, CONTEXT_TEXT),
    required("rendered", Text, CONTEXT_TEXT),
]);

const COMPACTION_TEXT: &[Rule] = &[("entry.compaction.empty", not_empty)];

/// The zero instant, which an absent `responseTimestamp` means.
pub const ZERO_TIME: &str = "0001-01-01T00:00:00Z";

static COMPACTION: Table = open(&[
    required("summary", Text, COMPACTION_TEXT),
    required("firstKeptEntryId", Text, COMPACTION_TEXT),
    always("tokensBefore", Integer),
    always("tokensAfter", Integer),
    set("readFiles", Texts),
    set("modifiedFiles", Texts),
    set("provider", Text),
    set("model", Text),
    set("responseModel", Text),
    set("responseId", Text),
    always("usage", Type::Table(&USAGE)),
    Member {
        name: "responseTimestamp",
        of: Text,
        required: false,
        written: Written::Always,
        rules: &[
            ("entry.timestamp.form", is_time),
            ("entry.timestamp.date", has_date),
        ],
    },
]);

static LIFECYCLE: Table = open(&[
    required("runId", Text, &[("entry.lifecycle.run", not_empty)]),
    set("turnId", Text),
    set("stepId", Text),
    set("status", Text),
    set("reason", Text),
]);

const REQUEST_TEXT: &[Rule] = &[("entry.request.blank", not_blank)];

static REQUEST_HEADER: Table = closed(&[
    required("providerRequestId", Text, REQUEST_TEXT),
    required("runId", Text, REQUEST_TEXT),
    required("turnId", Text, REQUEST_TEXT),
    required("stepId", Text, REQUEST_TEXT),
    required("provider", Text, REQUEST_TEXT),
    required("model", Text, REQUEST_TEXT),
    always("protocol", Text),
    Member {
        name: "thinkingLevel",
        of: Text,
        required: false,
        written: Written::Set,
        rules: &[("entry.request.thinking-level", is_thinking_level)],
    },
    set("systemPrompt", Text),
    set("tools", Tables(&TOOL)),
    always("options", Type::Table(&OPTIONS)),
    required("inputSeq", Integer, &[]),
    set("activeCompactionEntryId", Text),
    set("attachments", Tables(&ATTACHMENT)),
]);

static TOOL: Table = open(&[
    required("name", Text, &[("entry.request.tool-name", not_blank)]),
    always("description", Text),
    always("parameters", Any),
    present("strict", Bool),
]);

/// The options of a request header.
pub static OPTIONS: Table = closed(&[
    present("temperature", Number),
    Member {
        name: "maxTokens",
        of: Integer,
        required: false,
        written: Written::Set,
        rules: &[("entry.request.max-tokens", not_negative)],
    },
    present("protocolOptions", Type::Table(&PROTOCOL_OPTIONS)),
]);

static PROTOCOL_OPTIONS: Table = closed(&[
    set("thinkingDisplay", Text),
    present("toolChoice", Type::Table(&TOOL_CHOICE)),
]);

static TOOL_CHOICE: Table = closed(&[set("mode", Text), set("name", Text)]);

static ATTACHMENT: Table = closed(&[
    required(
        "attachmentId",
        Text,
        &[("entry.request.attachment-id", not_empty)],
    ),
    required("messageIndex", Integer, &[]),
]);

static PLAN_MODE: Table = open(&[always("active", Bool)]);
