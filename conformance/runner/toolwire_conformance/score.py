"""Grades to outcomes and levels. A case that names a twin earns nothing unless its twin is answered right too.

So an implementation that answers everything alike, or nothing, scores zero (requirement conform.score.twin).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from . import LEVELS
from .corpus import Case, Result
from .detail import detail
from .grade import OUTCOMES, Grade, grade, verdict
from .messages import Answer
from .selection import with_twins
from .session import Fault


@dataclass(frozen=True, slots=True)
class Scored:
    """A case, its outcome after its twin was considered, and a sentence for anything but a pass."""

    case: Case
    outcome: str
    detail: str


class Tally(NamedTuple):
    """How many cases count at a level, and how many of them are right."""

    passed: int
    cases: int

    @property
    def complete(self) -> bool:
        """Whether all are right."""
        return self.passed == self.cases


@dataclass(frozen=True, slots=True)
class Score:
    """The scored cases, totals by outcome, and tallies by profile and level."""

    cases: tuple[Scored, ...]
    totals: dict[str, int]
    profiles: dict[str, dict[str, Tally]]


def score(
    selected: Collection[Case],
    cases: Mapping[str, Case],
    answers: Mapping[str, Answer | Fault],
    claimed: Collection[str],
) -> Score:
    """The score of the selected cases.

    `cases` has them and their twins by id, `answers` what came for either; `claimed` are the adapter's profiles.
    """
    grades = {
        case.id: grade(case, answers.get(case.id), claimed=case.profile in claimed)
        for case in with_twins(selected, cases)
    }
    scored = tuple(_scored(case, answers.get(case.id), grades) for case in selected)
    counted = Counter(one.outcome for one in scored)
    totals = {"cases": len(scored), **{outcome: counted[outcome] for outcome in OUTCOMES}}
    names = sorted({one.case.profile for one in scored})
    profiles = {name: _levels([one for one in scored if one.case.profile == name], cases, grades) for name in names}
    return Score(scored, totals, profiles)


def _scored(case: Case, answer: Answer | Fault | None, grades: Mapping[str, Grade]) -> Scored:
    own = grades[case.id]
    if not own.right:
        return Scored(case, own.outcome, detail(case, answer))
    if case.twin is not None and not grades[case.twin].right:
        return Scored(case, "fail", f"right, but earns nothing: its twin {case.twin} is not answered right")
    return Scored(case, own.outcome, "")


def _levels(scored: list[Scored], cases: Mapping[str, Case], grades: Mapping[str, Grade]) -> dict[str, Tally]:
    low = [one for one in scored if one.case.level in LEVELS[:3]]
    earned = {
        "L1": [one.outcome == "pass" or _verdict(one.case, cases, grades) for one in low],
        "L2": [one.outcome == "pass" for one in low if isinstance(one.case.expect, Result)],
        "L3": [one.outcome == "pass" and grades[one.case.id].reason for one in low if one.case.level == "L3"],
    }
    for level in LEVELS[3:]:
        earned[level] = [
            one.outcome == "pass" and grades[one.case.id].reason for one in scored if one.case.level == level
        ]
    return {level: Tally(sum(right), len(right)) for level, right in earned.items() if right}


def _verdict(case: Case, cases: Mapping[str, Case], grades: Mapping[str, Grade]) -> bool:
    """Whether the bare verdict earns credit: it does beside the other verdict of a twin."""
    if case.twin is None or verdict(case.expect) == verdict(cases[case.twin].expect):
        return False
    return grades[case.id].verdict and grades[case.twin].verdict
