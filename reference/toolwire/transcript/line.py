"""One line of a transcript: from bytes to an entry, and back.

Chapter *Entries and messages*. A line that reads into the typed models and writes out as the same bytes has no
duplicate name, no unknown member and no odd spelling: nearly all lines are of this kind, and they cost one decoding
and one encoding, many lines at a time. Every other line goes through the strict reader, which accepts it exactly or
says why not.
"""

from __future__ import annotations

from functools import cache
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec import UNSET
from msgspec.structs import astuple

from toolwire import json_profile
from toolwire.json_profile import Json
from toolwire.model.transcript import EntryLine
from toolwire.refusal import Refusal

from . import canonical, rules, strict, timestamp
from .entry import SHAPES, Entry
from .spelling import FLAT, is_usual

MAX_BYTES = 1 << 24
"""The most bytes of a line, its line feed included (`file.line.limit`)."""

_decoder = msgspec.json.Decoder(EntryLine)
_encoder = msgspec.json.Encoder(decimal_format="number")
_NO_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
# Of each type the attribute of its payload, the class that is written, and the rules about several members.
_KINDS = {kind: (shape.__struct_fields__[4], shape, rules.CHECKS.get(kind)) for kind, shape in SHAPES.items()}
_MEMBERS = EntryLine.__struct_fields__
_FOREIGN = len(_MEMBERS) - 5  # payloads of other types
_PLACES = {kind: (_MEMBERS.index(attribute), check) for kind, (attribute, _, check) in _KINDS.items()}
_SHALLOW = 2 * json_profile.MAX_OPEN  # bytes that cannot hold more containers than may be open

# What some writers escape, and what they write.
_ESCAPES = [(character.encode(), f"\\u{ord(character):04x}".encode()) for character in "<>&\u2028\u2029"]


def decode(line: bytes) -> Entry:
    """The entry of one line, with or without its line feed; the line is at most `MAX_BYTES` long.

    Raises:
        Refusal: the first rule of texts, JSON or entries that it breaks, with byte and JSON pointer.
    """
    return read(line.removesuffix(b"\n"))


def read(content: bytes) -> Entry:
    """As `decode`, of a line without its line feed."""
    try:
        wire = _decoder.decode(content)
    except _NO_JSON:
        return _read_strictly(content)
    seq, id_, time, kind = wire.seq, wire.id, wire.timestamp, wire.type
    attribute, shape, check = _KINDS[kind]
    payload: Any = getattr(wire, attribute)
    if payload is UNSET:
        return _read_strictly(content)
    written = _encoder.encode(shape(seq, id_, time, kind, payload))
    if written != content and _escaped(written) != content:
        return _read_strictly(content)
    if _may_be_deep(content, payload):
        return _read_strictly(content)
    timestamp.check_entry(time)
    if check:
        check(seq, payload)
    return Entry(seq, id_, time, kind, payload, content)


def read_all(chunk: bytes) -> list[Entry] | None:
    """The entries of whole lines, each with its line feed; None if `read` may find anything in one of them."""
    try:
        wires = _decoder.decode_lines(chunk)
    except _NO_JSON:
        return None
    written = _encoder.encode_lines(wires)
    if written != chunk and _escaped(written) != chunk:
        return None
    lines = chunk.split(b"\n")
    lines.pop()
    entries: list[Entry] = []
    try:
        for wire, content in zip(wires, lines, strict=True):
            members = astuple(wire)
            kind = members[3]
            place, check = _PLACES[kind]
            payload = members[place]
            if payload is UNSET or members.count(UNSET) != _FOREIGN:
                return None
            if len(content) > _SHALLOW and _may_be_deep(content, payload):
                return None
            if check:
                check(members[0], payload)
            entries.append(Entry(members[0], members[1], members[2], kind, payload, content))
    except Refusal:
        return None
    return entries if timestamp.are_plain([entry.timestamp for entry in entries]) else None


def _may_be_deep(content: bytes, payload: object) -> bool:
    """Whether more containers may be open than the profile allows: with so few members, few lines come near."""
    return payload.__class__ not in FLAT and content.count(b"{") + content.count(b"[") > json_profile.MAX_OPEN


def _read_strictly(content: bytes) -> Entry:
    return strict.entry(json_profile.parse(content), content)


def encode(entry: Entry) -> bytes:
    """The line of an entry, line feed included: the bytes that it was read from, or else its canonical text.

    Raises:
        Refusal: the first rule that the entry breaks, or `file.line.limit`.
    """
    if entry.line is not None:
        return entry.line + b"\n"
    return _encode_surely([entry]) or _encode_exactly(entry)


def encode_all(entries: list[Entry]) -> bytes:
    """The lines of some entries, as `encode` gives each.

    Raises:
        Refusal: as `encode`, of the first entry that is refused.
    """
    made = all(entry.line is None for entry in entries)
    return (made and _encode_surely(entries)) or b"".join(map(encode, entries))


def _encode_surely(entries: list[Entry]) -> bytes | None:
    """The lines of entries as msgspec writes them; None if one of them may be another, or be refused."""
    shapes: list[EntryLine] = []
    for entry in entries:
        kind, payload = entry.type, entry.payload
        usual = payload.__class__ in FLAT or is_usual(payload)
        if not usual or payload.__class__ not in _payloads(kind):
            return None
        shapes.append(SHAPES[kind](entry.seq, entry.id, entry.timestamp, kind, payload))
    try:
        lines = _encoder.encode_lines(shapes)
        _decoder.decode_lines(lines)  # what a program made may be of any type
        for entry in entries:
            if entry.type in rules.CHECKS:
                rules.CHECKS[entry.type](entry.seq, entry.payload)
    except (UnicodeEncodeError, Refusal, *_NO_JSON):
        return None
    sound = len(lines) < MAX_BYTES and timestamp.are_plain([entry.timestamp for entry in entries])
    return lines if sound else None


@cache
def _payloads(kind: str) -> tuple[type, ...]:
    """The classes of the payloads that an entry of a type may have; none for an unknown type."""
    if kind not in SHAPES:
        return ()
    hint = get_type_hints(SHAPES[kind])[_KINDS[kind][0]]
    return get_args(hint) or (hint,)


def _encode_exactly(entry: Entry) -> bytes:
    try:
        shape = SHAPES[entry.type]
        content = _encoder.encode(shape(entry.seq, entry.id, entry.timestamp, entry.type, entry.payload))
    except KeyError:
        raise Refusal("entry.type.known", "invalid", "Use one of the thirteen types.", pointer="/type") from None
    except UnicodeEncodeError:
        raise Refusal("text.surrogate", "malformed", "A lone surrogate is not a character; decode the input.") from None
    return encode_value(json_profile.parse(content))


def encode_value(value: Json) -> bytes:
    """The line of an entry that is given as a JSON value with exact numbers; members that no table names are kept.

    Raises:
        Refusal: as `encode`.
    """
    strict.entry(value)
    return _limited(canonical.text(value).encode())  # pyright: ignore


def _limited(content: bytes) -> bytes:
    if len(content) >= MAX_BYTES:
        raise Refusal("file.line.limit", "limit", f"Keep the entry below {MAX_BYTES} bytes; store its body elsewhere.")
    return content + b"\n"


def _escaped(content: bytes) -> bytes:
    for character, escape in _ESCAPES:
        content = content.replace(character, escape)
    return content
