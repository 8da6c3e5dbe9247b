"""Grammars as railroad diagrams: one SVG a grammar, one track a rule."""

# The library's recursive types are unknown in part to a type checker.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import assert_never

import railroad

from .productions import Choice, Expression, Grammar, Literal, Production, Range, Reference, Repeat, Sequence, read
from .source import notice

# A page may set the --railroad variables; what stands behind them is legible alone, on light and on dark.
_STYLE = """
.railroad { background: var(--railroad-paper, var(--paper)); }
.railroad { --paper: #ffffff; --line: #57606a; --ink: #1f2328; --text: #d5f0dc; --rule: #d6e6fb; --class: #fbeacb; }
@media (prefers-color-scheme: dark) {
  .railroad { --paper: #0d1117; --line: #8b949e; --ink: #e6edf3; --text: #1c4428; --rule: #1b3a63; --class: #55400f; }
}
.railroad path, .railroad rect { stroke: var(--railroad-line, var(--line)); stroke-width: 2; fill: none; }
.railroad text { fill: var(--railroad-ink, var(--ink)); text-anchor: middle; }
.railroad text { font: 14px "Liberation Mono", "DejaVu Sans Mono", "Roboto Mono", monospace; }
.railroad text.heading { text-anchor: start; font-weight: bold; }
.railroad text.comment { font-size: 12px; font-style: italic; }
.railroad .terminal rect { fill: var(--railroad-text, var(--text)); }
.railroad .non-terminal rect { fill: var(--railroad-rule, var(--rule)); }
.railroad .class rect { fill: var(--railroad-class, var(--class)); }
"""
_WIDTH = 700
_HEADING = 24
_PADDING = 10
_CONTROLS = {"\t": "TAB", "\n": "LF", "\r": "CR", " ": "space"}


def diagrams(root: Path) -> dict[str, str]:
    """One SVG a grammar. A box that names a rule links to the rule's track, in another file if it is imported."""
    railroad.INTERNAL_ALIGNMENT = "left"  # centred, a row of a wrapped sequence would float
    grammars = read(root / "grammars")
    return {f"grammars/derived/{name}.svg": "\n".join(_picture(grammar)) + "\n" for name, grammar in grammars.items()}


def _picture(grammar: Grammar) -> Iterator[str]:
    tracks = [(production, _Track(grammar).diagram(production)) for production in grammar.own]
    width = max(float(track.attrs["width"]) for _, track in tracks)
    height = sum(float(track.attrs["height"]) + _HEADING for _, track in tracks)
    yield f"<!-- {notice(f'grammars/{grammar.name}.lark')} -->"
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="railroad" role="group" aria-label="Grammar {grammar.name}" '
        f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}">'
    )
    yield f"<style>{_STYLE}</style>"
    top = 0.0
    for production, track in tracks:
        yield f'<g id="{_anchor(production)}" role="group" aria-label="{production.name}">'
        yield f'<text class="heading" x="{_PADDING}" y="{top + _HEADING - 6:g}">{production.name}</text>'
        yield f'<g transform="translate(0 {top + _HEADING:g})">'
        for child in track.children:
            yield _written(child)
        yield "</g>"
        yield "</g>"
        top += float(track.attrs["height"]) + _HEADING
    yield "</svg>"


class _Track:
    """Draws the productions of one grammar."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar

    def diagram(self, production: Production) -> railroad.Diagram:
        """The track of a production, laid out; a long sequence is broken into rows."""
        expression = production.expression
        items = expression.items if isinstance(expression, Sequence) else (expression,)
        rows: list[list[railroad.DiagramItem]] = [[]]
        for item in map(self.item, items):
            if rows[-1] and sum(other.width + 20 for other in (*rows[-1], item)) > _WIDTH:
                rows.append([])
            rows[-1].append(item)
        drawn = [railroad.Sequence(*row) for row in rows]
        return railroad.Diagram(*(drawn if len(drawn) == 1 else [railroad.Stack(*drawn)])).format(_PADDING)

    def item(self, expression: Expression) -> railroad.DiagramItem:
        """An expression as an item of the library."""
        match expression:
            case Literal(text) if text in _CONTROLS or (len(text) == 1 and not _shows(text)):
                return railroad.Terminal(_spelled(text), cls="class")
            case Literal(text):
                return railroad.Terminal(text.replace(" ", "·"))
            case Range(first, last):
                ends = chr(first), chr(last)
                named = ends if all(map(_shows, ends)) else (f"U+{ord(end):04X}" for end in ends)
                return railroad.Terminal(" … ".join(named), cls="class")
            case Sequence(items):
                return railroad.Sequence(*map(self.item, items)) if items else railroad.Skip()
            case Choice(items):
                return railroad.Choice(0, *map(self.item, items))
            case Repeat(item, 0, 1):
                return railroad.Optional(self.item(item))
            case Repeat(item, least, most):
                loop = railroad.OneOrMore(self.item(item), _times(least, most))
                return loop if least else railroad.Optional(loop)
            case Reference(name):
                production = self.grammar.productions[name]
                file = "" if production.grammar == self.grammar.name else f"{production.grammar}.svg"
                return railroad.NonTerminal(name, href=f"{file}#{_anchor(production)}")
            case _:
                assert_never(expression)


def _times(least: int, most: int | None) -> railroad.Comment | None:
    """What is written on the way back of a loop."""
    if most is None:
        return railroad.Comment(f"{least} or more ×") if least > 1 else None
    return railroad.Comment(f"{least} ×" if least == most else f"{max(least, 1)} to {most} ×")


def _spelled(character: str) -> str:
    if character in _CONTROLS:
        return _CONTROLS[character]
    return character if _shows(character) else f"U+{ord(character):04X}"


def _shows(character: str) -> bool:
    return character.isascii() and character.isprintable()


def _anchor(production: Production) -> str:
    return f"{production.grammar}-{production.name}"


def _written(node: object) -> str:
    """A laid-out item as SVG. The library itself writes the text of a link twice, and an attribute of the past."""
    match node:
        case str():
            return escape(node, quote=False)
        case railroad.DiagramItem() | railroad.Path():
            attributes = "".join(
                f' {name.removeprefix("xlink:")}="{escape(f"{value:g}" if isinstance(value, int | float) else value)}"'
                for name, value in sorted(node.attrs.items())
            )
            if isinstance(node, railroad.Path):
                return f"<path{attributes}/>"
            children = node.children[:1] if node.name == "a" else node.children
            return f"<{node.name}{attributes}>{''.join(map(_written, children))}</{node.name}>"
        case _:
            raise TypeError(node)
