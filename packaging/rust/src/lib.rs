//! The conformance corpus of Toolwire, with its schemas and grammars. No dependencies.

mod index;

pub use index::{FILES, VERSION};

/// One input and what every conforming implementation answers.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Path of its file among [`FILES`].
    pub file: &'static str,
    pub id: &'static str,
    pub title: &'static str,
    pub profile: &'static str,
    pub op: &'static str,
    pub requirements: &'static [&'static str],
    /// The requirement that the input breaks.
    pub breaks: Option<&'static str>,
    /// The case that has to be right too.
    pub twin: Option<&'static str>,
    /// JSON. `{"base64":"…"}` stands for bytes, `{"repeat":[text,n]}` and `{"concat":[…]}` for long texts.
    pub input: &'static str,
    /// JSON: `{"result":…}` or `{"refused":{"rule":…,"phase":…}}`, with the same short forms.
    pub expect: &'static str,
}

/// The cases, one after the other.
pub fn cases() -> impl Iterator<Item = Case> {
    index::ROWS.iter().map(|row| {
        let (file, text) = FILES[row.file];
        Case {
            file,
            id: row.id,
            title: row.title,
            profile: row.profile,
            op: row.op,
            requirements: row.requirements,
            breaks: row.breaks,
            twin: row.twin,
            input: &text[row.input.0..row.input.1],
            expect: &text[row.expect.0..row.expect.1],
        }
    })
}

/// The text of a file: `conformance/…`, `schemas/…` or `grammars/…`.
pub fn file(path: &str) -> Option<&'static str> {
    let place = FILES.binary_search_by_key(&path, |entry| entry.0).ok()?;
    Some(FILES[place].1)
}

/// A case in the index: its file by number, its JSON by place.
struct Row {
    file: usize,
    id: &'static str,
    title: &'static str,
    profile: &'static str,
    op: &'static str,
    requirements: &'static [&'static str],
    breaks: Option<&'static str>,
    twin: Option<&'static str>,
    input: (usize, usize),
    expect: (usize, usize),
}
