"""The reference implementation behind the adapter protocol: a table from op to function.

Run as `toolwire adapter` or `python -m toolwire.adapter`. Chapter *Conformance*, and `conformance/protocol.md`.
"""

from __future__ import annotations

import json
import sys
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator
from typing import Any, BinaryIO

import msgspec

import toolwire
from toolwire import carrier, json_profile, text, transcript
from toolwire.carrier import Attachment, CarrierParts
from toolwire.refusal import Refusal
from toolwire.transcript import check, context, file, line, projection, request

Input = dict[str, Any]
Op = Callable[[Input], Any]


def _text(value: str | dict[str, str]) -> str:
    """A text member: a JSON string, or the bytes of one that may be ill-formed."""
    return text.check(value) if isinstance(value, str) else text.decode(b64decode(value["base64"]))


def _document(value: str | dict[str, str]) -> str | bytes:
    return value if isinstance(value, str) else b64decode(value["base64"])


def _attachment(value: Input) -> Attachment:
    return Attachment(value["kind"], _text(value["target"]))


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
    attachment = carrier.parse_marker_line(_text(i["line"]))
    return None if attachment is None else _shown([attachment])[0]


def _native_attachments(i: Input) -> list[dict[str, str]] | None:
    attachments = carrier.native_attachments(i.get("value"))
    return None if attachments is None else _shown(attachments)


def _image_refs(i: Input) -> list[str]:
    parts = carrier.classify(i["role"], _text(i["content"]))
    return [] if parts is None else list(carrier.image_refs(parts))


def _diagnose(i: Input) -> Input | None:
    diagnosis = carrier.diagnose(i["role"], _text(i["content"]))
    if diagnosis is None:
        return None
    return {"declared": diagnosis.declared, "reason": diagnosis.reason, "skipped": diagnosis.skipped}


def _rebuild(i: Input) -> str:
    new_text = _text(i["text"]) if "text" in i else None
    return carrier.rebuild_carrier(i["role"], _text(i["content"]), _attachments(i["attachments"]), text=new_text)


def _bytes(value: str | dict[str, str]) -> bytes:
    """A log or a line: the UTF-8 bytes of a JSON string, or bytes as they are."""
    return text.check(value).encode() if isinstance(value, str) else b64decode(value["base64"])


def _load(i: Input) -> Input:
    log = transcript.load(_bytes(i["log"]))
    return {
        "version": log.header and transcript.VERSION,
        "entries": len(log.entries),
        "committed_bytes": log.committed_bytes,
        "torn_tail": log.torn_tail,
        "next_seq": log.next_seq,
    }


def _decode_entry(i: Input) -> Input:
    content = _bytes(i["line"])
    transcript.decode_entry(content)
    return json_profile.parse(content)  # pyright: ignore[reportReturnType]  (an object, for it is an entry)


def _validate(i: Input) -> Input:
    validator = transcript.validate_session(transcript.load(_bytes(i["log"])).entries)
    scope = validator.scope
    return {
        "entries": validator.next_seq,
        "scope": {"run": scope.run, "turn": scope.turn, "step": scope.step},
        "pending": list(validator.pending),
        "active_compaction": validator.active_compaction,
    }


def _append(i: Input) -> list[Input]:
    validator = transcript.validate_session(transcript.load(_bytes(i["log"])).entries)
    prepared: dict[int, transcript.PreparedAppend] = {}
    answers: list[Input] = []
    for number, item in enumerate(i["batches"]):
        try:
            if "entries" in item:
                entries = (line.decode(line.encode_value(value)) for value in item["entries"])
                prepared[number] = validator.prepare_append(entries)
                if item.get("commit"):
                    prepared[number].commit()
            else:
                prepared[item["commit"]].commit()
        except Refusal as refusal:
            answers.append({"refused": {"rule": refusal.rule, "phase": refusal.phase}})
        else:
            answers.append({("prepared" if "entries" in item else "committed"): True, "next_seq": validator.next_seq})
    return answers


def _recover(i: Input) -> Input:
    log = transcript.load(_bytes(i["log"]))
    ids: Iterator[str] = iter(i["ids"])
    _, repairs = transcript.recover_session(
        log.entries,
        records_dispatch=log.records_dispatch,
        new_id=lambda: next(ids),
        now=lambda: i["now"],
    )
    return {"repairs": [json_profile.parse(transcript.encode_entry(entry)) for entry in repairs]}


def _encode_log(i: Input) -> Input:
    lines: list[bytes] = []

    def entries() -> Iterator[transcript.Entry]:
        for value in i["entries"]:
            lines.append(line.encode_value(value))
            yield line.decode(lines[-1])

    for _ in file.sequenced(entries(), 0, frozenset()):  # each is judged before the next one is looked at
        pass
    return {"log": (file.header_line(i.get("records")) + b"".join(lines)).decode()}


def _entries(i: Input) -> list[transcript.Entry]:
    return transcript.load(_bytes(i["log"])).entries


def _fork(i: Input) -> Input:
    log = transcript.load(_bytes(i["log"]))
    ids: Iterator[str] = iter(i["ids"])
    forked = transcript.fork(
        log.entries,
        i["message_id"],
        i["mode"],
        i.get("replacement_text", ""),
        new_id=lambda: next(ids),
        now=lambda: i["now"],
    )
    header = log.header.line + b"\n" if log.header else file.HEADER_LINE
    return {"log": (header + b"".join(map(line.encode, forked))).decode()}


