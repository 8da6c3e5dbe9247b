"""L0: of each profile a few cases that kill as many mutants as possible, by greedy set cover on the kill matrix."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from toolwire_conformance.corpus import Case

from .hunt import Field
from .mutant import Mutant
from .pool import each

MOST = 25
"""The most cases of a profile, their twins included."""

Kills = Mapping[str, frozenset[int]]
"""Of each case the mutants that it kills, by their places."""


def kills(field: Field, mutants: Sequence[Mutant], candidates: Iterable[str], jobs: int) -> dict[str, set[int]]:
    """Which of the candidates kill which of the mutants."""
    wanted = set(candidates)
    places = {place for place, one in enumerate(field.cases) if one.case.id in wanted and not field.is_heavy(place)}
    global _work
    _work = (field, mutants, places)
    found: dict[str, set[int]] = defaultdict(set)
    for mutant, killers in each(_killers, range(len(mutants)), jobs, 8):
        for killer in killers:
            found[field.cases[killer].case.id].add(mutant)
    return found


_work: tuple[Field, Sequence[Mutant], set[int]]  # forked with, since code cannot be sent


def _killers(place: int) -> tuple[int, list[int]]:
    field, mutants, places = _work
    mutant = mutants[place]
    found: list[int] = []
    try:
        with field.spoilt(mutant) as answer, field.judge.watch():
            for candidate in field.places(mutant):
                if candidate not in places:
                    continue
                one = field.cases[candidate]
                line = field.judge.line(one, answer)
                if line is None:
                    return place, []  # it hangs, and would for many
                if line != one.right and not field.judge.accepts(one, line):
                    found.append(candidate)
    except Exception:  # it does not even load
        return place, []
    return place, found


def cover(cases: Mapping[str, Case], matrix: Mapping[str, set[int]]) -> dict[str, list[str]]:
    """Of each profile the cases to take: each time the one that kills most more for each case that it adds."""
    chosen: dict[str, list[str]] = {}
    for profile in sorted({case.profile for case in cases.values()}):
        own = [name for name in cases if cases[name].profile == profile and matrix.get(name)]
        taken: list[str] = []
        dead: set[int] = set()
        while best := _best(own, cases, matrix, taken, dead):
            taken += [name for name in _with_twin(best, cases) if name not in taken]
            dead |= matrix[best]
        chosen[profile] = taken or [name for name in cases if cases[name].profile == profile][:1]
    return chosen


def _best(
    own: Sequence[str], cases: Mapping[str, Case], matrix: Mapping[str, set[int]], taken: Sequence[str], dead: set[int]
) -> str | None:
    best, most = None, 0.0
    for name in own:
        added = [one for one in _with_twin(name, cases) if one not in taken]
        if name in taken or len(taken) + len(added) > MOST:
            continue
        worth = len(matrix[name] - dead) / len(added)
        if worth > most:
            best, most = name, worth
    return best


def _with_twin(name: str, cases: Mapping[str, Case]) -> list[str]:
    """A case and the twins that its credit depends on, those of twins too."""
    found = [name]
    while (twin := cases[found[-1]].twin) and twin not in found:
        found.append(twin)
    return found
