"""The log that transcripts are measured with: turns of a coding agent, 29 entries each, about 500 bytes an entry.

python docs/bench/workload.py TURNS > log.jsonl
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from typing import Any

HEADER = '{"type":"session","version":8}\n'
ENTRIES_A_TURN = 29
_WORDS = [
    "error",
    "build",
    "test",
    "file",
    "import",
    "return",
    "value",
    "path",
    "module",
    "the",
    "of",
    "and",
    "to",
    "in",
    "line",
    "result",
    "ok",
    "passed",
    "failed",
]
_COST = {"input": 0.01, "output": 0.02, "cacheRead": 0, "cacheWrite": 0, "total": 0.03}
_USAGE = {"input": 1200, "output": 240, "cacheRead": 800, "cacheWrite": 10, "totalTokens": 2250, "cost": _COST}

Payload = dict[str, Any]


def log(turns: int, *, requests: bool = False) -> Iterator[str]:
    """The lines of a log, header first; the same each time. With `requests`, each step has a request header too."""
    yield HEADER
    seq = 0
    for turn in range(turns):
        for kind, member, payload in _turn(turn, random.Random(turn % 100)):  # texts repeat, to be made quickly
            seconds = seq % 86_400
            time = f"2026-01-02T{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}Z"
            entry: Payload = {"seq": seq, "id": f"{seq:024x}", "timestamp": time, "type": kind, member: payload}
            yield json.dumps(entry, separators=(",", ":")) + "\n"
            seq += 1
            if requests and kind == "step/start":
                header = {"providerRequestId": f"request_{seq}", **payload, "provider": "acme", "model": "m-1"}
                header |= {"protocol": "anthropic-messages", "options": {"maxTokens": 4096}, "inputSeq": seq - 1}
                entry |= {"seq": seq, "id": f"{seq:024x}", "type": "request/header", "requestHeader": header}
                del entry[member]
                yield json.dumps(entry, separators=(",", ":")) + "\n"
                seq += 1


def _turn(number: int, rng: random.Random) -> Iterator[tuple[str, str, Payload]]:
    run = {"runId": f"run_{number}"}
    turn = run | {"turnId": f"turn_{number}"}
    yield "run/start", "lifecycle", run
    yield "turn/start", "lifecycle", turn
    yield "message", "message", {"role": "user", "content": [_text(rng, 120)]}
    for index in range(4):
        yield from _step(turn | {"stepId": f"step_{number}_{index}"}, (1, 2, 1, 0)[index], rng)
    yield "turn/end", "lifecycle", turn | {"status": "completed"}
    yield "run/end", "lifecycle", run | {"status": "completed"}


def _step(scope: dict[str, str], calls: int, rng: random.Random) -> Iterator[tuple[str, str, Payload]]:
    asked = [
        {
            "type": "toolCall",
            "id": f"call_{scope['stepId']}_{call}",
            "name": "bash",
            "arguments": {"command": _text(rng, 60)["text"], "timeout": 30},
        }
        for call in range(calls)
    ]
    yield "step/start", "lifecycle", scope
    yield (
        "message",
        "message",
        {
            "role": "assistant",
            "content": [_text(rng, 200), *asked],
            "protocol": "anthropic-messages",
            "provider": "acme",
            "model": "m-1",
            "usage": _USAGE,
            "stopReason": "toolUse" if calls else "stop",
            "timestamp": 1767323045000,
        },
    )
    named = [{"toolCallId": call["id"], "toolName": call["name"]} for call in asked]
    for names, call in zip(named, asked, strict=True):
        yield "tool_call", "toolCall", names | {"arguments": call["arguments"]}
    for names in named:
        yield "message", "message", {"role": "toolResult", **names, "content": [_text(rng, 1500)], "isError": False}
        outcome = {"toolCallId": names["toolCallId"], "status": "success", "exitCode": 0}
        yield "tool_outcome", "toolOutcome", outcome
    yield "step/end", "lifecycle", scope | {"status": "completed"}


def _text(rng: random.Random, size: int) -> Payload:
    """About so many characters of output, a line feed in every twelfth place."""
    words: list[str] = []
    while size > 0:
        words.append(rng.choice(_WORDS))
        size -= len(words[-1]) + 1
        if rng.random() < 0.08:
            words.append("\n")
    return {"type": "text", "text": " ".join(words)}


if __name__ == "__main__":
    sys.stdout.writelines(log(int(sys.argv[1])))
