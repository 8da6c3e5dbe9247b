//! Check: what is wrong with a file, and what can be done (chapter *Check*).

use std::collections::HashSet;
use std::ops::Range;

use super::entries;
use super::file::{is_blank, judge_header, lines, load, LINE_LIMIT};
use super::recovery;
use super::session::replay;
use crate::json::{self, Value};
use crate::refusal::{Judged, Refusal};
use crate::text::{self, BOM};

/// A rule that a file breaks, and where.
struct Finding {
    rule: &'static str,
    byte: usize,
}

/// The damage map and the findings of a file.
#[derive(Default)]
struct Report {
    format: Option<&'static str>,
    version: Option<i64>,
    records: usize,
    ranges: Vec<(&'static str, Range<usize>)>,
    findings: Vec<Finding>,
    tail: Range<usize>,
}

impl Report {
    /// Adds a range (`check.partition`).
    fn class(&mut self, class: &'static str, range: Range<usize>) {
        match self.ranges.last_mut() {
            _ if range.is_empty() => {}
            Some((last, before)) if *last == class => before.end = range.end,
            _ => self.ranges.push((class, range)),
        }
    }

    fn find(&mut self, rule: &'static str, byte: usize) {
        self.findings.push(Finding { rule, byte });
    }

    /// A file that is foreign as a whole.
    fn foreign(length: usize, format: &'static str, rule: &'static str) -> Report {
        let mut report = Report {
            format: Some(format),
            ..Report::default()
        };
        report.class("foreign-format", 0..length);
        report.find(rule, 0);
        report
    }
}

/// A line or tail without the NUL bytes at its ends, which are ranges of their own (`check.nul`).
struct Peeled {
    before: Range<usize>,
    rest: Range<usize>,
    behind: Range<usize>,
}

impl Peeled {
    /// Takes NUL bytes off; a line feed stays with what stands before it.
    fn new(bytes: &[u8], range: Range<usize>) -> Peeled {
        let content = &bytes[range.clone()];
        let content = content.strip_suffix(b"\n").unwrap_or(content);
        let end = range.start + content.len();
        let leading = content.iter().take_while(|b| **b == 0).count();
        let rest_begin = range.start + leading;
        let trailing = content[leading..].iter().rev().take_while(|b| **b == 0);
        let rest_end = end - trailing.count();
        if rest_begin == rest_end && leading > 0 {
            return Peeled {
                before: range.clone(),
                rest: range.end..range.end,
                behind: range.end..range.end,
            };
        }
        let rest_behind = if rest_end == end { range.end } else { rest_end };
        Peeled {
            before: range.start..rest_begin,
            rest: rest_begin..rest_behind,
            behind: rest_behind..range.end,
        }
    }

    fn has_nul(&self) -> bool {
        !self.before.is_empty() || !self.behind.is_empty()
    }
}

/// The last occurrence of `grammars/entry_start.lark`.
fn last_entry_start(bytes: &[u8]) -> Option<usize> {
    const SEQ: &[u8] = b"{\"seq\":";
    let mut end = bytes.len();
    loop {
        let at = bytes[..end].iter().rposition(|b| *b == b'{')?;
        if let Some(behind) = bytes[at..].strip_prefix(SEQ) {
            let digits = behind.iter().take_while(|b| b.is_ascii_digit()).count();
            if digits > 0 && behind[digits..].starts_with(b",\"id\":\"") {
                return Some(at);
            }
        }
        end = at;
    }
}

/// The entry in which a rest ends that is no JSON text (`check.splice`).
fn splice(rest: &[u8]) -> Option<Value> {
    let at = last_entry_start(rest).filter(|at| *at > 0)?;
    entries::is_entry(&rest[at..])
}

/// The foreign format of a first line (`check.foreign`).
fn foreign_format(first: &Value) -> Option<&'static str> {
    let is_text = |name: &str| first.get(name).and_then(Value::as_str).is_some();
    let kind = first.get("type").and_then(Value::as_str);
    let session = kind == Some("session");
    if session && first.text("format").starts_with("agentsession/") {
        Some("agent-session-format")
    } else if session && is_text("id") && is_text("cwd") {
        Some("pi")
    } else if kind == Some("session_meta")
        && first
            .get("payload")
            .is_some_and(|p| p.as_object().is_some())
    {
        Some("codex")
    } else if kind.is_some() && is_text("sessionId")
        || kind == Some("summary") && is_text("leafUuid")
    {
        Some("claude-code")
    } else {
        None
    }
}

/// The number of a line, if it has one (`check.sequence`).
fn number_of(object: &Value) -> Option<i64> {
    json::signed(object.get("seq")?).ok()
}

/// The rule that an entry's line breaks by itself, with its header rules if it is the first one.
fn judge_line(bytes: &[u8], first: bool) -> Judged<()> {
    let value = json::read_bytes(bytes.strip_suffix(b"\n").unwrap_or(bytes))?;
    if first {
        judge_header(&value)
    } else {
        entries::judge(&value)
    }
}

