//! The JSON profile: a strict reader, equality, integers, and the spelling that writers use.
//!
//! The reader is iterative and keeps numbers by their spelling and members in their order. Values nest at most
//! [`MAX_DEPTH`] deep, so what recurses over a value (equality, writing, drop) is bounded.

use std::collections::{HashMap, HashSet};

use crate::number::{is_number, Decimal};
use crate::refusal::{require, Judged, Refusal};
use crate::text;

/// How many arrays and objects may be open at once (`json.depth`).
pub const MAX_DEPTH: usize = 127;

/// From how many members on names are looked up by hash.
const MANY: usize = 16;

/// A JSON value.
#[derive(Clone, Debug)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, by its spelling.
    Number(String),
    /// A string, unescaped.
    String(String),
    /// An array.
    Array(Vec<Value>),
    /// An object, its members in order.
    Object(Vec<(String, Value)>),
}

impl Value {
    /// The member of an object; none of another value.
    pub fn get(&self, name: &str) -> Option<&Value> {
        let members = self.as_object()?;
        members.iter().find(|(n, _)| n == name).map(|(_, v)| v)
    }

    /// The text of a string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// The elements of an array.
    pub fn as_array(&self) -> Option<&[Value]> {
        match self {
            Value::Array(elements) => Some(elements),
            _ => None,
        }
    }

    /// The members of an object.
    pub fn as_object(&self) -> Option<&[(String, Value)]> {
        match self {
            Value::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The text of a string member, or the empty text.
    pub fn text(&self, name: &str) -> &str {
        self.get(name).and_then(Value::as_str).unwrap_or("")
    }

    /// The elements of an array member, or none.
    pub fn list(&self, name: &str) -> &[Value] {
        self.get(name).and_then(Value::as_array).unwrap_or(&[])
    }

    /// Whether a member is `true`.
    pub fn is_true(&self, name: &str) -> bool {
        matches!(self.get(name), Some(Value::Bool(true)))
    }

    /// A string value.
    pub fn string(text: impl Into<String>) -> Value {
        Value::String(text.into())
    }

    /// An integer value.
    pub fn integer(number: impl Into<i128>) -> Value {
        Value::Number(number.into().to_string())
    }

    /// A string, or null.
    pub fn optional(text: Option<&str>) -> Value {
        text.map_or(Value::Null, Value::string)
    }

    /// An object of these members.
    pub fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
        let members = members.into_iter().map(|(n, v)| (n.to_owned(), v));
        Value::Object(members.collect())
    }
}

/// The first fault of a text, with what some chapters say about it.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The requirement.
    pub rule: &'static str,
    /// How many arrays and objects were open.
    pub depth: usize,
    /// The name that stands twice, if one does.
    pub name: Option<String>,
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Refusal {
        Refusal::new(fault.rule)
    }
}

/// The first value of a text.
#[derive(Debug)]
pub struct First {
    /// The value.
    pub value: Value,
    /// Whether nothing but JSON white space stands behind it.
    pub alone: bool,
    /// If it is an object, where the value of each member begins and ends.
    pub spans: Vec<(usize, usize)>,
    /// Whether a lone surrogate was replaced; only [`read_leniently`] replaces any.
    pub replaced: bool,
}

/// Reads a text that is one JSON text (all of `json.` but `json.integer.`).
pub fn read(text: &str) -> Judged<Value> {
    let first = read_first(text)?;
    require(first.alone, "json.single-text")?;
    Ok(first.value)
}

/// Reads bytes that are one JSON text; a fault of `text.` comes first.
pub fn read_bytes(bytes: &[u8]) -> Judged<Value> {
    read(text::decode(bytes)?)
}

/// Reads the first value of a text, and says whether something follows it.
pub fn read_first(text: &str) -> Result<First, Fault> {
    Reader::new(text, false).first()
}

/// Reads as [`read_first`] does, with U+FFFD in place of lone surrogates: for messages of a protocol whose texts may
/// hold some (`text.surrogate`).
pub fn read_leniently(text: &str) -> Result<First, Fault> {
    Reader::new(text, true).first()
}

