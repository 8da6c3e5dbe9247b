//! Retained results: captures, their records, and failed reads (chapter *Retained results*).

pub mod arguments;
pub mod marker;
pub mod pages;
pub mod preview;

use crate::json::{self, Value};
use crate::refusal::{require, Judged, Refusal};
use crate::{sha256, text};

/// How many bytes a host keeps unless it sets another ceiling (`capture.prefix`).
pub const CEILING: u64 = 8_388_608;

/// Why bytes are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truncation {
    /// The host kept no more.
    CaptureCeiling,
    /// The tool gave no more.
    SourceLimit,
}

impl Truncation {
    const ALL: [Truncation; 2] = [Truncation::CaptureCeiling, Truncation::SourceLimit];

    /// The name in records and footers.
    pub fn name(self) -> &'static str {
        match self {
            Truncation::CaptureCeiling => "capture_ceiling",
            Truncation::SourceLimit => "source_limit",
        }
    }

    /// The cause in markers (`marker.form`).
    pub fn cause(self) -> &'static str {
        match self {
            Truncation::CaptureCeiling => "exceeded the capture ceiling",
            Truncation::SourceLimit => "were not supplied by the tool",
        }
    }

    /// The reason of this name.
    pub fn named(name: &str) -> Option<Truncation> {
        Truncation::ALL.into_iter().find(|r| r.name() == name)
    }
}

/// What retained bytes are (`capture.encoding`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Well-formed UTF-8.
    Utf8,
    /// Anything else.
    Binary,
}

impl Encoding {
    /// The encoding of bytes.
    pub fn of(bytes: &[u8]) -> Encoding {
        match std::str::from_utf8(bytes) {
            Ok(_) => Encoding::Utf8,
            Err(_) => Encoding::Binary,
        }
    }

    /// The name in records.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Binary => "binary",
        }
    }

    /// The encoding of this name.
    pub fn named(name: &str) -> Option<Encoding> {
        match name {
            "utf-8" => Some(Encoding::Utf8),
            "binary" => Some(Encoding::Binary),
            _ => None,
        }
    }
}

/// How many bytes were kept and how many there were.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// How many bytes were kept.
    pub captured_bytes: u64,
    /// How many there were, or a bound.
    pub original_bytes: u64,
    /// Whether `original_bytes` is the number.
    pub original_exact: bool,
    /// Why bytes are missing, if any are.
    pub truncation_reason: Option<Truncation>,
}

impl Extent {
    /// Judges the numbers (`capture.record.exact`, `capture.record.bound`).
    pub fn judge(&self) -> Judged<()> {
        let lost = self.original_bytes > self.captured_bytes;
        let truncated = self.truncation_reason.is_some();
        if self.original_exact {
            let right = self.original_bytes >= self.captured_bytes && lost == truncated;
            require(right, "capture.record.exact")
        } else {
            require(truncated && lost, "capture.record.bound")
        }
    }

    /// `at least ` before a bound.
    fn least(&self) -> &'static str {
        if self.original_exact {
            ""
        } else {
            "at least "
        }
    }

    /// Takes the members of a value, but for their agreement.
    fn from_value(value: &Value) -> Judged<Extent> {
        let shape = Refusal::new("capture.record.shape");
        let Some(Value::Bool(original_exact)) = value.get("original_exact") else {
            return Err(shape);
        };
        let truncation_reason = match value.get("truncation_reason") {
            Some(Value::Null) => None,
            Some(Value::String(name)) => Some(Truncation::named(name).ok_or(shape)?),
            _ => return Err(shape),
        };
        Ok(Extent {
            captured_bytes: json::unsigned(value.get("captured_bytes").ok_or(shape)?)?,
            original_bytes: json::unsigned(value.get("original_bytes").ok_or(shape)?)?,
            original_exact: *original_exact,
            truncation_reason,
        })
    }
}

/// The facts about a capture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The id.
    pub capture_id: String,
    /// The numbers.
    pub extent: Extent,
    /// What the retained bytes are.
    pub encoding: Encoding,
    /// The digest of the retained bytes; none when nothing was kept.
    pub digest: Option<String>,
}

const RECORD: [&str; 7] = [
    "capture_id",
    "captured_bytes",
    "original_bytes",
    "original_exact",
    "truncation_reason",
    "encoding",
    "digest",
];

/// Whether a value is an object of exactly these members.
fn has_exactly(value: &Value, names: &[&str]) -> bool {
    value.as_object().is_some_and(|members| {
        members.len() == names.len() && members.iter().all(|(n, _)| names.contains(&n.as_str()))
    })
}

