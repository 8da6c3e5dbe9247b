"""One answer against one expectation: the outcome, and which of verdict and reason are right.

An answer is right on *verdict* (refusal, null, true, false, or some value), on *value* (the result is equal) and, if it
is a refusal, on *reason* (rule and phase are both given and right). A reason that is not given is not judged; one that
is given must be right.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Raw

from . import values
from .corpus import Case, Refusal, Result
from .messages import Answer, Refused
from .session import Fault
from .values import Json

OUTCOMES = ("pass", "fail", "crash", "timeout", "protocol", "unsupported", "not_measured")


class Grade(NamedTuple):
    """What an answer is worth, its twin left aside."""

    outcome: str
    verdict: bool = False
    reason: bool = False

    @property
    def right(self) -> bool:
        """Whether the answer is right in all that it says."""
        return self.outcome == "pass"


_RIGHT = Grade("pass", verdict=True, reason=True)
_WITHOUT_REASON = Grade("pass", verdict=True)
_RIGHT_VERDICT = Grade("fail", verdict=True)
_WRONG = Grade("fail")
_UNREADABLE = Grade("protocol")
_WORDS = frozenset((b"null", b"true", b"false"))


def grade(case: Case, answer: Answer | Fault | None, *, claimed: bool = True) -> Grade:
    """The grade of an answer, of a fault in its place, or of neither.

    `claimed` is whether the adapter claims the case's profile: an op of such a profile may not be unsupported.
    """
    match answer:
        case None:
            return Grade("not_measured")
        case Fault():
            return Grade(answer.outcome)
        case Answer(result=Raw() as raw):
            return _graded_result(case.expect, raw)
        case Answer(refused=Refused() as refused):
            return _graded_refusal(case.expect, refused)
        case Answer(unsupported=True) if not claimed:
            return Grade("unsupported")
        case _:
            return _WRONG


def verdict(expect: Result | Refusal) -> str:
    """What is decided before values are compared: `refused`, `null`, `true`, `false` or `value`."""
    return "refused" if isinstance(expect, Refusal) else _kind(expect.value)


def _graded_result(expect: Result | Refusal, raw: Raw) -> Grade:
    if isinstance(expect, Refusal):
        return _WRONG
    if raw in expect.spellings:
        return _RIGHT
    text = bytes(raw)
    if text in _WORDS:  # another verdict than the expected one
        return _WRONG
    try:
        value = values.read(text)
    except ValueError:
        return _UNREADABLE
    if values.equal(expect.value, value):
        return _RIGHT
    return _RIGHT_VERDICT if _kind(value) == _kind(expect.value) else _WRONG


def _graded_refusal(expect: Result | Refusal, refused: Refused) -> Grade:
    if isinstance(expect, Result):
        return _WRONG
    if refused.rule is not None and refused.rule not in expect.rules:
        return _RIGHT_VERDICT
    if refused.phase is not None and refused.phase != expect.phase:
        return _RIGHT_VERDICT
    return _WITHOUT_REASON if refused.rule is None or refused.phase is None else _RIGHT


def _kind(value: Json) -> str:
    return values.compact(value) if value is None or isinstance(value, bool) else "value"
