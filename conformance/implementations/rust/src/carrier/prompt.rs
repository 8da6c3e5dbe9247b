//! Prompt carriers: messages of role `user`.

use super::{Attachment, Kind, Parts, Reason, Shape};
use crate::text;

/// Line 1, and the token by which a prompt carrier is known.
pub const TOKEN: &str = "[Tool results]";
/// How a header begins.
pub const HEADER: &str = "[Tool attachments";

/// Whether a content is a prompt carrier (`carrier.predicate`).
pub fn is_prompt_carrier(content: &str) -> bool {
    content
        .trim_start_matches(text::is_listed_white_space)
        .starts_with(TOKEN)
}

/// Reads a marker line (`carrier.marker.*`).
pub fn parse_marker_line(line: &str) -> Option<Attachment> {
    let inside = line.strip_prefix('[')?.strip_suffix(']')?;
    let (kind, target) = inside.split_once(':')?;
    let kind = Kind::marked(kind)?;
    if target.is_empty() || target.contains('\n') {
        return None;
    }
    Some(Attachment {
        kind,
        target: target.to_owned(),
    })
}

/// The count of a header (`carrier.prompt.header`, `carrier.prompt.count`). One that exceeds 64 bits is more than
/// there can be lines, and so is the largest of these.
fn count(header: &str) -> Option<u64> {
    let digits = header
        .strip_prefix("[Tool attachments: ")?
        .strip_suffix(']')?;
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let significant = digits.trim_start_matches('0');
    if significant.is_empty() {
        return Some(0);
    }
    Some(significant.parse().unwrap_or(u64::MAX))
}

/// Takes a line from what is left; none when there is no line left (`text.line-feed`).
fn next_line<'a>(rest: &mut Option<&'a str>) -> Option<&'a str> {
    let text = (*rest)?;
    match text.split_once('\n') {
        Some((line, behind)) => {
            *rest = Some(behind);
            Some(line)
        }
        None => {
            *rest = None;
            Some(text)
        }
    }
}

/// The attachments and the text of a declared carrier, or why it is legacy: the first reason of the table
/// (`carrier.legacy.first`). Lines are only looked at while they exist (`carrier.prompt.no-allocation`).
fn declaration(content: &str) -> Result<(Vec<Attachment>, &str), Reason> {
    let mut rest = Some(content);
    if next_line(&mut rest) != Some(TOKEN) {
        return Err(Reason::NoHeader);
    }
    let header = next_line(&mut rest)
        .filter(|line| line.starts_with(HEADER))
        .ok_or(Reason::NoHeader)?;
    let count = count(header).ok_or(Reason::BadHeader)?;
    let mut attachments = Vec::new();
    for _ in 0..count {
        let line = next_line(&mut rest).ok_or(Reason::Short)?;
        attachments.push(parse_marker_line(line).ok_or(Reason::BadMarker)?);
    }
    Ok((attachments, rest.unwrap_or("")))
}

/// Reads the content of a prompt carrier (`carrier.prompt.*`).
pub fn parse(content: &str) -> Parts {
    match declaration(content) {
        Ok((attachments, text)) => Parts {
            shape: Shape::Prompt,
            reason: None,
            skipped: 0,
            attachments,
            text: text.to_owned(),
        },
        Err(reason) => Parts::legacy(Shape::Prompt, reason, content),
    }
}

/// The parser alone, which knows no role (`carrier.prompt.alone`).
pub fn parse_alone(content: &str) -> Option<Parts> {
    let line_one = content.split('\n').next();
    (line_one == Some(TOKEN)).then(|| parse(content))
}
