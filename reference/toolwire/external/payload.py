"""Results of tool calls, inline and external: documents read, judged and written.

Chapter *External results*, sections *Documents*, *Structured content* and *Writing*.

The derived models hold what was accepted. The tables below are those of the chapter: for each object its members, each
with what judges its value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias, cast

import msgspec

from toolwire import json_profile
from toolwire import text as text_rules
from toolwire.grammar import recogniser
from toolwire.json_profile import Json
from toolwire.model.external import ExternalToolResult, InlineToolResult
from toolwire.refusal import Refusal

Payload: TypeAlias = ExternalToolResult | InlineToolResult

Check: TypeAlias = Callable[[Json, str], None]
"""Judges a value at a JSON pointer; raises `Refusal`."""

ID_BYTES = 256
"""The most bytes of an id or a locator."""

_CONTROL = "[\x00-\x1f\x7f-\x9f]"
_BASE64 = r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?"
_SIZE_END = 1 << 64

# Required members whose absence another rule than `external.required` is about.
_ABSENT = {"kind": "external.kind", "type": "external.block", "disposition": "external.disposition"}
_OPTIONAL = frozenset({"is_error", "durable_content", "media_type", "provider_options"})


def decode(document: str | bytes) -> Payload:
    """The result that a JSON text says.

    Raises:
        Refusal: a `text.`, `json.` or `external.` requirement that the document breaks.
    """
    return from_value(json_profile.parse(document))


def from_value(value: Json) -> Payload:
    """The result that a JSON value says, as `json_profile.parse` gives them.

    Raises:
        Refusal: an `external.` requirement that it breaks.
    """
    check_value(value)
    return msgspec.convert(value, Payload)


def check_value(value: Json) -> None:
    """Judge whether a JSON value is a result.

    Raises:
        Refusal: an `external.` requirement that it breaks.
    """
    if not isinstance(value, dict):
        raise Refusal("external.document", "invalid", "Give one JSON object: an inline or an external result.")
    _form(value, "", "kind", _RESULTS, "external.kind")


def encode(payload: Payload) -> str:
    """The text of a result: no white space, members in the order of the tables (`external.write.form`).

    Raises:
        Refusal: the result is none that a reader accepts (`external.write.valid`).
    """
    value = view(payload)
    check_value(value)
    return text_rules.check(json_profile.write(value))


def view(payload: msgspec.Struct) -> dict[str, Any]:
    """A result as a JSON value; `is_error` is there when it is true."""
    config, shown = payload.__struct_config__, cast(dict[str, Any], {})
    if config.tag_field is not None:
        shown[config.tag_field] = config.tag
    for name in payload.__struct_fields__:
        value = getattr(payload, name)
        if value is not msgspec.UNSET and not (name == "is_error" and value is False):
            shown[name] = _viewed(value)
    return shown


def content_bytes(payload: InlineToolResult) -> int:
    """How many bytes an inline result has: of its output or of its structured content (`external.admit.inline`)."""
    output = len(payload.result.output.encode())
    content = payload.result.durable_content
    if content is msgspec.UNSET:
        return output
    return max(output, len(json_profile.write(view(cast(msgspec.Struct, content))).encode()))


def _viewed(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return view(value)
    return [view(block) for block in cast(tuple[msgspec.Struct, ...], value)] if isinstance(value, tuple) else value


def _refusal(rule: str, advice: str, pointer: str) -> Refusal:
    return Refusal(rule, "invalid", advice, pointer=pointer)


def _object(value: Json, pointer: str, members: Mapping[str, Check]) -> None:
    if not isinstance(value, dict):
        raise _refusal("external.type", "Give an object here.", pointer)
    for name, inner in value.items():
        if name not in members:
            advice = "Remove the member; objects of results are closed."
            raise _refusal("external.member", advice, f"{pointer}/{json_profile.token(name)}")
        members[name](inner, f"{pointer}/{name}")
    for name in members:
        if name not in value and name not in _OPTIONAL:
            raise _refusal(_ABSENT.get(name, "external.required"), f"Add the member {name}.", pointer)


def _form(value: Json, pointer: str, tag: str, forms: Mapping[str, Mapping[str, Check]], rule: str) -> None:
    """An object of the form that its member `tag` names."""
    if not isinstance(value, dict):
        raise _refusal("external.type", "Give an object here.", pointer)
    name = value.get(tag)
    if not isinstance(name, str) or name not in forms:
        raise _refusal(rule, f"Give {tag} as one of the strings {', '.join(forms)}.", f"{pointer}/{tag}")
    _object(value, pointer, {tag: _any} | dict(forms[name]))


def _any(value: Json, pointer: str) -> None:
    """Judged by another one."""


def _text(value: Json, pointer: str) -> None:
    if not isinstance(value, str):
        raise _refusal("external.type", "Give a string here.", pointer)


def _flag(value: Json, pointer: str) -> None:
    if not isinstance(value, bool):
        raise _refusal("external.type", "Give true or false here, or leave the member out.", pointer)


def _map(value: Json, pointer: str) -> None:
    if not isinstance(value, dict):
        raise _refusal("external.type", "Give an object here.", pointer)


def _id(value: Json, pointer: str, rule: str = "external.id") -> None:
    if not isinstance(value, str) or not value or len(value.encode()) > ID_BYTES or re.search(_CONTROL, value):
        raise _refusal(rule, f"Give a string of 1 to {ID_BYTES} bytes without control characters.", pointer)


def _digest(value: Json, pointer: str) -> None:
    if not isinstance(value, str) or not recogniser("digest").fullmatch(value):
        raise _refusal("external.digest", "Give sha256: and 64 lower-case hexadecimal digits.", pointer)


def _size(value: Json, pointer: str) -> None:
    digits = isinstance(value, str) and recogniser("canonical_decimal").fullmatch(value)
    if not digits or int(digits[0]) >= _SIZE_END:
        advice = "Give the number of bytes as a string of decimal digits without leading zeros, below 2^64."
        raise _refusal("external.size", advice, pointer)


def _disposition(value: Json, pointer: str) -> None:
    if value not in ("recoverable", "fatal"):
        raise _refusal("external.disposition", "Give the string recoverable or fatal.", pointer)


def _named(value: Json, pointer: str) -> None:
    _text(value, pointer)
    if not value:
        raise _refusal("external.block", "Give a text of at least one character.", pointer)


def _base64(value: Json, pointer: str) -> None:
    _text(value, pointer)
    if not value or not re.fullmatch(_BASE64, cast(str, value)):
        raise _refusal("external.base64", "Give base64 with padding, without line breaks, not empty.", pointer)


def _content(value: Json, pointer: str) -> None:
    _object(value, pointer, {"blocks": _blocks})


def _blocks(value: Json, pointer: str) -> None:
    if not isinstance(value, list):
        raise _refusal("external.type", "Give an array here.", pointer)
    for index, block in enumerate(value):
        _form(block, f"{pointer}/{index}", "type", _BLOCKS, "external.block")


def _source(value: Json, pointer: str) -> None:
    _form(value, pointer, "kind", _SOURCES, "external.block")


def _affinity(value: Json, pointer: str) -> None:
    _object(value, pointer, {"provider_id": _named, "endpoint_id": _named})


_locator = partial(_id, rule="external.locator.form")

_SOURCES: Mapping[str, Mapping[str, Check]] = {
    "url": {"url": _named},
    "base64": {"data": _base64},
    "file_id": {"id": _named, "affinity": _affinity},
    "object": {"handle": _named, "owner": _named, "payload_ref": _locator},
}
_MEDIA: Mapping[str, Check] = {"source": _source, "media_type": _named, "provider_options": _map}
_BLOCKS: Mapping[str, Mapping[str, Check]] = {
    "text": {"text": _text},
    **dict.fromkeys(("image", "audio", "video", "file"), _MEDIA),
}
_RESULT: Mapping[str, Check] = {
    "output": _text,
    "durable_content": _content,
    "is_error": _flag,
    "disposition": _disposition,
}
_RESULTS: Mapping[str, Mapping[str, Check]] = {
    "external": {
        "call_id": _id,
        "payload_ref": _locator,
        "digest": _digest,
        "original_size": _size,
        "preview": _text,
        "is_error": _flag,
        "disposition": _disposition,
    },
    "inline": {"call_id": _id, "result": lambda value, pointer: _object(value, pointer, _RESULT)},
}
