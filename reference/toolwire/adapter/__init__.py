"""The reference implementation behind the adapter protocol: a table from op to function.

Run as `toolwire adapter` or `python -m toolwire.adapter`. Chapter *Conformance*, and `conformance/protocol.md`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, BinaryIO

import toolwire
from toolwire import json_profile
from toolwire.adapter import carriers, results, transcripts
from toolwire.adapter.given import Input, Op
from toolwire.refusal import Refusal

PROFILES: dict[str, dict[str, Op]] = carriers.PROFILES | transcripts.PROFILES | results.PROFILES

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
