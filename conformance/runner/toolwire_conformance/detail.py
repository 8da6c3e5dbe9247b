"""Why an answer is not right, in one short sentence that cannot steer a terminal."""

from __future__ import annotations

from msgspec import Raw

from toolwire.visible import shortened, visible

from . import values
from .corpus import Case, Refusal, Result
from .messages import Answer, Failure, Refused
from .session import Fault
from .values import Json, Missing

_SHOWN = 60
"""Code points of what an adapter gave."""


def detail(case: Case, answer: Answer | Fault | None) -> str:
    """What is wrong with an answer that is not right, or what came instead of one."""
    match answer:
        case None:
            return "the run stopped before it"
        case Fault():
            return visible(answer.detail)
        case Answer(result=Raw() as raw):
            return _of_result(case.expect, bytes(raw))
        case Answer(refused=Refused() as refused):
            return _of_refusal(case.expect, refused)
        case Answer(error=Failure() as failure):
            return f"the adapter failed: {_shown(failure.message)}"
        case _:
            return "answered unsupported"


def _of_result(expect: Result | Refusal, raw: bytes) -> str:
    if isinstance(expect, Refusal):
        return f"gave a result ({_shown(raw[: 4 * _SHOWN].decode('utf-8', 'replace'))}), {expect.rules[0]} refuses"
    try:
        found = values.difference(expect.value, values.read(raw))
    except ValueError as error:
        return f"its result is not readable: {_shown(str(error))}"
    if found is None:
        return ""
    place = f" at {_shown(found.pointer)}" if found.path else ""
    return f"expected {_text(found.left)}{place}, got {_text(found.right)}"


def _of_refusal(expect: Result | Refusal, refused: Refused) -> str:
    if isinstance(expect, Result):
        return f"refused ({_shown(refused.rule or 'no rule given')}), a result is expected"
    if refused.rule is not None and refused.rule not in expect.rules:
        return f"refused by {_shown(refused.rule)}, not by {' or '.join(expect.rules)}"
    return f"refused as {_shown(refused.phase or 'nothing')}, not as {expect.phase}"


def _text(value: Json | Missing) -> str:
    if isinstance(value, Missing):
        return value.words
    try:
        return _shown(values.compact(value))
    except RecursionError:
        return "a value that nests too deep"


def _shown(text: str) -> str:
    return shortened(visible(text), _SHOWN)
