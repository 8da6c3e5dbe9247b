"""The corpus checks itself: form, identity, twins, and that every requirement has its cases.

To add a check, write a function from the material to findings and give it a row in `CHECKS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from . import identity, requirements, shape, suspect, traceability, twins
from .material import Finding, Material, gather
from .repair import fix

__all__ = ["CHECKS", "Finding", "findings", "fix"]

Check = Callable[[Material], Iterable[Finding]]

SHAPE: Mapping[str, Check] = {
    "readable": shape.readable,
    "text": shape.text,
    "schema": shape.schema,
}
"""Checks that a file must pass before its cases can be looked at."""

CHECKS: Mapping[str, Check] = {
    "format": shape.canonical,
    "topic": shape.topic,
    "title": identity.titles,
    "id": identity.ids,
    "ledger": identity.ledger,
    "duplicate": identity.duplicates,
    "twin": twins.sound,
    "needs-twin": twins.needed,
    "breaks": requirements.breaks,
    "requirement": requirements.known,
    "traceability": traceability.covered,
    "example": traceability.examples,
    "unobservable": traceability.entries,
    "suspect": suspect.suspects,
}


def findings(folder: Path) -> list[Finding]:
    """All findings about the corpus in `folder`, in the order of checks. If files have no shape, only that is said.

    Raises:
        CorpusError: the ledger or the list of what cannot be observed is not readable.
    """
    material = gather(folder)
    return _found(SHAPE, material) or _found(CHECKS, material)


def _found(checks: Mapping[str, Check], material: Material) -> list[Finding]:
    return [finding._replace(check=name) for name, check in checks.items() for finding in check(material)]
