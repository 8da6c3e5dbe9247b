"""The tables of the chapter *Entries and messages*, read from the derived models: members in order, types, defaults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
from msgspec.inspect import StructType, type_info

from toolwire.model.transcript import EntryLine

from .entry import SHAPES


@dataclass(frozen=True, slots=True)
class Member:
    """One member of an object: its JSON name, its type as msgspec describes it, and when it is written."""

    name: str
    type: Any
    required: bool
    always: bool
    """Whether a writer always writes it."""
    absent: Any
    """What its absence means, as a JSON value; UNSET for a member that is written whenever it is present."""


@dataclass(frozen=True, slots=True)
class Table:
    """One object: its members in order, and whether it is closed."""

    name: str
    members: tuple[Member, ...]
    closed: bool
    tag: tuple[str, str] | None
    """The member that tells it from its siblings, and its value there; it is written first."""

    @property
    def names(self) -> frozenset[str]:
        """All names that the table has."""
        tags = [self.tag[0]] if self.tag else []
        return frozenset([*tags, *(member.name for member in self.members)])


@cache
def table(cls: type) -> Table:
    """The table of a class of `toolwire.model.transcript`."""
    info = type_info(cls)
    assert isinstance(info, StructType)
    tag = (str(info.tag_field), str(info.tag)) if info.tag_field else None
    return Table(cls.__name__, tuple(map(_member, info.fields)), info.forbid_unknown_fields, tag)


def _member(field: Any) -> Member:
    always = field.required or field.default_factory is not msgspec.NODEFAULT
    absent = field.default_factory() if field.default_factory is not msgspec.NODEFAULT else field.default
    return Member(
        field.encode_name,
        field.type,
        field.required,
        always,
        msgspec.UNSET if absent in (msgspec.UNSET, msgspec.NODEFAULT) else msgspec.to_builtins(absent),
    )


@cache
def _payload_members() -> Mapping[str, str]:
    return {kind: table(shape).members[4].name for kind, shape in SHAPES.items()}


def payload_member(kind: str) -> str:
    """The name of the payload member of a type: `toolCall` for `tool_call`."""
    return _payload_members()[kind]


def payload_type(kind: str) -> Any:
    """The type of that member."""
    return table(SHAPES[kind]).members[4].type


def envelope() -> tuple[Member, ...]:
    """`seq`, `id`, `timestamp` and `type`."""
    return table(EntryLine).members[:4]
