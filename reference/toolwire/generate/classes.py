"""The text of a module of typed models: classes and names of types."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .source import notice

_WIDTH = 116
_UNSET = " | UnsetType = UNSET"


@dataclass(frozen=True, slots=True)
class Field:
    """One attribute; an optional one is UNSET where the document does not have the member."""

    name: str
    type: str
    optional: bool
    description: str


@dataclass(frozen=True, slots=True)
class Class:
    """A class; of the fields named in `exactly_one`, if there are any, one must be there."""

    name: str
    description: str
    fields: tuple[Field, ...]
    exactly_one: tuple[str, ...]

    def same(self, other: Class | Alias) -> bool:
        """Whether both are one class but for their descriptions."""
        return isinstance(other, Class) and [(f.name, f.type, f.optional) for f in self.fields] == [
            (f.name, f.type, f.optional) for f in other.fields
        ]

    def lines(self, *, plain: bool) -> Iterator[str]:
        """The class as source code: a named tuple if it is a plain one, else a frozen dataclass."""
        if plain:
            yield f"class {self.name}(NamedTuple):"
        else:
            yield "@dataclass(frozen=True, slots=True)"
            yield f"class {self.name}:"
        yield from _wrapped(f'"""{self.description}', 4, 4)
        yield ""
        yield "    Attributes:"
        for field in self.fields:
            if field.description:
                yield from _wrapped(f"{field.name}: {field.description}", 8, 12)
        yield '    """'
        yield ""
        for field in self.fields:
            yield f"    {field.name}: {field.type}{_UNSET if field.optional else ''}"
        if self.exactly_one:
            present = " + ".join(f"(self.{member} is not UNSET)" for member in self.exactly_one)
            names = ", ".join(f"`{member}`" for member in self.exactly_one)
            yield ""
            yield "    def __post_init__(self) -> None:"
            yield f"        if {present} != 1:"
            yield f'            raise ValueError("exactly one of {names} is expected")'


@dataclass(frozen=True, slots=True)
class Alias:
    """A name for a type that is no class."""

    name: str
    description: str
    type: str

    def same(self, other: Class | Alias) -> bool:
        """Whether both name one type."""
        return isinstance(other, Alias) and self.type == other.type

    def lines(self, *, plain: bool) -> Iterator[str]:  # noqa: ARG002  (as the other definition's)
        """The name as source code, its description above it."""
        yield from (f"# {line}" for line in textwrap.wrap(self.description, _WIDTH, break_on_hyphens=False))
        yield f"{self.name} = {self.type}"


def module(source: str, definitions: Iterable[Class | Alias], siblings: Iterable[str], *, plain: bool) -> str:
    """The text of a module; a plain one imports nothing but `typing`."""
    parts = [list(definition.lines(plain=plain)) for definition in definitions]
    body = "\n".join(line for part in parts for line in part)
    typing = _used(("Annotated", "Any", "Literal", "NamedTuple"), body)
    msgspec = _used(("UNSET", "Meta", "Raw", "UnsetType"), body)
    lines = [
        f'"""{notice(source)}',
        "",
        "A rule of a schema that no type can say is missing here: the schema is what counts.",
        '"""',
        "",
        "from __future__ import annotations",
        "",
        *([] if plain else ["from dataclasses import dataclass"]),
    ]
    if typing:
        lines += [f"from typing import {typing}"]
    if msgspec:
        lines += ["", f"from msgspec import {msgspec}"]
    if siblings:
        lines += ["", *siblings]
    for part in parts:
        lines += ["", "", *part]
    return "\n".join(lines) + "\n"


def _used(names: Iterable[str], body: str) -> str:
    return ", ".join(name for name in names if re.search(rf"\b{name}\b", body))


def _wrapped(text: str, first: int, rest: int) -> list[str]:
    """The text of a docstring in lines, indented by `first` and then `rest` columns."""
    return textwrap.wrap(
        text.replace("\\", "\\\\"),
        _WIDTH,
        initial_indent=" " * first,
        subsequent_indent=" " * rest,
        break_on_hyphens=False,
        break_long_words=False,
    )
