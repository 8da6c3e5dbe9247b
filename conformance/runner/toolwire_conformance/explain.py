"""One case in full: the sentence it is about, what is sent, what is expected, and what an adapter answers."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from msgspec import Raw

from toolwire.specification import Requirement
from toolwire.visible import shortened, visible

from . import messages, selection, values
from .corpus import Case, Corpus, CorpusError, Refusal, Result
from .measure import measure
from .messages import Answer
from .score import score
from .session import Fault, Limits
from .values import Json

_SHOWN = 240
"""Code points of a text before its middle is left out."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What an adapter gave for a case, and what that is worth, its twin considered."""

    answer: Answer | Fault
    outcome: str
    detail: str


def ask(corpus: Corpus, case: Case, command: Sequence[str]) -> Answered:
    """Put a case and its twin to an adapter.

    Raises:
        CorpusError: the adapter does not start.
    """
    asked = selection.with_twins([case], corpus.cases)
    measured = measure(asked, command, corpus_version=corpus.version, seed=0, limits=Limits())
    if measured.failure:
        raise CorpusError(f"the adapter does not start: {visible(str(measured.failure))}")
    (scored,) = score([case], corpus.cases, measured.answers, {case.profile}).cases
    return Answered(measured.answers[case.id], scored.outcome, scored.detail)


def request(corpus: Corpus, case: Case) -> str:
    """The lines that put the case to an adapter."""
    return (messages.hello_request(corpus.version) + messages.case_request(1, case)).decode()


def as_json(case: Case, requirements: Mapping[str, Requirement], answered: Answered | None, command: str) -> str:
    """Everything about a case as JSON; nothing in it is shortened."""
    cited: list[Json] = [
        {"id": name, "level": requirements[name].level, "text": requirements[name].text, "breaks": name == case.breaks}
        for name in case.requirements
        if name in requirements
    ]
    known: dict[str, Json] = {
        "id": case.id,
        "title": case.title,
        "file": case.file,
        "profile": case.profile,
        "op": case.op,
        "level": case.level,
        "tags": list(case.tags),
        "hunts": case.hunts,
        "twin": case.twin,
        "requirements": cited,
        "input": case.input,
        "expect": _expected(case),
        "reproduce": _reproduction(case, command),
    }
    if answered:
        known["answer"] = _given(answered.answer)
        known["outcome"] = answered.outcome
        known["detail"] = answered.detail
    return values.pretty(known) + "\n"


def as_text(case: Case, requirements: Mapping[str, Requirement], answered: Answered | None, command: str) -> str:
    """A case for a terminal: invisible characters visible, long texts shortened in the middle."""
    return "\n".join(_lines(case, requirements, answered, command)) + "\n"


def _reproduction(case: Case, command: str) -> str:
    return f"toolwire conform explain {case.id} --request | {command}"


def _lines(
    case: Case, requirements: Mapping[str, Requirement], answered: Answered | None, command: str
) -> Iterator[str]:
    yield f"{case.id}: {case.title}"
    yield f"{case.file}, {case.profile}, {case.level}"
    if case.hunts:
        yield f"hunts: {case.hunts}"
    for name in case.requirements:
        yield ""
        yield f"{name}{' (broken by this input)' if name == case.breaks else ''}"
        if name in requirements:
            yield f"  {requirements[name].text}"
    yield ""
    yield f"input of {case.op}"
    yield from _shown(case.input, "  ")
    yield ""
    yield "expected"
    yield from _shown(_expected(case), "  ")
    if case.twin:
        yield f"  and its twin {case.twin} answered right"
    if answered:
        yield ""
        yield f"answered: {answered.outcome}"
        yield from _shown(_given(answered.answer), "  ")
        if answered.detail:
            yield f"  {answered.detail}"
    yield ""
    yield "reproduce"
    yield f"  {_reproduction(case, command)}"


def _expected(case: Case) -> Json:
    match case.expect:
        case Result(value=value):
            return {"result": value}
        case Refusal(rules=(rule,), phase=phase):
            return {"refused": {"rule": rule, "phase": phase}}
        case Refusal(rules=rules, phase=phase):
            return {"refused": {"rule": list(rules), "phase": phase}}


def _given(answer: Answer | Fault) -> Json:
    match answer:
        case Fault():
            return {answer.outcome: answer.detail}
        case Answer(result=Raw() as raw):
            return {"result": _readable(raw)}
        case Answer(refused=messages.Refused() as refused):
            return {"refused": {"rule": refused.rule, "phase": refused.phase}}
        case Answer(error=messages.Failure() as failure):
            return {"error": failure.message}
        case _:
            return {"unsupported": True}


def _readable(raw: Raw) -> Json:
    try:
        return values.read(bytes(raw))
    except ValueError as error:
        return f"not readable: {error}"


def _shown(value: Json, indent: str) -> Iterator[str]:
    """A value in lines: one a member, texts broken behind their line feeds, arrays and deeper objects in JSON."""
    members = cast("dict[str, Json]", value)
    width = max(map(len, members), default=0)
    if not members:
        yield f"{indent}{{}}"
    for name, member in members.items():
        head = f"{indent}{name:{width}}  "
        match member:
            case str():
                lines = f'"{shortened(member, _SHOWN)}"'.split("\n")
            case {"base64": str() as data} if len(member) == 1:
                lines = [f"bytes {shortened(b64decode(data).decode('utf-8', 'backslashreplace'), _SHOWN)}"]
            case dict() if member:
                yield head.rstrip()
                yield from _shown(member, indent + "  ")
                continue
            case _:
                lines = [shortened(values.compact(member), _SHOWN)]
        for number, line in enumerate(lines):
            feed = "␊" if number < len(lines) - 1 else ""
            yield (head if number == 0 else " " * len(head)) + visible(line) + feed
