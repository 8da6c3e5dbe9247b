"""The session projection: what a product shows of a session.

Chapter *Session projection*, requirements `projection.*`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from toolwire.json_profile import Json
from toolwire.model.transcript import AssistantMessage, ToolCallBlock, ToolResultMessage
from toolwire.refusal import Refusal

from .context import payload_value
from .entry import Entry
from .validator import Scope, SessionValidator

NOTHING_OPEN = Scope(None, None, None)


@dataclass(slots=True)
class Span:
    """A run, a turn or a step.

    Attributes:
        start: the entry that started it.
        end: the entry that ended it, if it has ended.
        inside: the turns of a run, the steps of a turn.
    """

    start: Entry
    end: Entry | None = None
    inside: list[Span] = field(default_factory=list["Span"])

    def detached(self) -> Span:
        """A copy that does not grow; what has ended does not grow any more and is shared."""
        return self if self.end else Span(self.start, None, [span.detached() for span in self.inside])


class Placed(Struct, frozen=True, gc=False):
    """An entry, and what was open behind it."""

    entry: Entry
    scope: Scope


class ProjectedCall(Struct, frozen=True, gc=False):
    """A tool call: the block that asked for it, the entries about it, and the scope."""

    block: ToolCallBlock
    request: Entry
    scope: Scope
    dispatch: Entry | None = None
    result: Entry | None = None
    outcome: Entry | None = None


@dataclass(frozen=True, slots=True)
class SessionProjection:
    """What is known of a session at one moment."""

    as_of: int
    runs: tuple[Span, ...]
    messages: tuple[Placed, ...]
    tool_calls: tuple[ProjectedCall, ...]
    contexts: tuple[Placed, ...]
    compactions: tuple[Placed, ...]
    provider_requests: tuple[Entry, ...]
    open: Scope


class SessionProjectionUnit:
    """The projection of a session that goes on; key `session` in a registry."""

    key = "session"

    def __init__(self) -> None:
        self._as_of = -1
        self._open = NOTHING_OPEN
        self._runs: list[Span] = []
        self._spans: list[Span] = []  # what is open, from the run inwards
        self._placed: dict[str, list[Placed]] = {"message": [], "context": [], "compaction": []}
        self._calls: list[ProjectedCall] = []
        self._places: dict[str, int] = {}
        self._requests: list[Entry] = []

    def apply(self, entry: Entry, scope: Scope) -> None:
        """Follow the next entry of the session, which has been validated; `scope` is what is open behind it."""
        kind, payload = entry.type, entry.payload
        if kind == "message":
            self._placed[kind].append(Placed(entry, scope))
            if isinstance(payload, AssistantMessage):
                for block in payload.content:
                    if isinstance(block, ToolCallBlock):
                        self._places[block.id] = len(self._calls)
                        self._calls.append(ProjectedCall(block, entry, scope))
            elif isinstance(payload, ToolResultMessage):
                place = self._places[payload.tool_call_id]
                self._calls[place] = replace(self._calls[place], result=entry)
        elif kind == "tool_call":
            place = self._places[payload.tool_call_id]
            self._calls[place] = replace(self._calls[place], dispatch=entry)
        elif kind == "tool_outcome":
            place = self._places[payload.tool_call_id]
            self._calls[place] = replace(self._calls[place], outcome=entry)
        elif kind in self._placed:
            self._placed[kind].append(Placed(entry, scope))
        elif kind == "request/header":
            self._requests.append(entry)
        elif kind.endswith("/start"):
            span = Span(entry)
            (self._spans[-1].inside if self._spans else self._runs).append(span)
            self._spans.append(span)
        elif kind.endswith("/end"):
            self._spans.pop().end = entry
        self._as_of, self._open = entry.seq, scope

    def snapshot(self) -> SessionProjection:
        """The projection as it is now."""
        return SessionProjection(
            self._as_of,
            tuple(run.detached() for run in self._runs),
            tuple(self._placed["message"]),
            tuple(self._calls),
            tuple(self._placed["context"]),
            tuple(self._placed["compaction"]),
            tuple(self._requests),
            self._open,
        )


def project_session(entries: Iterable[Entry], upto: int | None = None) -> SessionProjection:
    """The projection of a log, or of its beginning up to the entry with the number `upto`.

    Raises:
        Refusal: the first rule that the log breaks, or `projection.upto`.
    """
    validator, unit = SessionValidator(), SessionProjectionUnit()
    rest = iter(entries)
    validator.replay(rest if upto is None else islice(rest, max(upto + 1, 0)), unit.apply)
    projection = unit.snapshot()
    validator.replay(rest)
    if upto is not None and projection.as_of != upto:
        raise Refusal("projection.upto", "invalid", f"Name an entry from 0 to {validator.next_seq - 1}, or -1.")
    return projection


def view(projection: SessionProjection) -> dict[str, Json]:
    """The JSON view of a projection."""
    return {
        "appliedEntries": projection.as_of + 1,
        "asOfSeq": projection.as_of,
        "runs": [_span(run, 0) for run in projection.runs],
        "messages": [
            {"entryId": at.entry.id, "seq": at.entry.seq, "timestamp": at.entry.timestamp}
            | _scope(at.scope)
            | {"message": payload_value(at.entry, "message")}
            for at in projection.messages
        ],
        "toolCalls": [_call(call) for call in projection.tool_calls],
        "contexts": [_placed(at, "context") for at in projection.contexts],
        "compactions": [_placed(at, "compaction") for at in projection.compactions],
        "providerRequests": [
            {"entryId": entry.id, "seq": entry.seq, "requestHeader": payload_value(entry, "requestHeader")}
            for entry in projection.provider_requests
        ],
        "open": _scope(projection.open),
    }


_UNITS = (("runId", "run_id"), ("turnId", "turn_id"), ("stepId", "step_id"))
_LISTS = ("turns", "steps")


def _span(span: Span, depth: int) -> Json:
    """A run, or inside of it a turn, or inside of that a step."""
    start, end = span.start, span.end
    about: dict[str, Json] = {name: getattr(start.payload, member) for name, member in _UNITS[: depth + 1]}
    about |= {"startEntryId": start.id, "startSeq": start.seq, "startedAt": start.timestamp}
    about |= {"endEntryId": end and end.id, "endSeq": end and end.seq, "completedAt": end and end.timestamp}
    about |= {"status": end.payload.status if end else "", "reason": end.payload.reason if end else ""}
    if depth < len(_LISTS):
        about[_LISTS[depth]] = [_span(inner, depth + 1) for inner in span.inside]
    return about


def _placed(at: Placed, member: str) -> Json:
    ids: dict[str, Json] = {"entryId": at.entry.id, "seq": at.entry.seq}
    return ids | _scope(at.scope) | {member: payload_value(at.entry, member)}


def _scope(scope: Scope) -> dict[str, Json]:
    return {"runId": scope.run, "turnId": scope.turn, "stepId": scope.step}


def _call(call: ProjectedCall) -> Json:
    about: dict[str, Json] = {
        "toolCallId": call.block.id,
        "toolName": call.block.name,
        "arguments": _arguments(call),
    }
    about |= _scope(call.scope)
    entries = (call.request, call.dispatch, call.result, call.outcome)
    for name, entry in zip(("request", "dispatch", "result", "outcome"), entries, strict=True):
        about |= {f"{name}EntryId": entry and entry.id, f"{name}Seq": entry and entry.seq}
    return about | {"outcome": payload_value(call.outcome, "toolOutcome") if call.outcome else None}


def _arguments(call: ProjectedCall) -> Json:
    """The arguments as they stand in the line, with exact numbers."""
    message = payload_value(call.request, "message")
    assert isinstance(message, dict)
    blocks = message["content"]
    assert isinstance(blocks, list)
    for block in blocks:
        if isinstance(block, dict) and block.get("type") == "toolCall" and block.get("id") == call.block.id:
            return block.get("arguments", {})
    raise AssertionError("a call comes from a block")
