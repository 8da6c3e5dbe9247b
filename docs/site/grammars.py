"""A page a grammar: of each rule its source, its diagram and its ABNF; the whole language as regular expressions."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from markupsafe import Markup

from toolwire.generate import productions
from toolwire.generate.productions import Grammar, Production
from toolwire_conformance.corpus import Case

from . import cases
from .pages import Page, link, slot
from .sources import Sources
from .templates import inline, render

_TRACK = re.compile(r'^<g id="(?P<id>[^"]+)" role="group".*?(?=^<g id=|^</svg>)', re.MULTILINE | re.DOTALL)
_TOP = re.compile(r'<g transform="translate\(0 (?P<top>[\d.]+)\)">')
_SIZE = re.compile(r'width="(?P<width>[\d.]+)" height="(?P<height>[\d.]+)"')
_BOX_LINK = re.compile(r'href="(?P<file>[a-z_]*)(?:\.svg)?#(?P<grammar>[a-z_]+)-(?P<rule>[A-Za-z0-9_]+)"')
_HEADING = 24
_SHOWN_CASES = 8


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a grammar in its forms."""

    name: str
    about: str
    lark: str
    abnf: str


def pages(sources: Sources) -> list[Page]:
    """The index of grammars, and a page each."""
    grammars = productions.read(sources.root / "grammars")
    return [_index(grammars), *(_page(sources, grammar) for grammar in grammars.values())]


def carried(sources: Sources, name: str) -> tuple[str, ...]:
    """The requirements that a grammar is named in, or that its comments name."""
    text = (sources.root / f"grammars/{name}.lark").read_text("utf-8")
    ids = {*sources.citing.get(f"grammars/{name}.lark", ()), *sources.mentioned(text)}
    return tuple(rule for rule in sources.requirements if rule in ids)


def _index(grammars: dict[str, Grammar]) -> Page:
    uri = "grammars/index.md"
    rows = [
        (link(uri, f"grammars/{name}.md"), name, inline(_sentence(grammar.start)), [p.name for p in grammar.own])
        for name, grammar in grammars.items()
    ]
    return Page(uri, render("grammars.md", slot=slot("table")), {"table": render("grammars.html", rows=rows)})


def _sentence(production: Production) -> str:
    return re.split(r"(?<=[.:]) |\(requirement", " ".join(production.comment))[0].strip(" .:") + "."


def _page(sources: Sources, grammar: Grammar) -> Page:
    name = grammar.name
    uri = f"grammars/{name}.md"
    lark = (sources.root / f"grammars/{name}.lark").read_text("utf-8")
    folder = sources.root / "grammars" / "derived"
    abnf = (folder / f"{name}.abnf").read_text("utf-8")
    forms = json.loads((folder / "regexes.json").read_bytes())[name]
    drawn = dict(_tracks(uri, (folder / f"{name}.svg").read_text("utf-8")))
    rules = [
        Rule(production.name, " ".join(production.comment), _lark(production.name, lark), _abnf(production.name, abnf))
        for production in grammar.own
    ]
    imported = {p.name: p.grammar for p in grammar.productions.values() if p.grammar != name}
    ids = carried(sources, name)
    exercising = [case for case in sources.cases.values() if set(case.requirements) & set(ids)]
    slots = {f"diagram-{rule.name}": drawn[rule.name] for rule in rules}
    if ids:
        slots["requirements"] = render(
            "requirement_list.html",
            rows=[(rule, link(uri, sources.where(rule)), _text(sources, rule)) for rule in ids],
        )
    if exercising:
        slots["cases"] = render(
            "case_list.html",
            cases=_few(exercising),
            more=len(exercising) - len(_few(exercising)),
            all=[(rule, link(uri, "corpus.md") + f"#requirement={rule}") for rule in ids],
            href=cases.linker(uri),
        )
    markdown = render(
        "grammar.md",
        name=name,
        about=Markup(_linked(" ".join(grammar.start.comment))),
        rules=[
            {
                "rule": rule,
                "about": Markup(_linked(rule.about)) if rule.name != name else "",
                "slot": Markup(slot(f"diagram-{rule.name}")),
            }
            for rule in rules
        ],
        imported=sorted(
            {(grammar, tuple(r for r, g in imported.items() if g == grammar)) for grammar in imported.values()}
        ),
        forms={form: Markup(text) for form, text in forms.items()},
        requirements=Markup(slot("requirements")) if ids else "",
        cases=Markup(slot("cases")) if exercising else "",
        count=len(exercising),
    )
    return Page(uri, markdown, slots)


def _text(sources: Sources, rule: str) -> Markup:
    return inline(sources.requirements[rule].text)


def _few(found: list[Case]) -> list[Case]:
    kept = [case for case in found if not case.breaks][: _SHOWN_CASES // 2]
    broken = [case for case in found if case.breaks][: _SHOWN_CASES // 2]
    return kept + broken


def _linked(comment: str) -> str:
    """A comment with the requirements that it names as code, which the site links."""
    return re.sub(r"(?<![\w.])((?:[a-z]+\.){1,3}[a-z0-9-]+)(?![\w.]*[*(])", r"`\1`", comment)


def _lark(name: str, text: str) -> str:
    """The lines of a rule in its grammar's file."""
    found = re.search(rf"^{name}\s*:.*(?:\n(?!\s*\n|//|[A-Za-z_%]).*)*", text, re.MULTILINE)
    return found[0].strip() if found else ""


def _abnf(name: str, text: str) -> str:
    """The lines of a rule in the derived ABNF."""
    found = re.search(rf"^{name.replace('_', '-')}\s*=.*(?:\n[ \t]+\S.*)*", text, re.MULTILINE)
    return found[0] if found else ""


def _tracks(uri: str, svg: str) -> Iterator[tuple[str, str]]:
    """The diagram of each rule in a derived drawing of a whole grammar, with links to pages instead of drawings."""
    size = cast("re.Match[str]", _SIZE.search(svg))
    found = list(_TRACK.finditer(svg))
    tops = [float(cast("re.Match[str]", _TOP.search(track[0]))["top"]) for track in found]
    ends = [*(top - _HEADING for top in tops[1:]), float(size["height"])]
    for track, top, end in zip(found, tops, ends, strict=True):
        rule = track["id"].partition("-")[2]
        inner = _TOP.sub("<g>", track[0].partition("</text>\n")[2].rpartition("</g>")[0], count=1)
        inner = _BOX_LINK.sub(lambda box: f'href="{_rule(uri, box)}"', inner)
        width = _width(inner)
        yield (
            rule,
            f'<div class="railroad-box" tabindex="0" role="region" aria-label="Diagram of {rule}">'
            f'<svg class="railroad" role="group" aria-label="{rule}" '
            f'width="{width:g}" height="{end - top:g}" viewBox="0 0 {width:g} {end - top:g}">{inner}</svg></div>',
        )


def _rule(uri: str, box: re.Match[str]) -> str:
    """Where the rule of a box is described."""
    return link(uri, f"grammars/{box['grammar']}.md#{box['rule']}")


def _width(drawn: str) -> float:
    """How far to the right a track goes: its last mark, and the padding."""
    return max(float(x) for x in re.findall(r'<path d="M ?(-?[\d.]+)', drawn)) + 40


def files(root: Path) -> dict[str, bytes]:
    """The grammars and what is derived from them, as they are."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted((root / "grammars").rglob("*"))
        if path.suffix in (".lark", ".abnf", ".json", ".svg")
    }
