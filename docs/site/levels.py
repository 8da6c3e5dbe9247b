"""Levels and profiles as a page: how many cases each profile has at each level."""

from __future__ import annotations

from collections import Counter

from toolwire_conformance import LEVELS

from .cases import part
from .pages import Page
from .sources import Sources
from .templates import render


def page(sources: Sources) -> Page:
    """The page; what a level means is the chapter's, the numbers are the corpus's."""
    counts = Counter((case.profile, case.level) for case in sources.cases.values())
    smoke = Counter(case.profile for case in sources.corpus.cases.values() if case.smoke)
    profiles = [
        (part(profile), profile, smoke[profile], [counts[profile, level] for level in LEVELS], _ops(sources, profile))
        for profile in dict.fromkeys(case.profile for case in sources.cases.values())
    ]
    return Page("guide/levels.md", render("levels.md", profiles=profiles, levels=LEVELS))


def _ops(sources: Sources, profile: str) -> list[str]:
    return list(dict.fromkeys(case.op for case in sources.cases.values() if case.profile == profile))
