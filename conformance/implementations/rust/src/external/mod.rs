//! External results (chapter *External results*).

pub mod body;
pub mod content;
pub mod payload;
pub mod policy;

use crate::json::Value;
use crate::refusal::{require, Judged, Refusal};
use crate::text::is_control;

/// Judges an id: a text of 1 to 256 bytes without control characters.
fn id<'a>(value: &'a Value, rule: &'static str) -> Judged<&'a str> {
    let id = value.as_str().ok_or(Refusal::new(rule))?;
    let right = (1..=256).contains(&id.len()) && !id.contains(is_control);
    require(right, rule)?;
    Ok(id)
}

/// Refuses members that a table does not name (`external.member`).
fn closed(value: &Value, names: &[&str]) -> Judged<()> {
    let members = value.as_object().ok_or(Refusal::new("external.type"))?;
    let known = members.iter().all(|(n, _)| names.contains(&n.as_str()));
    require(known, "external.member")
}

/// A member that must be there (`external.required`).
fn required<'a>(value: &'a Value, name: &str) -> Judged<&'a Value> {
    value.get(name).ok_or(Refusal::new("external.required"))
}

/// A text that must be there (`external.required`, `external.type`).
fn required_text<'a>(value: &'a Value, name: &str) -> Judged<&'a str> {
    let text = required(value, name)?.as_str();
    text.ok_or(Refusal::new("external.type"))
}