enum Frame {
    Array(Vec<Value>),
    Object {
        members: Vec<(String, Value)>,
        name: String,
        seen: HashSet<String>,
    },
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    lenient: bool,
    replaced: bool,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, lenient: bool) -> Self {
        Reader {
            text,
            at: 0,
            depth: 0,
            lenient,
            replaced: false,
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn fault(&self, rule: &'static str) -> Fault {
        Fault {
            rule,
            depth: self.depth,
            name: None,
        }
    }

    /// The fault of a character where a token is due.
    fn no_token(&self) -> Fault {
        match self.text[self.at..].chars().next() {
            Some(c) if text::is_listed_white_space(c) => self.fault("json.white-space"),
            _ => self.fault("json.syntax"),
        }
    }

    /// Skips JSON white space and looks at what follows.
    fn due(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
        self.peek()
    }

    fn first(mut self) -> Result<First, Fault> {
        let mut stack: Vec<Frame> = Vec::new();
        let mut spans = Vec::new();
        let mut begin = 0;
        loop {
            // a value is due
            let next = self.due();
            if stack.len() == 1 {
                begin = self.at;
            }
            let mut value = match next {
                Some(open @ (b'[' | b'{')) => {
                    if stack.len() == MAX_DEPTH {
                        return Err(self.fault("json.depth"));
                    }
                    self.at += 1;
                    self.depth = stack.len() + 1;
                    let close = if open == b'[' { b']' } else { b'}' };
                    if self.due() == Some(close) {
                        self.at += 1;
                        self.depth = stack.len();
                        if open == b'[' {
                            Value::Array(Vec::new())
                        } else {
                            Value::Object(Vec::new())
                        }
                    } else {
                        stack.push(if open == b'[' {
                            Frame::Array(Vec::new())
                        } else {
                            let name = self.name(&[], &mut HashSet::new())?;
                            Frame::Object {
                                members: Vec::new(),
                                name,
                                seen: HashSet::new(),
                            }
                        });
                        continue;
                    }
                }
                Some(b'"') => Value::String(self.string()?),
                Some(b'0'..=b'9' | b'+' | b'-') => self.number()?,
                Some(b't') => self.literal("true", Value::Bool(true))?,
                Some(b'f') => self.literal("false", Value::Bool(false))?,
                Some(b'n') => self.literal("null", Value::Null)?,
                _ => return Err(self.no_token()),
            };
            // a value is complete; so may be those around it
            loop {
                match stack.pop() {
                    None => {
                        let alone = self.due().is_none();
                        return Ok(First {
                            value,
                            alone,
                            spans,
                            replaced: self.replaced,
                        });
                    }
                    Some(Frame::Array(mut elements)) => {
                        elements.push(value);
                        match self.due() {
                            Some(b',') => {
                                self.at += 1;
                                stack.push(Frame::Array(elements));
                                break;
                            }
                            Some(b']') => {
                                self.at += 1;
                                value = Value::Array(elements);
                            }
                            _ => return Err(self.no_token()),
                        }
                    }
                    Some(Frame::Object {
                        mut members,
                        name,
                        mut seen,
                    }) => {
                        if stack.is_empty() {
                            spans.push((begin, self.at));
                        }
                        members.push((name, value));
                        match self.due() {
                            Some(b',') => {
                                self.at += 1;
                                self.due();
                                let name = self.name(&members, &mut seen)?;
                                stack.push(Frame::Object {
                                    members,
                                    name,
                                    seen,
                                });
                                break;
                            }
                            Some(b'}') => {
                                self.at += 1;
                                value = Value::Object(members);
                            }
                            _ => return Err(self.no_token()),
                        }
                    }
                }
                self.depth = stack.len();
            }
        }
    }

    /// A name and its colon (`json.duplicate-name`).
    fn name(
        &mut self,
        members: &[(String, Value)],
        seen: &mut HashSet<String>,
    ) -> Result<String, Fault> {
        if self.peek() != Some(b'"') {
            return Err(self.no_token());
        }
        let name = self.string()?;
        let twice = if members.len() < MANY {
            members.iter().any(|(n, _)| *n == name)
        } else {
            if seen.is_empty() {
                seen.extend(members.iter().map(|(n, _)| n.clone()));
            }
            !seen.insert(name.clone())
        };
        if twice {
            return Err(Fault {
                name: Some(name),
                ..self.fault("json.duplicate-name")
            });
        }
        if self.due() != Some(b':') {
            return Err(self.no_token());
        }
        self.at += 1;
        Ok(name)
    }

    fn literal(&mut self, word: &str, value: Value) -> Result<Value, Fault> {
        if !self.text.as_bytes()[self.at..].starts_with(word.as_bytes()) {
            return Err(self.fault("json.syntax"));
        }
        self.at += word.len();
        Ok(value)
    }

    fn number(&mut self) -> Result<Value, Fault> {
        let begin = self.at;
        while let Some(b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E') = self.peek() {
            self.at += 1;
        }
        let token = &self.text[begin..self.at];
        if !is_number(token) {
            return Err(self.fault("json.syntax"));
        }
        let short = token.len() < 300 && !token.contains(['e', 'E']);
        if !short && !Decimal::of(token).is_finite() {
            return Err(self.fault("json.number.finite"));
        }
        Ok(Value::Number(token.to_owned()))
    }

    /// A string whose opening quotation mark is next.
    fn string(&mut self) -> Result<String, Fault> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let begin = self.at;
            while let Some(b) = self.peek() {
                if b == b'"' || b == b'\\' || b < 0x20 {
                    break;
                }
                self.at += 1;
            }
            out.push_str(&self.text[begin..self.at]);
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => out.push(self.escape()?),
                Some(_) => return Err(self.fault("json.string.control")),
                None => return Err(self.fault("json.syntax")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, Fault> {
        let kind = self.text.as_bytes().get(self.at + 1);
        let simple = match kind {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{C}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode_escape(),
            _ => return Err(self.fault("json.syntax")),
        };
        self.at += 2;
        Ok(simple)
    }

    /// The unit of a `\u` escape at a place, if one is there.
    fn unit(&self, at: usize) -> Option<u32> {
        let escape = self.text.as_bytes().get(at..at + 6)?;
        if !escape.starts_with(b"\\u") {
            return None;
        }
        escape[2..].iter().try_fold(0, |unit, byte| {
            Some(unit << 4 | char::from(*byte).to_digit(16)?)
        })
    }

    fn unicode_escape(&mut self) -> Result<char, Fault> {
        let unit = self
            .unit(self.at)
            .ok_or_else(|| self.fault("json.syntax"))?;
        if let Some(c) = char::from_u32(unit) {
            self.at += 6;
            return Ok(c);
        }
        if unit < 0xDC00 {
            if let Some(low @ 0xDC00..=0xDFFF) = self.unit(self.at + 6) {
                self.at += 12;
                let scalar = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
                return char::from_u32(scalar).ok_or_else(|| self.fault("json.syntax"));
            }
        }
        if self.lenient {
            self.at += 6;
            self.replaced = true;
            return Ok('\u{FFFD}');
        }
        Err(self.fault("json.string.surrogate"))
    }
}

/// Whether two values are equal (`json.equality`).
pub fn equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Null, Value::Null) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Number(a), Value::Number(b)) => a == b || Decimal::of(a) == Decimal::of(b),
        (Value::String(a), Value::String(b)) => a == b,
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b))
        }
        (Value::Object(a), Value::Object(b)) if a.len() != b.len() => false,
        (Value::Object(a), Value::Object(b)) if a.len() < MANY => a
            .iter()
            .all(|(name, a)| b.iter().any(|(n, b)| n == name && equal(a, b))),
        (Value::Object(a), Value::Object(b)) => {
            let b: HashMap<&str, &Value> = b.iter().map(|(n, v)| (n.as_str(), v)).collect();
            a.iter()
                .all(|(name, a)| b.get(name.as_str()).is_some_and(|b| equal(a, b)))
        }
        _ => false,
    }
}

