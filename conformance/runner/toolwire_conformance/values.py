"""JSON values that keep what a case file says: numbers as they are spelled, members in their order.

The runner compares and sends values of the corpus; a `float` would lose some of them.
"""

from __future__ import annotations

import json
from decimal import Decimal, InvalidOperation
from typing import NamedTuple, TypeAlias


class Number(NamedTuple):
    """A JSON number by its spelling."""

    spelling: str


Json: TypeAlias = "bool | Number | str | list[Json] | dict[str, Json] | None"


def read(document: str | bytes) -> Json:
    """The value of one JSON text; bytes are UTF-8.

    Raises:
        ValueError: this is no JSON text, an object has two members of one name, or it nests too deep.
    """
    text = document.decode("utf-8") if isinstance(document, bytes) else document
    try:
        return json.loads(
            text, object_pairs_hook=_object, parse_int=Number, parse_float=Number, parse_constant=_constant
        )
    except RecursionError:
        raise ValueError("it nests too deep") from None


def compact(value: Json) -> str:
    """The text of a value on one line of ASCII, without white space."""
    match value:
        case dict():
            return "{" + ",".join(f"{_string(name)}:{compact(inner)}" for name, inner in value.items()) + "}"
        case list():
            return "[" + ",".join(map(compact, value)) + "]"
        case _:
            return _scalar(value)


def pretty(value: Json, indent: str = "") -> str:
    """The text of a value in ASCII, a member or element a line, two spaces a level: as `json.dumps(value, indent=2)`.

    DEL is escaped too, so that every character that does not show is.
    """
    inner = indent + "  "
    match value:
        case dict() if value:
            lines = (f"{inner}{_string(name)}: {pretty(member, inner)}" for name, member in value.items())
            return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
        case list() if value:
            return "[\n" + ",\n".join(inner + pretty(element, inner) for element in value) + f"\n{indent}]"
        case _:
            return compact(value)


def equal(left: Json, right: Json) -> bool:
    """Whether two values are equal: type by type, numbers by exact decimal value, members in any order."""
    return difference(left, right) is None


class Difference(NamedTuple):
    """The first place at which two values differ: a JSON pointer, and what stands there in each."""

    pointer: str
    left: str
    right: str


def difference(left: Json, right: Json, pointer: str = "") -> Difference | None:
    """Where `left` and `right` differ first, in the order of `left`; None if they are equal."""
    if isinstance(left, dict) and isinstance(right, dict):
        for name in [*left, *(name for name in right if name not in left)]:
            place = f"{pointer}/{name.replace('~', '~0').replace('/', '~1')}"
            if name not in left or name not in right:
                return Difference(place, _shown(left, name), _shown(right, name))
            if found := difference(left[name], right[name], place):
                return found
        return None
    if isinstance(left, list) and isinstance(right, list):
        for index, (one, other) in enumerate(zip(left, right, strict=False)):
            if found := difference(one, other, f"{pointer}/{index}"):
                return found
        if len(left) != len(right):
            return Difference(pointer, f"{len(left)} elements", f"{len(right)} elements")
        return None
    return None if _same(left, right) else Difference(pointer, compact(left), compact(right))


def _same(left: Json, right: Json) -> bool:
    if isinstance(left, Number) and isinstance(right, Number):
        try:
            return Decimal(left.spelling) == Decimal(right.spelling)
        except InvalidOperation:  # an exponent of more than 18 digits
            return left == right
    return type(left) is type(right) and left == right


def _shown(members: dict[str, Json], name: str) -> str:
    return compact(members[name]) if name in members else "nothing"


def _scalar(value: bool | Number | str | None) -> str:
    match value:
        case Number():
            return value.spelling
        case str():
            return _string(value)
        case _:
            return {None: "null", True: "true", False: "false"}[value]


def _string(text: str) -> str:
    return json.dumps(text).replace("\x7f", "\\u007f")


def _object(members: list[tuple[str, Json]]) -> dict[str, Json]:
    value: dict[str, Json] = {}
    for name, member in members:
        if name in value:
            raise ValueError(f"an object has two members {name!r}")
        value[name] = member
    return value


def _constant(spelling: str) -> Json:
    raise ValueError(f"{spelling} is no JSON number")
