//! Writing entries and logs (`entry.write.*`, `file.write.*`).

use std::collections::HashSet;

use super::entries;
use super::file::LINE_LIMIT;
use super::tables::{
    block_table, message_table, payload_member, Member, Table, Type, Written, ENVELOPE, ZERO_TIME,
};
use crate::json::{self, Numbers, Value};
use crate::refusal::{require, Judged};

/// Writes an entry as its canonical line, with its line feed (`entry.write.valid`, `file.write.line`,
/// `file.write.limit`).
pub fn encode_entry(entry: &Value) -> Judged<String> {
    entries::judge(entry)?;
    let mut out = String::new();
    write_entry(entry, &mut out);
    out.push('\n');
    require(out.len() <= LINE_LIMIT, "file.line.limit")?;
    Ok(out)
}

/// Writes a new log (`file.write.header`, `file.write.sequence`).
pub fn encode_log(entries: &[Value], records: Option<&Value>) -> Judged<String> {
    let mut out = String::from("{\"type\":\"session\",\"version\":8");
    if let Some(records) = records {
        super::file::judge_records(records)?;
        out.push_str(",\"records\":");
        json::write(records, Numbers::Canonical, &mut out);
    }
    out.push_str("}\n");
    let mut ids = HashSet::new();
    for (position, entry) in entries.iter().enumerate() {
        out.push_str(&encode_entry(entry)?);
        let follows = usize::try_from(entries::seq(entry)) == Ok(position);
        require(follows, "entry.seq.position")?;
        require(ids.insert(entry.text("id")), "entry.id.unique")?;
    }
    Ok(out)
}

/// Separates members by commas.
struct Members<'a> {
    out: &'a mut String,
    first: bool,
}

impl<'a> Members<'a> {
    fn open(out: &'a mut String) -> Self {
        out.push('{');
        Members { out, first: true }
    }

    fn name(&mut self, name: &str) -> &mut String {
        if !self.first {
            self.out.push(',');
        }
        self.first = false;
        json::write_string(name, self.out);
        self.out.push(':');
        self.out
    }

    fn close(self) {
        self.out.push('}');
    }
}

fn write_entry(entry: &Value, out: &mut String) {
    let payload = payload_member(entry.text("type"));
    let mut members = Members::open(out);
    write_rows(&ENVELOPE, entry, &mut members);
    if let Some((own, of)) = payload {
        if let Some(value) = entry.get(own) {
            write_value(of, value, members.name(own));
        }
    }
    let own = payload.map_or("", |(own, _)| own);
    for (name, value) in entry.as_object().unwrap_or(&[]) {
        if name != own && !ENVELOPE.names(name) {
            write_free(value, members.name(name));
        }
    }
    members.close();
}

fn write_rows(table: &Table, object: &Value, members: &mut Members) {
    for member in table.members {
        let value = object.get(member.name);
        let write = match member.written {
            Written::Always => true,
            Written::Set => value.is_some_and(is_set),
            Written::Present => value.is_some(),
        };
        if write {
            let out = members.name(member.name);
            match value {
                Some(value) => write_value(member.of, value, out),
                None => write_absent(member, out),
            }
        }
    }
}

/// Writes an object in the order of its table, and behind it what the table does not name (`entry.write.order`).
fn write_table(table: &Table, object: &Value, out: &mut String) {
    let mut members = Members::open(out);
    write_rows(table, object, &mut members);
    for (name, value) in object.as_object().unwrap_or(&[]) {
        if !table.names(name) {
            write_free(value, members.name(name));
        }
    }
    members.close();
}

/// Whether a value is other than the one that absence means (`entry.write.members`).
fn is_set(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(value) => *value,
        Value::Number(spelling) => spelling != "0",
        Value::String(text) => !text.is_empty(),
        Value::Array(elements) => !elements.is_empty(),
        Value::Object(_) => true,
    }
}

/// Writes the value that absence means.
fn write_absent(member: &Member, out: &mut String) {
    match member.of {
        Type::Text if member.name == "responseTimestamp" => json::write_string(ZERO_TIME, out),
        Type::Text => out.push_str("\"\""),
        Type::Integer | Type::Unsigned | Type::Number => out.push('0'),
        Type::Bool => out.push_str("false"),
        Type::Any => out.push_str("null"),
        Type::Tables(_) | Type::Texts | Type::Blocks(_) => out.push_str("[]"),
        Type::Table(table) => write_table(table, &Value::Null, out),
        Type::Free | Type::Message => out.push_str("{}"),
    }
}

fn write_free(value: &Value, out: &mut String) {
    json::write(value, Numbers::Canonical, out);
}

fn write_elements(value: &Value, out: &mut String, mut write: impl FnMut(&Value, &mut String)) {
    out.push('[');
    for (i, element) in value.as_array().unwrap_or(&[]).iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        write(element, out);
    }
    out.push(']');
}

fn write_value(of: Type, value: &Value, out: &mut String) {
    let by_table = |table: Option<&Table>, value: &Value, out: &mut String| match table {
        Some(table) => write_table(table, value, out),
        None => write_free(value, out),
    };
    match of {
        Type::Table(table) => write_table(table, value, out),
        Type::Tables(table) => write_elements(value, out, |v, out| write_table(table, v, out)),
        Type::Blocks(_) => write_elements(value, out, |block, out| {
            by_table(block_table(block.text("type")), block, out);
        }),
        Type::Message => by_table(message_table(value.text("role")), value, out),
        _ => write_free(value, out),
    }
}
