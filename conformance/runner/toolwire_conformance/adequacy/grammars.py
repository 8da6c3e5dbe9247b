"""Mutants of the grammars: one small change of one production, and the recognisers that follow from it."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from toolwire.generate import productions, regexes
from toolwire.generate.productions import Choice, Expression, Grammar, Literal, Production, Range, Repeat, Sequence
from toolwire.generate.source import SourceError
from toolwire_conformance.corpus import Case, Result, texts

from .mutant import Edit, Mutant, Pattern

RECOGNISERS = "grammar/recognisers.py"


def mutants(root: Path) -> Iterator[Mutant]:
    """All mutants of the grammars below the root of a specification package."""
    grammars = productions.read(root / "grammars")
    sound = regexes.module(grammars)
    python = regexes.DIALECTS["python"]
    for name, grammar in grammars.items():
        seen: dict[str, int] = {}
        for production in grammar.productions.values():
            if production.grammar != name:
                continue
            for words, expression in _changes(production.expression):
                changed = {home: _with(one, production, expression) for home, one in grammars.items()}
                try:
                    source = regexes.module(changed)
                except (SourceError, IndexError):  # it is no language that the printers know
                    continue
                if source == sound:
                    continue
                said = f"{production.name}: {words}"
                seen[said] = seen.get(said, -1) + 1
                key = f"{name} {said}" + (f" #{seen[said]}" if seen[said] else "")
                others = [home for home, one in changed.items() if one is not grammars[home]]
                alone = others == [name] and _constants(source) == _constants(sound)
                spoils = Pattern(name, regexes.pattern(changed[name], python)) if alone else Edit(RECOGNISERS, source)
                yield Mutant("grammars", name, key, f"grammars/{name}.lark", said, spoils)


def _constants(source: str) -> str:
    """What modules take over when they are loaded, from the source of the module of recognisers."""
    return source.partition("\n}\n")[2]


WRITTEN = frozenset({"elision_marker", "prompt_head", "white_space"})
"""Grammars that the reference writes by, or takes characters from. It recognises nothing with them."""


def tells(mutant: Mutant, cases: Iterable[Case]) -> str | None:
    """The case with a text in which the mutant of a grammar of `WRITTEN` finds something else than the grammar."""
    assert isinstance(mutant.spoils, Edit | Pattern)
    grammar = mutant.group
    faulty = _pattern(mutant.spoils, grammar)
    sound = importlib.import_module("toolwire.grammar").recogniser(grammar)
    for case in cases:
        for text in texts([case.input, case.expect.value if isinstance(case.expect, Result) else None]):
            if len(text) < LONGEST and _spans(faulty, text) != _spans(sound, text):
                return case.id
    return None


LONGEST = 4096
"""Characters of a text that is searched."""


def _spans(pattern: re.Pattern[str], text: str) -> list[tuple[int, int]]:
    whole = pattern.fullmatch(text)
    return [*(found.span() for found in pattern.finditer(text)), *([whole.span()] if whole else [])]


def _pattern(spoils: Edit | Pattern, grammar: str) -> re.Pattern[str]:
    if isinstance(spoils, Pattern):
        return re.compile(spoils.pattern)
    module: dict[str, Any] = {}
    exec(spoils.source, module)
    return re.compile(module["PATTERNS"][grammar])


def _with(grammar: Grammar, production: Production, expression: Expression) -> Grammar:
    """The grammar with another expression for a production, wherever it was imported to."""
    own = grammar.productions.get(production.name)
    if own is None or own.grammar != production.grammar:
        return grammar
    return replace(grammar, productions={**grammar.productions, production.name: replace(own, expression=expression)})


def _changes(expression: Expression) -> Iterator[tuple[str, Expression]]:
    match expression:
        case Literal(text) if text:
            yield f"{text!r} without its last character", Literal(text[:-1])
            if text.swapcase() != text:
                yield f"{text!r} in the other case", Literal(text.swapcase())
        case Range(first, last):
            for low, high in ((first - 1, last), (first + 1, last), (first, last - 1), (first, last + 1)):
                if 0 <= low <= high <= 0x10FFFF and not {low, high} & {0xD7FF + 1, 0xDFFF}:
                    yield f"{first:x} to {last:x} becomes {low:x} to {high:x}", Range(low, high)
        case Repeat(item, least, most):
            for low, high in {
                (least + 1, most),
                (least - 1, most),
                (least, most and most - 1),
                (least, most and most + 1),
            }:
                if low >= 0 and (high is None or high >= max(low, 1)) and (low, high) != (least, most):
                    yield f"{least} to {most} times becomes {low} to {high}", Repeat(item, low, high)
            yield from ((words, replace(expression, item=inner)) for words, inner in _changes(item))
        case Sequence(items) | Choice(items):
            for index, item in enumerate(items):
                rest = (*items[:index], *items[index + 1 :])
                if rest:
                    yield f"drops item {index + 1} of {len(items)}", replace(expression, items=rest)
                for words, inner in _changes(item):
                    yield words, replace(expression, items=(*items[:index], inner, *items[index + 1 :]))
        case _:
            pass
