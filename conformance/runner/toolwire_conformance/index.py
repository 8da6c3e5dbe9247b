"""The index of requirements: of each the cases that keep to it, those that break it, and its guards.

A guard is a faulty implementation of the zoo that breaks the requirement. The corpus must catch it by a case that cites
the requirement (`toolwire conform adequacy`), so a requirement with a guard has cases that can fail.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from toolwire.specification import Requirement

from .corpus import Case


@dataclass(frozen=True, slots=True)
class Row:
    """One requirement, and what stands behind it."""

    requirement: Requirement
    positive: tuple[str, ...]
    negative: tuple[str, ...]
    guards: tuple[str, ...]
    unobservable: str | None
    """Why there are no cases on one side or both, if there are none."""

    @property
    def is_binding(self) -> bool:
        """Whether it says MUST or MUST NOT."""
        return self.requirement.level.startswith("MUST")


def rows(
    requirements: Mapping[str, Requirement],
    cases: Iterable[Case],
    unobservable: Mapping[str, Mapping[str, str]],
    guards: Mapping[str, Collection[str]],
) -> list[Row]:
    """A row for each requirement, in the order of the chapters."""
    positive: dict[str, list[str]] = {name: [] for name in requirements}
    negative: dict[str, list[str]] = {name: [] for name in requirements}
    for case in cases:
        for name in case.requirements:
            side = negative if name == case.breaks else positive
            side.get(name, []).append(case.id)
    return [
        Row(
            requirement,
            tuple(positive[name]),
            tuple(negative[name]),
            tuple(guards.get(name, ())),
            unobservable.get(name, {}).get("reason"),
        )
        for name, requirement in requirements.items()
    ]


def guarded(found: Iterable[Row]) -> tuple[int, int]:
    """How many of the requirements that bind and can be observed have a guard, and how many there are."""
    binding = [row for row in found if row.is_binding and (row.positive or row.negative)]
    return sum(bool(row.guards) for row in binding), len(binding)


def zoo(path: Path) -> dict[str, list[str]]:
    """Of each requirement the faulty implementations that break it, from a file such as `adequacy/zoo.toml`."""
    found: dict[str, list[str]] = {}
    for name, entry in (tomllib.loads(path.read_text("utf-8")) if path.exists() else {}).items():
        found.setdefault(entry["breaks"], []).append(name)
    return found
