"""Checks of the requirements that cases cite."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from toolwire_conformance.corpus import Refusal

from .material import Finding, Material


def breaks(material: Material) -> Iterator[Finding]:
    """A case that breaks a requirement exercises it."""
    for case in material.cases:
        if case.breaks is not None and case.breaks not in case.requirements:
            yield Finding(case.file, case.id, f"it breaks {case.breaks}; list that among its requirements")


def known(material: Material) -> Iterator[Finding]:
    """A cited id is a requirement, whole."""
    for case in material.cases:
        named = case.expect.rules if isinstance(case.expect, Refusal) else ()
        for name in sorted({*case.requirements, *named} - material.requirements.keys()):
            below = [other for other in material.requirements if other.startswith(name + ".")]
            near = below or get_close_matches(name, material.requirements)
            problem = "is the beginning of several ids" if below else "is no requirement"
            advice = f"cite {' or '.join(near[:3])}" if near else "cite one of spec/"
            yield Finding(case.file, case.id, f"{name} {problem}; {advice}")
