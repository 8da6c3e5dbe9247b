"""Native carriers: a `tool` message whose content is an envelope.

Chapter *Carriers*, requirements `carrier.native.*`, `carrier.write.native`, `carrier.write.declares`,
`carrier.write.call-id` and `carrier.write.escapes`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from toolwire import json_profile
from toolwire import text as text_rules
from toolwire.carrier.marker import check_attachment
from toolwire.json_profile import Json
from toolwire.model.carrier import Attachment, AttachmentKind, CarrierParts, LegacyReason
from toolwire.refusal import Refusal

_KINDS: dict[str, AttachmentKind] = {kind: kind for kind in get_args(AttachmentKind)}


def parse_native_tool_carrier(content: str) -> CarrierParts | None:
    """The parts of an envelope, declared or legacy; None if `content` is not an envelope.

    Raises:
        Refusal: `text.surrogate`.
    """
    parts, reason, _ = read_native(text_rules.check(content))
    return None if reason in ("not-json", "not-envelope") else parts


def read_native(content: str) -> tuple[CarrierParts, LegacyReason | None, int]:
    """The parts of the checked content of a `tool` message, why they are legacy, and how many items were skipped."""
    try:
        envelope = json_profile.parse(content)
    except Refusal:
        return _legacy(content, "not-json")
    if not isinstance(envelope, dict):
        return _legacy(content, "not-envelope")
    text = envelope.get("content")
    if not isinstance(text, str) or not isinstance(envelope.get("tool_call_id", False), str | None):
        return _legacy(content, "not-envelope")
    if "attachments" not in envelope:
        return _legacy(text, "no-attachments")
    items = envelope["attachments"]
    if not isinstance(items, list):
        return _legacy(text, "attachments-not-array")
    attachments = _attachments(items)
    return CarrierParts("native", True, attachments, text), None, len(items) - len(attachments)


def _legacy(text: str, reason: LegacyReason) -> tuple[CarrierParts, LegacyReason, int]:
    return CarrierParts("native", False, (), text), reason, 0


def native_attachments(value: Json = None) -> tuple[Attachment, ...] | None:
    """The attachments in the value of an envelope's `attachments`, in order; None if it is not an array.

    Items that are not attachments are skipped (`carrier.native.skip`).
    """
    return _attachments(value) if isinstance(value, list) else None


def _attachments(items: list[Json]) -> tuple[Attachment, ...]:
    return tuple(attachment for item in items if (attachment := _attachment(item)) is not None)


def _attachment(item: Json) -> Attachment | None:
    if not isinstance(item, dict):
        return None
    kind, target = item.get("kind"), item.get("target")
    if not isinstance(kind, str) or kind not in _KINDS or not isinstance(target, str) or not target or "\n" in target:
        return None
    return Attachment(_KINDS[kind], target)


def render_native_attachments(attachments: Iterable[Attachment]) -> list[dict[str, str]]:
    """The value of an envelope's `attachments`.

    Raises:
        Refusal: `carrier.write.kind`, `carrier.write.target` or `text.surrogate`.
    """
    return [{"kind": a.kind, "target": a.target} for a in map(check_attachment, attachments)]


def render_native_tool_carrier(tool_call_id: str | None, text: str, attachments: Iterable[Attachment] = ()) -> str:
    """The content of a declared native carrier; `tool_call_id` is None when none is known.

    Raises:
        Refusal: `carrier.write.call-id`, `carrier.write.kind`, `carrier.write.target` or `text.surrogate`.
    """
    items = ",".join(map(json_profile.write, render_native_attachments(attachments)))
    return f'{{"attachments":[{items}],"content":{_string(text)},"tool_call_id":{_call_id(tool_call_id)}}}'


def _call_id(value: object) -> str:
    # Callers without a type checker are many; a number written here would make the carrier raw for every reader.
    if value is not None and not isinstance(value, str):
        advice = "Give the id of the call as a string, or None when none is known."
        raise Refusal("carrier.write.call-id", "invalid", advice, pointer="/tool_call_id")
    return "null" if value is None else _string(value)


def _string(value: str) -> str:
    return json_profile.write(text_rules.check(value))
