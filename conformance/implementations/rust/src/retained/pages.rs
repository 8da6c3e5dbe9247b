//! Pages: parts of the retained bytes, and how a model is shown them (chapter *Pages*).

use super::{has_exactly, preview, Encoding, Extent, Record, Truncation};
use crate::json::{self, Value};
use crate::refusal::{require, Judged, Refusal};
use crate::{base64, text};

/// How many bytes a page of a text has without a budget.
pub const MOST: u64 = 65_536;

/// The page limit for a budget, in retained bytes (`page.limit.text`, `page.limit.binary`).
pub fn limit(budget: i128, encoding: Encoding) -> Judged<u64> {
    preview::judge_budget(budget)?;
    let text = if budget <= 0 {
        MOST
    } else {
        let bytes = (budget - 512).max(budget / 2).min(i128::from(MOST));
        u64::try_from(bytes).unwrap_or(MOST)
    };
    Ok(converted(text, encoding))
}

/// A limit for texts as one for this encoding.
fn converted(text_limit: u64, encoding: Encoding) -> u64 {
    match encoding {
        Encoding::Utf8 => text_limit,
        Encoding::Binary => (text_limit / 4 * 3).max(3),
    }
}

/// A part of the retained bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The capture.
    pub capture_id: String,
    /// The first byte.
    pub offset: u64,
    /// The bytes.
    pub data: Vec<u8>,
    /// The numbers of the record.
    pub extent: Extent,
    /// What the bytes are.
    pub encoding: Encoding,
    /// Where the next page begins.
    pub next_offset: Option<u64>,
}

const PAGE: [&str; 9] = [
    "capture_id",
    "offset",
    "data",
    "captured_bytes",
    "original_bytes",
    "original_exact",
    "truncation_reason",
    "encoding",
    "next_offset",
];

impl Page {
    /// Cuts the page that is asked for (`page.window`, `page.text.start`, `page.text.whole`, `page.advance`). There is
    /// none if the data or the record is not what the record says.
    pub fn cut(
        record: &Record,
        data: &[u8],
        offset: u64,
        max_bytes: Option<u64>,
        text_limit: u64,
    ) -> Option<Page> {
        let limit = converted(text_limit, record.encoding);
        let window = max_bytes.map_or(limit, |most| most.min(limit));
        let asked = usize::try_from(offset).ok()?;
        let window_end = usize::try_from(offset.saturating_add(window)).unwrap_or(usize::MAX);
        let window_end = window_end.min(data.len());
        let (begin, end) = match record.encoding {
            Encoding::Binary => (asked, window_end.max(asked + 1)),
            Encoding::Utf8 => {
                let text = std::str::from_utf8(data).ok()?;
                let begin = text::ceil_boundary(text, asked);
                let end = text::floor_boundary(text, window_end);
                if end > begin {
                    (begin, end)
                } else {
                    (begin, text::ceil_boundary(text, begin + 1))
                }
            }
        };
        let page = Page {
            capture_id: record.capture_id.clone(),
            offset: begin as u64,
            data: data[begin..end].to_vec(),
            extent: record.extent,
            encoding: record.encoding,
            next_offset: (end < data.len()).then_some(end as u64),
        };
        page.judge().ok()?;
        Some(page)
    }

    /// Takes a page of a value, and judges it (`page.valid`).
    pub fn from_value(value: &Value) -> Judged<Page> {
        Page::of_members(value)
            .filter(|page| page.judge().is_ok())
            .ok_or(Refusal::new("page.valid"))
    }

    fn of_members(value: &Value) -> Option<Page> {
        if !has_exactly(value, &PAGE) {
            return None;
        }
        let capture_id = value.get("capture_id")?.as_str()?;
        let encoding = Encoding::named(value.get("encoding")?.as_str()?)?;
        let data = value.get("data")?.as_str()?;
        Some(Page {
            capture_id: Some(capture_id)
                .filter(|id| text::is_canonical_uuid(id))?
                .to_owned(),
            offset: json::unsigned(value.get("offset")?).ok()?,
            data: match encoding {
                Encoding::Utf8 => data.as_bytes().to_vec(),
                Encoding::Binary => {
                    base64::decode(data).filter(|bytes| base64::encode(bytes) == data)?
                }
            },
            extent: Extent::from_value(value).ok()?,
            encoding,
            next_offset: match value.get("next_offset")? {
                Value::Null => None,
                number => Some(json::unsigned(number).ok()?),
            },
        })
    }

    /// Judges that some capture has this page (`page.valid`).
    fn judge(&self) -> Judged<()> {
        let captured = self.extent.captured_bytes;
        let end = self.offset.checked_add(self.data.len() as u64);
        let next = end.filter(|end| *end < captured);
        let empty_right = self.encoding == Encoding::Utf8 && end == Some(captured) && captured > 0;
        let right = self.extent.judge().is_ok()
            && end.is_some_and(|end| end <= captured)
            && self.next_offset == next
            && (!self.data.is_empty() || empty_right);
        require(right, "page.valid")
    }

