"""Results that somebody else's runner wrote: graded as if we had asked.

Such a runner reads the requests of `toolwire conform index`, one JSON object a line with the id of a case, its profile,
op and input, and writes one answer a line, as an adapter does, with the id of the case in place of a number. Its first
line may be an answer to hello, which says whose results they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from toolwire.model.conformance import HelloAnswer, Implementation

from . import messages, values
from .corpus import Case, CorpusError
from .messages import Answer, AnswerError
from .session import Fault

NOBODY = HelloAnswer(1, Implementation("unknown", "0", "unknown"), ())


class _Addressed(Struct):
    id: str | UnsetType = UNSET


class Foreign(NamedTuple):
    """Answers by case id, and whose they are."""

    hello: HelloAnswer | None
    answers: dict[str, Answer | Fault]


def index(cases: Iterable[Case]) -> Iterator[str]:
    """The line of each case: what is asked, and under which id. What is expected is not in it."""
    for case in cases:
        yield values.compact({"id": case.id, "profile": case.profile, "op": case.op, "input": case.input})


def read(lines: Iterable[bytes], known: Iterable[str]) -> Foreign:
    """The results of a file of lines.

    Raises:
        CorpusError: a line is no answer to a case, or a case is answered twice.
    """
    ids = set(known)
    hello: HelloAnswer | None = None
    answers: dict[str, Answer | Fault] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        if number == 1 and b'"protocol"' in line:
            try:
                hello = messages.decode_hello(line)
            except ValueError as error:
                raise CorpusError(f"line 1 is no answer to hello: {error}") from None
            continue
        case, answer = _answer(line, number)
        if case not in ids:
            raise CorpusError(f"line {number} answers {case}, which is no case of this corpus")
        if case in answers:
            raise CorpusError(f"line {number} answers {case} a second time; keep one answer a case")
        answers[case] = answer
    return Foreign(hello, answers)


def _answer(line: bytes, number: int) -> tuple[str, Answer | Fault]:
    try:
        case = msgspec.json.decode(line, type=_Addressed).id
        members = msgspec.json.decode(line, type=dict[str, Raw])
    except (msgspec.MsgspecError, RecursionError) as error:
        raise CorpusError(f"line {number} is no answer: {error}") from None
    if case is UNSET:
        raise CorpusError(f"line {number} has no id; give the id of the case that it answers")
    try:  # as an adapter's answer, under a number
        return case, messages.decode(msgspec.json.encode(members | {"id": Raw(b"0")}))
    except AnswerError as error:
        return case, Fault("protocol", f"wrote what is no answer: {error}")
