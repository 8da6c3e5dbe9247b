"""The whole site from one checkout, as data."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import (
    board,
    cases,
    chapters,
    commands,
    grammars,
    levels,
    modules,
    navigation,
    printing,
    protocol,
    requirements,
    schemas,
)
from .pages import Page
from .sources import Sources

SCRIPTS = Path("conformance/implementations/javascript/src")
"""The implementation that runs in the playground."""


@dataclass(frozen=True, slots=True)
class Site:
    """All that is made; what stands in `docs/` comes besides it."""

    sources: Sources
    pages: dict[str, Page]
    files: dict[str, bytes]
    navigation: list[Any]


def build(root: Path) -> Site:
    """Make the site of a checkout. Nothing is written."""
    sources = Sources(root)
    chapter_pages = chapters.pages(sources)
    pages = [
        *chapter_pages,
        printing.page(sources, chapter_pages),
        *grammars.pages(sources),
        *schemas.pages(sources),
        *requirements.pages(sources),
        cases.browser(sources),
        protocol.page(sources),
        levels.page(sources),
        board.page(sources),
        commands.page(),
        *modules.pages(root / "reference/toolwire"),
    ]
    zip_uri, zipped = cases.download(sources)
    files = {
        **grammars.files(root),
        **schemas.files(sources),
        **requirements.permalinks(sources),
        **cases.pages(sources),
        **cases.shards(sources),
        "assets/corpus/index.json": cases.catalogue(sources),
        zip_uri: zipped,
        **_scripts(root),
    }
    by_uri = {page.uri: page for page in pages}
    written = {path.relative_to(root / "docs").as_posix() for path in (root / "docs").rglob("*.md")}
    return Site(sources, by_uri, files, navigation.tree(frozenset(by_uri) | written))


def _scripts(root: Path) -> dict[str, bytes]:
    """The modules of the implementation in JavaScript, as they are."""
    return {
        f"assets/toolwire/src/{path.relative_to(root / SCRIPTS).as_posix()}": path.read_bytes()
        for path in sorted((root / SCRIPTS).rglob("*.mjs"))
    }
