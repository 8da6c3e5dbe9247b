"""The corpus as data: case files read, their short forms expanded, one `Case` for each test."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import TypeVar, cast

import msgspec
from msgspec import UNSET, Raw, UnsetType

from toolwire import tree
from toolwire.model import conformance as model

from . import values
from .values import Json

T = TypeVar("T")

_VERSION = re.compile(r"^# Corpus (\d+\.\d+\.\d+)\b")


class CorpusError(Exception):
    """A corpus that cannot be run: which file, and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Result:
    """An expected result, and the texts that a terse adapter spells it with: most answers need no decoding."""

    value: Json
    spellings: tuple[Raw, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """An expected refusal: each of the rules is right."""

    rules: tuple[str, ...]
    phase: str


@dataclass(frozen=True, slots=True)
class Case:
    """One input and what every conforming implementation answers; short forms are expanded, defaults filled in."""

    id: str
    title: str
    file: str
    """Path of its file below the corpus, with slashes."""
    profile: str
    op: str
    requirements: tuple[str, ...]
    breaks: str | None
    twin: str | None
    level: str
    """Home level: as written, or computed from the expectation."""
    tags: tuple[str, ...]
    hunts: str | None
    input: Json
    expect: Result | Refusal
    smoke: bool = False
    """Whether it is one of the few of its profile that make up L0."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """Where a corpus lies, its version, and its cases by id in the order of files."""

    folder: Path
    version: str
    cases: dict[str, Case]

    def case(self, name: str) -> Case:
        """The case of this id.

        Raises:
            CorpusError: there is none; the message has ids that look like it.
        """
        if name not in self.cases:
            near = get_close_matches(name, self.cases)
            advice = f"did you mean {', '.join(near)}?" if near else "toolwire conform list shows them all"
            raise CorpusError(f"there is no case {name}; {advice}")
        return self.cases[name]


def home() -> Path:
    """The folder of the corpus that comes with toolwire."""
    return tree.root() / "conformance"


def files(folder: Path) -> list[Path]:
    """The case files of a corpus, in order."""
    return sorted((folder / "cases").rglob("*.json"))


def load(folder: Path) -> Corpus:
    """The corpus in `folder`, which holds `cases/` and `ledger.txt`.

    Raises:
        CorpusError: a file is no case file, an id is used twice, or a twin is missing.
            `toolwire conform lint` says more.
    """
    cases: dict[str, Case] = {}
    few = smoke(folder)
    for path in files(folder):
        file = path.relative_to(folder).as_posix()
        for case in read(file, path.read_bytes()):
            if case.id in cases:
                raise CorpusError(f"{file}: {case.id} is an id of {cases[case.id].file} too; give the new case another")
            cases[case.id] = replace(case, smoke=True) if case.id in few else case
    for case in cases.values():
        if case.twin is not None and case.twin not in cases:
            raise CorpusError(f"{case.file}: {case.id} has the twin {case.twin}, which is no case")
    return Corpus(folder, version(folder), cases)


def version(folder: Path) -> str:
    """The version of a corpus, from the first line of its ledger; 0.0.0 if that does not say it."""
    ledger = folder / "ledger.txt"
    found = _VERSION.match(ledger.read_text("utf-8")) if ledger.exists() else None
    return found[1] if found else "0.0.0"


def smoke(folder: Path) -> frozenset[str]:
    """The ids of the cases of L0, from `smoke.txt`; none if that is not there."""
    path = folder / "smoke.txt"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return frozenset(line for line in lines if not line.startswith("#"))


def read(file: str, document: bytes) -> list[Case]:
    """The cases of one file, in its order.

    Raises:
        CorpusError: the document is no case file.
    """
    try:
        topic = msgspec.json.decode(document, type=model.CaseFile)
        exact = cast("dict[str, list[dict[str, Json]]]", values.read(document))
    except ValueError as error:
        raise CorpusError(f"{file}: {error}; run toolwire conform lint") from None
    return [_case(file, topic, case, json) for case, json in zip(topic.cases, exact["cases"], strict=True)]


def expand(value: Json) -> Json:
    """`value` with the short forms `repeat` and `concat` replaced by the texts that they stand for."""
    match value:
        case {"repeat": [str() as text, values.Number() as times]} if len(value) == 1:
            return text * int(times.spelling)
        case {"concat": list() as parts} if len(value) == 1:
            return "".join(str(expand(part)) for part in parts)
        case dict():
            return {name: expand(member) for name, member in value.items()}
        case list():
            return [expand(element) for element in value]
        case _:
            return value


def texts(value: Json) -> Iterable[str]:
    """All strings in a value, names aside, in order."""
    match value:
        case str():
            yield value
        case dict():
            for member in value.values():
                yield from texts(member)
        case list():
            for element in value:
                yield from texts(element)
        case _:
            pass


def _case(file: str, topic: model.CaseFile, case: model.Case, exact: dict[str, Json]) -> Case:
    expect = _expectation(case.expect, cast("dict[str, Json]", exact["expect"]))
    tags = _given(case.tags) or ()
    return Case(
        id=case.id,
        title=case.title,
        file=file,
        profile=topic.profile,
        op=topic.op,
        requirements=_given(case.requirements) or topic.requirements,
        breaks=_given(case.breaks),
        twin=_given(case.twin),
        level=_given(case.level) or _level(topic, tags, expect),
        tags=tags,
        hunts=_given(case.hunts),
        input=expand(exact["input"]),
        expect=expect,
    )


def _expectation(expect: model.Expect, exact: dict[str, Json]) -> Result | Refusal:
    if expect.refused is UNSET:
        value = expand(exact["result"])
        texts = {values.compact(value), values.compact(value, escaped=False)}
        return Result(value, tuple(Raw(text.encode("utf-8", "surrogatepass")) for text in texts))
    rule = expect.refused.rule
    return Refusal((rule,) if isinstance(rule, str) else rule, expect.refused.phase)


def _level(topic: model.CaseFile, tags: tuple[str, ...], expect: Result | Refusal) -> str:
    if "adversarial" in tags or "limits" in tags:
        return "L5"
    if topic.profile.endswith("-writer"):
        return "L4"
    if isinstance(expect, Refusal) or topic.op == "carrier.diagnose":
        return "L3"
    return "L1" if expect.value is None or isinstance(expect.value, bool) else "L2"


def _given(member: T | UnsetType) -> T | None:
    return None if member is UNSET else member