/// What lines before have left.
#[derive(Default)]
struct Progress {
    has_first: bool,
    expected: i128,
    ids: HashSet<String>,
}

impl Progress {
    fn without_number(&mut self, first: bool) {
        if self.has_first && !first {
            self.expected += 1;
        }
    }
}

/// How scanning goes on behind a line.
enum Next {
    Line,
    /// The whole file is foreign: its format, and the rule.
    Foreign(&'static str, &'static str),
    /// A bare message of version 1.
    Bare,
    /// The header is of another version: nothing behind it is judged.
    Stop,
}

/// Checks any file (`check.total`); the report as a JSON value.
pub fn check(bytes: &[u8]) -> Value {
    let mut report = scan(bytes);
    let mut repairs = Vec::new();
    let only_tail = report.findings.iter().all(|f| f.rule == "file.tail");
    if only_tail {
        judge_session(bytes, &mut report, &mut repairs);
    }
    let only_tail = report.findings.iter().all(|f| f.rule == "file.tail");
    let verdict = match (only_tail, report.records) {
        (true, _) if report.findings.is_empty() && repairs.is_empty() => "resumable",
        (true, _) => "resumable-with-repair",
        (false, 0) => "unreadable",
        (false, _) => "view-only",
    };
    if verdict == "resumable-with-repair" && !report.tail.is_empty() {
        let cut = Value::object([
            ("action", Value::string("cut")),
            ("start", Value::integer(report.tail.start as i128)),
            ("end", Value::integer(report.tail.end as i128)),
        ]);
        repairs.insert(0, cut);
    }
    if report.format.is_none() && report.records > 0 {
        report.format = Some("session");
    }
    let ranges = report.ranges.iter().map(|(class, range)| {
        Value::object([
            ("class", Value::string(*class)),
            ("start", Value::integer(range.start as i128)),
            ("end", Value::integer(range.end as i128)),
        ])
    });
    let findings = report.findings.iter().map(|finding| {
        Value::object([
            ("rule", Value::string(finding.rule)),
            ("byte", Value::integer(finding.byte as i128)),
        ])
    });
    Value::object([
        ("verdict", Value::string(verdict)),
        ("format", Value::optional(report.format)),
        (
            "version",
            report.version.map_or(Value::Null, Value::integer),
        ),
        ("entries", Value::integer(report.records as i128)),
        ("ranges", Value::Array(ranges.collect())),
        ("findings", Value::Array(findings.collect())),
        ("repairs", Value::Array(repairs)),
    ])
}

/// Validates a log that loads (`check.session`), and says what recovery would append (`check.repairs`).
fn judge_session(bytes: &[u8], report: &mut Report, repairs: &mut Vec<Value>) {
    let Ok(log) = load(bytes) else {
        return;
    };
    match replay(&log) {
        Err((refusal, position)) => {
            let byte = log.entries[position].line.start;
            report.findings.insert(
                0,
                Finding {
                    rule: refusal.rule,
                    byte,
                },
            );
        }
        Ok(state) => {
            for repair in recovery::plan(&state, log.records_dispatch) {
                let mut members = vec![
                    ("action".to_owned(), Value::string("append")),
                    ("type".to_owned(), Value::string(repair.kind)),
                ];
                if let Some(id) = repair.call_id {
                    members.push(("call_id".to_owned(), Value::string(id)));
                }
                if let Some(code) = repair.error_code {
                    members.push(("error_code".to_owned(), Value::string(code)));
                }
                repairs.push(Value::Object(members));
            }
        }
    }
}

/// Takes a file apart.
fn scan(bytes: &[u8]) -> Report {
    let mut report = Report::default();
    if bytes.is_empty() {
        report.format = Some("session");
        return report;
    }
    let mut progress = Progress::default();
    let mut begin = 0;
    if bytes.starts_with(&BOM) {
        begin = BOM.len();
        report.class("bom", 0..begin);
        report.find("text.bom", 0);
    }
    let mut at = begin;
    for line in lines(&bytes[begin..]) {
        let line = begin + line.start..begin + line.end;
        at = line.end;
        match scan_line(bytes, line, &mut progress, &mut report) {
            Next::Line => {}
            Next::Foreign(format, rule) => return Report::foreign(bytes.len(), format, rule),
            Next::Bare => {
                let mut report = Report::foreign(bytes.len(), "session", "file.legacy.bare");
                report.version = Some(1);
                return report;
            }
            Next::Stop => {
                report.class("foreign-format", at..bytes.len());
                return report;
            }
        }
    }
    if !progress.has_first {
        let behind_bom = usize::from(begin > 0);
        report.findings.insert(
            behind_bom,
            Finding {
                rule: "file.header.present",
                byte: 0,
            },
        );
    }
    if at < bytes.len() {
        scan_tail(bytes, at, &mut report);
    }
    report
}

