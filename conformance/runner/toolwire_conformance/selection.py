"""Which cases are run: profiles, levels, and the twins that their credit depends on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from . import LEVELS, SMOKE
from .corpus import Case


def select(cases: Iterable[Case], profiles: Collection[str], level: str) -> list[Case]:
    """The cases of these profiles whose home level is at most `level`, in order; at L0 those that are marked for it."""
    if level == SMOKE:
        return [case for case in cases if case.profile in profiles and case.smoke]
    levels = LEVELS[: LEVELS.index(level) + 1]
    return [case for case in cases if case.profile in profiles and case.level in levels]


def with_twins(selected: Iterable[Case], cases: Mapping[str, Case]) -> list[Case]:
    """The selected cases and those that they name as twins, each once: a twin is asked though it is not counted."""
    asked = {case.id: case for case in selected}
    twins = [case.twin for case in asked.values() if case.twin in cases]
    return list((asked | {twin: cases[twin] for twin in twins if twin}).values())
