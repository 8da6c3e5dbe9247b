"""The chapters as pages: each requirement a heading under its id, with its example and its reason folded."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape

from toolwire import specification
from toolwire_conformance.index import Row

from . import cases
from .pages import Page, link, slot, source_link
from .sources import Sources
from .templates import plain

_FENCE = re.compile(r"^```.*?^```\n", re.MULTILINE | re.DOTALL)
_BLOCK = re.compile(r"^r\[(?P<id>[a-z0-9.-]+)\]\n(?P<body>(?:(?!^r\[|^#).*\n)*)", re.MULTILINE)
_EXAMPLE = re.compile(r"^Example: (?P<ids>e\[.+(?:\n.+)*)\n", re.MULTILINE)
_REASON = re.compile(r"^Reason: (?P<text>.+(?:\n.+)*)\n", re.MULTILINE)
_CITATION = re.compile(r"(?<!`)e\[([a-z0-9-]+)\]")
_MENTION = re.compile(r"(?<!\w)\*([a-z][a-z ]+)\*(?!\w)")
_TERM_CELL = re.compile(r"^\| (\*[^|]+\*) \|", re.MULTILINE)

REPLACED = {"annex/requirements.md": "../requirements/index.md", "annex/examples.md": "../corpus.md"}
"""Derived annexes that the site has a better page for."""


def pages(sources: Sources) -> list[Page]:
    """A page a chapter, and the divergences."""
    found = [_chapter(sources, name) for name in specification.CHAPTERS]
    return [*found, _divergences(sources)]


def _chapter(sources: Sources, name: str) -> Page:
    uri = f"spec/{name}"
    slots: dict[str, str] = {}
    text = sources.chapter(name) + "\n"
    text = _anchored_terms(text) if name == "introduction.md" else _with_terms(text, sources, "introduction.md")
    text = _BLOCK.sub(lambda block: _requirement(sources, uri, block["id"], block["body"], slots), text)
    text = _folded(sources, uri, text, slots)
    for annex, page in REPLACED.items():
        text = text.replace(f"]({annex})", f"]({page})")
    return Page(uri, text, slots)


def _requirement(sources: Sources, uri: str, rule: str, body: str, slots: dict[str, str]) -> str:
    row = sources.rows[rule]
    return "\n".join(
        [
            '<div class="req" markdown="1">',
            "",
            f"#### {rule} {{ #{rule} .req-id }}",
            "",
            _folded(sources, uri, body, slots).strip("\n"),
            "",
            _standing(uri, row),
            "",
            "</div>",
            "",
            "",
        ]
    )


def _standing(uri: str, row: Row) -> str:
    """What stands behind a requirement, in one line with links."""
    target = link(uri, f"requirements/{row.requirement.chapter}#{row.requirement.id}")
    counts = [
        f"{_count(len(row.positive), 'case keeps', 'cases keep')} to it",
        f"{_count(len(row.negative), 'breaks', 'break')} it",
        _count(len(row.guards), "guard", "guards"),
    ]
    if row.unobservable and not row.positive and not row.negative:
        counts = ["not observable by cases"]
    return f'<p class="standing"><a href="{target}">{" · ".join(counts)}</a></p>'


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _folded(sources: Sources, uri: str, text: str, slots: dict[str, str]) -> str:
    """Examples and reasons as folded blocks; citations that stand in a sentence as links."""
    text = _EXAMPLE.sub(lambda found: _examples(sources, uri, found["ids"], slots), text)
    text = _REASON.sub(
        lambda found: (
            f'<details class="reason" markdown="1"><summary>Reason</summary>\n\n{found["text"]}\n\n</details>\n'
        ),
        text,
    )
    return _CITATION.sub(lambda found: f"[{found[1]}]({source_link(uri, cases.address(found[1]))})", text)


def _examples(sources: Sources, uri: str, ids: str, slots: dict[str, str]) -> str:
    parts: list[str] = []
    for rule in specification.cited(ids):
        case = sources.cases[rule]
        slots[f"case-{rule}"] = (
            f'<details class="example"><summary>Example: {escape(case.title, quote=False)}</summary>'
            f"{cases.article(sources, case, uri)}</details>"
        )
        parts += [slot(f"case-{rule}"), ""]
    return "\n".join(parts) + "\n"


def _anchored_terms(text: str) -> str:
    def cell(row: re.Match[str]) -> str:
        return "| " + re.sub(r"\*([^*]+)\*", lambda term: f"*{term[1]}*{{ #{term_anchor(term[1])} }}", row[1]) + " |"

    return _TERM_CELL.sub(cell, text)


def _with_terms(text: str, sources: Sources, introduction: str) -> str:
    """The first mention of each term, where it is emphasised, as a link to its meaning with that as a hover card."""
    linked: set[str] = set()

    def mention(found: re.Match[str]) -> str:
        term = found[1]
        if term not in sources.terms or term in linked:
            return found[0]
        linked.add(term)
        meaning = escape(plain(sources.terms[term]))
        target = link("spec/x.md", f"spec/{introduction}#{term_anchor(term)}")
        return f'<a class="term" href="{target}" title="{meaning}"><em>{term}</em></a>'

    return outside_code(text, lambda prose: _MENTION.sub(mention, prose))


def term_anchor(term: str) -> str:
    """The id of a term in the introduction."""
    return f"term-{term.replace(' ', '-')}"


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """`text` with a change made to everything but its fenced blocks."""
    end = 0
    parts: list[str] = []
    for fence in _FENCE.finditer(text):
        parts += [change(text[end : fence.start()]), fence[0]]
        end = fence.end()
    return "".join([*parts, change(text[end:])])


def _divergences(sources: Sources) -> Page:
    """The annex of divergences; the lists of cases behind a table are folded."""
    uri = "spec/annex/divergences.md"
    text = sources.chapter("annex/divergences.md") + "\n"
    text = re.sub(
        r"^(?P<lead>[A-Z][^:\n|`]*): (?P<ids>e\[(?:.+\n)+)",
        lambda found: (
            '<details class="cases" markdown="1">'
            f"<summary>{found['lead']}: {len(specification.cited(found['ids']))} cases</summary>\n\n"
            f"{found['ids']}\n</details>\n"
        ),
        text,
        flags=re.MULTILINE,
    )
    return Page(uri, _CITATION.sub(lambda found: f"[`{found[1]}`]({source_link(uri, cases.address(found[1]))})", text))
