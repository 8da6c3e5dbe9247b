"""The strict JSON profile: one reader that refuses whatever two readers could read in two ways.

Chapter *Text and JSON profile*, requirements `json.*`.

The standard library's decoder, with hooks, accepts what is sound; that is fast. Whatever it or a hook refuses goes to
our own reader, a loop over the text that names the rule, the byte, and the JSON pointer of the innermost array or
object that was open. A property test holds the two to one verdict.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal, InvalidOperation
from functools import cache
from itertools import chain, repeat
from json import JSONDecodeError, JSONDecoder, JSONEncoder
from json.decoder import scanstring  # pyright: ignore  (the C scanner; not in the stubs)
from math import isinf
from typing import Any, NoReturn, TypeAlias, cast

from toolwire import text as text_rules
from toolwire.grammar.recognisers import WHITE_SPACE as LISTED_WHITE_SPACE
from toolwire.refusal import Refusal

Json: TypeAlias = "bool | int | Decimal | str | list[Json] | dict[str, Json] | None"
"""A value. A number spelled as an integer is an `int`; every other one, `-0` included, an exact `Decimal`."""

Container: TypeAlias = "list[Json] | dict[str, Json]"

Spans: TypeAlias = dict[str, tuple[int, int]]
"""JSON pointer of a value to the start and end of its source, in code points."""

MAX_OPEN = 127
"""How many arrays and objects may be open at once (`json.depth`)."""

_BINARY64_DIGITS = 308  # every integer of this many digits is finite as binary64

_WHITE_SPACE = " \t\n\r"
_NUMBER_CHARACTERS = frozenset("0123456789+-.eE")
_LITERALS: dict[str, tuple[str, Json]] = {"t": ("true", True), "f": ("false", False), "n": ("null", None)}

# Compiled when the strict reader first needs them.
_NAME = r'"([^"\\\x00-\x1f]*)"[ \t\n\r]*:[ \t\n\r]*'  # without escapes, as nearly all names are
_NUMBER = r"-?(?:0|[1-9][0-9]*)((?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)"
_STRING_PIECE = (
    r'[^"\\\x00-\x1f]+|\\["\\/bfnrt]|\\u(?:[0-9abcefABCEF][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2}'
    r"|[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})"
)
_SURROGATE_ESCAPE = r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}"
_SURROGATE = "[\ud800-\udfff]"
_pattern = cache(re.compile)
_scan_string: Callable[[str, int, bool], tuple[str, int]] = scanstring  # pyright: ignore


def parse(document: str | bytes) -> Json:
    """The value of one JSON text.

    Raises:
        Refusal: a `text.` or `json.` requirement that the document breaks.
    """
    text = _text(document)
    try:
        value: Json = _DECODER.decode(text)
        _check_depth(value)
        if "\\" in text:  # only an escape can bring a surrogate in
            _check_strings(value)
    except (ValueError, RecursionError):
        return _Reader(text, None).read()
    return value


def parse_first(document: str | bytes) -> Json:
    """The first value of a text, whatever stands behind it.

    Raises:
        Refusal: as `parse`, but for `json.single-text`.
    """
    return _Reader(_text(document), None).read_first()


def locate(document: str | bytes) -> tuple[Json, Spans]:
    """The value of one JSON text, and where in the source each value in it stands.

    Raises:
        Refusal: as `parse`.
    """
    spans: Spans = {}
    return _Reader(_text(document), spans).read(), spans


def integer(document: str | bytes, *, signed: bool) -> int:
    """The 64-bit integer that a JSON text spells.

    Raises:
        Refusal: `json.integer.spelling`, `json.integer.range`, or as `parse`.
    """
    return check_integer(parse(document), signed=signed)


def check_integer(value: Json, *, signed: bool, pointer: str = "") -> int:
    """`value`, if it was spelled as an integer in the 64-bit range; `pointer` is where it stands.

    Raises:
        Refusal: `json.integer.spelling` or `json.integer.range`.
    """
    if not isinstance(value, int) or isinstance(value, bool) or (value < 0 and not signed):
        advice = f"Write digits{', with a leading minus for negative values' if signed else ''}, and nothing else."
        raise Refusal("json.integer.spelling", "invalid", advice, pointer=pointer)
    low, high = (-(1 << 63), (1 << 63) - 1) if signed else (0, (1 << 64) - 1)
    if not low <= value <= high:
        advice = f"Use an integer from {low} to {high}."
        raise Refusal("json.integer.range", "invalid", advice, pointer=pointer)
    return value


def token(name: str) -> str:
    """A name as a JSON pointer spells it."""
    return name.replace("~", "~0").replace("/", "~1")


def equal(left: Json, right: Json) -> bool:
    """Whether two values are equal: type by type, numbers by exact decimal value (`json.equality`).

    A `float`, which a typed decoder makes, stands for the number that it is spelled as.
    """
    if isinstance(left, str):
        return left == right
    if isinstance(left, dict):
        return (
            isinstance(right, dict)
            and left.keys() == right.keys()
            and all(equal(value, right[name]) for name, value in left.items())
        )
    if isinstance(left, list):
        return isinstance(right, list) and len(left) == len(right) and all(map(equal, left, right))
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    return _exact(left) == _exact(right)


def _exact(value: object) -> object:
    return Decimal(repr(value)) if isinstance(value, float) else value


def write(value: object) -> str:
    """The text of a JSON value: no white space, members in their order, minimal escapes (`carrier.write.escapes`)."""
    try:
        return _ENCODER.encode(value)
    except _Fraction:
        return canonical(value)


def canonical(value: object) -> str:
    """As `write`, slower, with each number in the one form that its exact value has (`entry.write.number`)."""
    return "".join(_pieces(value))


def number(value: int | Decimal) -> str:
    """The canonical text of a number: the digits of its exact value in ECMAScript's form (`entry.write.number`)."""
    sign, digits, exponent = Decimal(value).as_tuple()
    text = "".join(map(str, digits)).lstrip("0")
    if not text:
        return "0"
    point = len(text) + int(exponent)  # the value is 0.text times ten to this power
    text = text.rstrip("0")
    minus = "-" if sign else ""
    if not -6 < point <= 21:
        fraction = f".{text[1:]}" if text[1:] else ""
        return f"{minus}{text[0]}{fraction}e{point - 1:+d}"
    if point <= 0:
        return f"{minus}0.{'0' * -point}{text}"
    whole, fraction = text[:point].ljust(point, "0"), text[point:]
    return f"{minus}{whole}.{fraction}" if fraction else minus + whole


