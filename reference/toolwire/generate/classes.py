"""The text of a module of typed models: classes and names of types."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from .source import notice

Style: TypeAlias = Literal["dataclass", "tuple", "struct"]

_WIDTH = 116
_UNSET = " | UnsetType = UNSET"


@dataclass(frozen=True, slots=True)
class Field:
    """One attribute; an optional one is UNSET where the document does not have the member."""

    name: str
    type: str
    optional: bool
    description: str
    default: str | None = None
    """Of an optional field of a struct: the source code of its default."""

    def line(self, style: Style) -> str:
        """The field as source code."""
        if style != "struct":
            return f"    {self.name}: {self.type}{_UNSET if self.optional else ''}"
        unset = " | UnsetType" if self.default == "UNSET" else ""
        return f"    {self.name}: {self.type}{unset}{f' = {self.default}' if self.default is not None else ''}"


@dataclass(frozen=True, slots=True)
class Class:
    """A class; of the fields named in `exactly_one`, if there are any, one must be there."""

    name: str
    description: str
    fields: tuple[Field, ...]
    exactly_one: tuple[str, ...]
    tag: tuple[str, str] | None = None
    """Of a struct: the member that tells it from its siblings, and its value."""
    closed: bool = False
    renamed: bool = False
    """Of a struct: whether members are in camel case, attributes in snake case."""

    def same(self, other: Class | Alias) -> bool:
        """Whether both are one class but for their descriptions."""
        return isinstance(other, Class) and [(f.name, f.type, f.optional) for f in self.fields] == [
            (f.name, f.type, f.optional) for f in other.fields
        ]

    def lines(self, style: Style) -> Iterator[str]:
        """The class as source code."""
        if style == "tuple":
            yield f"class {self.name}(NamedTuple):"
        elif style == "struct":
            yield f"class {self.name}(Struct, {', '.join(self.options())}):"
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
            yield field.line(style)
        if self.exactly_one:
            present = " + ".join(f"(self.{member} is not UNSET)" for member in self.exactly_one)
            names = ", ".join(f"`{member}`" for member in self.exactly_one)
            yield ""
            yield "    def __post_init__(self) -> None:"
            yield f"        if {present} != 1:"
            yield f'            raise ValueError("exactly one of {names} is expected")'

    def options(self) -> Iterator[str]:
        """The options of a struct. JSON has no cycles, so the collector need not look at it."""
        yield "frozen=True, gc=False, omit_defaults=True"
        if self.tag:
            yield f'tag_field="{self.tag[0]}", tag="{self.tag[1]}"'
        if self.closed:
            yield "forbid_unknown_fields=True"
        if self.renamed:
            yield 'rename="camel"'
        defaults = [field.optional for field in self.fields]
        if defaults != sorted(defaults):
            yield "kw_only=True"


@dataclass(frozen=True, slots=True)
class Alias:
    """A name for a type that is no class."""

    name: str
    description: str
    type: str

    def same(self, other: Class | Alias) -> bool:
        """Whether both name one type."""
        return isinstance(other, Alias) and self.type == other.type

    def lines(self, style: Style) -> Iterator[str]:  # noqa: ARG002  (as the other definition's)
        """The name as source code, its description above it."""
        yield from (f"# {line}" for line in textwrap.wrap(self.description, _WIDTH, break_on_hyphens=False))
        yield f"{self.name} = {self.type}"


def module(source: str, definitions: Iterable[Class | Alias], siblings: Iterable[str], style: Style) -> str:
    """The text of a module; one of named tuples imports nothing but `typing`."""
    parts = [list(definition.lines(style)) for definition in definitions]
    body = "\n".join(line for part in parts for line in part)
    typing = _used(("Annotated", "Any", "Literal", "NamedTuple"), body)
    msgspec = _used(("UNSET", "Meta", "Raw", "Struct", "UnsetType", "field"), body)
    lines = [
        f'"""{notice(source)}',
        "",
        "A rule of a schema that no type can say is missing here: the schema is what counts.",
        '"""',
        "",
        "from __future__ import annotations",
        "",
        *(["from dataclasses import dataclass"] if style == "dataclass" else []),
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
