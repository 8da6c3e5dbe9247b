"""Text as HTML in which everything shows: controls, white space at the ends of lines, bytes that are no text."""

from __future__ import annotations

import re
from base64 import b64decode
from html import escape
from json import JSONEncoder
from typing import cast

from toolwire_conformance import values
from toolwire_conformance.values import Json, Number

_NAMES = {"\t": "TAB", "\r": "CR", "\ufeff": "BOM", "\xa0": "NBSP", "\x00": "NUL", "\x1b": "ESC", "\u200b": "ZWSP"}
_HIDDEN_SPACES = re.compile(r"^ +| +$|  +")
_STRING = JSONEncoder(ensure_ascii=False)
_WIDTH = 84
_ILL_FORMED = re.compile(r"[\udc80-\udcff]")


def text(value: str, limit: int | None = None) -> str:
    """A text as HTML for a `pre`; of one that is longer than `limit`, its two ends.

    Characters that do not show are labels: the raw ones would act on the page, or be lost.
    """
    if limit is None or len(value) <= limit:
        return _shown(value)
    half = limit // 2
    left = f'<i class="cut">{len(value) - 2 * half:,} characters more</i>'
    return _shown(value[:half]) + left + _shown(value[-half:])


def data(value: bytes, limit: int | None = None) -> str:
    """Bytes as HTML: the text that they are, and where they are none, each byte by its two digits."""
    return text(value.decode("utf-8", "surrogateescape"), limit)


def spelled(value: Json, limit: int | None = None) -> str | None:
    """A text of a case as HTML, its short forms named instead of written out; None if the value is no text."""
    match value:
        case str():
            return text(value, limit)
        case {"base64": str() as encoded} if len(value) == 1:
            return data(b64decode(encoded), limit)
        case {"repeat": [inner, Number(times)]} if len(value) == 1:
            return f'<i class="rep">{spelled(inner, limit)}<b>× {int(times):,}</b></i>'
        case {"concat": list() as parts} if len(value) == 1:
            return "".join(spelled(part, limit) or "" for part in parts)
        case _:
            return None


def json(value: Json) -> str:
    """The text of a value, a member a line where it does not fit on one; what does not show is escaped."""
    return "\n".join(_lines(value)[1])


def _lines(value: Json) -> tuple[str, list[str]]:
    """The text of a value on one line, and laid out."""
    match value:
        case dict():
            inner = [(f"{_quoted(name)}: ", _lines(member)) for name, member in value.items()]
            ends = "{}"
        case list():
            inner = [("", _lines(element)) for element in value]
            ends = "[]"
        case str():
            return (text := _quoted(value)), [text]
        case _:
            return (text := values.compact(value)), [text]
    line = ends[0] + ", ".join(head + compact for head, (compact, _) in inner) + ends[1]
    if len(line) <= _WIDTH:
        return line, [line]
    lines = [ends[0]]
    for at, (head, (_, laid_out)) in enumerate(inner):
        lines += [f"  {head}{laid_out[0]}", *(f"  {rest}" for rest in laid_out[1:])]
        lines[-1] += "," * (at < len(inner) - 1)
    return line, [*lines, ends[1]]


def _quoted(value: str) -> str:
    line = _STRING.encode(value)
    return line if line.isprintable() else "".join(map(_spelled, line))


def _spelled(character: str) -> str:
    return character if character.isprintable() else values.compact(character)[1:-1]


def _shown(value: str) -> str:
    return '<i class="lf">LF</i>\n'.join(map(_line, value.split("\n")))


def _line(line: str) -> str:
    shown = escape(line, quote=False) if line.isprintable() else "".join(map(_picture, line))
    return _HIDDEN_SPACES.sub(lambda found: f'<i class="sp">{found[0]}</i>', shown)


def _picture(character: str) -> str:
    if _ILL_FORMED.match(character):
        return f'<i class="by">{ord(character) - 0xDC00:02X}</i>'
    if character.isprintable():
        return escape(character, quote=False)
    return f'<i class="ch">{_NAMES.get(character, f"U+{ord(character):04X}")}</i>'


def members(value: Json) -> list[tuple[str, Json]]:
    """The members of an object, or the value itself under an empty name."""
    if isinstance(value, dict) and not {"base64", "repeat", "concat"} & value.keys():
        return list(cast("dict[str, Json]", value).items())
    return [("", value)]
