//! Transcript files: lines, header, versions (chapter *Transcript file*).

use std::collections::HashSet;
use std::ops::Range;

use super::entries;
use crate::json::{self, Value};
use crate::refusal::{require, Judged, Refusal};

/// How many bytes a line may have, its line feed included (`file.line.limit`).
pub const LINE_LIMIT: usize = 16_777_216;

/// A log that loads.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// Where the header's line is; none in an empty log.
    pub header: Option<Range<usize>>,
    /// Whether the log records dispatches (`recovery.records`).
    pub records_dispatch: bool,
    /// The entries, each with its line.
    pub entries: Vec<Entry>,
    /// The bytes before the tail.
    pub committed: usize,
    /// The bytes of the tail (`file.tail`).
    pub tail: usize,
}

/// An entry of a log.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Where its line is.
    pub line: Range<usize>,
    /// What it says.
    pub value: Value,
}

/// The ranges of the lines of a log, each with its line feed (`file.line.end`); the tail is no line.
pub fn lines(bytes: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let feed = bytes[at..].iter().position(|b| *b == b'\n')?;
        let line = at..at + feed + 1;
        at = line.end;
        Some(line)
    })
}

/// Whether bytes of a line are blank (`file.line.blank`).
pub fn is_blank(bytes: &[u8]) -> bool {
    let blank = |b: &u8| matches!(b, b' ' | b'\t' | b'\r' | b'\n');
    bytes.iter().all(blank)
}

/// Judges a header that is JSON, in the order of its rules (`file.legacy.bare`, `file.header.*`).
pub fn judge_header(header: &Value) -> Judged<()> {
    let kind = header.get("type");
    let role = header.get("role").and_then(Value::as_str);
    require(kind.is_some() || role.is_none(), "file.legacy.bare")?;
    let is_session = kind.and_then(Value::as_str) == Some("session");
    require(is_session, "file.header.type")?;
    let version = header.get("version");
    let version = version.ok_or(Refusal::new("file.header.version"))?;
    require(json::unsigned(version)? == 8, "file.header.version")?;
    header.get("records").map_or(Ok(()), judge_records)
}

/// Judges `records` (`file.header.records`).
pub(super) fn judge_records(records: &Value) -> Judged<()> {
    let names = records.as_array();
    let right = names.is_some_and(|names| names.iter().all(|n| n.as_str().is_some()));
    require(right, "file.header.records")
}

/// Whether a log of this header records dispatches (`recovery.records`).
pub fn records_dispatch(header: &Value) -> bool {
    let records = header.get("records").and_then(Value::as_array);
    records.is_none_or(|names| names.iter().any(|n| n.as_str() == Some("dispatch")))
}

/// Loads a log (`file.load`, `file.first-fault`, `file.whole`).
pub fn load(bytes: &[u8]) -> Judged<Log> {
    let mut log = Log {
        records_dispatch: true,
        ..Log::default()
    };
    let mut ids: HashSet<String> = HashSet::new();
    for line in lines(bytes) {
        log.committed = line.end;
        require(line.len() <= LINE_LIMIT, "file.line.limit")?;
        let text = &bytes[line.clone()];
        if is_blank(text) {
            continue;
        }
        let value = json::read_bytes(text.strip_suffix(b"\n").unwrap_or(text))?;
        if log.header.is_none() {
            judge_header(&value)?;
            log.records_dispatch = records_dispatch(&value);
            log.header = Some(line);
            continue;
        }
        entries::judge(&value)?;
        let follows = usize::try_from(entries::seq(&value)) == Ok(log.entries.len());
        require(follows, "entry.seq.position")?;
        require(ids.insert(value.text("id").to_owned()), "entry.id.unique")?;
        log.entries.push(Entry { line, value });
    }
    log.tail = bytes.len() - log.committed;
    require(
        log.header.is_some() || bytes.is_empty(),
        "file.header.present",
    )?;
    Ok(log)
}