def _capture_options(i: Input) -> Input:
    tools = msgspec.convert(i["tools"], list[transcript.ToolDefinition])
    options = transcript.capture_request_options(i["protocol"], tools, i["options"])
    return json_profile.parse(msgspec.json.encode(options))  # pyright: ignore[reportReturnType]  (an object)


PROFILES: dict[str, dict[str, Op]] = {
    "text-json": {
        "text.decode": lambda i: _text(i["document"]),
        "json.read": lambda i: json_profile.parse(_document(i["document"])),
        "json.integer": lambda i: str(json_profile.integer(_document(i["document"]), signed=i["signed"])),
        "json.equal": lambda i: json_profile.equal(
            json_profile.parse(_document(i["left"])), json_profile.parse(_document(i["right"]))
        ),
    },
    "carrier-reader": {
        "carrier.classify": lambda i: _parts(carrier.classify(i["role"], _text(i["content"]))),
        "carrier.is_carrier": lambda i: carrier.is_tool_result_carrier(i["role"], _text(i["content"])),
        "carrier.parse_prompt": lambda i: _parts(carrier.parse_prompt_tool_carrier(_text(i["content"]))),
        "carrier.parse_native": lambda i: _parts(carrier.parse_native_tool_carrier(_text(i["content"]))),
        "carrier.native_attachments": _native_attachments,
        "carrier.parse_marker_line": _parse_marker_line,
        "carrier.image_refs": _image_refs,
    },
    "carrier-writer": {
        "carrier.marker_line": lambda i: carrier.marker_line(_attachment(i["attachment"])),
        "carrier.render_prompt": lambda i: carrier.render_prompt_tool_carrier(
            _text(i["text"]), _attachments(i["attachments"])
        ),
        "carrier.render_native_attachments": lambda i: carrier.render_native_attachments(
            _attachments(i["attachments"])
        ),
        "carrier.render_native": lambda i: carrier.render_native_tool_carrier(
            i["tool_call_id"], _text(i["text"]), _attachments(i["attachments"])
        ),
        "carrier.rebuild": _rebuild,
    },
    "carrier-diagnosis": {"carrier.diagnose": _diagnose},
    "transcript-reader": {"transcript.load": _load, "transcript.decode_entry": _decode_entry},
    "transcript-session": {"transcript.validate": _validate, "transcript.append": _append},
    "transcript-recovery": {"transcript.recover": _recover},
    "transcript-writer": {
        "transcript.encode_entry": lambda i: line.encode_value(i["entry"]).decode(),
        "transcript.encode_log": _encode_log,
    },
    "transcript-context": {"transcript.context": lambda i: context.view(context.project_model_context(_entries(i)))},
    "transcript-projection": {
        "transcript.project": lambda i: projection.view(projection.project_session(_entries(i), i.get("upto")))
    },
    "transcript-fork": {"transcript.fork": _fork},
    "transcript-requests": {
        "transcript.request": lambda i: request.view(
            request.reconstruct_provider_request(_entries(i), i["provider_request_id"])
        ),
        "transcript.capture_options": _capture_options,
    },
    "transcript-check": {"transcript.check": lambda i: msgspec.to_builtins(check.check_bytes(_bytes(i["log"])))},
    "carrier-ingress": {"carrier.guard_user_text": lambda i: carrier.guard_user_text(_text(i["text"]))},
}

OPS: dict[str, Op] = {op: function for ops in PROFILES.values() for op, function in ops.items()}


def answer(op: str, given: Input, ops: dict[str, Op] = OPS) -> Input:
    """What the reference answers to one op: `result`, `refused`, `unsupported` or `error`."""
    function = ops.get(op)
    if function is None:
        return {"unsupported": True}
    try:
        return {"result": function(given)}
    except Refusal as refusal:
        return {"refused": _refused(refusal)}
    except Exception as error:  # an adapter reports its own faults and lives on
        return {"error": {"message": f"{type(error).__name__}: {error}"}}


def _refused(refusal: Refusal) -> Input:
    known = {"rule": refusal.rule, "phase": refusal.phase, "advice": refusal.advice}
    places = {"byte": refusal.byte, "pointer": refusal.pointer}
    return known | {name: place for name, place in places.items() if place is not None}


def serve(requests: Iterable[bytes], answers: BinaryIO) -> None:
    """Answer requests, one JSON object a line, until `bye` or the end of input."""
    for request_line in requests:
        reply = _reply(request_line)
        if reply is None:
            break
        answers.write(json_profile.write(reply).encode() + b"\n")
        answers.flush()


def _reply(request_line: bytes) -> Input | None:
    """The answer to a request; None to `bye`."""
    try:
        request: Any = json_profile.parse(request_line)  # exact: an entry's numbers keep their spelling
    except Refusal as refusal:  # an entry, say, that is a value of JSON and not of the profile
        return {"id": json.loads(request_line)["id"], "refused": _refused(refusal)}
    match request["cmd"]:
        case "hello":
            implementation = {"name": "toolwire", "version": toolwire.__version__, "language": "python"}
            return {"protocol": 1, "implementation": implementation, "profiles": list(PROFILES)}
        case "run":
            return {"id": request["id"], **answer(request["op"], request["input"])}
        case _:
            return None


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
