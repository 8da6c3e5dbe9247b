"""Values in the inputs of ops, as `conformance/protocol.md` writes them."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable
from typing import Any, TypeAlias

from toolwire import text as text_rules

Input: TypeAlias = dict[str, Any]
Op: TypeAlias = Callable[[Input], Any]


def text(value: str | dict[str, str]) -> str:
    """A text member: a JSON string, or the bytes of one that may be ill-formed."""
    return text_rules.check(value) if isinstance(value, str) else text_rules.decode(b64decode(value["base64"]))


def document(value: str | dict[str, str]) -> str | bytes:
    """A document: a string, or bytes."""
    return value if isinstance(value, str) else b64decode(value["base64"])


def raw(value: str | dict[str, str]) -> bytes:
    """A log or a line: the UTF-8 bytes of a JSON string, or bytes as they are."""
    return text_rules.check(value).encode() if isinstance(value, str) else b64decode(value["base64"])


def require(holds: bool, words: str) -> None:
    """See to it that an input has the form that the protocol gives it.

    Raises:
        TypeError: it has not, which is an error of whoever asks, and no refusal.
    """
    if not holds:
        raise TypeError(words)


def unsigned(value: object) -> int:
    """An unsigned 64-bit number: a JSON integer, or a string of digits where those are not exact.

    Raises:
        TypeError: it is neither, as 1.0 is, or negative; no runner sends that.
    """
    number = int(value) if isinstance(value, int | str) else -1
    require(number >= 0, "an unsigned number is an integer, or a string of digits")
    return number


def shown(number: int | None) -> int | str | None:
    """An unsigned 64-bit number, written as `unsigned` reads it."""
    return number if number is None or number < 1 << 53 else str(number)
