"""The argument document of `read_tool_result`: accepted whole, or refused by a fixed text.

Chapter *Arguments of read_tool_result*, requirements `argument.*`.

A decoder of the standard library takes a document apart into pairs; what is sound in every respect is accepted there.
Anything else goes to the strict reader, which names the fault. A property test holds the two to one verdict.
"""

from __future__ import annotations

from json import JSONDecoder
from typing import NoReturn, cast

from toolwire import json_profile
from toolwire import text as text_rules
from toolwire.grammar import recogniser
from toolwire.model.retained import PageRequest
from toolwire.refusal import Refusal

TOOL_NAME = "read_tool_result"
"""The tool's name; a retention marker prints it."""

MAX_BYTES = 65536
"""The most bytes that a page may be asked for (`argument.clamp`)."""

_NAMES = ("capture_id", "offset", "max_bytes")
_OBJECT = "give one JSON object with capture_id and, if needed, offset and max_bytes as integers from 0"
_TEXTS = {
    "argument.reader": "no tool results can be read in this conversation",
    "argument.duplicate": "an argument is given twice",
    "argument.json": _OBJECT,
    "argument.object": _OBJECT,
    "argument.member": _OBJECT,
    "argument.type": _OBJECT,
    "argument.integer": _OBJECT,
    "argument.single": "give exactly one JSON object and nothing behind it",
    "argument.required": "capture_id is missing",
    "argument.canonical": "capture_id is not an id as a retention marker prints it",
    "argument.least": "max_bytes must be at least 1",
}
_UNSIGNED_END = 1 << 64


class PrepareError(Refusal):
    """An argument document was refused.

    Attributes:
        text: what the model is shown; nothing of the document is in it but a known name (`argument.text`).
    """

    def __init__(
        self, rule: str, name: str | None = None, *, byte: int | None = None, pointer: str | None = None
    ) -> None:
        said = f'the argument "{name}" is given twice' if name else _TEXTS[rule]
        self.text = f"{TOOL_NAME}: {said}"
        super().__init__(rule, "invalid", f"{said[0].upper()}{said[1:]}.", byte=byte, pointer=pointer)


def prepare_arguments(document: str | bytes, *, reader_bound: bool = True) -> PageRequest:
    """What an argument document asks for.

    Raises:
        PrepareError: the first requirement that is broken, in the order of `argument.order`.
    """
    if not reader_bound:
        raise PrepareError("argument.reader")
    try:
        text = text_rules.decode(document) if isinstance(document, bytes) else document
    except Refusal as fault:
        raise PrepareError("argument.json", byte=fault.byte) from None
    return _sound(text) or _strict(text)


class _Unsound(Exception):  # noqa: N818
    """Left to the strict reader."""


def _unsound(spelling: str) -> NoReturn:
    raise _Unsound(spelling)


def _integer(spelling: str) -> int:
    if len(spelling) > 20 or spelling[0] == "-":
        raise _Unsound(spelling)
    return int(spelling)


# Objects come as tuples of pairs, so that an array is no object and a duplicate stays to be seen.
_PAIRS = JSONDecoder(object_pairs_hook=tuple, parse_int=_integer, parse_float=_unsound, parse_constant=_unsound)


def _sound(document: str) -> PageRequest | None:
    """What a document asks for that is sound in every respect; None for every other one."""
    try:
        pairs: object = _PAIRS.decode(document)
    except (ValueError, RecursionError, _Unsound):
        return None
    if not isinstance(pairs, tuple):
        return None
    given = dict(cast(tuple[tuple[str, object], ...], pairs))
    if len(given) < len(cast(tuple[object, ...], pairs)):
        return None
    capture_id, offset, max_bytes = (
        given.pop("capture_id", None),
        given.pop("offset", None),
        given.pop("max_bytes", None),
    )
    if given or not isinstance(capture_id, str) or not recogniser("canonical_uuid").fullmatch(capture_id):
        return None
    if offset is None:
        offset = 0
    elif type(offset) is not int or offset >= _UNSIGNED_END:
        return None
    if max_bytes is not None and (type(max_bytes) is not int or not 1 <= max_bytes < _UNSIGNED_END):
        return None
    return PageRequest(capture_id, offset, None if max_bytes is None else min(max_bytes, MAX_BYTES))


def _strict(document: str) -> PageRequest:
    """As `_sound`, by the strict reader, naming the fault."""
    value, end = _value(document)
    if not isinstance(value, dict):
        raise PrepareError("argument.object")
    unknown = next((name for name in value if name not in _NAMES), None)
    if unknown is not None:
        raise PrepareError("argument.member", pointer=f"/{json_profile.token(unknown)}")
    capture_id, offset, max_bytes = (value.get(name) for name in _NAMES)
    if not isinstance(capture_id, str | None):
        raise PrepareError("argument.type", pointer="/capture_id")
    offset, max_bytes = _count(offset, "/offset"), _count(max_bytes, "/max_bytes")
    if end is not None:
        raise PrepareError("argument.single", byte=end)
    if not capture_id:
        raise PrepareError("argument.required", pointer="/capture_id" if "capture_id" in value else "")
    if not recogniser("canonical_uuid").fullmatch(capture_id):
        raise PrepareError("argument.canonical", pointer="/capture_id")
    if max_bytes == 0:
        raise PrepareError("argument.least", pointer="/max_bytes")
    return PageRequest(capture_id, offset or 0, None if max_bytes is None else min(max_bytes, MAX_BYTES))


def _value(document: str) -> tuple[json_profile.Json, int | None]:
    """The first value of a document, and at which byte something else stands behind it."""
    try:
        return json_profile.parse(document), None
    except Refusal as refusal:
        fault = refusal
    if fault.rule == "json.single-text":
        return json_profile.parse_first(document), fault.byte
    if fault.rule == "json.duplicate-name" and fault.pointer == "":
        second = document.encode()[fault.byte :].decode()
        name, _ = _PAIRS.raw_decode(second)
        raise PrepareError("argument.duplicate", name if name in _NAMES else None, byte=fault.byte)
    raise PrepareError("argument.json", byte=fault.byte, pointer=fault.pointer)


def _count(value: json_profile.Json, pointer: str) -> int | None:
    if value is None:
        return None
    try:
        return json_profile.check_integer(value, signed=False)
    except Refusal:
        raise PrepareError("argument.integer", pointer=pointer) from None
