"""Times as transcripts write them: a subset of RFC 3339, checked and kept as they are.

Chapter *Entries and messages*, requirements `entry.timestamp.*`; the grammar is `grammars/timestamp.lark`.
"""

from __future__ import annotations

from toolwire.grammar import recogniser
from toolwire.refusal import Refusal

UNSET = "0001-01-01T00:00:00Z"
"""The zero instant: no time for `responseTimestamp`, and refused as an entry's time."""

_PLAIN = "0001-01-02"


def check(text: str, pointer: str = "/timestamp") -> str:
    """`text` itself, if it is a time.

    Raises:
        Refusal: `entry.timestamp.form` or `entry.timestamp.date`; `pointer` is where it stands.
    """
    if recogniser("timestamp").fullmatch(text) is None:
        advice = "Write the time as in 2026-01-02T03:04:05.678Z, with a zone."
        raise Refusal("entry.timestamp.form", "invalid", advice, pointer=pointer)
    if text[5:10] == "02-29" and not _leap(int(text[:4])):
        advice = f"The year {text[:4]} has no February 29."
        raise Refusal("entry.timestamp.date", "invalid", advice, pointer=pointer)
    return text


def check_entry(text: str, pointer: str = "/timestamp") -> str:
    """As `check`, for the time of an entry.

    Raises:
        Refusal: `entry.timestamp.zero` too.
    """
    check(text, pointer)
    if text < _PLAIN and _is_zero(text):
        raise Refusal(
            "entry.timestamp.zero", "invalid", "Give the entry the time at which it was made.", pointer=pointer
        )
    return text


def are_plain(texts: list[str]) -> bool:
    """Whether `check_entry` accepts all of them, and none is of a day that needs a calendar."""
    return (
        all(map(recogniser("timestamp").fullmatch, texts))
        and "-02-29T" not in "".join(texts)
        and min(texts, default=_PLAIN) >= _PLAIN
    )


def _leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _is_zero(text: str) -> bool:
    """Whether a time before 0001-01-02 is the zero instant: on one of two days, by its offset."""
    if text[:10] not in ("0001-01-01", "0000-12-31"):
        return False
    clock, zone = text[11:19], text[19:].lstrip(".0123456789")
    fraction = text[19 : len(text) - len(zone)]
    minutes = _minutes(clock) - (1440 if text.startswith("0000") else 0)
    offset = 0 if zone == "Z" else _minutes(zone[1:]) * (-1 if zone[0] == "-" else 1)
    return clock.endswith(":00") and not fraction.strip(".0") and minutes == offset


def _minutes(clock: str) -> int:
    return int(clock[:2]) * 60 + int(clock[3:5])
