"""Why a line is refused: the entry's JSON value judged member by member, in the order of the tables.

Chapter *Entries and messages*, above all `entry.first-fault`. Slow and exact; it stands behind the typed decoder.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import msgspec
from msgspec import inspect

from toolwire.json_profile import Json, check_integer
from toolwire.model.transcript import ImageBlock, RequestOptions, TextBlock, ThinkingBlock, ToolCallBlock
from toolwire.refusal import Refusal

from . import rules, timestamp
from .entry import SHAPES, Entry, Message
from .members import Member, Table, envelope, payload_member, payload_type, table

_BLOCKS = frozenset(str(table(block).tag[1]) for block in (TextBlock, ImageBlock, ThinkingBlock, ToolCallBlock))  # pyright: ignore
_EMPTY: Mapping[str, str] = {
    "ToolCall": "entry.tool-call.empty",
    "ToolOutcome": "entry.tool-outcome.empty",
    "Context": "entry.context.empty",
    "Compaction": "entry.compaction.empty",
    "Lifecycle": "entry.lifecycle.run",
    "RequestHeader": "entry.request.blank",
    "ToolDefinition": "entry.request.tool-name",
    "RequestAttachment": "entry.request.attachment-id",
}
_BLANK = frozenset({"RequestHeader", "ToolDefinition"})
_TYPES: Mapping[type, tuple[type | tuple[type, ...], str]] = {
    inspect.StrType: (str, "a string"),
    inspect.BoolType: (bool, "a boolean"),
    inspect.DictType: (dict, "an object"),
    inspect.StructType: (dict, "an object"),
    inspect.VarTupleType: (list, "an array"),
}


def entry(value: Json, line: bytes | None = None) -> Entry:
    """The typed entry of a line's JSON value, whose numbers are exact (`int` and `Decimal`).

    Raises:
        Refusal: the first rule that the entry breaks, with the JSON pointer of the member.
    """
    if not isinstance(value, dict):
        raise Refusal("entry.object", "invalid", "Write each entry as one JSON object.", pointer="")
    seq, id_, time, kind = (_envelope_member(value, member) for member in envelope())
    own = payload_member(kind)
    if own not in value:
        raise Refusal("entry.payload.own", "invalid", f"Give the entry its payload, {own}.", pointer="")
    for foreign in sorted({payload_member(other) for other in SHAPES} - {own}):
        if foreign in value:
            raise Refusal("entry.payload.foreign", "invalid", f"Remove {foreign}.", pointer=f"/{foreign}")
    _check(value[own], payload_type(kind), f"/{own}")
    payload = msgspec.convert(value[own], Message if kind == "message" else payload_type(kind).cls)
    if kind in rules.CHECKS:
        rules.CHECKS[kind](seq, payload)
    return Entry(seq, id_, time, kind, payload, line)


def request_options(value: Json, protocol: str, names: set[str]) -> RequestOptions:
    """The typed options of a request to a protocol that offers tools of these names, and has no header yet.

    Raises:
        Refusal: the first rule that they break, with the JSON pointer that it has in a header's entry.
    """
    _check(value, inspect.type_info(RequestOptions), "/requestHeader/options")
    options = msgspec.convert(value, RequestOptions)
    rules.protocol_options(protocol, options, names)
    return options


def _envelope_member(value: dict[str, Json], member: Member) -> Any:
    inner = _present(value, member, "")
    match member.name:
        case "seq":
            if check_integer(inner, signed=True, pointer="/seq") < 0:
                raise Refusal("entry.seq.range", "invalid", "Number entries from 0.", pointer="/seq")
        case "id" | "timestamp":
            text = _typed(inner, inspect.StrType(), f"/{member.name}")
            if member.name == "timestamp":
                timestamp.check_entry(text)
            elif not text:
                raise Refusal("entry.id.empty", "invalid", "Give the entry an id.", pointer="/id")
        case _:
            if _typed(inner, inspect.StrType(), "/type") not in SHAPES:
                advice = f"Use one of the thirteen types, such as {', '.join(list(SHAPES)[:3])}."
                raise Refusal("entry.type.known", "invalid", advice, pointer="/type")
    return inner


def _present(value: dict[str, Json], member: Member, pointer: str) -> Json:
    if member.name not in value:
        raise Refusal("entry.member.required", "invalid", f"Give the object its {member.name}.", pointer=pointer)
    return value[member.name]


def _check(value: Json, kind: Any, pointer: str) -> None:
    """Judge a value that may be nested, by its type."""
    match kind:
        case inspect.UnionType() if all(isinstance(one, inspect.StructType) for one in kind.types):
            _check_tagged(value, kind.types, pointer)
        case inspect.UnionType():  # a number
            if isinstance(value, bool) or not isinstance(value, int | Decimal):
                raise _mistyped("a number", pointer)
        case inspect.StructType():
            _check_object(_typed(value, kind, pointer), table(kind.cls), pointer)
        case inspect.VarTupleType():
            for index, element in enumerate(_typed(value, kind, pointer)):
                _check(element, kind.item_type, f"{pointer}/{index}")
        case inspect.IntType():
            check_integer(value, signed=kind.le is not None, pointer=pointer)
        case inspect.Metadata():
            _check(value, kind.type, pointer)
        case inspect.AnyType():
            pass
        case inspect.LiteralType():
            _typed(value, inspect.StrType(), pointer)
        case _:
            _typed(value, kind, pointer)


def _check_object(value: dict[str, Json], shape: Table, pointer: str) -> None:
    if shape.closed:
        for name in value:
            if name not in shape.names:
                advice = f"Remove {name[:40]!r}: nothing but the members of the table may stand here."
                raise Refusal("entry.closed", "invalid", advice, pointer=pointer)
    for member in shape.members:
        if member.required:
            _present(value, member, pointer)
        if member.name in value:
            inner = value[member.name]
            place = f"{pointer}/{member.name}"
            _check(inner, member.type, place)
            _check_value(shape.name, member, inner, place)


def _check_value(owner: str, member: Member, value: Any, pointer: str) -> None:
    """The rules of single members, on a value of the right type."""
    if member.required and owner in _EMPTY and value.__class__ is str and not isinstance(member.type, inspect.AnyType):
        if rules.is_blank(value) if owner in _BLANK else not value:
            raise Refusal(_EMPTY[owner], "invalid", f"Give {member.name} a value.", pointer=pointer)
    elif (owner, member.name) == ("RequestOptions", "maxTokens") and value < 0:
        raise Refusal(
            "entry.request.max-tokens", "invalid", "Make maxTokens positive, or leave it out.", pointer=pointer
        )
    elif (owner, member.name) == ("Context", "epoch") and value == 0:
        raise Refusal("entry.context.epoch", "invalid", "Count epochs from 1.", pointer=pointer)
    elif member.name == "responseTimestamp":
        timestamp.check(value, pointer)
    elif isinstance(member.type, inspect.LiteralType) and value not in member.type.values:
        advice = f"Use one of {', '.join(filter(None, map(str, member.type.values)))}."
        raise Refusal("entry.request.thinking-level", "invalid", advice, pointer=pointer)


def _check_tagged(value: Json, choices: tuple[Any, ...], pointer: str) -> None:
    """A message by its role, or a block by its type."""
    members = _typed(value, choices[0], pointer)
    tag = str(choices[0].tag_field)
    if tag not in members:
        raise Refusal("entry.member.required", "invalid", f"Give the object its {tag}.", pointer=pointer)
    name = _typed(members[tag], inspect.StrType(), f"{pointer}/{tag}")
    chosen = {str(choice.tag): choice for choice in choices}
    if name in chosen:
        _check_object(members, table(chosen[name].cls), pointer)
        return
    rule = "entry.message.role" if tag == "role" else "entry.block.role" if name in _BLOCKS else "entry.block.type"
    raise Refusal(rule, "invalid", f"Use one of {', '.join(chosen)} here.", pointer=f"{pointer}/{tag}")


def _typed(value: Any, kind: Any, pointer: str) -> Any:
    expected, name = _TYPES[type(kind)]
    if not isinstance(value, expected):
        raise _mistyped(name, pointer)
    return value


def _mistyped(name: str, pointer: str) -> Refusal:
    return Refusal("entry.member.type", "invalid", f"Put {name} here.", pointer=pointer)
