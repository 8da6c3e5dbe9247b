"""The record of a capture, and whether its numbers agree with each other.

Chapter *Retained results*, requirements `capture.record.*`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from toolwire import json_profile
from toolwire.grammar import recogniser
from toolwire.model.retained import CaptureRecord
from toolwire.refusal import Refusal

_REASONS = ("capture_ceiling", "source_limit")
_SHAPE = "Give the members of a capture record, each once, with values of their types, and no others."


def decode_record(document: str | bytes) -> CaptureRecord:
    """The record that a JSON text says.

    Raises:
        Refusal: a `text.`, `json.` or `capture.record.` requirement that the document breaks.
    """
    value = json_profile.parse(document)
    if not isinstance(value, dict) or value.keys() != _MEMBERS.keys():
        raise Refusal("capture.record.shape", "invalid", _SHAPE, pointer="")
    for name, check in _MEMBERS.items():
        check(value[name], f"/{name}")
    record = CaptureRecord(**value)  # pyright: ignore[reportArgumentType]  (each member has been looked at)
    check_record(record)
    return record


def check_record(record: CaptureRecord) -> None:
    """Judge what the members of a record say together.

    Raises:
        Refusal: `capture.record.exact`, `capture.record.bound` or `capture.record.retained`.
    """
    check_numbers(record.captured_bytes, record.original_bytes, record.original_exact, record.truncation_reason)
    if record.truncation_reason and record.digest is None:
        advice = "Keep the first bytes of an output that is truncated, and give their digest."
        raise Refusal("capture.record.retained", "invalid", advice, pointer="/digest")


def check_numbers(captured: int, original: int, exact: bool, reason: str | None) -> None:
    """Judge numbers of bytes, and why some are missing; None when none are.

    Raises:
        Refusal: `capture.record.exact` or `capture.record.bound`.
    """
    if exact:
        if original < captured or (original > captured) is not (reason is not None):
            advice = "Give a truncation_reason just when original_bytes is greater than captured_bytes, and never less."
            raise Refusal("capture.record.exact", "invalid", advice, pointer="/original_bytes")
    elif reason is None or original <= captured:
        advice = "Give a bound only of what is truncated, and one above captured_bytes."
        raise Refusal("capture.record.bound", "invalid", advice, pointer="/original_bytes")


def _is(holds: Callable[[Any], bool]) -> Callable[[Any, str], None]:
    def check(value: Any, pointer: str) -> None:
        if not holds(value):
            raise Refusal("capture.record.shape", "invalid", _SHAPE, pointer=pointer)

    return check


def _count(value: Any, pointer: str) -> None:
    json_profile.check_integer(value, signed=False, pointer=pointer)


def _of(grammar: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and recogniser(grammar).fullmatch(value) is not None


_MEMBERS: Mapping[str, Callable[[Any, str], None]] = {
    "capture_id": _is(_of("canonical_uuid")),
    "captured_bytes": _count,
    "original_bytes": _count,
    "original_exact": _is(lambda value: isinstance(value, bool)),
    "truncation_reason": _is(lambda value: value is None or value in _REASONS),
    "encoding": _is(lambda value: value in ("utf-8", "binary")),
    "digest": _is(lambda value: value is None or _of("digest")(value)),
}
