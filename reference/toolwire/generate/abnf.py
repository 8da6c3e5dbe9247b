"""Grammars as ABNF (RFC 5234, with the case-sensitive strings of RFC 7405)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import assert_never

from .productions import Choice, Expression, Grammar, Literal, Production, Range, Reference, Repeat, Sequence, read
from .source import notice


def abnf(root: Path) -> dict[str, str]:
    """One ABNF file a grammar; imported rules are written out, so that each file is complete."""
    grammars = read(root / "grammars")
    return {f"grammars/derived/{name}.abnf": "\n".join(_lines(grammar)) + "\n" for name, grammar in grammars.items()}


def _lines(grammar: Grammar) -> Iterator[str]:
    yield f"; {notice(f'grammars/{grammar.name}.lark')}"
    yield "; Values are Unicode scalar values."
    for production in grammar.productions.values():
        yield ""
        yield from (f"; {line}".rstrip() for line in production.comment)
        yield _rule(production)


def _rule(production: Production) -> str:
    return f"{_name(production.name)} = {_alternatives(production.expression)}"


def _alternatives(expression: Expression) -> str:
    if isinstance(expression, Choice):
        return " / ".join(_sequence(item) for item in expression.items)
    return _sequence(expression)


def _sequence(expression: Expression) -> str:
    if isinstance(expression, Sequence) and expression.items:
        return " ".join(_element(item) for item in expression.items)
    return _element(expression)


def _element(expression: Expression) -> str:
    match expression:
        case Literal(text):
            runs = list(_runs(text))
            return runs[0] if len(runs) == 1 else f"({' '.join(runs)})"
        case Range(first, last):
            return f"%x{first:02X}-{last:02X}"
        case Sequence(()):
            return '""'
        case Sequence() | Choice():
            return f"({_alternatives(expression)})"
        case Repeat(item, 0, 1):
            return f"[{_alternatives(item)}]"
        case Repeat(item, least, most):
            return f"{_times(least, most)}{_element(item)}"
        case Reference(name):
            return _name(name)
        case _:
            assert_never(expression)


def _times(least: int, most: int | None) -> str:
    if least == most:
        return str(least)
    return f"{least or ''}*{'' if most is None else most}"


def _runs(text: str) -> Iterator[str]:
    """The text as quoted strings and, for what these cannot hold, numbers."""
    for run in re.findall(r"[ !#-~]+|[^ !#-~]", text) or [""]:
        yield f'%s"{run}"' if len(run) != 1 or (" " <= run <= "~" and run != '"') else f"%x{ord(run):02X}"


def _name(name: str) -> str:
    return name.replace("_", "-")
