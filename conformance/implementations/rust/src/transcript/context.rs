//! Model context: what the model is sent of a session (chapter *Model context*).

use super::entries::{payload, seq};
use super::session::validate;
use crate::json::Value;
use crate::refusal::Judged;

/// The view of a log.
#[derive(Clone, Debug)]
pub struct Context {
    /// The messages.
    pub messages: Vec<Value>,
    /// The boundary.
    pub active_compaction: Option<String>,
    /// Its first kept entry.
    pub first_kept: Option<String>,
    /// The last entry that was looked at, or -1.
    pub as_of: i64,
}

/// A user message of one text block.
pub fn user_message(text: &str) -> Value {
    let block = Value::object([
        ("type", Value::string("text")),
        ("text", Value::string(text)),
    ]);
    Value::object([
        ("role", Value::string("user")),
        ("content", Value::Array(vec![block])),
    ])
}

/// The context of entries that validate (`context.messages`, `context.boundary`, `context.summary`,
/// `context.verbatim`, `context.others`, `context.as-of`).
pub fn build<'a>(entries: impl DoubleEndedIterator<Item = &'a Value> + Clone) -> Context {
    let last = entries.clone().next_back();
    let boundary = entries
        .clone()
        .rev()
        .find(|entry| entry.text("type") == "compaction");
    let first_kept = boundary.map(|entry| payload(entry).text("firstKeptEntryId"));
    let mut messages = Vec::new();
    if let Some(entry) = boundary {
        let summary = payload(entry).text("summary");
        messages.push(user_message(&format!(
            "The conversation before this point was replaced by this summary:\n\n\
             <summary>\n{summary}\n</summary>"
        )));
    }
    let mut kept = first_kept.is_none();
    for entry in entries {
        kept = kept || first_kept == Some(entry.text("id"));
        if kept && entry.text("type") == "message" {
            messages.push(payload(entry).clone());
        }
    }
    Context {
        messages,
        active_compaction: boundary.map(|entry| entry.text("id").to_owned()),
        first_kept: first_kept.map(str::to_owned),
        as_of: last.map_or(-1, seq),
    }
}

/// The context of a log (`context.valid`).
pub fn of_log(bytes: &[u8]) -> Judged<Context> {
    let (log, _) = validate(bytes)?;
    Ok(build(log.entries.iter().map(|entry| &entry.value)))
}
