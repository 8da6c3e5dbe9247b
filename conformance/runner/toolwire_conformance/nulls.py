"""Null adapters: they look at no input, or at one byte of it, and must pass nothing on any profile.

Whatever one of them passes is a case that proves nothing: give it a twin, or a nearer one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from . import corpus, messages, values
from .corpus import Case
from .messages import Answer
from .score import Score, score
from .session import Fault
from .values import Json

Null = Callable[[Case], str | None]
"""What is answered to a case, as the JSON text of the answer's members; None is silence."""


def _accepts(result: str) -> Null:
    return lambda case: f'"result":{result}'  # noqa: ARG005


def _rejects(case: Case) -> str:  # noqa: ARG001
    return '"refused":{}'


def _echo(case: Case) -> str:
    return f'"result":{values.compact(case.input)}'


def _echo_text(case: Case) -> str:
    return f'"result":{values.compact(_first_text(case.input))}'


def _by_first_byte(yes: Null, no: Null) -> Null:
    """Says yes when the input's first text begins as a carrier or a JSON container does."""
    return lambda case: (yes if _first_text(case.input)[:1] in ("[", "{") else no)(case)


NULLS: Mapping[str, Null] = {
    **{f"accept-all {result}": _accepts(result) for result in ("null", "true", "false", '""', "[]", "{}", "0")},
    "reject-all": _rejects,
    "echo": _echo,
    "echo-text": _echo_text,
    "silent": lambda case: None,  # noqa: ARG005
    "first-byte true-or-false": _by_first_byte(_accepts("true"), _accepts("false")),
    "first-byte true-or-null": _by_first_byte(_accepts("true"), _accepts("null")),
    "first-byte true-or-refused": _by_first_byte(_accepts("true"), _rejects),
    "first-byte echo-or-refused": _by_first_byte(_echo_text, _rejects),
}


def scores(cases: Mapping[str, Case]) -> dict[str, Score]:
    """The score of each null adapter over all cases, every profile claimed."""
    profiles = {case.profile for case in cases.values()}
    return {
        name: score(cases.values(), cases, {case.id: _answer(null(case)) for case in cases.values()}, profiles)
        for name, null in NULLS.items()
    }


def _answer(members: str | None) -> Answer | Fault:
    if members is None:
        return Fault("timeout", "silent")
    return messages.decode(f'{{"id":0,{members}}}'.encode())


def _first_text(given: Json) -> str:
    """The first text of an input, the role of a message aside."""
    members = {name: value for name, value in given.items() if name != "role"} if isinstance(given, dict) else given
    return next(iter(corpus.texts(members)), "")
