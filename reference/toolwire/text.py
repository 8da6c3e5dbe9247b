"""Text: sequences of Unicode scalar values, checked and never changed.

Chapter *Text and JSON profile*, requirements `text.*`.
"""

from __future__ import annotations

from toolwire.grammar.recognisers import WHITE_SPACE
from toolwire.refusal import Refusal

_BOM = b"\xef\xbb\xbf"


def decode(data: bytes) -> str:
    """The text that `data` encodes in UTF-8.

    Raises:
        Refusal: `text.bom` if the bytes begin with a byte order mark, `text.utf8` if they are not
            well-formed; the place is the offset of the first ill-formed sequence in bytes.
    """
    if data.startswith(_BOM):
        raise Refusal("text.bom", "malformed", "Remove the byte order mark (EF BB BF) at the start.", byte=0)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        advice = "Save the input as well-formed UTF-8; nothing is replaced here."
        raise Refusal("text.utf8", "malformed", advice, byte=error.start) from None


def check(text: str) -> str:
    """`text` itself, if it is text: a Python string may hold surrogates, a text may not.

    Costs nothing for ASCII strings, and one pass for others.

    Raises:
        Refusal: `text.surrogate`; the place is the offset in bytes of the first surrogate, in UTF-8.
    """
    if text.isascii():
        return text
    try:
        text.encode("utf-16-le")  # of the strict codecs the fastest that refuses surrogates
    except UnicodeEncodeError as error:
        advice = "Decode the input from well-formed UTF-8; a lone surrogate is not a character."
        byte = byte_offset(text, error.start)
        raise Refusal("text.surrogate", "malformed", advice, byte=byte) from None
    return text


def byte_offset(text: str, index: int) -> int:
    """Offset in bytes of UTF-8 of the code point at `index` of `text`."""
    return len(text[:index].encode("utf-8", "surrogatepass"))


def skip_white_space(text: str) -> int:
    """Number of listed white space characters at the start of `text` (`text.white-space`), in code points."""
    return len(text) - len(text.lstrip(WHITE_SPACE))