    /// The data as the view has it: the text, or base64.
    pub fn shown_data(&self) -> String {
        match self.encoding {
            Encoding::Utf8 => String::from_utf8_lossy(&self.data).into_owned(),
            Encoding::Binary => base64::encode(&self.data),
        }
    }

    /// How a model is shown the page (`page.body`, `page.footer`).
    pub fn render(&self) -> String {
        let extent = &self.extent;
        let mut out = self.shown_data();
        out.push_str(&format!("\n[capture {}: ", self.capture_id));
        match (self.data.len() as u64).checked_sub(1) {
            Some(behind) => {
                out.push_str(&format!("bytes {}-{}", self.offset, self.offset + behind))
            }
            None => out.push_str("no bytes"),
        }
        out.push_str(&format!(
            " of {} retained (original {}{})",
            extent.captured_bytes,
            extent.least(),
            extent.original_bytes
        ));
        if self.encoding == Encoding::Binary {
            out.push_str("; encoding=base64");
        }
        match self.next_offset {
            Some(next) => out.push_str(&format!("; next_offset={next}")),
            None => out.push_str("; end"),
        }
        if let Some(reason) = extent.truncation_reason {
            out.push_str(&format!(
                "; truncated: {}{} bytes not retained ({})",
                extent.least(),
                extent.original_bytes - extent.captured_bytes,
                reason.name()
            ));
        }
        out.push(']');
        out
    }
}

/// A footer's text, from left to right.
pub(super) struct Cursor<'a>(pub(super) &'a str);

impl<'a> Cursor<'a> {
    /// Takes a word if it is next.
    pub(super) fn word(&mut self, word: &str) -> bool {
        match self.0.strip_prefix(word) {
            Some(rest) => {
                self.0 = rest;
                true
            }
            None => false,
        }
    }

    /// Takes a word that must be next.
    pub(super) fn expect(&mut self, word: &str) -> Option<()> {
        self.word(word).then_some(())
    }

    /// Takes a decimal of at most 64 bits.
    pub(super) fn decimal(&mut self) -> Option<u64> {
        let bytes = self.0.bytes();
        let (digits, rest) = self
            .0
            .split_at(bytes.take_while(|b| b.is_ascii_digit()).count());
        self.0 = rest;
        text::canonical_decimal(digits)
    }

    /// Takes a capture id.
    pub(super) fn uuid(&mut self) -> Option<&'a str> {
        let id = self.0.get(..36).filter(|id| text::is_canonical_uuid(id))?;
        self.0 = &self.0[36..];
        Some(id)
    }
}

/// A rendered page, read again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed<'a> {
    /// The body as it stands.
    pub body: &'a str,
    /// The page.
    pub page: Page,
}

/// Reads a rendered page (`page.parse.footer`, `page.parse.agree`).
pub fn parse(rendered: &str) -> Option<Parsed<'_>> {
    let (body, footer) = rendered.rsplit_once('\n')?;
    let mut cursor = Cursor(footer);
    cursor.expect("[capture ")?;
    let capture_id = cursor.uuid()?.to_owned();
    cursor.expect(": ")?;
    let range = if cursor.word("no bytes") {
        None
    } else {
        cursor.expect("bytes ")?;
        let first = cursor.decimal()?;
        cursor.expect("-")?;
        Some((first, cursor.decimal()?))
    };
    cursor.expect(" of ")?;
    let captured_bytes = cursor.decimal()?;
    cursor.expect(" retained (original ")?;
    let original_exact = !cursor.word("at least ");
    let original_bytes = cursor.decimal()?;
    cursor.expect(")")?;
    let encoding = if cursor.word("; encoding=base64") {
        Encoding::Binary
    } else {
        Encoding::Utf8
    };
    let next_offset = if cursor.word("; next_offset=") {
        Some(cursor.decimal()?)
    } else {
        cursor.expect("; end")?;
        None
    };
    let truncation_reason = if cursor.word("; truncated: ") {
        let missing_exact = !cursor.word("at least ");
        let missing = cursor.decimal()?;
        cursor.expect(" bytes not retained (")?;
        let reason = [Truncation::CaptureCeiling, Truncation::SourceLimit]
            .into_iter()
            .find(|reason| cursor.word(reason.name()))?;
        cursor.expect(")")?;
        let agrees = missing_exact == original_exact
            && original_bytes.checked_sub(captured_bytes) == Some(missing);
        agrees.then_some(Some(reason))?
    } else {
        None
    };
    cursor.expect("]")?;
    if !cursor.0.is_empty() {
        return None;
    }
    let data = match encoding {
        Encoding::Utf8 => body.as_bytes().to_vec(),
        Encoding::Binary => base64::decode(body)?,
    };
    let page = Page {
        capture_id,
        offset: range.map_or(captured_bytes, |(first, _)| first),
        data,
        extent: Extent {
            captured_bytes,
            original_bytes,
            original_exact,
            truncation_reason,
        },
        encoding,
        next_offset,
    };
    page.judge().ok()?;
    (page.render() == rendered).then_some(Parsed { body, page })
}
