"""The canonical text of an entry from its JSON value: for what the typed encoder cannot write.

Chapter *Entries and messages*, section Writing: requirements `entry.write.*`. It keeps members that no table names,
and spells numbers by their exact value.
"""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, inspect

from toolwire import json_profile
from toolwire.json_profile import Json

from .members import Table, envelope, payload_member, payload_type, table


def text(value: dict[str, Json]) -> str:
    """The canonical text of an entry, without its line feed. `value` keeps all rules of entries."""
    kind = str(value["type"])
    own = payload_member(kind)
    known = {member.name: value[member.name] for member in envelope()}
    known[own] = _ordered(value[own], payload_type(kind))
    return json_profile.canonical(known | {name: v for name, v in value.items() if name not in known})


def _ordered(value: Any, kind: Any) -> Any:
    match kind:
        case inspect.StructType():
            return _object(value, table(kind.cls))
        case inspect.UnionType() if isinstance(value, dict):
            tag = str(kind.types[0].tag_field)  # pyright: ignore
            return next(_ordered(value, one) for one in kind.types if one.tag == value[tag])  # pyright: ignore
        case inspect.VarTupleType():
            return [_ordered(element, kind.item_type) for element in value]
        case _:
            return value


def _object(value: dict[str, Json], shape: Table) -> dict[str, Any]:
    written: dict[str, Any] = {shape.tag[0]: shape.tag[1]} if shape.tag else {}
    for member in shape.members:
        inner = value.get(member.name, member.absent)
        if inner is not UNSET and (member.always or member.absent is UNSET or inner not in (member.absent, [])):
            written[member.name] = _ordered(inner, member.type)
    return written | {name: v for name, v in value.items() if name not in shape.names}
