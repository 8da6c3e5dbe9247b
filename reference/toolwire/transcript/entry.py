"""Entries: what a line of a transcript holds, and how a program makes new ones.

Chapter *Entries and messages*, requirements `entry.*`. The payload types are derived from the schemas.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from secrets import token_hex
from typing import Any

from msgspec import Struct

from toolwire.model.transcript import (
    AssistantMessage,
    Compaction,
    CompactionEntry,
    Context,
    ContextEntry,
    Header,
    Lifecycle,
    MessageEntry,
    PlanMode,
    PlanModeEntry,
    RequestHeader,
    RequestHeaderEntry,
    RunEndEntry,
    RunStartEntry,
    StepEndEntry,
    StepStartEntry,
    ToolCall,
    ToolCallEntry,
    ToolOutcome,
    ToolOutcomeEntry,
    ToolResultMessage,
    TurnEndEntry,
    TurnStartEntry,
    UserMessage,
)
from toolwire.refusal import Refusal

UNSEQUENCED = -1
"""The `seq` of an entry that has no place in a log yet."""

Message = UserMessage | AssistantMessage | ToolResultMessage
Payload = Message | ToolCall | ToolOutcome | Context | Compaction | Lifecycle | RequestHeader | PlanMode

SHAPES: Mapping[str, Any] = {
    "message": MessageEntry,
    "tool_call": ToolCallEntry,
    "tool_outcome": ToolOutcomeEntry,
    "context": ContextEntry,
    "compaction": CompactionEntry,
    "run/start": RunStartEntry,
    "run/end": RunEndEntry,
    "turn/start": TurnStartEntry,
    "turn/end": TurnEndEntry,
    "step/start": StepStartEntry,
    "step/end": StepEndEntry,
    "request/header": RequestHeaderEntry,
    "plan/mode": PlanModeEntry,
}
"""The thirteen types, and of each the class that is written: the envelope and its one payload, in this order."""


class Entry(Struct, frozen=True, gc=False):
    """One entry of a transcript.

    Attributes:
        seq: how many entries are before it; `UNSEQUENCED` for one that is not placed yet.
        id: its id, unique in the log.
        timestamp: an RFC 3339 time, as it is or will be written.
        type: one of the thirteen.
        payload: what its type says.
        line: the bytes that it was read from, without the line feed; None for one that was made by a program. It is
            written again with these bytes, so that nothing is lost that this module does not know.
    """

    seq: int
    id: str
    timestamp: str
    type: str
    payload: Any
    line: bytes | None = None


def new_id() -> str:
    """A fresh id: 24 lower-case hexadecimal digits, from 12 random bytes."""
    return token_hex(12)


def now() -> str:
    """The current time as an entry's timestamp, in UTC with microseconds."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def new_header(records: Iterable[str] | None = None) -> Header:
    """The header of a new log; `records` names what its writer records, if that is not everything."""
    return Header(8) if records is None else Header(8, tuple(records))


def new_message(message: Message) -> Entry:
    """An entry for a message of the user, of the assistant, or of a tool."""
    return _new("message", message)


def new_tool_call(tool_call_id: str, tool_name: str, arguments: object) -> Entry:
    """A dispatch: append it before the tool is started. `arguments` must equal those of the call."""
    return _new("tool_call", ToolCall(tool_call_id, tool_name, arguments))


def new_tool_outcome(outcome: ToolOutcome) -> Entry:
    """How a tool ended, behind its result."""
    return _new("tool_outcome", outcome)


def new_context(context: Context) -> Entry:
    """Text of the product for the model."""
    return _new("context", context)


def new_compaction(compaction: Compaction) -> Entry:
    """A summary that stands for what came before."""
    return _new("compaction", compaction)


def new_run_start(run_id: str) -> Entry:
    """The start of a run."""
    return _new("run/start", Lifecycle(run_id))


def new_run_end(run_id: str, status: str, reason: str = "") -> Entry:
    """The end of a run: `completed`, `failed`, `cancelled` or `interrupted`."""
    return _new("run/end", Lifecycle(run_id, status=status, reason=reason))


def new_turn_start(run_id: str, turn_id: str) -> Entry:
    """The start of a turn."""
    return _new("turn/start", Lifecycle(run_id, turn_id))


def new_turn_end(run_id: str, turn_id: str, status: str, reason: str = "") -> Entry:
    """The end of a turn."""
    return _new("turn/end", Lifecycle(run_id, turn_id, status=status, reason=reason))


def new_step_start(run_id: str, turn_id: str, step_id: str) -> Entry:
    """The start of a step."""
    return _new("step/start", Lifecycle(run_id, turn_id, step_id))


def new_step_end(run_id: str, turn_id: str, step_id: str, status: str, reason: str = "") -> Entry:
    """The end of a step."""
    return _new("step/end", Lifecycle(run_id, turn_id, step_id, status, reason))


def new_request_header(header: RequestHeader) -> Entry:
    """A model request, before it is sent. Sequencing sets its `input_seq`."""
    return _new("request/header", header)


def new_plan_mode(active: bool) -> Entry:
    """Planning is on, or off, from here."""
    return _new("plan/mode", PlanMode(active))


def sequence_entries(entries: Iterable[Entry], first: int) -> list[Entry]:
    """The entries with the numbers `first`, `first` + 1, …, and request headers with the `input_seq` that follows.

    An entry whose number changes loses its source line; the given entries stay as they are.

    Raises:
        Refusal: `entry.seq.range` for a number outside of 0 to 2^63 - 1.
    """
    return [_sequenced(entry, seq) for seq, entry in enumerate(entries, first)]


def _sequenced(entry: Entry, seq: int) -> Entry:
    if not 0 <= seq < 1 << 63:
        raise Refusal("entry.seq.range", "invalid", "Number entries from 0 to 2^63 - 1.", pointer="/seq")
    payload = entry.payload
    if isinstance(payload, RequestHeader) and payload.input_seq != seq - 1:
        payload = _with_input_seq(payload, seq - 1)
    elif entry.seq == seq:
        return entry
    return Entry(seq, entry.id, entry.timestamp, entry.type, payload)


def _with_input_seq(header: RequestHeader, input_seq: int) -> RequestHeader:
    from msgspec.structs import replace

    return replace(header, input_seq=input_seq)


def _new(kind: str, payload: Payload) -> Entry:
    return Entry(UNSEQUENCED, new_id(), now(), kind, payload)
