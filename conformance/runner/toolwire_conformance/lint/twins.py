"""Checks of twins: the cases that keep a constant answer from earning anything."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire_conformance import corpus, values
from toolwire_conformance.corpus import Case, Refusal, Result
from toolwire_conformance.grade import verdict

from .material import Finding, Material


def sound(material: Material) -> Iterator[Finding]:
    """A twin is another case of the same profile that is answered otherwise."""
    cases = {case.id: case for case in material.cases}
    for case in material.cases:
        if case.twin is None:
            continue
        twin = cases.get(case.twin)
        if twin is None:
            yield Finding(case.file, case.id, f"its twin {case.twin} is no case; name the nearest one")
        elif twin.profile != case.profile:
            yield Finding(case.file, case.id, f"its twin {twin.id} is of {twin.profile}; name one of {case.profile}")
        elif _alike(case, twin):
            yield Finding(case.file, case.id, f"its twin {twin.id} is answered alike; name one that is not")


def needed(material: Material) -> Iterator[Finding]:
    """A case that an answer without thought could get right has a twin."""
    for case in material.cases:
        if case.twin is None and (answer := _thoughtless(case)):
            yield Finding(
                case.file, case.id, f"{answer} would be right; name the nearest case that is answered otherwise"
            )


def _thoughtless(case: Case) -> str | None:
    match case.expect:
        case Refusal():
            return "refusing everything"
        case Result(value=value) if verdict(case.expect) != "value" or value in ("", [], {}):
            return f"answering {values.compact(value)} to everything"
        case Result(value=str() as value) if value in corpus.texts(case.input):
            return "giving back the input"
        case _:
            return None


def _alike(case: Case, twin: Case) -> bool:
    match case.expect, twin.expect:
        case Result(value=one), Result(value=other):
            return values.equal(one, other)
        case _:
            return case.expect == twin.expect
