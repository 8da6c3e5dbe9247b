"""The results board: what each implementation passes, how well the corpus catches mistakes, and how fast it all is."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from toolwire_conformance import LEVELS
from toolwire_conformance.reports import document
from toolwire_conformance.reports.document import Document

from .cases import linker, part
from .pages import Page, slot
from .sources import Sources
from .templates import render

REPORTS = "build/reports"
"""Where `make conform` writes a report for each implementation."""


class Failure(NamedTuple):
    """A case that an implementation does not pass."""

    rule: str
    outcome: str
    detail: str


def page(sources: Sources) -> Page:
    """The page of the board; without report files it says how to make them."""
    uri = "conformance/board.md"
    reports = [document.read(path.read_bytes()) for path in sorted((sources.root / REPORTS).glob("*.json"))]
    reports.sort(key=lambda report: (len(_failures(report)), document.name(report)))
    scores = json.loads((sources.root / "conformance/adequacy/scores.json").read_bytes())
    bench: dict[str, Any] = json.loads((sources.root / "docs/bench/results.json").read_bytes())
    slots = {
        "implementations": render(
            "board.html",
            reports=[(report, _failures(report)) for report in reports],
            parts=_parts(sources),
            name=document.name,
            passed=document.passed,
            levels=LEVELS,
            folder=REPORTS,
            case_href=linker(uri),
            known=sources.cases,
        ),
        "adequacy": render("adequacy.html", populations=scores["populations"], guarded=scores["guarded"]),
        "bench": render("bench.html", results=bench["results"], machine=bench["machine"], command=bench["command"]),
    }
    markdown = render("board.md", slots={name: slot(name) for name in slots}, corpus=scores["corpus"])
    return Page(uri, markdown, slots)


def _failures(report: Document) -> list[Failure]:
    return [
        Failure(case["id"], case["outcome"], case.get("detail", ""))
        for case in report["cases"]
        if case["outcome"] not in ("pass", "unsupported")
    ]


def _parts(sources: Sources) -> dict[str, list[str]]:
    """The profiles of each part."""
    found: dict[str, list[str]] = {}
    for profile in dict.fromkeys(case.profile for case in sources.cases.values()):
        found.setdefault(part(profile), []).append(profile)
    return found