/// An integer as its digits, with its sign (`json.integer.spelling`).
fn integer_spelling(value: &Value, signed: bool) -> Judged<&str> {
    let fault = Err(Refusal::new("json.integer.spelling"));
    let Value::Number(spelling) = value else {
        return fault;
    };
    let digits = match spelling.strip_prefix('-') {
        Some(digits) if signed && digits != "0" => digits,
        Some(_) => return fault,
        None => spelling,
    };
    if digits.bytes().all(|b| b.is_ascii_digit()) {
        Ok(spelling)
    } else {
        fault
    }
}

/// An unsigned 64-bit integer (`json.integer.spelling`, `json.integer.range`).
pub fn unsigned(value: &Value) -> Judged<u64> {
    let spelling = integer_spelling(value, false)?;
    spelling
        .parse()
        .map_err(|_| Refusal::new("json.integer.range"))
}

/// A signed 64-bit integer (`json.integer.spelling`, `json.integer.range`).
pub fn signed(value: &Value) -> Judged<i64> {
    let spelling = integer_spelling(value, true)?;
    spelling
        .parse()
        .map_err(|_| Refusal::new("json.integer.range"))
}

/// Writes a string with the escapes of `carrier.write.escapes` and `entry.write.escapes`, which are the same.
pub fn write_string(text: &str, out: &mut String) {
    out.push('"');
    let mut begin = 0;
    for (at, byte) in text.bytes().enumerate() {
        if byte >= 0x20 && byte != b'"' && byte != b'\\' {
            continue;
        }
        out.push_str(&text[begin..at]);
        begin = at + 1;
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            0x08 => out.push_str("\\b"),
            0x0C => out.push_str("\\f"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            other => out.push_str(&format!("\\u{other:04x}")),
        }
    }
    out.push_str(&text[begin..]);
    out.push('"');
}

