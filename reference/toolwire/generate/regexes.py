"""Grammars as regular expressions: the reference's recognisers, and the same in the syntaxes of other languages.

A reference to a rule that occurs at most once becomes a group with the rule's name. No pattern uses an anchor inside,
lookaround, a backreference or a repetition of a repetition without limit, so that each is linear in every engine.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import assert_never

from .productions import Choice, Expression, Grammar, Literal, Production, Range, Reference, Repeat, Sequence, read
from .source import SourceError, notice


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one syntax spells a group's opening, a scalar value by its number, and "the whole text"."""

    group: str
    escape: str
    wide_escape: str
    whole: str


# Python's fullmatch stands for the anchors: with positions, an anchor would not mean the positions.
DIALECTS: Mapping[str, Dialect] = {
    "python": Dialect("(?P<{}>", "\\u{:04x}", "\\U{:08x}", "{}"),
    "re2": Dialect("(?P<{}>", "\\x{{{:x}}}", "\\x{{{:x}}}", "\\A(?:{})\\z"),
    "ecmascript": Dialect("(?<{}>", "\\u{{{:x}}}", "\\u{{{:x}}}", "^(?:{})$"),
}

_SYNTAX = frozenset("\\^$.*+?()[]{}|/")
_COMMENT = (
    "Each expression is a whole language, one text at a time: use `python` with re.fullmatch, `re2` as it is, and "
    "`ecmascript` with the flag u and without m. A text is a sequence of Unicode scalar values. prompt_head is the one "
    "for two markers: for another number, replace the 2 in {2}."
)
_LARGEST_CONSTANT = 64


def recognisers(root: Path) -> dict[str, str]:
    """The module `toolwire.grammar.recognisers`: Python patterns, and the constants that some grammars amount to."""
    return {"reference/toolwire/grammar/recognisers.py": module(read(root / "grammars"))}


def module(grammars: Mapping[str, Grammar]) -> str:
    """The source of the module of recognisers for these grammars.

    Raises:
        SourceError: as `pattern`.
    """
    lines = [
        f'"""{notice("grammars/*.lark")}"""',
        "",
        "from __future__ import annotations",
        "",
        "# For `re.fullmatch`, by the name of the grammar.",
        "PATTERNS: dict[str, str] = {",
        *(f'    "{name}": r"{pattern(grammar, DIALECTS["python"])}",' for name, grammar in grammars.items()),
        "}",
    ]
    for name, grammar in grammars.items():
        match grammar.start.expression:
            case Literal(text):
                lines += ["", "# The one text of this grammar.", f"{name.upper()} = {_quoted(text)}"]
            case Repeat(item) if (ranges := _characters(item, grammar)) and _size(ranges) <= _LARGEST_CONSTANT:
                text = "".join(chr(code) for first, last in ranges for code in range(first, last + 1))
                lines += ["", "# The characters that this grammar repeats.", f"{name.upper()} = {_quoted(text)}"]
            case _:
                pass
    return "\n".join(lines) + "\n"


def table(root: Path) -> dict[str, str]:
    """The table of all grammars in all dialects, as JSON."""
    rows = {
        name: {dialect: d.whole.format(pattern(grammar, d)) for dialect, d in DIALECTS.items()}
        for name, grammar in read(root / "grammars").items()
    }
    comment = f"{notice('grammars/*.lark')} {_COMMENT}"
    body = json.dumps({"$comment": comment, **rows}, indent=2, ensure_ascii=True).removeprefix("{\n  ")
    return {"grammars/derived/regexes.json": "{ " + body + "\n"}


def pattern(grammar: Grammar, dialect: Dialect) -> str:
    """The grammar's language as a regular expression of the dialect, without anchors.

    Raises:
        SourceError: the grammar is not regular as written, or would name two groups alike.
    """
    text = _Printer(grammar, dialect, (grammar.name,), repeated=False, endless=False).alternatives(
        grammar.start.expression
    )
    groups = re.findall(r"\(\?P?<(\w+)>", text)
    if len(groups) > len(set(groups)):
        raise SourceError(f"grammars/{grammar.name}.lark", "a rule that is used twice would be two groups of one name")
    return text


