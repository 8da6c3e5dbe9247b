"""The ops of transcripts."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from toolwire import json_profile, transcript
from toolwire.adapter import given
from toolwire.adapter.given import Input, Op
from toolwire.refusal import Refusal
from toolwire.transcript import check, context, file, line, projection, request


def _load(i: Input) -> Input:
    log = transcript.load(given.raw(i["log"]))
    return {
        "version": log.header and transcript.VERSION,
        "entries": len(log.entries),
        "committed_bytes": log.committed_bytes,
        "torn_tail": log.torn_tail,
        "next_seq": log.next_seq,
    }


def _decode_entry(i: Input) -> Input:
    content = given.raw(i["line"])
    transcript.decode_entry(content)
    return json_profile.parse(content)  # pyright: ignore[reportReturnType]  (an object, for it is an entry)


def _validate(i: Input) -> Input:
    validator = transcript.validate_session(transcript.load(given.raw(i["log"])).entries)
    scope = validator.scope
    return {
        "entries": validator.next_seq,
        "scope": {"run": scope.run, "turn": scope.turn, "step": scope.step},
        "pending": list(validator.pending),
        "active_compaction": validator.active_compaction,
    }


def _append(i: Input) -> list[Input]:
    validator = transcript.validate_session(transcript.load(given.raw(i["log"])).entries)
    prepared: dict[int, transcript.PreparedAppend] = {}
    answers: list[Input] = []
    for number, item in enumerate(i["batches"]):
        try:
            if "entries" in item:
                given.require(item.get("commit", True) is True, "a batch is committed at once, or by an item behind it")
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
    log = transcript.load(given.raw(i["log"]))
    ids: Iterator[str] = iter(i["ids"])
    _, repairs = transcript.recover_session(
        log.entries,
        records_dispatch=log.records_dispatch,
        new_id=lambda: next(ids),
        now=lambda: i["now"],
    )
    return {"repairs": [json_profile.parse(transcript.encode_entry(entry)) for entry in repairs]}


def _encode_log(i: Input) -> Input:
    given.require(i.get("records", []) is not None, "records are a list, if they are there")
    lines: list[bytes] = []

    def entries() -> Iterator[transcript.Entry]:
        for value in i["entries"]:
            lines.append(line.encode_value(value))
            yield line.decode(lines[-1])

    for _ in file.sequenced(entries(), 0, frozenset()):  # each is judged before the next one is looked at
        pass
    return {"log": (file.header_line(i.get("records")) + b"".join(lines)).decode()}


def _entries(i: Input) -> list[transcript.Entry]:
    return transcript.load(given.raw(i["log"])).entries


def _fork(i: Input) -> Input:
    log = transcript.load(given.raw(i["log"]))
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
    "transcript-check": {"transcript.check": lambda i: msgspec.to_builtins(check.check_bytes(given.raw(i["log"])))},
}
