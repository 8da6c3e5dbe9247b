"""The order of the pages; what is not there is left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from toolwire import specification

from .modules import MODULES
from .printing import URI as WHOLE
from .schemas import GROUPS

_PARTS = {
    "Ground": ("introduction", "text-and-json"),
    "Carriers": ("carriers",),
    "Retained results": ("retained-results", "read-arguments", "pages", "preview"),
    "External results": ("external-results",),
    "Transcripts": (
        *("transcript-file", "entries", "session-rules", "recovery", "check", "storage", "model-context"),
        *("session-projection", "projection-registry", "fork", "provider-requests"),
    ),
}


def tree(present: frozenset[str]) -> list[Any]:
    """The navigation as mkdocs takes it, of the pages in `present`."""
    known = {name for names in _PARTS.values() for name in names}
    rest = [name.removesuffix(".md") for name in specification.CHAPTERS if name.removesuffix(".md") not in known]
    spec: list[Any] = []
    for title, names in {**_PARTS, "Conformance": tuple(rest)}.items():
        uris = [f"spec/{name}.md" for name in names if f"spec/{name}.md" in present]
        if title == "Conformance" or len(uris) == 1:
            spec += uris
        else:
            spec.append({title: uris})
    schemas = [
        {title: sorted(uri for uri in present if uri.startswith(f"schemas/{folder}/"))}
        for folder, title in GROUPS.items()
    ]
    whole: list[Any] = [
        {"Home": "index.md"},
        {"Specification": [*spec, {"Divergences": "spec/annex/divergences.md"}, {"On one page": WHOLE}]},
        {
            "Grammars": [
                "grammars/index.md",
                *sorted(u for u in present if u.startswith("grammars/") and "index" not in u),
            ]
        },
        {"Schemas": ["schemas/index.md", *schemas]},
        {
            "Conformance": [
                {"Results board": "conformance/board.md"},
                {"Corpus browser": "corpus.md"},
                {
                    "Requirements": [
                        "requirements/index.md",
                        *(f"requirements/{name}" for name in specification.CHAPTERS),
                    ]
                },
            ]
        },
        {
            "Implement": [
                "guide/index.md",
                {"Tutorial": "tutorial.md"},
                {"The adapter protocol": "conformance/protocol.md"},
                "guide/levels.md",
                "guide/known-failures.md",
                "guide/claims.md",
            ]
        },
        {
            "Python": [
                "guide/python.md",
                {"Command line": "python/cli.md"},
                {"API reference": [{f"toolwire.{name}": f"python/api/{name}.md"} for name in MODULES]},
            ]
        },
        {"Playground": "playground/index.md"},
        {"State explorer": "explorer/index.md"},
    ]
    return _kept(whole, present)


def _kept(items: Sequence[Any], present: frozenset[str]) -> list[Any]:
    """The items whose page is there, and the sections that hold one."""
    found: list[Any] = []
    for item in items:
        match item:
            case str():
                found += [item] * (item in present)
            case dict():
                for title, inner in cast("dict[str, Any]", item).items():
                    if isinstance(inner, str):
                        found += [{title: inner}] * (inner in present)
                    elif kept := _kept(inner, present):
                        found.append({title: kept})
            case _:
                raise TypeError(item)
    return found
