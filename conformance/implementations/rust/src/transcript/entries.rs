//! Reading entries (chapter *Entries and messages*): which are refused, and by which rule first
//! (`entry.first-fault`).

use super::request_rules;
use super::tables::{block_table, message_table, payload_member, Table, Type, ENVELOPE, PAYLOADS};
use crate::json::{self, Value};
use crate::refusal::{require, Judged, Refusal};
use crate::text;

/// Reads a line, with or without its line feed, as an entry (`file.line.text`).
pub fn decode(line: &str) -> Judged<Value> {
    let entry = json::read(line.strip_suffix('\n').unwrap_or(line))?;
    judge(&entry)?;
    Ok(entry)
}

/// Whether bytes are one entry, JSON white space aside.
pub fn is_entry(bytes: &[u8]) -> Option<Value> {
    let entry = json::read(text::decode(bytes).ok()?).ok()?;
    judge(&entry).ok()?;
    Some(entry)
}

/// Judges an entry (`entry.object`, `entry.payload.own`, `entry.payload.foreign` and all that is inside).
pub fn judge(entry: &Value) -> Judged<()> {
    let members = entry.as_object().ok_or(Refusal::new("entry.object"))?;
    judge_members(&ENVELOPE, entry)?;
    let kind = entry.text("type");
    let (own, of) = payload_member(kind).ok_or(Refusal::new("entry.type.known"))?;
    let payload = entry.get(own).ok_or(Refusal::new("entry.payload.own"))?;
    let is_foreign = |name: &str| name != own && PAYLOADS.contains(&name);
    require(
        !members.iter().any(|(name, _)| is_foreign(name)),
        "entry.payload.foreign",
    )?;
    judge_value(of, payload)?;
    match own {
        "lifecycle" => judge_lifecycle(kind, payload),
        "requestHeader" => {
            let seq = entry.get("seq").map_or(Ok(0), json::signed)?;
            request_rules::judge(payload, seq)
        }
        _ => Ok(()),
    }
}

/// The payload of a judged entry.
pub fn payload(entry: &Value) -> &Value {
    payload_member(entry.text("type"))
        .and_then(|(name, _)| entry.get(name))
        .unwrap_or(&Value::Null)
}

/// The `seq` of a judged entry.
pub fn seq(entry: &Value) -> i64 {
    entry.get("seq").map_or(0, |v| json::signed(v).unwrap_or(0))
}

/// Judges an object by its table (`entry.closed`, `entry.member.required`, `entry.member.unknown`).
pub(super) fn judge_members(table: &Table, object: &Value) -> Judged<()> {
    if table.closed {
        let members = object.as_object().unwrap_or(&[]);
        let known = members.iter().all(|(name, _)| table.names(name));
        require(known, "entry.closed")?;
    }
    for member in table.members {
        match object.get(member.name) {
            None => require(!member.required, "entry.member.required")?,
            Some(value) => {
                judge_value(member.of, value)?;
                for (rule, holds) in member.rules {
                    require(holds(value), rule)?;
                }
            }
        }
    }
    Ok(())
}

/// Judges a value by its type, with all that is inside (`entry.member.type`).
fn judge_value(of: Type, value: &Value) -> Judged<()> {
    let wrong = Refusal::new("entry.member.type");
    let right = match of {
        Type::Integer => return json::signed(value).map(|_| ()),
        Type::Unsigned => return json::unsigned(value).map(|_| ()),
        Type::Any => true,
        Type::Text => matches!(value, Value::String(_)),
        Type::Number => matches!(value, Value::Number(_)),
        Type::Bool => matches!(value, Value::Bool(_)),
        Type::Free => matches!(value, Value::Object(_)),
        Type::Table(table) => {
            require(value.as_object().is_some(), wrong.rule)?;
            return judge_members(table, value);
        }
        Type::Tables(table) => {
            for element in value.as_array().ok_or(wrong)? {
                judge_value(Type::Table(table), element)?;
            }
            true
        }
        Type::Texts => {
            let elements = value.as_array().ok_or(wrong)?;
            elements.iter().all(|e| e.as_str().is_some())
        }
        Type::Blocks(allowed) => {
            for block in value.as_array().ok_or(wrong)? {
                judge_block(allowed, block)?;
            }
            true
        }
        Type::Message => {
            let role = required_text(value, "role")?;
            let table = message_table(role).ok_or(Refusal::new("entry.message.role"))?;
            return judge_members(table, value);
        }
    };
    require(right, wrong.rule)
}

/// The text that says which table an object follows.
fn required_text<'a>(object: &'a Value, name: &str) -> Judged<&'a str> {
    require(object.as_object().is_some(), "entry.member.type")?;
    let value = object.get(name);
    let value = value.ok_or(Refusal::new("entry.member.required"))?;
    value.as_str().ok_or(Refusal::new("entry.member.type"))
}

/// Judges a block (`entry.block.type`, `entry.block.role`).
fn judge_block(allowed: &[&str], block: &Value) -> Judged<()> {
    let kind = required_text(block, "type")?;
    let table = block_table(kind).ok_or(Refusal::new("entry.block.type"))?;
    require(allowed.contains(&kind), "entry.block.role")?;
    judge_members(table, block)
}

/// The rules about several members of a lifecycle (`entry.lifecycle.*`).
fn judge_lifecycle(kind: &str, lifecycle: &Value) -> Judged<()> {
    let has = |name: &str| !lifecycle.text(name).is_empty();
    let (scope, edge) = kind.split_once('/').unwrap_or((kind, ""));
    match scope {
        "run" => require(!has("turnId") && !has("stepId"), "entry.lifecycle.run-only")?,
        "turn" => require(has("turnId") && !has("stepId"), "entry.lifecycle.turn")?,
        _ => require(has("turnId") && has("stepId"), "entry.lifecycle.step")?,
    }
    if edge == "start" {
        return require(!has("status") && !has("reason"), "entry.lifecycle.start");
    }
    let known = matches!(
        lifecycle.text("status"),
        "completed" | "failed" | "cancelled" | "interrupted"
    );
    require(known, "entry.lifecycle.end")
}
