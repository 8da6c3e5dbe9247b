"""Checks of the specification against the corpus: every MUST is kept to by one case and broken by another."""

from __future__ import annotations

from collections.abc import Iterator

from .material import UNOBSERVABLE, Finding, Material

_SIDES = ("positive", "negative")
_LACKS = {"both": _SIDES, "positive": ("positive",), "negative": ("negative",)}


def covered(material: Material) -> Iterator[Finding]:
    """Each MUST and MUST NOT has a case on either side, or an entry that says why not."""
    sides = _sides(material)
    for requirement in material.requirements.values():
        if requirement.level not in ("MUST", "MUST NOT"):
            continue
        excused = _LACKS.get(_lacks(material, requirement.id), ())
        for side in _SIDES:
            if side not in sides[requirement.id] and side not in excused:
                wanted = "keeps to it" if side == "positive" else "breaks it"
                yield Finding(
                    f"spec/{requirement.chapter}",
                    None,
                    f"no case of {requirement.id} {wanted}; write one, or say in {UNOBSERVABLE} why there is none",
                )


def examples(material: Material) -> Iterator[Finding]:
    """Each example that a chapter names is a case, and cites the requirement."""
    cases = {case.id: case for case in material.cases}
    for requirement in material.requirements.values():
        for name in requirement.examples:
            if name not in cases:
                yield Finding(
                    f"spec/{requirement.chapter}",
                    None,
                    f"e[{name}], the example of {requirement.id}, is no case; write it",
                )
            elif requirement.id not in cases[name].requirements:
                yield Finding(
                    cases[name].file, name, f"it is the example of {requirement.id}; list that among its requirements"
                )


def entries(material: Material) -> Iterator[Finding]:
    """An entry on what cannot be observed names a requirement, a reason and a reviewer, and is still true."""
    sides = _sides(material)
    for name, entry in material.unobservable.items():
        if name not in material.requirements:
            yield Finding(UNOBSERVABLE, None, f"{name} is no requirement; remove the entry")
            continue
        for member in ("reason", "reviewer"):
            if not isinstance(entry.get(member), str) or not entry[member].strip():
                yield Finding(UNOBSERVABLE, None, f"{name} has no {member}; add one")
        lacks = _lacks(material, name)
        if lacks not in _LACKS:
            yield Finding(UNOBSERVABLE, None, f"{name} lacks {lacks!r}; write positive, negative or both")
        for side in sorted(sides[name] & set(_LACKS.get(lacks, ()))):
            yield Finding(UNOBSERVABLE, None, f"{name} has a {side} case by now; correct or remove the entry")


def _lacks(material: Material, name: str) -> str:
    entry = material.unobservable.get(name)
    return "nothing" if entry is None else entry.get("lacks", "both")


def _sides(material: Material) -> dict[str, set[str]]:
    """For each requirement, on which sides it has cases."""
    sides: dict[str, set[str]] = {name: set() for name in material.requirements}
    for case in material.cases:
        for name in case.requirements:
            if name in sides:
                sides[name].add("negative" if name == case.breaks else "positive")
    return sides
