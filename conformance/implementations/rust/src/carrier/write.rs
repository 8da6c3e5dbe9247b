//! Writing, rebuilding and guarding carriers.

use super::prompt::{is_prompt_carrier, TOKEN};
use super::{classify, Attachment, Kind, Shape};
use crate::json::{self, Value};
use crate::refusal::{require, Judged, Refusal};
use crate::text::is_control;

/// Judges an attachment that is to be written (`carrier.write.kind`, `carrier.write.target`).
pub fn attachment(value: &Value) -> Judged<Attachment> {
    let kind = value.get("kind").and_then(Value::as_str);
    let kind = kind.and_then(Kind::named);
    let kind = kind.ok_or(Refusal::new("carrier.write.kind"))?;
    let target = value.get("target").and_then(Value::as_str).unwrap_or("");
    let forbidden = |c| is_control(c) || c == '\u{2028}' || c == '\u{2029}';
    let right = !target.is_empty() && !target.contains(forbidden);
    require(right, "carrier.write.target")?;
    Ok(Attachment {
        kind,
        target: target.to_owned(),
    })
}

/// Judges a list of attachments.
pub fn attachments(values: &[Value]) -> Judged<Vec<Attachment>> {
    values.iter().map(attachment).collect()
}

/// Writes a marker, without its line end (`carrier.write.marker`).
pub fn marker_line(attachment: &Attachment) -> String {
    format!("[{}:{}]", attachment.kind.marker(), attachment.target)
}

/// Writes a prompt carrier (`carrier.write.prompt`, `carrier.write.count`).
pub fn prompt(text: &str, attachments: &[Attachment]) -> String {
    let mut out = format!("{TOKEN}\n[Tool attachments: {}]\n", attachments.len());
    for attachment in attachments {
        out.push_str(&marker_line(attachment));
        out.push('\n');
    }
    out.push_str(text);
    out
}

/// Writes the array of attachments (`carrier.write.native`, `carrier.write.declares`).
pub fn native_attachments(attachments: &[Attachment]) -> Value {
    Value::Array(attachments.iter().map(Attachment::to_value).collect())
}

/// Writes an envelope (`carrier.write.native`, `carrier.write.call-id`).
pub fn native(call_id: &Value, text: &str, attachments: &[Attachment]) -> Judged<String> {
    require(
        matches!(call_id, Value::String(_) | Value::Null),
        "carrier.write.call-id",
    )?;
    let envelope = Value::object([
        ("attachments", native_attachments(attachments)),
        ("content", Value::string(text)),
        ("tool_call_id", call_id.clone()),
    ]);
    Ok(written(&envelope))
}

fn written(value: &Value) -> String {
    let mut out = String::new();
    json::write(value, json::Numbers::Kept, &mut out);
    out
}

/// Rebuilds a declared carrier with other attachments and, if one is given, another text (`carrier.rebuild.*`).
pub fn rebuild(
    role: &str,
    content: &str,
    text: Option<&str>,
    attachments: &[Value],
) -> Judged<String> {
    let parts = classify(role, content).filter(|parts| parts.declared());
    let parts = parts.ok_or(Refusal::new("carrier.rebuild.declared"))?;
    let attachments = self::attachments(attachments)?;
    let text = text.unwrap_or(&parts.text);
    match parts.shape {
        Shape::Prompt => Ok(prompt(text, &attachments)),
        Shape::Native => rebuild_native(content, text, &attachments),
    }
}

/// Replaces two values and leaves every other byte as it is (`carrier.rebuild.native`).
fn rebuild_native(content: &str, text: &str, attachments: &[Attachment]) -> Judged<String> {
    let first = json::read_first(content)?;
    let members = first.value.as_object().unwrap_or(&[]);
    let mut out = String::with_capacity(content.len());
    let mut at = 0;
    for ((name, _), (begin, end)) in members.iter().zip(&first.spans) {
        let value = match name.as_str() {
            "content" => Value::string(text),
            "attachments" => native_attachments(attachments),
            _ => continue,
        };
        out.push_str(&content[at..*begin]);
        out.push_str(&written(&value));
        at = *end;
    }
    out.push_str(&content[at..]);
    Ok(out)
}

/// Guards a text of a user (`carrier.ingress.user`, `carrier.ingress.guard`, `carrier.ingress.pass`).
pub fn guard_user_text(text: &str) -> String {
    if is_prompt_carrier(text) {
        format!("[User text]\n{text}")
    } else {
        text.to_owned()
    }
}
