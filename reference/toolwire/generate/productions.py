"""Lark grammars as productions: six kinds of expression that every printer understands.

Lark's own grammar of its notation reads the files. What the printers could not translate (regular expressions, flags,
aliases, templates, priorities, `%ignore`) is refused here, so that no printer has to think of it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from lark import Lark, Token, Tree, UnexpectedInput

from .source import SourceError


@dataclass(frozen=True, slots=True)
class Literal:
    """This text, case-sensitive."""

    text: str


@dataclass(frozen=True, slots=True)
class Range:
    """One scalar value from `first` to `last`, both included."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Sequence:
    """One item after the other; without items, the empty text."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the items."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """The item `least` to `most` times; `most` None means without limit."""

    item: Expression
    least: int
    most: int | None


@dataclass(frozen=True, slots=True)
class Reference:
    """What the production of this name describes."""

    name: str


Expression = Literal | Range | Sequence | Choice | Repeat | Reference


@dataclass(frozen=True, slots=True)
class Production:
    """A rule (lower-case name) or terminal (upper-case name), the comment above it, the grammar whose file holds it."""

    name: str
    expression: Expression
    comment: tuple[str, ...]
    grammar: str

    @property
    def is_rule(self) -> bool:
        """Whether the name is a rule's; a terminal's parts are not told apart."""
        return self.name.islower()


@dataclass(frozen=True, slots=True)
class Grammar:
    """One language: its productions by name, the file's own before the imported ones; the start has its name."""

    name: str
    productions: Mapping[str, Production]

    @property
    def start(self) -> Production:
        """The production that describes the whole language."""
        return self.productions[self.name]

    @property
    def own(self) -> tuple[Production, ...]:
        """The productions of the grammar's own file, in its order."""
        return tuple(p for p in self.productions.values() if p.grammar == self.name)


_OPERATORS: Mapping[str, tuple[int, int | None]] = {"*": (0, None), "+": (1, None), "?": (0, 1)}


def read(folder: Path) -> dict[str, Grammar]:
    """All grammars of a folder by name, in the order of their names.

    Raises:
        SourceError: a file is not Lark, or uses what the printers cannot translate.
    """
    notation = Lark.open_from_package(  # pyright: ignore[reportUnknownMemberType]
        "lark", "lark.lark", ["grammars"], parser="lalr", maybe_placeholders=False, propagate_positions=True
    )
    texts = {path.stem: path.read_text("utf-8") for path in sorted(folder.glob("*.lark"))}
    return {name: _grammar(name, texts, notation) for name in texts}


def _grammar(name: str, texts: Mapping[str, str], notation: Lark) -> Grammar:
    try:
        statements = _trees(notation.parse(texts[name]))  # pyright: ignore[reportUnknownMemberType]
    except UnexpectedInput as error:
        raise SourceError(f"grammars/{name}.lark line {error.line}", "this is not Lark's notation") from None
    own: dict[str, Production] = {}
    imported: dict[str, Production] = {}
    for statement in statements:
        match statement.data:
            case "rule" | "token":
                production = _production(statement, name, texts[name])
                own[production.name] = production
            case "import":
                grammar, start = _imported(statement, name, texts)
                imported |= _reached(start, _grammar(grammar, texts, notation).productions)
            case _:
                raise _unsupported(statement, name)
    productions = own | imported
    if len(productions) < len(own) + len(imported):
        raise SourceError(f"grammars/{name}.lark", "a name of an imported grammar is taken; rename one of the two")
    if name not in own:
        raise SourceError(f"grammars/{name}.lark", f"it has no rule `{name}`; the start is named like the file")
    return Grammar(name, productions)


def _imported(statement: Tree[Token], name: str, texts: Mapping[str, str]) -> tuple[str, str]:
    """Grammar and name of `%import .grammar.name`, the one form of import in use."""
    path = [_text(child) for child in _trees(statement)[0].scan_values(lambda _: True)]
    match path:
        case [".", grammar, ".", start] if grammar in texts and len(statement.children) == 1:
            return grammar, start
        case _:
            raise _unsupported(statement, name)


def _reached(start: str, productions: Mapping[str, Production]) -> dict[str, Production]:
    """The productions that one of them needs, itself among them, in their order."""
    needed = {start}
    open_names = [start]
    while open_names:
        for name in references(productions[open_names.pop()].expression):
            if name not in needed:
                needed.add(name)
                open_names.append(name)
    return {name: production for name, production in productions.items() if name in needed}


def references(expression: Expression) -> Iterator[str]:
    """The names that an expression refers to."""
    match expression:
        case Reference(name):
            yield name
        case Repeat(item):
            yield from references(item)
        case Sequence(items) | Choice(items):
            for item in items:
                yield from references(item)
        case _:
            pass


def _production(statement: Tree[Token], grammar: str, text: str) -> Production:
    head, *_, body = statement.children
    if len(statement.children) != 3 or _trees(statement)[0].children:
        raise _unsupported(statement, grammar)
    return Production(_text(head), _expression(body, grammar), _comment_above(statement.meta.line, text), grammar)


def _comment_above(line: int, text: str) -> tuple[str, ...]:
    """The `//` lines directly above line number `line`."""
    above: list[str] = []
    for candidate in reversed(text.split("\n")[: line - 1]):
        if not candidate.startswith("//"):
            break
        above.append(candidate.removeprefix("//").strip())
    return tuple(reversed(above))


def _expression(tree: Tree[Token] | Token, grammar: str) -> Expression:
    assert isinstance(tree, Tree)
    children = tree.children
    match tree.data, [child.type if isinstance(child, Token) else child.data for child in children]:
        case "expansions", _:
            return Choice(tuple(_expression(child, grammar) for child in children))
        case "expansion", _:
            return Sequence(tuple(_expression(child, grammar) for child in children))
        case "literal", ["STRING"] if _text(children[0]).endswith('"'):
            return Literal(_unquoted(children[0]))
        case "literal_range", ["STRING", "STRING"]:
            return Range(ord(_unquoted(children[0])), ord(_unquoted(children[1])))
        case "name", _:
            return Reference(_text(children[0]))
        case "expr", [_, "OP"]:
            return Repeat(_expression(children[0], grammar), *_OPERATORS[_text(children[1])])
        case "expr", [_, "NUMBER", *_]:
            return Repeat(_expression(children[0], grammar), int(_text(children[1])), int(_text(children[-1])))
        case "maybe", _:
            return Repeat(_expression(children[0], grammar), 0, 1)
        case _:
            raise _unsupported(tree, grammar)


def _trees(tree: Tree[Token]) -> list[Tree[Token]]:
    return [child for child in tree.children if isinstance(child, Tree)]


def _text(token: Tree[Token] | Token) -> str:
    assert isinstance(token, Token)
    return str(token)


def _unquoted(token: Tree[Token] | Token) -> str:
    """The text that a string of Lark spells; its escapes are those of Python."""
    return ast.literal_eval(_text(token))


def _unsupported(tree: Tree[Token], grammar: str) -> SourceError:
    return SourceError(
        f"grammars/{grammar}.lark line {tree.meta.line}",
        f"`{tree.data}` in this form has no translation; write it with strings, ranges, names, |, ~, *, + and ?",
    )
