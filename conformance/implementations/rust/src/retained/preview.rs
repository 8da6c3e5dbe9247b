//! Previews: what a model is shown of an output (chapter *Preview and marker*).

use crate::refusal::{require, Judged};
use crate::text::{ceil_boundary, floor_boundary};

/// Judges a budget (`preview.budget`).
pub fn judge_budget(budget: i128) -> Judged<()> {
    require(!(1..256).contains(&budget), "preview.budget")
}

/// An output with one U+FFFD for each run of ill-formed bytes (`preview.repair`).
struct Repaired {
    text: String,
    /// For each run: where it ends in the text, and where in the output.
    runs: Vec<(usize, usize)>,
}

const REPLACEMENT: char = '\u{FFFD}';

impl Repaired {
    fn new(output: &[u8]) -> Repaired {
        let mut text = String::with_capacity(output.len());
        let mut runs: Vec<(usize, usize)> = Vec::new();
        let mut at = 0;
        let mut in_run = false;
        for chunk in output.utf8_chunks() {
            if !chunk.valid().is_empty() {
                text.push_str(chunk.valid());
                at += chunk.valid().len();
                in_run = false;
            }
            if chunk.invalid().is_empty() {
                continue;
            }
            at += chunk.invalid().len();
            match runs.last_mut() {
                Some(run) if in_run => run.1 = at,
                _ => {
                    text.push(REPLACEMENT);
                    runs.push((text.len(), at));
                }
            }
            in_run = true;
        }
        Repaired { text, runs }
    }

    /// Where a boundary of the text is in the output.
    fn in_output(&self, at: usize) -> usize {
        let before = self.runs.partition_point(|(end, _)| *end <= at);
        match before.checked_sub(1) {
            Some(last) => at - self.runs[last].0 + self.runs[last].1,
            None => at,
        }
    }
}

/// Shapes a preview (`preview.budget`, `preview.fit`, `preview.marker`).
pub fn shape(output: &[u8], budget: i128, marker: Option<&str>) -> Judged<String> {
    judge_budget(budget)?;
    let marker = marker.unwrap_or("");
    let repaired = Repaired::new(output);
    let mut out = if budget <= 0 {
        repaired.text
    } else {
        let left = usize::try_from(budget).unwrap_or(usize::MAX);
        match left.saturating_sub(marker.len()) {
            0 => String::new(),
            left if repaired.text.len() <= left => repaired.text,
            left => elide(&repaired, output.len(), left),
        }
    };
    out.push_str(marker);
    Ok(out)
}

/// A text that does not fit (`preview.elide`, `preview.count`, `preview.stable`, `preview.narrow`).
fn elide(repaired: &Repaired, total: usize, budget: usize) -> String {
    let text = &repaired.text;
    let mut omitted = total;
    loop {
        let marker = format!("\n[tool output truncated: omitted {omitted} of {total} bytes]\n");
        if marker.len() >= budget {
            return text[..floor_boundary(text, budget)].to_owned();
        }
        let room = budget - marker.len();
        let half = room / 2;
        let head = floor_boundary(text, half);
        let tail = ceil_boundary(text, text.len() - (room - half).min(text.len()));
        let left_out = repaired.in_output(tail) - repaired.in_output(head);
        if left_out == omitted {
            return format!("{}{marker}{}", &text[..head], &text[tail..]);
        }
        omitted = left_out;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_character_for_a_run() {
        let repaired = Repaired::new(b"a\xFF\xFE\xE2\x82b\xC3\xA9\xF0\x9F");
        assert_eq!(repaired.text, "a\u{FFFD}b\u{E9}\u{FFFD}");
        assert_eq!(repaired.in_output(1), 1);
        assert_eq!(repaired.in_output(4), 5);
        assert_eq!(repaired.in_output(repaired.text.len()), 10);
    }

    #[test]
    fn it_keeps_to_the_budget() {
        let output = "\u{20AC}uro ".repeat(1000);
        for budget in 256..600 {
            let preview = shape(output.as_bytes(), budget, None).unwrap();
            assert!(preview.len() <= budget as usize && preview.len() + 6 > budget as usize);
        }
    }
}
