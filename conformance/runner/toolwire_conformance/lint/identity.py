"""Checks of what a case is called and that it is one of its kind: ids, ledger, titles, inputs."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire_conformance import values
from toolwire_conformance.corpus import Case
from toolwire_conformance.values import Json

from .material import LEDGER, Finding, Material


def ids(material: Material) -> Iterator[Finding]:
    """An id is used once."""
    first: dict[str, Case] = {}
    for case in material.cases:
        if case.id in first:
            yield Finding(case.file, case.id, f"the id stands in {first[case.id].file} already; give this case another")
        first.setdefault(case.id, case)


def ledger(material: Material) -> Iterator[Finding]:
    """The ledger has every id that was ever issued: those of cases are live, all others retired."""
    if material.version == "0.0.0":
        yield Finding(LEDGER, None, "its first line must begin with `# Corpus` and the version, such as 1.0.0")
    used = {case.id: case for case in material.cases}
    for name, case in used.items():
        if name not in material.ledger:
            yield Finding(case.file, name, f"the id is not in {LEDGER}; run toolwire conform lint --fix")
        elif material.ledger[name] == "retired":
            yield Finding(case.file, name, "the id is retired and is never used again; give the case a new one")
    for name, state in material.ledger.items():
        if state == "live" and name not in used:
            yield Finding(LEDGER, name, "its case is gone; bring it back, or mark the id as retired")


def titles(material: Material) -> Iterator[Finding]:
    """A title is used once in a file."""
    first: dict[tuple[str, str], Case] = {}
    for case in material.cases:
        other = first.setdefault((case.file, case.title), case)
        if other is not case:
            yield Finding(case.file, case.id, f"its title is that of {other.id}; say what is different here")


def duplicates(material: Material) -> Iterator[Finding]:
    """No two cases ask the same op the same thing."""
    first: dict[tuple[str, str], Case] = {}
    for case in material.cases:
        other = first.setdefault((case.op, values.compact(_ordered(case.input))), case)
        if other is not case:
            yield Finding(case.file, case.id, f"it asks the same as {other.id} in {other.file}; remove one of the two")


def _ordered(value: Json) -> Json:
    """The value with its members in the order of their names."""
    match value:
        case dict():
            return {name: _ordered(value[name]) for name in sorted(value)}
        case list():
            return [_ordered(element) for element in value]
        case _:
            return value
