//! Text: sequences of Unicode scalar values (chapter *Text and JSON profile*).

use crate::refusal::{Judged, Refusal};

/// The byte order mark in UTF-8.
pub const BOM: [u8; 3] = [0xEF, 0xBB, 0xBF];

/// Reads bytes as a text (`text.bom`, `text.utf8`).
pub fn decode(bytes: &[u8]) -> Judged<&str> {
    if bytes.starts_with(&BOM) {
        return Err(Refusal::new("text.bom"));
    }
    std::str::from_utf8(bytes).map_err(|_| Refusal::new("text.utf8"))
}

/// Whether the character is listed white space (`text.white-space`).
pub fn is_listed_white_space(c: char) -> bool {
    matches!(
        c,
        '\u{9}'..='\u{D}'
            | ' '
            | '\u{85}'
            | '\u{A0}'
            | '\u{1680}'
            | '\u{2000}'..='\u{200A}'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{202F}'
            | '\u{205F}'
            | '\u{3000}'
    )
}

/// Whether the text is empty or holds nothing but listed white space.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(is_listed_white_space)
}

/// Whether the character is a control: U+0000 to U+001F, U+007F to U+009F.
pub fn is_control(c: char) -> bool {
    matches!(c, '\0'..='\u{1F}' | '\u{7F}'..='\u{9F}')
}

/// The largest boundary between characters that is not above `at`.
pub fn floor_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The smallest boundary between characters that is not below `at`.
pub fn ceil_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}

/// Reads a spelling of `grammars/canonical_decimal.lark` of at most 2^64 - 1.
pub fn canonical_decimal(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.len() <= 20 && text.bytes().all(|b| b.is_ascii_digit());
    if !digits || text.len() > 1 && text.starts_with('0') {
        return None;
    }
    text.parse().ok()
}

/// Whether the text is of `grammars/canonical_uuid.lark`.
pub fn is_canonical_uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(i, b)| match i {
            8 | 13 | 18 | 23 => b == b'-',
            _ => is_lower_hex(b),
        })
}

/// Whether the text is of `grammars/digest.lark`.
pub fn is_digest(text: &str) -> bool {
    text.strip_prefix("sha256:")
        .is_some_and(|hex| hex.len() == 64 && hex.bytes().all(is_lower_hex))
}

fn is_lower_hex(b: u8) -> bool {
    matches!(b, b'0'..=b'9' | b'a'..=b'f')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_25_characters_are_white_space() {
        let count = ('\0'..=char::MAX)
            .filter(|c| is_listed_white_space(*c))
            .count();
        assert_eq!(count, 25);
    }

    #[test]
    fn the_mark_comes_before_ill_formed_bytes() {
        assert_eq!(decode(b"\xEF\xBB\xBF\xFF"), Err(Refusal::new("text.bom")));
        assert_eq!(decode(b"a\xC0\x80"), Err(Refusal::new("text.utf8")));
    }
}
