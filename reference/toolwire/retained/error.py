"""Failed reads: their kinds, and the one text that a model is told of each.

Chapter *Retained results*, requirements `read.*`.
"""

from __future__ import annotations

from concurrent.futures import CancelledError
from typing import cast, get_args

from toolwire.model.retained import PageRequest, ReadErrorKind
from toolwire.refusal import Refusal
from toolwire.retained.page import Page

_FAILED = "error: read_tool_result: "
_TEXTS: dict[ReadErrorKind, str] = {
    "unknown_capture": "this conversation has no tool result with that capture_id",
    "not_retained": "that tool result was shown completely; nothing more was kept",
    "offset_out_of_range": "offset is not below the number of retained bytes",
    "integrity": "the retained bytes are not the ones that were stored",
    "unavailable": "the retained bytes cannot be read now",
    "cancelled": "the read was cancelled",
    "no_reader": "no tool results can be read in this conversation",
    "not_prepared": "the call was not prepared",
}
RULES: dict[ReadErrorKind, str] = {
    "unknown_capture": "read.unknown-capture",
    "not_retained": "read.not-retained",
    "offset_out_of_range": "read.offset",
    "integrity": "read.integrity",
    "unavailable": "read.unavailable",
    "cancelled": "read.cancelled",
    "no_reader": "read.no-reader",
    "not_prepared": "read.prepared",
}


class ReadError(Refusal):
    """A read that failed.

    Attributes:
        kind: what went wrong. What is behind it is for logs: give it as the cause (`raise ... from`).
        text: what the model is shown; it does not depend on the cause (`read.text`).
    """

    def __init__(self, kind: str) -> None:
        self.kind: ReadErrorKind = error_kind(kind)
        self.text = error_text(self.kind)
        said = self.text.removeprefix(_FAILED)
        super().__init__(RULES[self.kind], "invalid", f"{said[0].upper()}{said[1:]}.")


def error_kind(kind: str) -> ReadErrorKind:
    """The kind that is answered for one that an error claims (`read.untyped`)."""
    return cast(ReadErrorKind, kind) if kind in get_args(ReadErrorKind) else "unavailable"


def error_text(kind: ReadErrorKind) -> str:
    """What a model is told of a failed read."""
    return _FAILED + _TEXTS[kind]


def answer(request: PageRequest, page: Page | None, error: Exception | None, *, cancelled: bool = False) -> str:
    """What a model is shown when a reader gives a page, raises an error, or does both or neither.

    `cancelled` says whether the call was. Nothing of an error is in the text but its kind.
    """
    if error is None and page is not None:
        try:
            return page.render() if page.capture_id == request.capture_id else error_text("unavailable")
        except Refusal:  # a page that is none
            return error_text("unavailable")
    if cancelled or isinstance(error, CancelledError | TimeoutError):
        return error_text("cancelled")
    return error.text if isinstance(error, ReadError) else error_text("unavailable")
