"""Text on a terminal: what does not show is made visible, and no control sequence gets through."""

from __future__ import annotations

import re

_HIDDEN = re.compile(
    "[\x00-\x1f\x7f-\xa0\xad\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ufff9-\ufffb\ud800-\udfff]"
)


def visible(text: str) -> str:
    """`text` with a line feed as ␊, other C0 controls as their pictures, and other hidden characters as ⟨U+XXXX⟩."""
    return _HIDDEN.sub(_picture, text)


def shortened(text: str, limit: int) -> str:
    """`text` if it has at most `limit` code points, else its two ends with an ellipsis between them."""
    half = (limit - 1) // 2
    return text if len(text) <= limit else f"{text[:half]}…{text[-half:]}"


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    return chr(0x2400 + code) if code < 0x20 else f"⟨U+{code:04X}⟩"
