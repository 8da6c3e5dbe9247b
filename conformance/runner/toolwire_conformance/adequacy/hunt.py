"""The hunt: for each mutant, the first case that notices it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from itertools import groupby
from typing import NamedTuple

from toolwire_conformance.corpus import Case

from .judge import Judge, Prepared
from .mutant import Edit, Mutant, Pattern, Swap
from .pool import each
from .reach import HEAVY, Reach, reach
from .subject import Answer, Live, edited

RECENT = 24
"""How many killers of a group are tried first on its next mutant."""


class Verdict(NamedTuple):
    """What became of a mutant.

    Attributes:
        mutant: the mutant.
        killer: the id of the case that noticed it, or None.
        aside: nothing but what no case judges was seen to change: the place that a refusal names, or its advice.
    """

    mutant: Mutant
    killer: str | None
    aside: bool


class Field:
    """Where a hunt takes place: the cases, a live copy of the reference, and what runs through what."""

    def __init__(self, cases: Iterable[Case], copy: Live) -> None:
        self.live = copy
        self.judge = Judge()
        self.cases = self.judge.prepare(cases, copy.answer)
        self.reach: Reach = reach(self.cases, copy)
        self.everything = sorted(range(len(self.cases)), key=lambda place: (self.is_heavy(place), place))

    def is_heavy(self, place: int) -> bool:
        """Whether a case takes long."""
        return self.cases[place].seconds >= HEAVY

    def swaps(self, file: str, function: str) -> bool:
        """Whether some case runs through the function, so that its code can be swapped."""
        found = self.live.function(file, function)
        return found is not None and found.__code__ in self.reach

    def places(self, mutant: Mutant) -> Sequence[int]:
        """The cases that may notice a mutant."""
        if mutant.breaks:
            return [place for place in self.everything if mutant.breaks in self.cases[place].case.requirements]
        if not isinstance(mutant.spoils, Swap):
            return self.everything
        function = self.live.function(mutant.spoils.file, mutant.spoils.function)
        assert function
        return self.reach[function.__code__]

    def spoilt(self, mutant: Mutant) -> AbstractContextManager[Answer]:
        """How the mutant answers."""
        if isinstance(mutant.spoils, Edit):
            return edited(*mutant.spoils)
        if isinstance(mutant.spoils, Pattern):
            return self.live.with_pattern(*mutant.spoils)
        function = self.live.function(mutant.spoils.file, mutant.spoils.function)
        assert function
        return self.live.with_code(function, mutant.spoils.code)


def hunt(
    field: Field, mutants: Sequence[Mutant], known: Container[str], progress: Callable[[int], None], jobs: int
) -> Iterator[Verdict]:
    """The verdict on each mutant, in any order; `progress` is told how many more are done.

    Cases that take long are left out for mutants whose keys are `known` to survive.
    """
    groups = [[place for place, _ in group] for _, group in groupby(enumerate(mutants), key=lambda one: one[1].group)]
    global _work
    _work = (field, mutants, known)
    for found in each(_hunted, sorted(groups, key=len, reverse=True), jobs):
        progress(len(found))
        yield from (Verdict(mutants[place], killer, aside) for place, killer, aside in found)


_work: tuple[Field, Sequence[Mutant], Container[str]]  # forked with, since code cannot be sent


def _hunted(group: list[int]) -> list[tuple[int, str | None, bool]]:
    field, mutants, known = _work
    recent: list[int] = []
    found: list[tuple[int, str | None, bool]] = []
    for place in group:
        killer, aside = _killer(field, mutants[place], recent, mutants[place].key in known)
        found.append((place, None if killer is None else field.cases[killer].case.id, aside))
        if killer is not None:
            recent = [killer, *(one for one in recent if one != killer)][:RECENT]
    return found


def _killer(field: Field, mutant: Mutant, recent: list[int], known: bool) -> tuple[int | None, bool]:
    places = field.places(mutant)
    first = [place for place in recent if place in set(places)] if recent else []
    order = [*first, *(place for place in places if place not in first)]
    aside = False
    try:
        with field.spoilt(mutant) as answer, field.judge.watch():
            for place in order:
                if (known or aside) and field.is_heavy(place):
                    continue
                one: Prepared = field.cases[place]
                line = field.judge.line(one, answer)
                if line == one.right:
                    continue
                if not field.judge.accepts(one, line):
                    return place, False
                aside = True
    except Exception:  # it does not even load
        return order[0] if order else None, False
    return None, aside