impl Record {
    /// Reads a record (`capture.record.*`).
    pub fn decode(document: &str) -> Judged<Record> {
        let value = json::read(document)?;
        let shape = Refusal::new("capture.record.shape");
        require(has_exactly(&value, &RECORD), shape.rule)?;
        let id = value.get("capture_id").and_then(Value::as_str);
        let encoding = value.get("encoding").and_then(Value::as_str);
        let digest = match value.get("digest") {
            Some(Value::Null) => None,
            Some(Value::String(digest)) if text::is_digest(digest) => Some(digest.clone()),
            _ => return Err(shape),
        };
        let record = Record {
            capture_id: id
                .filter(|id| text::is_canonical_uuid(id))
                .ok_or(shape)?
                .to_owned(),
            extent: Extent::from_value(&value)?,
            encoding: encoding.and_then(Encoding::named).ok_or(shape)?,
            digest,
        };
        record.extent.judge()?;
        let truncated = record.extent.truncation_reason.is_some();
        let retained = record.digest.is_some();
        require(retained || !truncated, "capture.record.retained")?;
        Ok(record)
    }
}

/// What a host does with the output of a tool (`capture.*`, `marker.when`): the record, and the preview.
pub fn capture(
    capture_id: &str,
    output: &[u8],
    ceiling: u64,
    budget: i128,
    readable: bool,
) -> Judged<(Record, String)> {
    let kept = &output[..output
        .len()
        .min(usize::try_from(ceiling).unwrap_or(usize::MAX))];
    let truncated = kept.len() < output.len();
    let extent = Extent {
        captured_bytes: kept.len() as u64,
        original_bytes: output.len() as u64,
        original_exact: true,
        truncation_reason: truncated.then_some(Truncation::CaptureCeiling),
    };
    let mut preview = preview::shape(output, budget, None)?;
    let retained = truncated || preview.as_bytes() != output;
    if retained {
        let marker = marker::render(&extent, readable.then_some(capture_id))?;
        preview = preview::shape(output, budget, Some(&marker))?;
    }
    let record = Record {
        capture_id: capture_id.to_owned(),
        extent,
        encoding: Encoding::of(kept),
        digest: retained.then(|| sha256::digest(kept)),
    };
    Ok((record, preview))
}

/// The kinds of failed reads, their requirements, and their texts.
const ERRORS: [(&str, &str, &str); 8] = [
    (
        "unknown_capture",
        "read.unknown-capture",
        "this conversation has no tool result with that capture_id",
    ),
    (
        "not_retained",
        "read.not-retained",
        "that tool result was shown completely; nothing more was kept",
    ),
    (
        "offset_out_of_range",
        "read.offset",
        "offset is not below the number of retained bytes",
    ),
    (
        "integrity",
        "read.integrity",
        "the retained bytes are not the ones that were stored",
    ),
    (
        "unavailable",
        "read.unavailable",
        "the retained bytes cannot be read now",
    ),
    ("cancelled", "read.cancelled", "the read was cancelled"),
    (
        "no_reader",
        "read.no-reader",
        "no tool results can be read in this conversation",
    ),
    ("not_prepared", "read.prepared", "the call was not prepared"),
];

/// The kind that is answered for a failure, and its text (`read.text`, `read.untyped`).
pub fn read_error(kind: &str) -> (&'static str, String) {
    let known = ERRORS.iter().find(|(name, _, _)| *name == kind);
    let (name, _, text) = known.unwrap_or(&ERRORS[4]);
    (name, format!("error: read_tool_result: {text}"))
}

/// What the model is shown when a reader gives a page, an error, or both, or nothing (`read.error-first`,
/// `read.cancelled`, `read.other-capture`). A page that cannot be rendered is a failure without a kind.
pub fn answer(
    asked_id: &str,
    page: Option<&Value>,
    error: Option<&str>,
    cancelled: bool,
) -> String {
    let failed = |kind| read_error(kind).1;
    match (error, page) {
        (Some(_), _) | (None, None) if cancelled => failed("cancelled"),
        (Some(kind), _) => failed(kind),
        (None, None) => failed("unavailable"),
        (None, Some(page)) => match pages::Page::from_value(page) {
            Ok(page) if page.capture_id == asked_id => page.render(),
            _ => failed("unavailable"),
        },
    }
}

/// What a reader finds for an id that it looks up.
#[derive(Clone, Debug)]
pub struct Stored<'a> {
    /// The record of the capture.
    pub record: Record,
    /// What is stored.
    pub data: &'a [u8],
}

/// Reads a page (`capture.confined`, `capture.verify`, `read.unknown-capture`, `read.not-retained`, `read.offset`,
/// `read.integrity`).
pub fn read(
    stored: &Stored,
    capture_id: &str,
    offset: u64,
    max_bytes: Option<u64>,
    text_limit: u64,
) -> Judged<pages::Page> {
    let record = &stored.record;
    require(record.capture_id == capture_id, "read.unknown-capture")?;
    let digest = record.digest.as_ref();
    let digest = digest.ok_or(Refusal::new("read.not-retained"))?;
    require(offset < record.extent.captured_bytes, "read.offset")?;
    let size = stored.data.len() as u64;
    let whole = size == record.extent.captured_bytes && *digest == sha256::digest(stored.data);
    require(whole, "read.integrity")?;
    pages::Page::cut(record, stored.data, offset, max_bytes, text_limit)
        .ok_or(Refusal::new("read.unavailable"))
}
