"""Inputs that are nearly those of the corpus: one to three small changes of a case's input.

Values are those of JSON as `values.read` gives them, with numbers by their spelling.
"""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from random import Random

from toolwire_conformance.values import Json, Number

TOKENS = (
    *'\x00\t\n\r "\\/:,[]{}019-+.eE_\x7f\x85\xa0é\u2028\ufeff\ufffd𝄞٣',
    *("\r\n", "e\u0301", "\\u0000", "\\ud800", "null", "true", "false", "{}", "[]", '""'),
    *("0.0", "1e5", "-0", "00", "+00:00", "Z", "[IMAGE:/a]", "\n[IMAGE:/a]"),
)
BYTES = b"\x00\n\x7f\x80\xbf\xc3\xe2\xed\xf0\xff"
NUMBERS = ("0", "1", "-1", "2", "7", "8", "64", "255", "65535", "65536", "65537", "9007199254740993", "1.0", "1e2")


def varied(value: Json, others: Sequence[Json], random: Random) -> Json:
    """`value` with one to three changes; `others` are inputs of the same op, to take parts from."""
    for _ in range(random.randint(1, 3)):
        value = _changed(value, random.choice(others), random)
    return value


def _changed(value: Json, other: Json, random: Random) -> Json:
    match value:
        case {"base64": str() as text} if len(value) == 1:
            return {"base64": b64encode(_bytes(_decoded(text), random)).decode()}
        case dict() if value:
            name = random.choice(list(value))
            if isinstance(other, dict) and name in other and random.random() < 0.15:
                return {**value, name: other[name]}
            if random.random() < 0.04:
                return {key: inner for key, inner in value.items() if key != name}
            theirs = other.get(name) if isinstance(other, dict) else None
            return {**value, name: _changed(value[name], theirs, random)}
        case list() if value:
            return _list(value, other, random)
        case str():
            return _text(value, other if isinstance(other, str) else "", random)
        case Number(spelling):
            return Number(_number(spelling, random))
        case bool():
            return not value
        case _:
            return other


def _list(value: list[Json], other: Json, random: Random) -> Json:
    at = random.randrange(len(value))
    match random.randrange(5):
        case 0:
            return [*value[:at], *value[at + 1 :]]
        case 1:
            return [*value[:at], value[at], *value[at:]]
        case 2:
            rest = [*value[:at], *value[at + 1 :]]
            rest.insert(random.randint(0, len(rest)), value[at])
            return rest
        case _:
            theirs = random.choice(other) if isinstance(other, list) and other else None
            return [*value[:at], _changed(value[at], theirs, random), *value[at + 1 :]]


def _number(spelling: str, random: Random) -> str:
    try:
        return str(int(spelling) + random.choice((-1, 1))) if random.random() < 0.6 else random.choice(NUMBERS)
    except ValueError:
        return random.choice(NUMBERS)


def _text(text: str, other: str, random: Random) -> str:
    if "\n" in text and random.random() < 0.4:
        return "".join(_lines(text.splitlines(keepends=True), random))
    start = random.randint(0, len(text))
    end = min(len(text), start + random.choice((0, 0, 1, 1, 2, 8)))
    edits: list[Callable[[], str]] = [
        lambda: text[:start] + text[end:],
        lambda: text[:start] + random.choice(TOKENS) + text[end:],
        lambda: text[:start] + text[start:end] + text[start:],
        lambda: text[:start] + _neighbour(text[start : start + 1], random) + text[start + 1 :],
        lambda: text[:start] + other[random.randint(0, len(other)) :],
        lambda: text[: random.randint(0, len(text))],
        lambda: text.replace(text[start:end], random.choice(TOKENS)) if start < end else text,
    ]
    return random.choice(edits)()


def _lines(lines: list[str], random: Random) -> list[str]:
    at = random.randrange(len(lines))
    match random.randrange(4):
        case 0:
            return [*lines[:at], *lines[at + 1 :]]
        case 1:
            return [*lines[: at + 1], *lines[at:]]
        case 2:
            other = random.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
            return lines
        case _:
            return [*lines[:at], _text(lines[at].removesuffix("\n"), "", random) + "\n", *lines[at + 1 :]]


def _neighbour(character: str, random: Random) -> str:
    if not character:
        return random.choice(TOKENS)
    code = ord(character) + random.choice((-1, 1))
    return chr(code) if 0 <= code < 0xD800 or 0xE000 <= code < 0x110000 else "x"


def _bytes(data: bytes, random: Random) -> bytes:
    start = random.randint(0, len(data))
    end = min(len(data), start + random.choice((0, 1, 1, 2)))
    extra = bytes(
        random.choice((0, 10, 0x7F, 0x80, 0xBF, 0xC3, 0xE2, 0xED, 0xF0, 0xFF)) for _ in range(random.randint(0, 2))
    )
    return data[:start] + extra + data[end:]


def _decoded(text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except binascii.Error:
        return b""
