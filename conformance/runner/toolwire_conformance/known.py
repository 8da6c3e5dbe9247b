"""Known failures: a list that is kept beside an implementation, and is right in every line or fails the run.

    [known.count-leading-zeros]
    outcome = "fail"
    reason = "numbers are read by the platform's parser; issue 12"

A name may be a pattern with `*`, for at most twenty cases that end alike.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, cast

from .corpus import CorpusError
from .reports.document import FAILED

MOST = 20
"""How many cases a pattern may cover."""


@dataclass(frozen=True, slots=True)
class Known:
    """One entry: a case or a pattern of cases, and how they end."""

    name: str
    outcome: str
    reason: str


def read(path: Path) -> list[Known]:
    """The entries of a file.

    Raises:
        CorpusError: it is no list of known failures.
    """
    try:
        document = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CorpusError(f"{path}: {error}") from None
    entries: Any = document.get("known", {})
    if document.keys() - {"known"} or not isinstance(entries, dict):
        raise CorpusError(f"{path}: give tables [known.ID] and nothing else")
    return [_entry(path, name, entry) for name, entry in cast("dict[str, Any]", entries).items()]


def _entry(path: Path, name: str, entry: Any) -> Known:
    match entry:
        case {"outcome": str() as outcome, "reason": str() as reason, **others} if reason.strip() and not others:
            if outcome in FAILED:
                return Known(name, outcome, reason)
            raise CorpusError(f"{path}: {name} has the outcome {outcome}; it is one of {', '.join(FAILED)}")
        case _:
            raise CorpusError(f"{path}: {name} needs an outcome and a reason, and nothing else")


def covered(entry: Known, cases: Collection[str]) -> list[str]:
    """The cases that an entry is about."""
    return [case for case in cases if case == entry.name or ("*" in entry.name and fnmatchcase(case, entry.name))]


def findings(entries: Collection[Known], outcomes: Mapping[str, str], cases: Collection[str]) -> list[str]:
    """What is wrong with the list, a sentence each: it must say exactly what fails, and how.

    `outcomes` has the cases that were asked, by id; `cases` are all ids of the corpus. Cases that were not asked are
    not judged.
    """
    said: list[str] = []
    listed: set[str] = set()
    for entry in entries:
        about = covered(entry, cases)
        if not about:
            said.append(f"{entry.name}: no case has this id; remove the entry")
        if len(about) > MOST:
            said.append(f"{entry.name}: it covers {len(about)} cases; a pattern may cover {MOST}")
        for case in about:
            listed.add(case)
            outcome = outcomes.get(case)
            if outcome is None or outcome == entry.outcome:
                continue
            advice = {
                "pass": "it passes; remove it from the list",
                "unsupported": "it is not supported; a list of failures is no list of what is missing",
            }.get(outcome, f"its outcome is {outcome} now, not {entry.outcome}; look again")
            said.append(f"{case}: {advice}")
    unlisted = [case for case, outcome in outcomes.items() if outcome in FAILED and case not in listed]
    return said + [f"{case}: {outcomes[case]}, and it is not listed" for case in unlisted]


def fixed(content: str, entries: Collection[Known], outcomes: Mapping[str, str], cases: Collection[str]) -> str:
    """The list as it must be, everything else in it kept: comments, order, reasons.

    A pattern of which one case ends otherwise makes way for single entries.
    """
    import tomlkit

    document = tomlkit.parse(content)
    table = cast("dict[str, Any]", document.setdefault("known", tomlkit.table(is_super_table=True)))
    kept: dict[str, str] = {}
    for entry in entries:
        about = covered(entry, cases)
        if about and len(about) <= MOST and all(outcomes.get(case, entry.outcome) == entry.outcome for case in about):
            kept |= dict.fromkeys(about, entry.reason)
            continue
        reasons = {case: entry.reason for case in about if outcomes.get(case) in FAILED}
        if entry.name in reasons:
            table[entry.name]["outcome"] = outcomes[entry.name]
            kept[entry.name] = entry.reason
            continue
        del table[entry.name]
        for case, reason in reasons.items():
            table[case] = _table(outcomes[case], reason)
            kept[case] = reason
    for case, outcome in outcomes.items():
        if outcome in FAILED and case not in kept:
            table[case] = _table(outcome, "say why, or mend it")
    return tomlkit.dumps(document)  # pyright: ignore[reportUnknownMemberType]


def _table(outcome: str, reason: str) -> object:
    import tomlkit

    made = tomlkit.table()
    made["outcome"] = outcome
    made["reason"] = reason
    return made