/// How a writer spells numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// As they were read.
    Kept,
    /// By their exact value (`entry.write.number`).
    Canonical,
}

/// Writes a value without white space, members in their order.
pub fn write(value: &Value, numbers: Numbers, out: &mut String) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Number(spelling) if numbers == Numbers::Kept => out.push_str(spelling),
        Value::Number(spelling) => Decimal::of(spelling).write(out),
        Value::String(text) => write_string(text, out),
        Value::Array(elements) => {
            out.push('[');
            for (i, element) in elements.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                write(element, numbers, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            for (i, (name, value)) in members.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                write_string(name, out);
                out.push(':');
                write(value, numbers, out);
            }
            out.push('}');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(text: &str) -> &'static str {
        read(text).map_or_else(|refusal| refusal.rule, |_| "accepted")
    }

    #[test]
    fn first_faults() {
        for (text, expected) in [
            ("", "json.syntax"),
            ("[1,]", "json.syntax"),
            ("[1 2]", "json.syntax"),
            ("{\"a\" 1}", "json.syntax"),
            ("{\"a\":1,}", "json.syntax"),
            ("+1", "json.syntax"),
            ("1.5.5", "json.syntax"),
            ("01", "json.syntax"),
            ("-", "json.syntax"),
            ("\u{FEFF}1", "json.syntax"),
            ("\u{A0}1", "json.white-space"),
            ("[1\u{A0}]", "json.white-space"),
            ("{\u{B}}", "json.white-space"),
            ("1\u{A0}", "json.single-text"),
            ("nullx", "json.single-text"),
            ("[nullx]", "json.syntax"),
            ("\"\\ud800\\u12\"", "json.string.surrogate"),
            ("\"\\ud800", "json.string.surrogate"),
            ("\"\\udc00\"", "json.string.surrogate"),
            ("\"\\ud8", "json.syntax"),
            ("\"\\x\"", "json.syntax"),
            ("\"\u{1F}\"", "json.string.control"),
            ("{\"a\":1,\"\\u0061\"", "json.duplicate-name"),
            ("[1e309, \"", "json.number.finite"),
            ("\"\\ud83d\\ude00\u{7F}\u{85}\"", "accepted"),
            (" \t\r\n{ \"a\" : [ ] } ", "accepted"),
        ] {
            assert_eq!(rule(text), expected, "{text:?}");
        }
    }

    #[test]
    fn depth_is_limited_without_recursion() {
        let nested = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
        assert_eq!(rule(&nested(127)), "accepted");
        assert_eq!(rule(&nested(128)), "json.depth");
        assert_eq!(rule(&"[".repeat(5_000_000)), "json.depth");
        assert_eq!(rule(&"{\"a\":".repeat(100_000)), "json.depth");
    }

    #[test]
    fn many_members() {
        let names: Vec<String> = (0..100_000).map(|i| format!("\"n{i}\":{i}")).collect();
        let text = format!("{{{}}}", names.join(","));
        assert_eq!(rule(&text), "accepted");
        let twice = format!("{{{},\"n7\":0}}", names.join(","));
        assert_eq!(rule(&twice), "json.duplicate-name");
    }

    #[test]
    fn members_have_spans() {
        let first = read_first("{ \"a\" : [1, 2] , \"b\":null}").unwrap();
        assert_eq!(first.spans, vec![(8, 14), (21, 25)]);
    }
}
