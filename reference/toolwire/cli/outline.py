"""The outline of a session: runs, turns, steps, and in them messages and tool calls, without their bodies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from toolwire.transcript import (
    AssistantMessage,
    Entry,
    TextBlock,
    ToolCallBlock,
    ToolResultMessage,
    UserMessage,
)

_WORDS = 200  # code points of a text that are kept
_UNITS = ("run", "turn", "step")


@dataclass(slots=True)
class Node:
    """One thing that happened, and what happened inside of it.

    Attributes:
        kind: `run`, `turn`, `step`, `user`, `assistant`, `call`, `context`, `compaction`, `request` or `plan`.
        name: its id, or a tool's name; empty for what has none.
        seq: the number of its entry.
        status: how it ended; `open`, `pending` or `dispatched` for what has not; empty where there is nothing to say.
        seconds: from its start, or a call's dispatch, to its end, by the times of the entries; without a dispatch,
            nobody knows when a call began.
        text: its first words.
        inside: what it holds.
    """

    kind: str
    name: str
    seq: int
    status: str = ""
    seconds: float | None = None
    text: str = ""
    start: str = ""
    inside: list[Node] = field(default_factory=list["Node"])

    def as_json(self) -> dict[str, Any]:
        """The node as JSON: what is empty is left out."""
        known: dict[str, Any] = {
            "kind": self.kind,
            "name": self.name,
            "seq": self.seq,
            "status": self.status,
            "seconds": self.seconds,
            "text": self.text,
        }
        shown = {key: value for key, value in known.items() if value not in ("", None)}
        if self.kind in _UNITS:
            shown["inside"] = [node.as_json() for node in self.inside]
        return shown


def outline(entries: Iterable[Entry]) -> Iterator[Node]:
    """What happened at the outermost level, each run when it has ended, whether or not the session rules are kept."""
    open_: list[Node] = []
    calls: dict[str, Node] = {}
    for entry in entries:
        unit, _, edge = entry.type.partition("/")
        if edge == "start":
            node = Node(unit, getattr(entry.payload, f"{unit}_id"), entry.seq, "open", start=entry.timestamp)
            if open_:
                open_[-1].inside.append(node)
            open_.append(node)
        elif edge == "end":
            ended = _end(open_, unit, entry)
            if ended and not open_:
                yield ended
                calls.clear()
        else:
            for node in _nodes(entry, calls):
                if open_:
                    open_[-1].inside.append(node)
                else:
                    yield node
    if open_:
        yield open_[0]


def _end(open_: list[Node], unit: str, entry: Entry) -> Node | None:
    """End the innermost open unit of a kind, and what is open inside of it."""
    if unit not in [node.kind for node in open_]:
        return None
    while True:
        node = open_.pop()
        if node.kind == unit:
            node.status, node.seconds = entry.payload.status, _seconds(node.start, entry.timestamp)
            return node


def _nodes(entry: Entry, calls: dict[str, Node]) -> Iterator[Node]:
    """The nodes that an entry begins; what it says of a call goes to the call."""
    payload = entry.payload
    match entry.type:
        case "message" if isinstance(payload, ToolResultMessage):
            call = calls.get(payload.tool_call_id)
            if call:
                call.status = "error" if payload.is_error else "answered"
                call.seconds = _seconds(call.start, entry.timestamp)
        case "message":
            yield from _message(entry, payload, calls)
        case "tool_call":
            call = calls.get(payload.tool_call_id)
            if call:
                call.status, call.start = "dispatched", entry.timestamp
        case "tool_outcome":
            call = calls.get(payload.tool_call_id)
            if call:
                call.status = payload.status
        case "context":
            yield Node("context", payload.kind, entry.seq, text=_words(payload.rendered))
        case "compaction":
            yield Node("compaction", "", entry.seq, text=_words(payload.summary))
        case "request/header":
            yield Node("request", payload.provider_request_id, entry.seq, text=f"{payload.provider} {payload.model}")
        case _:
            yield Node("plan", "", entry.seq, "on" if payload.active else "off")


def _message(entry: Entry, message: UserMessage | AssistantMessage, calls: dict[str, Node]) -> Iterator[Node]:
    text = " ".join(block.text for block in message.content if isinstance(block, TextBlock))
    if isinstance(message, AssistantMessage):
        yield Node("assistant", "", entry.seq, message.stop_reason, text=_words(text))
    else:
        yield Node("user", "", entry.seq, text=_words(text))
    for block in message.content:
        if isinstance(block, ToolCallBlock):
            calls[block.id] = Node("call", block.name, entry.seq, "pending", text=block.id)
            yield calls[block.id]


def _words(text: str) -> str:
    """The first words of a text, on one line."""
    return " ".join(text[: 2 * _WORDS].split())[:_WORDS]


def _seconds(start: str, end: str) -> float | None:
    if not start:
        return None
    try:
        return (datetime.fromisoformat(end) - datetime.fromisoformat(start)).total_seconds()
    except ValueError:  # the year 0000, which the library does not have
        return None
