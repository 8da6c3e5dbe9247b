//! Documents of results, inline and external.

use super::content::{self, ordered};
use super::{closed, id, required, required_text};
use crate::json::{self, Numbers, Value};
use crate::refusal::{require, Judged, Refusal};
use crate::text;

const EXTERNAL: [&str; 8] = [
    "kind",
    "call_id",
    "payload_ref",
    "digest",
    "original_size",
    "preview",
    "is_error",
    "disposition",
];
const INLINE: [&str; 3] = ["kind", "call_id", "result"];
const RESULT: [&str; 4] = ["output", "durable_content", "is_error", "disposition"];

/// Reads a document (`external.document`), without an `is_error` that is false.
pub fn decode(document: &str) -> Judged<Value> {
    let value = json::read(document)?;
    judge(&value)?;
    Ok(normal(&value))
}

/// Judges a value as a document says it (`external.kind`, `external.member`, `external.required`, `external.type`,
/// `external.id`, `external.locator.form`, `external.digest`, `external.size`).
pub fn judge(value: &Value) -> Judged<()> {
    require(value.as_object().is_some(), "external.document")?;
    match value.get("kind").and_then(Value::as_str) {
        Some("external") => judge_external(value),
        Some("inline") => {
            closed(value, &INLINE)?;
            id(required(value, "call_id")?, "external.id")?;
            let result = required(value, "result")?;
            closed(result, &RESULT)?;
            required_text(result, "output")?;
            if let Some(content) = result.get("durable_content") {
                content::judge(content)?;
            }
            judge_ending(result)
        }
        _ => Err(Refusal::new("external.kind")),
    }
}

fn judge_external(value: &Value) -> Judged<()> {
    closed(value, &EXTERNAL)?;
    id(required(value, "call_id")?, "external.id")?;
    id(required(value, "payload_ref")?, "external.locator.form")?;
    let digest = required(value, "digest")?.as_str();
    require(digest.is_some_and(text::is_digest), "external.digest")?;
    let size = required(value, "original_size")?.as_str();
    require(
        size.and_then(text::canonical_decimal).is_some(),
        "external.size",
    )?;
    required_text(value, "preview")?;
    judge_ending(value)
}

/// Judges `is_error` and `disposition` (`external.is-error`, `external.disposition`).
fn judge_ending(value: &Value) -> Judged<()> {
    let is_error = value.get("is_error");
    require(
        matches!(is_error, None | Some(Value::Bool(_))),
        "external.type",
    )?;
    let disposition = value.get("disposition").and_then(Value::as_str);
    require(
        matches!(disposition, Some("recoverable" | "fatal")),
        "external.disposition",
    )
}

/// A judged result with its members in order, and an `is_error` only when it is true.
pub fn normal(value: &Value) -> Value {
    let said = |value: &Value, names: &[&str]| {
        let mut value = ordered(value, names);
        if let Value::Object(members) = &mut value {
            members.retain(|(n, v)| n != "is_error" || matches!(v, Value::Bool(true)));
        }
        value
    };
    if value.text("kind") == "external" {
        return said(value, &EXTERNAL);
    }
    let mut value = ordered(value, &INLINE);
    if let Value::Object(members) = &mut value {
        for (_, result) in members.iter_mut().filter(|(n, _)| n == "result") {
            *result = said(result, &RESULT);
            if let Value::Object(members) = result {
                for (_, content) in members.iter_mut().filter(|(n, _)| n == "durable_content") {
                    *content = content::in_order(content);
                }
            }
        }
    }
    value
}

/// Writes a result (`external.write.form`, `external.write.valid`, `external.write.once`).
pub fn encode(value: &Value) -> Judged<String> {
    judge(value)?;
    let mut out = String::new();
    json::write(&normal(value), Numbers::Canonical, &mut out);
    Ok(out)
}

/// The part of a judged result that holds `is_error` and `disposition`.
pub fn ending(value: &Value) -> &Value {
    value.get("result").unwrap_or(value)
}

/// An inline result.
pub fn inline(call_id: &str, output: &str, is_error: bool, disposition: &str) -> Value {
    Value::object([
        ("kind", Value::string("inline")),
        ("call_id", Value::string(call_id)),
        (
            "result",
            Value::object([
                ("output", Value::string(output)),
                ("is_error", Value::Bool(is_error)),
                ("disposition", Value::string(disposition)),
            ]),
        ),
    ])
}