class _Fraction(Exception):  # noqa: N818
    """The standard encoder met a number that it cannot write."""


def _no_encoding(value: object) -> NoReturn:
    raise _Fraction(value)


def _pieces(value: Any) -> Iterator[str]:
    match value:
        case dict():
            members = cast(dict[str, Any], value)
            for mark, (name, member) in zip(chain("{", repeat(",")), members.items(), strict=False):
                yield f"{mark}{_ENCODER.encode(name)}:"
                yield from _pieces(member)
            yield "}" if members else "{}"
        case list() | tuple():
            elements = cast(Iterable[Any], value)
            for mark, element in zip(chain("[", repeat(",")), elements, strict=False):
                yield mark
                yield from _pieces(element)
            yield "]" if elements else "[]"
        case Decimal():
            yield number(value)
        case float():
            yield number(Decimal(repr(value)))
        case int() if not isinstance(value, bool):
            yield number(value)
        case _:
            yield _ENCODER.encode(value)


_ENCODER = JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=_no_encoding)


def _text(document: str | bytes) -> str:
    return text_rules.decode(document) if isinstance(document, bytes) else text_rules.check(document)


def _object(members: list[tuple[str, Json]]) -> dict[str, Json]:
    value = dict(members)
    if len(value) < len(members):
        raise ValueError
    return value


def _integer(spelling: str) -> int | Decimal:
    if len(spelling) > _BINARY64_DIGITS and isinf(float(spelling)):
        raise ValueError
    return int(spelling) if spelling != "-0" else Decimal(spelling)


def _decimal(spelling: str) -> Decimal:
    if isinf(float(spelling)):
        raise ValueError
    try:
        return Decimal(spelling)
    except InvalidOperation:  # nearer to zero than a Decimal can be
        return Decimal(0)


def _constant(spelling: str) -> NoReturn:
    raise ValueError(spelling)


_DECODER = JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_decimal, parse_constant=_constant, strict=True
)


def _check_depth(value: Json) -> None:
    level: list[Json] = [value]
    for _ in range(MAX_OPEN):
        level = _contents(level)
        if not level:
            return
    if any(isinstance(v, dict | list) for v in level):
        raise ValueError


def _check_strings(value: Json) -> None:
    level: list[Json] = [value]
    while level:
        for v in level:
            if isinstance(v, str):
                text_rules.check(v)
            elif isinstance(v, dict):
                for name in v:
                    text_rules.check(name)
        level = _contents(level)


def _contents(values: list[Json]) -> list[Json]:
    contents: list[Json] = []
    for value in values:
        if isinstance(value, dict):
            contents.extend(value.values())
        elif isinstance(value, list):
            contents.extend(value)
    return contents


