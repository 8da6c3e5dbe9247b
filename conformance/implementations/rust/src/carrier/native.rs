//! Native carriers: messages of role `tool`.

use super::{Attachment, Kind, Parts, Reason, Shape};
use crate::json::{self, Value};

/// Reads the content of a native carrier (`carrier.native.*`).
pub fn parse(content: &str) -> Parts {
    match json::read(content) {
        Ok(value) => parts(&value, content),
        Err(_) => Parts::legacy(Shape::Native, Reason::NotJson, content),
    }
}

fn parts(value: &Value, content: &str) -> Parts {
    let text = value.get("content").and_then(Value::as_str);
    let call_id = value.get("tool_call_id");
    let (Some(text), Some(Value::String(_) | Value::Null)) = (text, call_id) else {
        return Parts::legacy(Shape::Native, Reason::NotEnvelope, content);
    };
    match value.get("attachments") {
        None => Parts::legacy(Shape::Native, Reason::NoAttachments, text),
        Some(Value::Array(items)) => {
            let attachments: Vec<_> = items.iter().filter_map(item).collect();
            Parts {
                shape: Shape::Native,
                reason: None,
                skipped: items.len() - attachments.len(),
                attachments,
                text: text.to_owned(),
            }
        }
        Some(_) => Parts::legacy(Shape::Native, Reason::AttachmentsNotArray, text),
    }
}

/// Reads an item of `attachments` (`carrier.native.item`, `carrier.native.item-members`).
fn item(value: &Value) -> Option<Attachment> {
    let kind = Kind::named(value.get("kind")?.as_str()?)?;
    let target = value.get("target")?.as_str()?;
    if target.is_empty() || target.contains('\n') {
        return None;
    }
    Some(Attachment {
        kind,
        target: target.to_owned(),
    })
}

/// The parser alone, which knows no role (`carrier.native.alone`).
pub fn parse_alone(content: &str) -> Option<Parts> {
    let parts = parse(content);
    let raw = matches!(parts.reason, Some(Reason::NotJson | Reason::NotEnvelope));
    (!raw).then_some(parts)
}

/// Reads a value as `attachments` alone (`carrier.native.value`, `carrier.native.skip`).
pub fn attachments(value: Option<&Value>) -> Option<Vec<Attachment>> {
    Some(value?.as_array()?.iter().filter_map(item).collect())
}
