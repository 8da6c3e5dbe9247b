"""What the site is made of: pages in Markdown with slots for ready HTML, and files that are published as they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from posixpath import dirname, relpath


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the site."""

    uri: str
    """Its path below the site, as a source: `spec/carriers.md`."""
    markdown: str
    slots: Mapping[str, str] = field(default_factory=dict[str, str])
    """HTML by the name of the slot that it replaces, see `slot`."""


def slot(name: str) -> str:
    """The line of Markdown that the HTML of this slot stands for: Markdown never sees that HTML."""
    return f'<div data-slot="{name}"></div>'


def filled(html: str, slots: Mapping[str, str]) -> str:
    """A rendered page with its slots replaced.

    Raises:
        ValueError: the page has no place for a slot.
    """
    for name, content in slots.items():
        before, mark, after = html.partition(slot(name))
        if not mark:
            raise ValueError(f"no place for the slot {name}")
        html = before + content + after
    return html


def url(uri: str) -> str:
    """Where a page or file is found below the site's root: `spec/carriers/` for `spec/carriers.md`."""
    path = uri.removesuffix(".md")
    if path == uri:
        return path
    return "" if path == "index" else f"{path.removesuffix('/index')}/"


@cache
def link(source: str, target: str) -> str:
    """The relative address of `target`, a uri with or without a fragment, on the page `source`."""
    uri, mark, fragment = target.partition("#")
    here, there = url(source), url(uri)
    steps, goal = here.split("/")[:-1], there.split("/")
    shared = 0
    while shared < min(len(steps), len(goal) - 1) and steps[shared] == goal[shared]:
        shared += 1
    path = "../" * (len(steps) - shared) + "/".join(goal[shared:])
    return f"{path or './'}{mark}{fragment}"


def source_link(source: str, target: str) -> str:
    """The address of `target` in the Markdown of `source`: mkdocs resolves and checks it."""
    uri, mark, fragment = target.partition("#")
    return f"{relpath(uri, dirname(source) or '.')}{mark}{fragment}"
