"""JSON values that keep what a case file says: numbers as they are spelled, members in their order.

The runner compares and sends values of the corpus; a `float` would lose some of them.
"""

from __future__ import annotations

import json
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
        return _DECODER.decode(text)
    except RecursionError:
        raise ValueError("it nests too deep") from None


def compact(value: Json, *, escaped: bool = True) -> str:
    """The text of a value on one line without white space: of ASCII alone, or with the fewest escapes."""
    match value:
        case dict():
            members = (f"{_string(name, escaped)}:{compact(inner, escaped=escaped)}" for name, inner in value.items())
            return "{" + ",".join(members) + "}"
        case list():
            return "[" + ",".join(compact(inner, escaped=escaped) for inner in value) + "]"
        case Number():
            return value.spelling
        case str():
            return _string(value, escaped)
        case _:
            return {None: "null", True: "true", False: "false"}[value]


def pretty(value: Json, indent: str = "") -> str:
    """The text of a value in ASCII, a member or element a line, two spaces a level: as `json.dumps(value, indent=2)`.

    DEL is escaped too, so that every character that does not show is.
    """
    inner = indent + "  "
    match value:
        case dict() if value:
            lines = (f"{inner}{_string(name, True)}: {pretty(member, inner)}" for name, member in value.items())
            return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
        case list() if value:
            return "[\n" + ",\n".join(inner + pretty(element, inner) for element in value) + f"\n{indent}]"
        case _:
            return compact(value)


class Difference(NamedTuple):
    """The first place at which two values differ: its path, and what stands there in each, or why nothing does."""

    path: tuple[str | int, ...]
    left: Json | Missing
    right: Json | Missing

    @property
    def pointer(self) -> str:
        """The path as a JSON pointer."""
        return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in self.path)


class Missing(NamedTuple):
    """In place of a value that is not there."""

    words: str


def equal(left: Json, right: Json) -> bool:
    """Whether two values are equal: type by type, numbers by exact decimal value, members in any order."""
    return difference(left, right) is None


def difference(left: Json, right: Json, path: tuple[str | int, ...] = ()) -> Difference | None:
    """Where `left` and `right` differ first, in the order of `left`; None if they are equal."""
    if isinstance(left, dict) and isinstance(right, dict):
        for name, value in left.items():
            if name not in right:
                return Difference((*path, name), value, Missing("nothing"))
            if found := difference(value, right[name], (*path, name)):
                return found
        if len(left) < len(right):
            name = next(name for name in right if name not in left)
            return Difference((*path, name), Missing("nothing"), right[name])
        return None
    if isinstance(left, list) and isinstance(right, list):
        for index, (one, other) in enumerate(zip(left, right, strict=False)):
            if found := difference(one, other, (*path, index)):
                return found
        if len(left) != len(right):
            return Difference(path, Missing(f"{len(left)} elements"), Missing(f"{len(right)} elements"))
        return None
    return None if _same(left, right) else Difference(path, left, right)


def _same(left: Json, right: Json) -> bool:
    if isinstance(left, Number) and isinstance(right, Number):
        return _exact(left.spelling) == _exact(right.spelling)
    return type(left) is type(right) and left == right


def _exact(spelling: str) -> tuple[bool, str, int]:
    """A number as sign, digits without zeros at either end, and exponent: equal for equal numbers of any size."""
    mantissa, _, exponent = spelling.lower().partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole.removeprefix("-") + fraction).lstrip("0")
    kept = digits.rstrip("0")
    if not kept:
        return False, "", 0
    return spelling.startswith("-"), kept, int(exponent or "0") - len(fraction) + len(digits) - len(kept)


def _string(text: str, escaped: bool) -> str:
    spelled = json.dumps(text, ensure_ascii=escaped)
    return spelled.replace("\x7f", "\\u007f") if escaped else spelled


def _object(members: list[tuple[str, Json]]) -> dict[str, Json]:
    value: dict[str, Json] = {}
    for name, member in members:
        if name in value:
            raise ValueError(f"an object has two members {name!r}")
        value[name] = member
    return value


def _constant(spelling: str) -> Json:
    raise ValueError(f"{spelling} is no JSON number")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_int=Number, parse_float=Number, parse_constant=_constant)
