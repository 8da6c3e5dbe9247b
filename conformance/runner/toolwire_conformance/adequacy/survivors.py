"""The mutants that no case can notice, each with the reason: `conformance/adequacy/survivors.toml`.

A code mutant's key holds a digest of its line, so that an entry expires when the line changes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple


class Stale(NamedTuple):
    """An entry of the list that is no longer true."""

    key: str
    why: str


def read(path: Path) -> dict[str, str]:
    """Of each listed mutant the reason, by its key.

    Raises:
        ValueError: a key stands twice, or an entry has no reason.
    """
    reasons: dict[str, str] = {}
    for entry in tomllib.loads(path.read_text("utf-8")).get("survivors", []):
        if not entry.get("reason"):
            raise ValueError(f"{path.name}: an entry has no reason: {', '.join(entry['mutants'])}")
        for key in entry["mutants"]:
            if key in reasons:
                raise ValueError(f"{path.name}: {key} stands twice")
            reasons[key] = entry["reason"]
    return reasons


def stale(listed: Mapping[str, str], made: Iterable[str], killed: Mapping[str, str]) -> list[Stale]:
    """Entries that name no mutant, or one that a case notices; `killed` has the killer of each such mutant."""
    known = set(made)
    gone = [Stale(key, "there is no such mutant; its line was changed") for key in listed if key not in known]
    return gone + [Stale(key, f"{killed[key]} notices it") for key in listed if key in killed]
