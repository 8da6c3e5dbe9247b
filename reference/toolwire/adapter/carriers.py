"""The ops of carriers, and of text and JSON."""

from __future__ import annotations

from collections.abc import Iterable

from toolwire import carrier, json_profile
from toolwire.adapter import given
from toolwire.adapter.given import Input, Op
from toolwire.carrier import Attachment, CarrierParts


def _attachment(value: Input) -> Attachment:
    return Attachment(value["kind"], given.text(value["target"]))


def _attachments(values: list[Input]) -> list[Attachment]:
    return [_attachment(value) for value in values]


def _shown(attachments: Iterable[Attachment]) -> list[dict[str, str]]:
    return [{"kind": a.kind, "target": a.target} for a in attachments]


def _parts(parts: CarrierParts | None) -> Input | None:
    if parts is None:
        return None
    attachments = _shown(parts.attachments)
    return {"kind": parts.kind, "declared": parts.declared, "attachments": attachments, "text": parts.text}


def _parse_marker_line(i: Input) -> Input | None:
    attachment = carrier.parse_marker_line(given.text(i["line"]))
    return None if attachment is None else _shown([attachment])[0]


def _native_attachments(i: Input) -> list[dict[str, str]] | None:
    attachments = carrier.native_attachments(i.get("value"))
    return None if attachments is None else _shown(attachments)


def _image_refs(i: Input) -> list[str]:
    parts = carrier.classify(i["role"], given.text(i["content"]))
    return [] if parts is None else list(carrier.image_refs(parts))


def _diagnose(i: Input) -> Input | None:
    diagnosis = carrier.diagnose(i["role"], given.text(i["content"]))
    if diagnosis is None:
        return None
    return {"declared": diagnosis.declared, "reason": diagnosis.reason, "skipped": diagnosis.skipped}


def _rebuild(i: Input) -> str:
    new_text = given.text(i["text"]) if "text" in i else None
    return carrier.rebuild_carrier(i["role"], given.text(i["content"]), _attachments(i["attachments"]), text=new_text)


PROFILES: dict[str, dict[str, Op]] = {
    "text-json": {
        "text.decode": lambda i: given.text(i["document"]),
        "json.read": lambda i: json_profile.parse(given.document(i["document"])),
        "json.integer": lambda i: str(json_profile.integer(given.document(i["document"]), signed=i["signed"])),
        "json.equal": lambda i: json_profile.equal(
            json_profile.parse(given.document(i["left"])), json_profile.parse(given.document(i["right"]))
        ),
    },
    "carrier-reader": {
        "carrier.classify": lambda i: _parts(carrier.classify(i["role"], given.text(i["content"]))),
        "carrier.is_carrier": lambda i: carrier.is_tool_result_carrier(i["role"], given.text(i["content"])),
        "carrier.parse_prompt": lambda i: _parts(carrier.parse_prompt_tool_carrier(given.text(i["content"]))),
        "carrier.parse_native": lambda i: _parts(carrier.parse_native_tool_carrier(given.text(i["content"]))),
        "carrier.native_attachments": _native_attachments,
        "carrier.parse_marker_line": _parse_marker_line,
        "carrier.image_refs": _image_refs,
    },
    "carrier-writer": {
        "carrier.marker_line": lambda i: carrier.marker_line(_attachment(i["attachment"])),
        "carrier.render_prompt": lambda i: carrier.render_prompt_tool_carrier(
            given.text(i["text"]), _attachments(i["attachments"])
        ),
        "carrier.render_native_attachments": lambda i: carrier.render_native_attachments(
            _attachments(i["attachments"])
        ),
        "carrier.render_native": lambda i: carrier.render_native_tool_carrier(
            i["tool_call_id"], given.text(i["text"]), _attachments(i["attachments"])
        ),
        "carrier.rebuild": _rebuild,
    },
    "carrier-diagnosis": {"carrier.diagnose": _diagnose},
    "carrier-ingress": {"carrier.guard_user_text": lambda i: carrier.guard_user_text(given.text(i["text"]))},
}
