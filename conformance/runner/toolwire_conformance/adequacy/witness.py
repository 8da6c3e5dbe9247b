"""The search for witnesses: inputs on which a mutant that no case notices answers otherwise than the reference.

What is found is shrunk, and printed as a draft of a case. What the right answer is, the specification says.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from toolwire_conformance import values
from toolwire_conformance.corpus import Case
from toolwire_conformance.values import Json

from .hunt import Field
from .judge import Prepared
from .mutant import Mutant, Swap
from .pool import each
from .reach import HEAVY
from .variation import varied

LONGEST = 20_000
"""Characters of an input that is varied."""


class Witness(NamedTuple):
    """An input that tells a mutant from the reference.

    Attributes:
        mutant: the mutant.
        case: the case whose input was varied.
        given: the input.
        right: what the reference answers, as JSON text.
        wrong: what the mutant answers; None is no answer.
    """

    mutant: Mutant
    case: Case
    given: Json
    right: str
    wrong: str | None

    def draft(self) -> str:
        """A case to be completed, as JSON text."""
        answer = values.read(self.right)
        assert isinstance(answer, dict)
        kept = {name: member for name, member in answer.items() if name in ("result", "refused")}
        draft: dict[str, Json] = {
            "id": "TO-BE-NAMED",
            "title": f"tells apart: {self.mutant.words}",
            "input": self.given,
            "expect": kept,
        }
        return values.pretty({"profile": self.case.profile, "op": self.case.op, "cases": [draft]})


def search(field: Field, survivors: Sequence[Mutant], inputs: int, seed: int, jobs: int = 2) -> Iterator[Witness]:
    """Witnesses for those of the survivors that have one among `inputs` variations of each op's inputs."""
    global _work
    _work = (field, survivors, inputs, seed)
    _pools.clear()
    for place, found in each(_searched, range(len(survivors)), jobs):
        if found:
            case, given, right, wrong = found
            yield Witness(survivors[place], case, given, right, wrong)


_work: tuple[Field, Sequence[Mutant], int, int]  # forked with, since code cannot be sent
_pools: dict[str, list[Prepared]] = {}


def _searched(place: int) -> tuple[int, tuple[Case, Json, str, str | None] | None]:
    field, survivors, inputs, seed = _work
    mutant = survivors[place]
    pools = [_pool(field, op, inputs, seed) for op in _ops(field, mutant)]
    found: tuple[Prepared, bytes | None] | None = None
    with field.spoilt(mutant) as answer, field.judge.watch():
        for pool in pools:
            for one in pool:
                line = field.judge.line(one, answer)
                if line != one.right and _told(line) != _told(one.right):
                    found = one, line
                    break
            if found:
                break
    if found is None:
        return place, None
    one, line = found
    one, line = _shrunk(field, mutant, one, line)
    given = values.read(field.judge.text(one.given))
    return place, (one.case, given, one.right.decode(), None if line is None else line.decode())


def _ops(field: Field, mutant: Mutant) -> list[str]:
    places = field.places(mutant) if isinstance(mutant.spoils, Swap) else field.everything
    return sorted({field.cases[place].case.op for place in places})


def _pool(field: Field, op: str, inputs: int, seed: int) -> list[Prepared]:
    """Variations of the inputs of an op that the reference has an answer to."""
    if op not in _pools:
        random = Random(f"{seed} {op}")
        cases = [one.case for one in field.cases if one.case.op == op and one.seconds < HEAVY]
        cases = [case for case in cases if len(values.compact(case.input)) < LONGEST]
        others = [case.input for case in cases]
        drawn = (random.choice(cases) for _ in range(inputs if cases else 0))
        texts = {values.compact(varied(case.input, others, random)): case for case in drawn}
        made = (field.judge.variation(case, text, field.live.answer) for text, case in texts.items())
        _pools[op] = [one for one in made if one]
    return _pools[op]


def _told(line: bytes | None) -> object:
    """What of an answer is judged."""
    if line is None:
        return None
    answer: dict[str, Any] = json.loads(line, parse_float=str, parse_int=str)
    if "refused" in answer:
        return ("refused", answer["refused"]["rule"], answer["refused"]["phase"])
    return line


def _shrunk(field: Field, mutant: Mutant, one: Prepared, line: bytes | None) -> tuple[Prepared, bytes | None]:
    """A smaller input that tells the mutant apart too: pieces of its texts are left out as long as it does."""
    changed = True
    while changed:
        changed = False
        for smaller in _smaller(values.read(field.judge.text(one.given))):
            with field.judge.watch():
                prepared = field.judge.variation(one.case, values.compact(smaller), field.live.answer)
            if prepared is None:
                continue
            with field.spoilt(mutant) as answer, field.judge.watch():
                other = field.judge.line(prepared, answer)
            if _told(other) != _told(prepared.right) and _shape(other) == _shape(line):
                one, line, changed = prepared, other, True
                break
    return one, line


def _shape(line: bytes | None) -> object:
    """Which member an answer has."""
    return None if line is None else sorted(json.loads(line))


def _smaller(value: Json) -> Iterator[Json]:
    match value:
        case str():
            size = len(value) // 2
            while size:
                for start in range(0, len(value), size):
                    yield value[:start] + value[start + size :]
                size //= 2
        case list():
            for at in range(len(value)):
                yield [*value[:at], *value[at + 1 :]]
                for inner in _smaller(value[at]):
                    yield [*value[:at], inner, *value[at + 1 :]]
        case dict():
            for name in value:
                for inner in _smaller(value[name]):
                    yield {**value, name: inner}
        case _:
            pass