@dataclass(frozen=True, slots=True)
class _Printer:
    """A place in a grammar: the productions on the way to it, and what kinds of repetition are around it."""

    grammar: Grammar
    dialect: Dialect
    path: tuple[str, ...]
    repeated: bool
    endless: bool

    def alternatives(self, expression: Expression) -> str:
        """The expression, where a `|` would stand alone."""
        if isinstance(expression, Choice) and not self._class(expression):
            return "|".join(self._concatenated(item) for item in expression.items)
        return self._concatenated(expression)

    def _concatenated(self, expression: Expression) -> str:
        match expression:
            case Literal(text):
                return "".join(self._character(character) for character in text)
            case Sequence(items):
                return "".join(self._concatenated(item) for item in items)
            case Range() | Choice():
                return self._class(expression) or f"(?:{self.alternatives(expression)})"
            case Repeat():
                return self._repeated(expression)
            case Reference(name):
                return self._referred(self.grammar.productions[name])
            case _:
                assert_never(expression)

    def _repeated(self, repeat: Repeat) -> str:
        if repeat.most is None and self.endless:
            raise SourceError(self._place(), "an endless repetition in another is not linear; write them as one")
        at_most_once = repeat.most == 1
        inside = replace(self, repeated=self.repeated or not at_most_once, endless=self.endless or repeat.most is None)
        item = self._class(repeat.item) or f"(?:{inside.alternatives(repeat.item)})"
        match repeat.least, repeat.most:
            case 0, None:
                return f"{item}*"
            case 1, None:
                return f"{item}+"
            case 0, 1:
                return f"{item}?"
            case least, most:
                return f"{item}{{{least}}}" if least == most else f"{item}{{{least},{'' if most is None else most}}}"

    def _referred(self, production: Production) -> str:
        if production.name in self.path:
            raise SourceError(self._place(), f"`{production.name}` refers to itself; no regular expression can")
        inside = replace(self, path=(*self.path, production.name))
        if production.is_rule and not self.repeated:
            return f"{self.dialect.group.format(production.name)}{inside.alternatives(production.expression)})"
        return inside._concatenated(production.expression)

    def _class(self, expression: Expression) -> str:
        """The expression as a character class, or as one character; empty if it is more than one character."""
        ranges = _characters(expression, self.grammar)
        if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
            return self._character(chr(ranges[0][0]))
        spelled = (self._member(first) + (f"-{self._member(last)}" if last > first else "") for first, last in ranges)
        return f"[{''.join(spelled)}]" if ranges else ""

    def _character(self, character: str) -> str:
        """One scalar value outside of a class. A quotation mark is escaped because the patterns stand in strings."""
        if not (character.isascii() and character.isprintable()) or character == '"':
            return self._escaped(ord(character))
        return f"\\{character}" if character in _SYNTAX else character

    def _member(self, code: int) -> str:
        character = chr(code)
        return character if character.isascii() and character.isalnum() else self._escaped(code)

    def _escaped(self, code: int) -> str:
        return (self.dialect.escape if code <= 0xFFFF else self.dialect.wide_escape).format(code)

    def _place(self) -> str:
        return f"grammars/{self.grammar.name}.lark, {' > '.join(self.path)}"


def _characters(expression: Expression, grammar: Grammar) -> tuple[tuple[int, int], ...]:
    """The expression as ranges of single scalar values in ascending order; none if it is anything else."""

    def ranges(part: Expression) -> Iterator[tuple[int, int]]:
        match part:
            case Range(first, last):
                yield first, last
            case Literal(text) if len(text) == 1:
                yield ord(text), ord(text)
            case Choice(items):
                for item in items:
                    yield from ranges(item)
            case Reference(name) if not grammar.productions[name].is_rule:
                yield from ranges(grammar.productions[name].expression)
            case _:
                raise ValueError

    try:
        return tuple(sorted(ranges(expression)))
    except ValueError:
        return ()


def _size(ranges: tuple[tuple[int, int], ...]) -> int:
    return sum(last - first + 1 for first, last in ranges)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=True)
