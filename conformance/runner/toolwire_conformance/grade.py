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
from .visible import shortened, visible

OUTCOMES = ("pass", "fail", "crash", "timeout", "protocol", "unsupported", "not_measured")

_SHOWN = 60


class Grade(NamedTuple):
    """What an answer is worth, its twin left aside; `detail` is empty for a pass."""

    outcome: str
    verdict: bool
    reason: bool
    detail: str

    @property
    def right(self) -> bool:
        """Whether the answer is right in all that it says."""
        return self.outcome == "pass"


RIGHT = Grade("pass", verdict=True, reason=True, detail="")
_WITHOUT_REASON = Grade("pass", verdict=True, reason=False, detail="")


def grade(case: Case, answer: Answer | Fault | None, *, claimed: bool = True) -> Grade:
    """The grade of an answer, of a fault in its place, or of neither.

    `claimed` is whether the adapter claims the case's profile: an op of such a profile may not be unsupported.
    """
    match answer:
        case None:
            return _wrong("the run stopped before it", outcome="not_measured")
        case Fault():
            return _wrong(visible(answer.detail), outcome=answer.outcome)
        case Answer(result=Raw() as raw):
            return _graded_result(case.expect, raw)
        case Answer(refused=Refused() as refused):
            return _graded_refusal(case.expect, refused)
        case Answer(unsupported=True):
            detail = f"answered unsupported{', though the profile is claimed' if claimed else ''}"
            return _wrong(detail, outcome="fail" if claimed else "unsupported")
        case _:
            return _wrong(f"the adapter failed: {_shown(getattr(answer.error, 'message', ''))}")


def verdict(expect: Result | Refusal) -> str:
    """What is decided before values are compared: `refused`, `null`, `true`, `false` or `value`."""
    return "refused" if isinstance(expect, Refusal) else _kind(expect.value)


def _graded_result(expect: Result | Refusal, raw: Raw) -> Grade:
    if isinstance(expect, Refusal):
        return _wrong(f"gave a result ({_text(raw)}), {expect.rules[0]} refuses")
    if raw == expect.raw:
        return RIGHT
    try:
        value = values.read(bytes(raw))
        found = values.difference(expect.value, value)
    except (ValueError, RecursionError) as error:
        return _wrong(f"its result is not readable: {error}", outcome="protocol")
    if found is None:
        return RIGHT
    place = f" at {_shown(found.pointer)}" if found.pointer else ""
    detail = f"expected {_shown(found.left)}{place}, got {_shown(found.right)}"
    return _wrong(detail, verdict=_kind(value) == _kind(expect.value))


def _graded_refusal(expect: Result | Refusal, refused: Refused) -> Grade:
    if isinstance(expect, Result):
        return _wrong(f"refused ({_shown(refused.rule or 'no rule given')}), a result is expected")
    if refused.rule is not None and refused.rule not in expect.rules:
        return _wrong(f"refused by {_shown(refused.rule)}, not by {' or '.join(expect.rules)}", verdict=True)
    if refused.phase is not None and refused.phase != expect.phase:
        return _wrong(f"refused as {_shown(refused.phase)}, not as {expect.phase}", verdict=True)
    return _WITHOUT_REASON if refused.rule is None or refused.phase is None else RIGHT


def _kind(value: Json) -> str:
    return values.compact(value) if value is None or isinstance(value, bool) else "value"


def _wrong(detail: str, *, outcome: str = "fail", verdict: bool = False) -> Grade:
    return Grade(outcome, verdict=verdict, reason=False, detail=detail)


def _text(raw: Raw) -> str:
    return _shown(bytes(raw)[: 4 * _SHOWN].decode("utf-8", "replace"))


def _shown(text: str) -> str:
    return shortened(visible(text), _SHOWN)
