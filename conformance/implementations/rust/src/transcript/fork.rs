//! Forks: a new log that begins as another one (chapter *Fork*).

use super::context;
use super::entries::payload;
use super::file::{Entry, Log};
use super::session::validate;
use super::write::encode_entry;
use crate::json::Value;
use crate::refusal::{require, Judged, Refusal};
use crate::text::{is_blank, is_listed_white_space};

/// What a fork is made of.
pub struct Request<'a> {
    /// The message at which it is made.
    pub message_id: &'a str,
    /// `before_user` or `after_assistant`.
    pub mode: &'a str,
    /// The text that replaces that of the message.
    pub replacement_text: &'a str,
    /// The id of the new entry.
    pub id: Option<&'a Value>,
    /// The time of the fork.
    pub now: &'a Value,
}

fn has_call(message: &Value) -> bool {
    let mut blocks = message.list("content").iter();
    blocks.any(|block| block.text("type") == "toolCall")
}

/// Whether a message is a completed answer.
fn is_completed_answer(message: &Value) -> bool {
    message.text("role") == "assistant"
        && !has_call(message)
        && matches!(
            message.text("stopReason"),
            "stop" | "length" | "error" | "aborted"
        )
}

fn is_message(entry: &Entry) -> bool {
    entry.value.text("type") == "message"
}

/// Forks a log (`fork.valid`, `fork.mode`, `fork.message`, `fork.lines`). There is nothing if an id is due and none
/// was given.
pub fn fork(bytes: &[u8], request: &Request) -> Judged<Option<String>> {
    let (log, _) = validate(bytes)?;
    let before = match request.mode {
        "before_user" => true,
        "after_assistant" => false,
        _ => return Err(Refusal::new("fork.mode")),
    };
    let position = log
        .entries
        .iter()
        .position(|entry| is_message(entry) && entry.value.text("id") == request.message_id)
        .ok_or(Refusal::new("fork.message"))?;
    let (kept, new) = if before {
        judge_before(&log, position)?;
        let message = new_message(
            payload(&log.entries[position].value),
            request.replacement_text,
        )?;
        let Some(id) = request.id else {
            return Ok(None);
        };
        let entry = Value::object([
            ("seq", Value::integer(position as i128)),
            ("id", id.clone()),
            ("timestamp", request.now.clone()),
            ("type", Value::string("message")),
            ("message", message),
        ]);
        (position, Some(entry))
    } else {
        let answer = is_completed_answer(payload(&log.entries[position].value));
        require(answer, "fork.after.answer")?;
        (after_cut(&log, position), None)
    };
    let kept = &log.entries[..kept];
    let mut out = String::new();
    let lines = log
        .header
        .iter()
        .chain(kept.iter().map(|entry| &entry.line));
    for line in lines {
        out.push_str(std::str::from_utf8(&bytes[line.clone()]).unwrap_or(""));
    }
    if let Some(entry) = &new {
        // `fork.before.envelope`
        out.push_str(&encode_entry(entry)?);
        let id = entry.text("id");
        let used = kept.iter().any(|entry| entry.value.text("id") == id);
        require(!used, "entry.id.unique")?;
    }
    let context = context::build(kept.iter().map(|entry| &entry.value));
    let without_call =
        |message: &Value| message.text("stopReason") == "toolUse" && !has_call(message);
    let wrong = context
        .messages
        .iter()
        .any(|message| message.text("role") == "assistant" && without_call(message));
    require(!wrong, "fork.context")?;
    Ok(Some(out))
}

/// Judges a message before which a fork is made (`fork.before.answer`, `fork.before.user`).
fn judge_before(log: &Log, position: usize) -> Judged<()> {
    let last = log.entries[..position].iter().rev().find(|e| is_message(e));
    let answered = last.is_none_or(|entry| is_completed_answer(payload(&entry.value)));
    require(answered, "fork.before.answer")?;
    let message = payload(&log.entries[position].value);
    require(message.text("role") == "user", "fork.before.user")
}

/// The message that replaces another one (`fork.before.text`, `fork.before.empty`).
fn new_message(old: &Value, replacement: &str) -> Judged<Value> {
    let text = replacement.trim_matches(is_listed_white_space);
    let new = Value::object([
        ("type", Value::string("text")),
        ("text", Value::string(text)),
    ]);
    let mut blocks = old.list("content").to_vec();
    match blocks.iter_mut().find(|block| block.text("type") == "text") {
        Some(block) => *block = new,
        None => blocks.insert(0, new),
    }
    let says_something = |block: &Value| match block.text("type") {
        "text" => !is_blank(block.text("text")),
        _ => !block.text("data").is_empty(),
    };
    require(blocks.iter().any(says_something), "fork.before.empty")?;
    Ok(Value::object([
        ("role", Value::string("user")),
        ("content", Value::Array(blocks)),
    ]))
}

/// How many entries are kept behind an answer (`fork.after.cut`).
fn after_cut(log: &Log, position: usize) -> usize {
    let behind = &log.entries[position + 1..];
    let kinds = behind.iter().take(3).map(|entry| entry.value.text("type"));
    let ends = kinds.eq(["step/end", "turn/end", "run/end"]);
    if ends && payload(&behind[2].value).text("status") == "completed" {
        position + 4
    } else {
        position + 1
    }
}
