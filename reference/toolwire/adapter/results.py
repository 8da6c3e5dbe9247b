"""The ops of retained results and of external ones."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import get_args

from toolwire import external, retained
from toolwire.adapter import given
from toolwire.adapter.given import Input, Op, require, shown, unsigned
from toolwire.refusal import Refusal
from toolwire.retained.page import body_bytes, is_text


def _numbers(view: Input) -> Input:
    """A result, its large numbers as strings; true and false are no numbers."""
    return {name: shown(value) if type(value) is int else value for name, value in view.items()}


def _request(value: Input) -> retained.PageRequest:
    most = value.get("max_bytes")
    require(most != 0, "a request asks for one byte or more")
    return retained.PageRequest(
        value["capture_id"], unsigned(value["offset"]), None if most is None else unsigned(most)
    )


def _prepare(i: Input) -> Input:
    request = retained.prepare_arguments(given.document(i["arguments"]), reader_bound=i.get("reader_bound", True))
    return _numbers({"capture_id": request.capture_id, "offset": request.offset, "max_bytes": request.max_bytes})


def _refusal_text(i: Input) -> str | None:
    try:
        _prepare(i)
    except retained.PrepareError as refusal:
        return refusal.text
    return None


def _read(i: Input) -> Input:
    kept, request, limit = i["capture"], _request(i["request"]), unsigned(i.get("page_limit", retained.PAGE_LIMIT))
    require(kept.get("truncation_reason") in (None, *get_args(retained.TruncationReason)), "a capture has a reason")
    data = given.raw(kept["data"])
    require(kept["encoding"] == "binary" or is_text(data), "what is utf-8 is text")
    digest = f"sha256:{sha256(data).hexdigest()}"
    record = retained.CaptureRecord(
        kept["capture_id"],
        unsigned(kept.get("captured_bytes", len(data))),
        unsigned(kept["original_bytes"]),
        kept["original_exact"],
        kept.get("truncation_reason"),
        kept["encoding"],
        kept.get("digest", digest),
    )
    if request.capture_id != record.capture_id:
        raise retained.ReadError("unknown_capture")
    if record.digest is None:
        raise retained.ReadError("not_retained")
    start, end = retained.window(record, request, limit)
    if (len(data), digest) != (record.captured_bytes, record.digest):
        raise retained.ReadError("integrity")
    page = retained.cut_page(record, data[start:], start, end)
    try:
        return {"page": _page_view(page), "text": page.render()}
    except Refusal:  # a record that contradicts itself
        raise retained.ReadError("unavailable") from None


def _page_view(page: retained.Page) -> Input:
    view = {name: getattr(page, name) for name in page.__dataclass_fields__}
    return _numbers(view | {"data": page.data.decode() if page.encoding == "utf-8" else b64encode(page.data).decode()})


def _page(value: Input) -> retained.Page:
    data = body_bytes(given.text(value["data"]), value["encoding"])
    if data is None:
        raise Refusal("page.valid", "invalid", "Give the data of a binary page in base64.", pointer="/data")
    following = value["next_offset"]
    return retained.Page(
        value["capture_id"],
        unsigned(value["offset"]),
        data,
        unsigned(value["captured_bytes"]),
        unsigned(value["original_bytes"]),
        value["original_exact"],
        value["truncation_reason"],
        value["encoding"],
        None if following is None else unsigned(following),
    )


def _parse_page(i: Input) -> Input | None:
    parsed = retained.parse_page(given.text(i["text"]))
    return None if parsed is None else _numbers({name: getattr(parsed, name) for name in parsed.__dataclass_fields__})


def _read_error(i: Input) -> Input:
    kind = retained.error_kind(i["kind"])
    return {"kind": kind, "text": retained.error_text(kind)}


def _answer(i: Input) -> str:
    require("page" not in i or i["page"]["encoding"] in get_args(retained.Encoding), "a page has an encoding")
    page = _page(i["page"]) if "page" in i else None
    claimed = i.get("error")
    error: Exception | None = None
    if claimed is not None:
        error = RuntimeError("s3://bucket/key: denied") if claimed == "untyped" else retained.ReadError(claimed)
    return retained.answer(_request(i["request"]), page, error, cancelled=i.get("cancelled", False))


def _marker(i: Input) -> str:
    marker = retained.Marker(
        unsigned(i["captured_bytes"]),
        unsigned(i["original_bytes"]),
        i["original_exact"],
        i.get("truncation_reason"),
        i.get("capture_id"),
    )
    return marker.render()


def _parse_marker(i: Input) -> Input | None:
    found = retained.parse_marker(given.text(i["text"]))
    return None if found is None else _numbers({"preview": found[0], **found[1]._asdict()})


def _shape_preview(i: Input) -> str:
    return retained.shape_preview(given.raw(i["data"]), i["budget"], i.get("marker", ""))


def _capture(i: Input) -> Input:
    captured = retained.capture(
        b"".join(map(given.raw, i["output"])),
        i["capture_id"],
        budget=i.get("budget", 0),
        ceiling=i.get("ceiling", retained.CEILING),
        readable=i.get("readable", True),
    )
    return {"record": _record_view(captured.record), "preview": captured.preview}


def _record_view(record: retained.CaptureRecord) -> Input:
    return _numbers({name: getattr(record, name) for name in record.__struct_fields__})


def _payload(value: Input) -> external.ExternalToolResult:
    payload = external.from_value(value)
    if not isinstance(payload, external.ExternalToolResult):
        raise TypeError("this op takes an external result")
    return payload


def _admit(i: Input) -> Input:
    policy = external.policy_from_value(i["policy"])
    require(len(set(i["dispatched"])) == len(i["dispatched"]), "no call is dispatched twice")
    admission = external.admit_values(policy, i["dispatched"], i["results"])
    added = [external.view(result) for result in admission.added]
    return {"accepted": len(admission.results), "missing": list(admission.missing), "added": added}


def _make(i: Input) -> Input:
    made = external.make(
        i["call_id"],
        given.raw(i["body"]),
        is_error=i["is_error"],
        disposition=i["disposition"],
        policy=external.policy_from_value(i["policy"]),
        locator=i["locator"],
    )
    return external.view(made)


def _verify(i: Input) -> Input:
    verified = external.verify(_payload(i["payload"]), given.raw(i["body"]))
    return {"ok": True, "preview_is_prefix": verified.preview_is_prefix}


@dataclass(frozen=True, slots=True)
class _Stored:
    """A store with what the input says of one body."""

    body: bytes | None
    is_expired: bool

    def put(self, locator: str, body: bytes) -> None:
        raise NotImplementedError

    def get(self, locator: str) -> Iterator[bytes] | None:  # noqa: ARG002
        return None if self.body is None else iter((self.body,))

    def expired(self, locator: str) -> bool:  # noqa: ARG002
        return self.is_expired


def _stored(i: Input) -> _Stored:
    return _Stored(given.raw(i["body"]) if "body" in i else None, i.get("expired", False))


PROFILES: dict[str, dict[str, Op]] = {
    "retained-arguments": {"retained.prepare": _prepare, "retained.refusal_text": _refusal_text},
    "retained-pages": {
        "retained.read": _read,
        "retained.render_page": lambda i: _page(i["page"]).render(),
        "retained.parse_page": _parse_page,
        "retained.page_limit": lambda i: retained.page_limit(i["result_bytes"], i["encoding"]),
        "retained.read_error": _read_error,
        "retained.answer": _answer,
    },
    "retained-markers": {
        "retained.shape_preview": _shape_preview,
        "retained.render_marker": _marker,
        "retained.parse_marker": _parse_marker,
        "retained.capture": _capture,
        "retained.decode_record": lambda i: _record_view(retained.decode_record(given.document(i["document"]))),
    },
    "external": {
        "external.decode": lambda i: external.view(external.decode(given.document(i["document"]))),
        "external.encode": lambda i: external.encode(external.from_value(i["payload"])),
        "external.admit": _admit,
        "external.make": _make,
        "external.verify": _verify,
        "external.state": lambda i: external.state(_payload(i["payload"]), _stored(i)),
        "external.read": lambda i: external.read_body(_payload(i["payload"]), _stored(i)),
        "external.state_text": lambda i: external.state_text(i["state"]),
    },
}
