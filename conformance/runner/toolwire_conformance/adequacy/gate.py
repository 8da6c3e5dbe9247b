"""All populations of mutants put to the corpus, and the scores."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from toolwire.tree import root
from toolwire_conformance.corpus import Case, Corpus

from . import code, grammars, instances, schemas, survivors, zoo
from .hunt import Field, hunt
from .mutant import Mutant
from .pool import beside
from .subject import live

POPULATIONS: Mapping[str, str] = {
    "zoo": "faulty implementations, written by hand",
    "grammars": "one production changed",
    "schemas": "one keyword changed",
    "code": "one expression or statement changed",
}
LEAST: Mapping[str, float] = {"zoo": 1.0, "grammars": 1.0, "schemas": 1.0, "code": 0.98}
"""The least share of each population that must be killed, what is set aside or listed left out."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of one mutant: who killed it, or why it lives."""

    population: str
    key: str
    place: str
    words: str
    killer: str | None
    breaks: str | None
    aside: bool = False
    reason: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether it lives, and nobody has said why."""
        return self.killer is None and not self.aside and self.reason is None


@dataclass(frozen=True, slots=True)
class Tally:
    """The numbers of a population."""

    made: int
    killed: int
    aside: int
    listed: int

    @property
    def open(self) -> int:
        """How many live without a reason."""
        return self.made - self.killed - self.aside - self.listed

    @property
    def raw(self) -> float:
        """The share that was killed of all that could be judged."""
        return self.killed / max(1, self.made - self.aside)

    @property
    def score(self) -> float:
        """The share that was killed of those that were not shown to be alike."""
        return self.killed / max(1, self.made - self.aside - self.listed)


@dataclass(frozen=True, slots=True)
class Adequacy:
    """The fates of all mutants, and entries of the list of survivors that are no longer true."""

    fates: tuple[Fate, ...]
    stale: tuple[survivors.Stale, ...]

    def tallies(self) -> dict[str, Tally]:
        """The numbers of each population that has mutants."""
        found: dict[str, Tally] = {}
        for name in POPULATIONS:
            fates = [fate for fate in self.fates if fate.population == name]
            if not fates:
                continue
            killed = sum(fate.killer is not None for fate in fates)
            aside = sum(fate.aside for fate in fates)
            found[name] = Tally(len(fates), killed, aside, sum(fate.reason is not None for fate in fates))
        return found

    @property
    def suffices(self) -> bool:
        """Whether every population reaches its least share, all that live are listed, and the list is true."""
        tallies = self.tallies().items()
        return not self.stale and all(tally.open == 0 and tally.score >= LEAST[name] for name, tally in tallies)


def folder() -> Path:
    """Where zoo, core and survivors are written down."""
    return root() / "conformance" / "adequacy"


def made(field: Field) -> list[Mutant]:
    """The mutants of zoo, grammars and code."""
    core: dict[str, Any] = tomllib.loads((folder() / "core.toml").read_text("utf-8"))
    outside = core["outside"]
    found = [*zoo.mutants(folder() / "zoo.toml", field.swaps), *grammars.mutants(root())]
    for file in core["files"]:
        found += code.mutants(
            file,
            lambda function, file=file: f"{file} {function}" in outside,
            lambda function, file=file: field.swaps(file, function),
        )
    return found


def measure(corpus: Corpus, keys: tuple[str, ...], jobs: int, progress: Callable[[int, int], None]) -> Adequacy:
    """Put mutants to the corpus; `progress` is told how many of how many are done.

    Without `keys` all mutants, and the list of survivors is judged too; else those whose keys begin with one of them.

    Raises:
        ValueError: the reference fails a case, an edit of the zoo does not fit, or the list of survivors is unsound.
    """
    listed = survivors.read(folder() / "survivors.toml")
    with live() as copy:
        field = Field(corpus.cases.values(), copy)
        mutants = [mutant for mutant in made(field) if mutant.key.startswith(keys or "")]
        written = [mutant for mutant in mutants if mutant.population == "grammars" and mutant.group in grammars.WRITTEN]
        mutants = [mutant for mutant in mutants if mutant not in written]
        fates = [_told(mutant, corpus.cases.values(), listed) for mutant in written]
        done = [len(fates)]
        whole = len(mutants) + len(fates)

        def count(more: int) -> None:
            done[0] += more
            progress(done[0], whole)

        with beside(partial(_schemas, list(corpus.cases.values()), keys, listed), jobs) as others:
            for verdict in hunt(field, mutants, listed, count, jobs):
                mutant, killer = verdict.mutant, verdict.killer
                aside = killer is None and verdict.aside
                reason = None if killer or aside else listed.get(mutant.key)
                fate = Fate(
                    mutant.population, mutant.key, mutant.place, mutant.words, killer, mutant.breaks, aside, reason
                )
                fates.append(fate)
            fates += others()
    killed = {fate.key: fate.killer for fate in fates if fate.killer}
    stale = [] if keys else survivors.stale(listed, [fate.key for fate in fates], killed)
    return Adequacy(tuple(sorted(fates, key=lambda fate: (fate.population, fate.place, fate.key))), tuple(stale))


def _schemas(cases: Iterable[Case], keys: tuple[str, ...], listed: Mapping[str, str]) -> list[Fate]:
    mutants = [mutant for mutant in schemas.mutants() if mutant.key.startswith(keys or "")]
    if not mutants:
        return []
    judged = schemas.Judged(instances.instances(cases))
    return [_fate(mutant, judged, listed) for mutant in mutants if judged.is_judged(mutant)]


def _told(mutant: Mutant, cases: Iterable[Case], listed: Mapping[str, str]) -> Fate:
    killer = grammars.tells(mutant, cases)
    reason = None if killer else listed.get(mutant.key)
    return Fate(mutant.population, mutant.key, mutant.place, mutant.words, killer, None, reason=reason)


def _fate(mutant: schemas.SchemaMutant, judged: schemas.Judged, listed: Mapping[str, str]) -> Fate:
    place = f"schemas/{mutant.site.schema}.schema.json"
    killer = "values of the corpus" if judged.tells(mutant) else None
    reason = None if killer else listed.get(mutant.key)
    return Fate("schemas", mutant.key, place, mutant.words, killer, None, reason=reason)


def guards(fates: Sequence[Fate]) -> dict[str, list[str]]:
    """Of each requirement the killed faulty implementations that break it, by their names."""
    found: dict[str, list[str]] = {}
    for fate in fates:
        if fate.breaks and fate.killer:
            found.setdefault(fate.breaks, []).append(fate.key)
    return found
