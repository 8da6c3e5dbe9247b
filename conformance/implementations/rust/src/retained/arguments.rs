//! The arguments of `read_tool_result` (chapter *Arguments of read_tool_result*).

use crate::json::{self, Value};
use crate::refusal::{Judged, Refusal};
use crate::text;

/// How many bytes one page has at most (`argument.clamp`).
pub const MOST: u64 = 65_536;

/// What an accepted document asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The capture.
    pub capture_id: String,
    /// The first byte.
    pub offset: u64,
    /// At most so many bytes; none for as many as a page may have.
    pub max_bytes: Option<u64>,
}

/// Why a document is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The requirement.
    pub rule: &'static str,
    /// For `argument.duplicate`: the name that is given twice.
    pub name: Option<String>,
}

impl Refused {
    fn by(rule: &'static str) -> Refused {
        Refused { rule, name: None }
    }

    /// What the model is shown (`argument.text`).
    pub fn text(&self) -> String {
        let text = match self.rule {
            "argument.reader" => "no tool results can be read in this conversation".to_owned(),
            "argument.duplicate" => match self.name.as_deref() {
                Some(name @ ("capture_id" | "offset" | "max_bytes")) => {
                    format!("the argument \"{name}\" is given twice")
                }
                _ => "an argument is given twice".to_owned(),
            },
            "argument.single" => "give exactly one JSON object and nothing behind it".to_owned(),
            "argument.required" => "capture_id is missing".to_owned(),
            "argument.canonical" => {
                "capture_id is not an id as a retention marker prints it".to_owned()
            }
            "argument.least" => "max_bytes must be at least 1".to_owned(),
            _ => "give one JSON object with capture_id and, if needed, offset and max_bytes as \
                  integers from 0"
                .to_owned(),
        };
        format!("read_tool_result: {text}")
    }
}

/// Judges a document in the order of `argument.order`.
pub fn prepare(document: &[u8], reader_bound: bool) -> Result<Request, Refused> {
    if !reader_bound {
        return Err(Refused::by("argument.reader"));
    }
    let document = text::decode(document).map_err(|_| Refused::by("argument.json"))?;
    let first = json::read_first(document).map_err(|fault| {
        if fault.rule == "json.duplicate-name" && fault.depth == 1 {
            Refused {
                rule: "argument.duplicate",
                name: fault.name,
            }
        } else {
            Refused::by("argument.json")
        }
    })?;
    let Value::Object(members) = &first.value else {
        return Err(Refused::by("argument.object"));
    };
    let mut capture_id = "";
    let mut offset = None;
    let mut max_bytes = None;
    for (name, value) in members {
        match (name.as_str(), value) {
            ("capture_id", Value::String(id)) => capture_id = id,
            ("capture_id", Value::Null) => {}
            ("capture_id", _) => return Err(Refused::by("argument.type")),
            ("offset", value) => offset = integer(value)?,
            ("max_bytes", value) => max_bytes = integer(value)?,
            _ => return Err(Refused::by("argument.member")),
        }
    }
    let checks = [
        (first.alone, "argument.single"),
        (!capture_id.is_empty(), "argument.required"),
        (text::is_canonical_uuid(capture_id), "argument.canonical"),
        (max_bytes != Some(0), "argument.least"),
    ];
    if let Some((_, rule)) = checks.iter().find(|(right, _)| !right) {
        return Err(Refused::by(rule));
    }
    Ok(Request {
        capture_id: capture_id.to_owned(),
        offset: offset.unwrap_or(0),
        max_bytes: max_bytes.map(|n| n.min(MOST)),
    })
}

/// An unsigned integer, or none for null (`argument.integer`, `argument.null`).
fn integer(value: &Value) -> Result<Option<u64>, Refused> {
    match value {
        Value::Null => Ok(None),
        _ => json::unsigned(value)
            .map(Some)
            .map_err(|_| Refused::by("argument.integer")),
    }
}

/// [`prepare`], with a refusal in the common form.
pub fn prepare_judged(document: &[u8], reader_bound: bool) -> Judged<Request> {
    prepare(document, reader_bound).map_err(|refused| Refusal::new(refused.rule))
}
