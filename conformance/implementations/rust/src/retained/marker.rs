//! The retention marker (chapter *Preview and marker*).

use super::pages::Cursor;
use super::{Extent, Truncation};
use crate::refusal::{require, Judged};
use crate::text;

/// Renders a marker (`marker.form`, `marker.numbers`, `marker.valid`, `marker.readable`).
pub fn render(extent: &Extent, capture_id: Option<&str>) -> Judged<String> {
    extent.judge()?;
    require(
        capture_id.is_none_or(text::is_canonical_uuid),
        "marker.valid",
    )?;
    let captured = extent.captured_bytes;
    let original = extent.original_bytes;
    let (numbers, what) = match extent.truncation_reason {
        None => (format!("all {captured} bytes retained"), "rest"),
        Some(reason) => {
            let missing = original - captured;
            let cause = reason.cause();
            let numbers = if extent.original_exact {
                format!("{captured} of {original} bytes retained; the last {missing} bytes {cause}")
            } else {
                format!(
                    "{captured} of at least {original} bytes retained; at least the last {missing} \
                     bytes {cause}"
                )
            };
            (format!("{numbers} and are unavailable"), "retained bytes")
        }
    };
    let with = capture_id.map_or(String::new(), |id| {
        format!("; read the {what} with read_tool_result capture_id=\"{id}\"")
    });
    Ok(format!("\n[tool output shaped; {numbers}{with}]\n"))
}

/// A preview that ends with a marker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed<'a> {
    /// What stands before the marker.
    pub preview: &'a str,
    /// What the marker says.
    pub extent: Extent,
    /// The id that it names.
    pub capture_id: Option<&'a str>,
}

/// Reads the marker at the end of a text (`marker.position`, `marker.agree`).
pub fn parse(text: &str) -> Option<Parsed<'_>> {
    let (preview, line) = text.strip_suffix('\n')?.rsplit_once('\n')?;
    let mut cursor = Cursor(line);
    cursor.expect("[tool output shaped; ")?;
    let (extent, what) = if cursor.word("all ") {
        let bytes = cursor.decimal()?;
        cursor.expect(" bytes retained")?;
        let extent = Extent {
            captured_bytes: bytes,
            original_bytes: bytes,
            original_exact: true,
            truncation_reason: None,
        };
        (extent, "rest")
    } else {
        (partial(&mut cursor)?, "retained bytes")
    };
    let mut capture_id = None;
    if cursor.word("; read the ") {
        cursor.expect(what)?;
        cursor.expect(" with read_tool_result capture_id=\"")?;
        capture_id = Some(cursor.uuid()?);
        cursor.expect("\"")?;
    }
    // all that is left to say is said by rendering it
    let rendered = render(&extent, capture_id).ok()?;
    (text[preview.len()..] == rendered).then_some(Parsed {
        preview,
        extent,
        capture_id,
    })
}

fn partial(cursor: &mut Cursor) -> Option<Extent> {
    let captured_bytes = cursor.decimal()?;
    cursor.expect(" of ")?;
    let original_exact = !cursor.word("at least ");
    let original_bytes = cursor.decimal()?;
    cursor.expect(" bytes retained; ")?;
    cursor.expect(if original_exact {
        "the last "
    } else {
        "at least the last "
    })?;
    cursor.decimal()?;
    cursor.expect(" bytes ")?;
    let reason = [Truncation::CaptureCeiling, Truncation::SourceLimit]
        .into_iter()
        .find(|reason| cursor.word(reason.cause()))?;
    cursor.expect(" and are unavailable")?;
    Some(Extent {
        captured_bytes,
        original_bytes,
        original_exact,
        truncation_reason: Some(reason),
    })
}
