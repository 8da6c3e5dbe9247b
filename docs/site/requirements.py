"""The requirements with what stands behind each: an index, a page a chapter, and permanent addresses."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

from toolwire import specification
from toolwire_conformance.corpus import Case

from . import cases
from .pages import Page, link, slot
from .sources import Sources
from .templates import inline, render

RETIRED = Path(__file__).parent / "retired.toml"
"""The names that were requirements once, and the requirement that each leads to now."""


def pages(sources: Sources) -> list[Page]:
    """The index of requirements, and of each chapter's requirements the cases and guards."""
    chapters = {requirement.chapter for requirement in sources.requirements.values()}
    return [_index(sources), *(_chapter(sources, name) for name in specification.CHAPTERS if name in chapters)]


def permalinks(sources: Sources) -> dict[str, bytes]:
    """A page `r/ID/` for each requirement that is or ever was: it leads to the text, wherever that has moved."""
    retired: dict[str, str] = tomllib.loads(RETIRED.read_text("utf-8"))
    if known := retired.keys() & sources.requirements.keys():
        raise ValueError(f"{RETIRED.name}: {', '.join(sorted(known))} is a requirement")
    found: dict[str, bytes] = {}
    for rule in (*sources.requirements, *retired):
        now = sources.requirements[retired.get(rule, rule)]
        uri = f"r/{rule}/index.md"
        target = link(uri, f"spec/{now.chapter}#{now.id}")
        found[f"r/{rule}/index.html"] = render(
            "permalink.html", id=rule, now=now.id, target=target, icon=link(uri, "assets/mark.svg")
        ).encode()
    return found


def behind(sources: Sources, rule: str) -> str:
    """Where on the site the cases of a requirement stand."""
    return f"requirements/{sources.requirements[rule].chapter}#{rule}"


def _index(sources: Sources) -> Page:
    uri = "requirements/index.md"
    rows = list(sources.rows.values())
    binding = [row for row in rows if row.is_binding and (row.positive or row.negative)]
    table = render(
        "requirements.html",
        chapters=[
            (title, name, [row for row in rows if row.requirement.chapter == name])
            for name, title in sources.titles.items()
        ],
        texts={rule: inline(requirement.text) for rule, requirement in sources.requirements.items()},
        hrefs={rule: link(uri, sources.where(rule)) for rule in sources.requirements},
        behind={rule: link(uri, behind(sources, rule)) for rule in sources.requirements},
        total=len(rows),
        guarded=sum(bool(row.guards) for row in binding),
        binding=len(binding),
        unobservable=sum(bool(row.unobservable) for row in rows),
    )
    return Page(uri, render("requirements.md", slot=slot("table"), systems=_systems(sources)), {"table": table})


def _systems(sources: Sources) -> list[tuple[str, int]]:
    """The systems that differ, and in how many cases."""
    tags = Counter(tag for case in sources.cases.values() for tag in case.tags if tag.startswith("divergence:"))
    return [(tag.removeprefix("divergence:"), number) for tag, number in tags.most_common()]


def _chapter(sources: Sources, name: str) -> Page:
    uri = f"requirements/{name}"
    slots: dict[str, str] = {}
    blocks: list[tuple[str, str]] = []
    for row in sources.rows.values():
        if row.requirement.chapter != name:
            continue
        rule = row.requirement.id
        slots[rule] = render(
            "requirement.html",
            text=inline(row.requirement.text),
            href=link(uri, f"spec/{name}#{rule}"),
            permalink=link(uri, f"r/{rule}/index.html").removesuffix("index.html"),
            browse=f"{link(uri, 'corpus.md')}#requirement={rule}",
            sides=[
                ("keep", "keep to it", [sources.cases[case] for case in row.positive]),
                ("break", "break it", [sources.cases[case] for case in row.negative]),
            ],
            guards=row.guards,
            unobservable=inline(row.unobservable) if row.unobservable else None,
            divergences=_divergences(sources, (*row.positive, *row.negative)),
            case_href=cases.linker(uri),
        )
        blocks.append((rule, slot(rule)))
    return Page(uri, render("requirements_chapter.md", title=sources.titles[name], name=name, blocks=blocks), slots)


def _divergences(sources: Sources, ids: tuple[str, ...]) -> list[tuple[str, list[Case]]]:
    """The systems that a requirement's cases find to differ, each with those cases."""
    found: dict[str, list[Case]] = {}
    for rule in ids:
        for tag in sources.cases[rule].tags:
            if tag.startswith("divergence:"):
                found.setdefault(tag.removeprefix("divergence:"), []).append(sources.cases[rule])
    return sorted(found.items())
