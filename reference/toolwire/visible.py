"""Text for a terminal: what does not show is made visible, and no control sequence gets through."""

from __future__ import annotations


def visible(text: str) -> str:
    """`text` with a line feed as ␊ and every other character that does not show as ⟨U+XXXX⟩."""
    return text if text.isprintable() else "".join(map(_picture, text))


def shortened(text: str, limit: int) -> str:
    """`text` if it has at most `limit` code points, else its two ends with an ellipsis between them."""
    half = (limit - 1) // 2
    return text if len(text) <= limit else f"{text[:half]}…{text[-half:]}"


def _picture(character: str) -> str:
    if character.isprintable():
        return character
    return "␊" if character == "\n" else f"⟨U+{ord(character):04X}⟩"
