"""What the checks look at: the files of a corpus, its cases, its ledger, and the specification."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from toolwire import specification
from toolwire.specification import Requirement
from toolwire_conformance import affirmed, corpus, values
from toolwire_conformance.corpus import Case, CorpusError

LEDGER = "ledger.txt"
UNOBSERVABLE = "unobservable.toml"

_ENTRY = re.compile(r"([a-z0-9-]+) (live|retired)")


class Finding(NamedTuple):
    """What is wrong, where, and what to do about it."""

    file: str
    case: str | None
    message: str
    check: str = ""
    """Name of the check, from the table of checks."""

    def __str__(self) -> str:
        return f"{self.file}: {f'{self.case}: ' if self.case else ''}{self.message} [{self.check}]"


@dataclass(frozen=True, slots=True)
class Material:
    """A corpus as its files have it. `cases` holds those of readable files, an id that is used twice included."""

    files: Mapping[str, bytes]
    """By path below the corpus, with slashes."""
    unreadable: Mapping[str, str]
    """Those of the files that are no JSON text, and why."""
    documents: Mapping[str, Any]
    """The values of the others."""
    cases: tuple[Case, ...]
    version: str
    ledger: Mapping[str, str]
    """Id to state."""
    unobservable: Mapping[str, dict[str, Any]]
    requirements: Mapping[str, Requirement]
    affirmed: Mapping[str, str]
    """The fingerprint that each requirement had when its cases were last read."""


def gather(folder: Path) -> Material:
    """Read everything that the checks need.

    Raises:
        CorpusError: the ledger or the list of what cannot be observed is not readable.
    """
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in corpus.files(folder)}
    unreadable = {file: reason for file, document in files.items() if (reason := _fault(document))}
    return Material(
        files,
        unreadable,
        {file: json.loads(document) for file, document in files.items() if file not in unreadable},
        tuple(case for file, document in files.items() for case in _cases(file, document)),
        corpus.version(folder),
        read_ledger(folder / LEDGER),
        read_unobservable(folder / UNOBSERVABLE),
        specification.requirements(),
        affirmed.read(folder / affirmed.AFFIRMED),
    )


def read_ledger(path: Path) -> dict[str, str]:
    """The state of every id that was ever issued, in the order of issue.

    Raises:
        CorpusError: a line is neither a comment nor an id and its state, or an id stands twice.
    """
    states: dict[str, str] = {}
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    for number, line in enumerate(lines, 1):
        if line.startswith("#"):
            continue
        entry = _ENTRY.fullmatch(line)
        if entry is None or entry[1] in states:
            why = "stands twice" if entry else "is no line of the form `id live` or `id retired`"
            raise CorpusError(f"{LEDGER}:{number}: {line!r} {why}; take it back")
        states[entry[1]] = entry[2]
    return states


def _fault(document: bytes) -> str | None:
    try:
        values.read(document)
    except ValueError as error:
        return str(error)
    return None


def read_unobservable(path: Path) -> dict[str, dict[str, Any]]:
    """What the list says of each requirement that no case can show; nothing if it is not there.

    Raises:
        CorpusError: it is not TOML.
    """
    try:
        entries = tomllib.loads(path.read_text("utf-8")) if path.exists() else {}
    except tomllib.TOMLDecodeError as error:
        raise CorpusError(f"{UNOBSERVABLE}: this is not TOML ({error})") from None
    return {name: entry if isinstance(entry, dict) else {} for name, entry in entries.items()}


def _cases(file: str, document: bytes) -> list[Case]:
    try:
        return corpus.read(file, document)
    except CorpusError:
        return []  # the checks of shape say why
