"""A check that cases were read against the text that their requirements have now."""

from __future__ import annotations

from collections.abc import Iterator

from .material import Finding, Material


def suspects(material: Material) -> Iterator[Finding]:
    """Each requirement's text is the one that its cases were affirmed for."""
    counts: dict[str, int] = {}
    for case in material.cases:
        for name in case.requirements:
            counts[name] = counts.get(name, 0) + 1
    for name, requirement in material.requirements.items():
        if counts.get(name) and material.affirmed.get(name) != requirement.fingerprint:
            said = (
                f"the text of {name} was changed: read its cases ({counts[name]}), then toolwire conform affirm {name}"
                if name in material.affirmed
                else f"{name} is not in affirmed.txt; run toolwire conform lint --fix"
            )
            yield Finding(f"spec/{requirement.chapter}", None, said)