/// Classes a tail (`check.tail`).
fn scan_tail(bytes: &[u8], begin: usize, report: &mut Report) {
    let tail = begin..bytes.len();
    report.find("file.tail", begin);
    report.tail = tail.clone();
    if tail.len() > LINE_LIMIT {
        report.class("torn-tail", tail);
        return;
    }
    let parts = Peeled::new(bytes, tail);
    let class = match entries::is_entry(&bytes[parts.rest.clone()]) {
        Some(_) => "unterminated-record",
        None => "torn-tail",
    };
    report.class("nul-run", parts.before);
    report.class(class, parts.rest);
    report.class("nul-run", parts.behind);
}

/// Classes a line (`check.class`, `check.sequence`, `check.duplicate`, `check.finding`).
fn scan_line(
    bytes: &[u8],
    line: Range<usize>,
    progress: &mut Progress,
    report: &mut Report,
) -> Next {
    if line.len() > LINE_LIMIT {
        let first = !progress.has_first;
        progress.has_first = true;
        progress.without_number(first);
        report.class("oversize", line.clone());
        report.find("file.line.limit", line.start);
        return Next::Line;
    }
    let parts = Peeled::new(bytes, line.clone());
    let rest = &bytes[parts.rest.clone()];
    if is_blank(rest) {
        report.class("nul-run", parts.before.clone());
        report.class("blank", parts.rest.clone());
        report.class("nul-run", parts.behind.clone());
        if parts.has_nul() {
            progress.without_number(false);
            if let Err(refusal) = judge_line(&bytes[line.clone()], false) {
                report.find(refusal.rule, line.start);
            }
        }
        return Next::Line;
    }
    let first = !progress.has_first;
    progress.has_first = true;
    let read = json::read_bytes(rest.strip_suffix(b"\n").unwrap_or(rest));
    let header_fault = match &read {
        Ok(value) if first => judge_header(value).err(),
        _ => None,
    };
    if let (Some(fault), Ok(value)) = (header_fault, &read) {
        match foreign_format(value) {
            Some(format) => return Next::Foreign(format, fault.rule),
            None if fault.rule == "file.legacy.bare" => return Next::Bare,
            None => {}
        }
    }
    let (class, fault) = class_of(rest, &read, first, progress);
    if class == "header" {
        report.format = Some("session");
        let version = read.as_ref().ok().and_then(|header| header.get("version"));
        report.version = version.and_then(|version| json::signed(version).ok());
    }
    if class == "record" {
        report.records += 1;
    }
    report.class("nul-run", parts.before.clone());
    report.class(class, parts.rest.clone());
    report.class("nul-run", parts.behind.clone());
    let fault = if parts.has_nul() {
        judge_line(&bytes[line.clone()], first).err()
    } else {
        header_fault.or(fault)
    };
    if let Some(fault) = fault {
        report.find(fault.rule, line.start);
    }
    match header_fault {
        Some(fault) if class == "header" && fault.rule == "file.header.version" => Next::Stop,
        _ => Next::Line,
    }
}

/// The class of a rest that is not blank, and the fault that goes with it. Takes its number into account.
fn class_of(
    rest: &[u8],
    read: &Judged<Value>,
    first: bool,
    progress: &mut Progress,
) -> (&'static str, Option<Refusal>) {
    let value = match read {
        Ok(value) => value,
        Err(fault) => {
            let spliced = if text::decode(rest).is_ok() {
                splice(rest)
            } else {
                None
            };
            match spliced.as_ref().and_then(number_of) {
                Some(number) => progress.expected = i128::from(number) + 1,
                None => progress.without_number(first),
            }
            let class = match spliced {
                _ if fault.rule.starts_with("text.") => "not-utf8",
                Some(_) => "splice",
                None => "not-json",
            };
            return (class, Some(*fault));
        }
    };
    if first && value.as_object().is_some() && value.text("type") == "session" {
        return ("header", None);
    }
    let expected = progress.expected;
    let number = number_of(value);
    match number {
        Some(number) => progress.expected = i128::from(number) + 1,
        None => progress.without_number(first),
    }
    if let Err(fault) = entries::judge(value) {
        let class = match fault.rule {
            "entry.object" => "not-object",
            "entry.type.known" => "unknown-type",
            _ => "bad-entry",
        };
        return (class, Some(fault));
    }
    let is_new = progress.ids.insert(value.text("id").to_owned());
    if number.map(i128::from) != Some(expected) {
        ("bad-sequence", Some(Refusal::new("entry.seq.position")))
    } else if !is_new {
        ("duplicate-id", Some(Refusal::new("entry.id.unique")))
    } else {
        ("record", None)
    }
}