class _Reader:
    """One pass over one text. `open` holds the arrays and objects that are open, outermost first, with their starts."""

    __slots__ = ("open", "position", "spans", "text")

    def __init__(self, text: str, spans: Spans | None) -> None:
        self.text = text
        self.position: int = 0
        self.open: list[tuple[Container, int]] = []
        self.spans = spans

    def read(self) -> Json:
        root = self.read_first()
        if self._skip():
            raise self._refusal("json.single-text", "malformed", "Keep one JSON value and remove what follows it.")
        return root

    def read_first(self) -> Json:
        self._skip()
        start = self.position
        root = self._value()
        while self.open:
            self._step()
        self._note(start)
        return root

    def _step(self) -> None:
        """Read the next element or member of the innermost container, or its end."""
        container, opened_at = self.open[-1]
        closing = "}" if isinstance(container, dict) else "]"
        following = self._skip()
        if following == closing:
            self.position += 1
            self.open.pop()
            self._note(opened_at)
            return
        if container:
            if following != ",":
                raise self._unexpected(f"a comma or {closing}")
            self.position += 1
            self._skip()
        if isinstance(container, dict):
            name = self._name(container)
            start = self.position
            container[name] = self._value()
        else:
            start = self.position
            container.append(self._value())
        if self.open[-1][0] is container:
            self._note(start)

    def _note(self, start: int) -> None:
        """Record where the value that has just been completed stands."""
        if self.spans is not None:
            self.spans[_pointer(self.open)] = (start, self.position)

    def _value(self) -> Json:
        """Read a scalar, or open an array or object, which is returned empty."""
        text, start = self.text, self.position
        first = text[start : start + 1]
        if first == '"':
            return self._string()
        if first == "{" or first == "[":
            if len(self.open) == MAX_OPEN:
                raise self._refusal("json.depth", "limit", f"Nest at most {MAX_OPEN} arrays and objects.")
            container: Container = {} if first == "{" else []
            self.open.append((container, start))
            self.position += 1
            return container
        if number := _pattern(_NUMBER).match(text, start):
            return self._number(number)
        if first in _LITERALS and text.startswith(_LITERALS[first][0], start):
            word, value = _LITERALS[first]
            self.position += len(word)
            return value
        raise self._unexpected("a value")

    def _name(self, container: dict[str, Json]) -> str:
        start = self.position
        simple = _pattern(_NAME).match(self.text, start)
        if simple is None and self.text[start : start + 1] != '"':
            raise self._unexpected("a name in double quotes")
        name = simple[1] if simple else self._string()
        if name in container:
            advice = f"Give each member of an object a name of its own; {name[:40]!r} stands twice."
            raise self._refusal("json.duplicate-name", "invalid", advice, at=start)
        if simple:
            self.position = simple.end()
        else:
            if self._skip() != ":":
                raise self._unexpected("a colon")
            self.position += 1
            self._skip()
        return name

    def _string(self) -> str:
        start = self.position
        try:
            value, self.position = _scan_string(self.text, start + 1, True)
        except JSONDecodeError:
            raise self._string_fault() from None
        if not value.isascii() and _pattern(_SURROGATE).search(value):
            self.position = start
            raise self._string_fault()
        return value

    def _string_fault(self) -> Refusal:
        """What is wrong with the string at `position`, which the scanner has refused or which holds a surrogate."""
        self.position += 1
        while plain := _pattern(_STRING_PIECE).match(self.text, self.position):
            self.position = plain.end()
        fault = self.text[self.position : self.position + 1]
        if fault and fault < " ":
            advice = f"Write the control character as \\u{ord(fault):04x}."
            return self._refusal("json.string.control", "malformed", advice)
        if _pattern(_SURROGATE_ESCAPE).match(self.text, self.position):
            advice = "Write both halves of a surrogate pair, high before low."
            return self._refusal("json.string.surrogate", "malformed", advice)
        advice = "Use one of the escapes of RFC 8259." if fault else "Close the string."
        return self._refusal("json.syntax", "malformed", advice)

    def _number(self, number: re.Match[str]) -> Json:
        self.position = number.end()
        if self.text[self.position : self.position + 1] in _NUMBER_CHARACTERS:
            raise self._unexpected("a number as RFC 8259 spells it")
        try:
            return _decimal(number[0]) if number[1] else _integer(number[0])
        except ValueError:
            advice = "Use a number of at most about 1.8e308, or a string."
            raise self._refusal("json.number.finite", "invalid", advice, at=number.start()) from None

    def _skip(self) -> str:
        """Skip white space; the character behind it, empty at the end."""
        text, position = self.text, self.position
        character = text[position : position + 1]
        if character in _WHITE_SPACE:
            while character and character in _WHITE_SPACE:
                position += 1
                character = text[position : position + 1]
            self.position = position
        return character

    def _unexpected(self, wanted: str) -> Refusal:
        found = self.text[self.position : self.position + 1]
        if found and found in LISTED_WHITE_SPACE:
            advice = f"Use space, tab, line feed or carriage return here, not U+{ord(found):04X}."
            return self._refusal("json.white-space", "malformed", advice)
        return self._refusal(
            "json.syntax", "malformed", f"Put {wanted} here{'' if found else ': the text ends early'}."
        )

    def _refusal(self, rule: str, phase: str, advice: str, *, at: int | None = None) -> Refusal:
        byte = text_rules.byte_offset(self.text, self.position if at is None else at)
        return Refusal(rule, phase, advice, byte=byte, pointer=_pointer(self.open[:-1]))


def _pointer(containers: list[tuple[Container, int]]) -> str:
    """JSON pointer of the value that was last put into the innermost of `containers`."""
    keys = (str(len(c) - 1) if isinstance(c, list) else next(reversed(c)) for c, _ in containers)
    return "".join("/" + token(key) for key in keys)
