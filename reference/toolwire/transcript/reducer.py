"""The state of a session, and how each entry is judged by it and changes it.

Chapter *Session rules*, requirements `session.*`. A staged state reads through to the one below and keeps what is new
to itself, so that a batch can be judged and forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from msgspec import Struct

from toolwire import json_profile
from toolwire.model.transcript import (
    AssistantMessage,
    Compaction,
    Context,
    Lifecycle,
    RequestHeader,
    ToolCall,
    ToolCallBlock,
    ToolOutcome,
    ToolResultMessage,
)
from toolwire.refusal import Refusal

from .entry import Entry


class Call(Struct, frozen=True, gc=False):
    """One tool call. `arguments` are dropped with its result: nothing asks for them afterwards."""

    name: str
    arguments: Any
    step: str
    dispatched: bool = False
    answered: bool = False
    has_outcome: bool = False


class Ids(Protocol):
    """A set of ids that only grows."""

    def __contains__(self, item: object, /) -> bool: ...
    def add(self, item: str, /) -> None: ...


class Calls(Protocol):
    """Calls by their ids."""

    def get(self, key: str, /) -> Call | None: ...
    def __setitem__(self, key: str, value: Call, /) -> None: ...


class State:
    """Where a session stands. Ids are empty where nothing is open."""

    __slots__ = (
        "attachments",
        "boundary",
        "calls",
        "head",
        "headed",
        "kept",
        "queue",
        "requests",
        "run",
        "runs",
        "step",
        "steps",
        "turn",
        "turns",
        "waiting",
    )

    def __init__(self) -> None:
        self.run = self.turn = self.step = self.boundary = ""
        self.headed = False
        self.waiting = ""  # the first pending call
        # The calls of the last assistant message that has some; those from `head` on are pending.
        self.queue: tuple[str, ...] = ()
        self.head = 0
        self.calls: Calls = {}
        self.runs: Ids = set[str]()
        self.turns: Ids = set[str]()
        self.steps: Ids = set[str]()
        self.requests: Ids = set[str]()
        self.attachments: Ids = set[str]()
        self.kept: Ids = set[str]()  # messages that a compaction may keep first

    @property
    def pending(self) -> tuple[str, ...]:
        """The calls without a result, in model order."""
        return self.queue[self.head :]

    def stage(self) -> State:
        """A state that begins as this one does, and that leaves this one alone."""
        staged = State()
        for name in _PLAIN:
            setattr(staged, name, getattr(self, name))
        for name in _IDS:
            setattr(staged, name, _NewIds(getattr(self, name)))
        staged.calls = _NewCalls(self.calls)
        return staged

    def merge(self, staged: State) -> None:
        """Become what a state is that was staged on this one, in time of what is new in it."""
        for name in _PLAIN:
            setattr(self, name, getattr(staged, name))
        for name in _IDS:
            for new in getattr(staged, name).new:
                getattr(self, name).add(new)
        assert isinstance(staged.calls, _NewCalls)
        for call_id, call in staged.calls.new.items():
            self.calls[call_id] = call


_PLAIN = ("run", "turn", "step", "boundary", "headed", "waiting", "queue", "head")
_IDS = ("runs", "turns", "steps", "requests", "attachments", "kept")


class _NewIds:
    """Ids that are new, over those that were there."""

    __slots__ = ("below", "new")

    def __init__(self, below: Ids) -> None:
        self.below = below
        self.new: set[str] = set()

    def __contains__(self, item: object, /) -> bool:
        return item in self.new or item in self.below

    def add(self, item: str, /) -> None:
        self.new.add(item)


class _NewCalls:
    """Calls that are new or changed, over those that were there."""

    __slots__ = ("below", "new")

    def __init__(self, below: Calls) -> None:
        self.below = below
        self.new: dict[str, Call] = {}

    def get(self, key: str, /) -> Call | None:
        return self.new.get(key) or self.below.get(key)

    def __setitem__(self, key: str, value: Call, /) -> None:
        self.new[key] = value


def _run_start(state: State, entry: Entry) -> None:
    ids: Lifecycle = entry.payload
    if state.waiting or state.run or ids.run_id in state.runs:
        raise _lifecycle(state, entry)
    state.runs.add(ids.run_id)
    state.run = ids.run_id


def _run_end(state: State, entry: Entry) -> None:
    ids: Lifecycle = entry.payload
    if state.waiting or ids.run_id != state.run or state.turn:
        raise _lifecycle(state, entry)
    state.run = ""


def _turn_start(state: State, entry: Entry) -> None:
    ids: Lifecycle = entry.payload
    if state.waiting or ids.run_id != state.run or state.turn or ids.turn_id in state.turns:
        raise _lifecycle(state, entry)
    state.turns.add(ids.turn_id)
    state.turn = ids.turn_id


def _turn_end(state: State, entry: Entry) -> None:
    ids: Lifecycle = entry.payload
    if state.waiting or ids.run_id != state.run or ids.turn_id != state.turn or state.step:
        raise _lifecycle(state, entry)
    state.turn = ""


def _step_start(state: State, entry: Entry) -> None:
    ids: Lifecycle = entry.payload
    in_turn = ids.run_id == state.run and ids.turn_id == state.turn
    if state.waiting or not in_turn or state.step or ids.step_id in state.steps:
        raise _lifecycle(state, entry)
    state.steps.add(ids.step_id)
    state.step = ids.step_id
    state.headed = False


def _step_end(state: State, entry: Entry) -> None:
    ids: Lifecycle = entry.payload
    if state.waiting or ids.run_id != state.run or ids.turn_id != state.turn or ids.step_id != state.step:
        raise _lifecycle(state, entry)
    state.step = ""


def _lifecycle(state: State, entry: Entry) -> Refusal:
    """Which rule a lifecycle entry breaks that is known to break one: the first in the order of the chapter."""
    kind, ids = entry.type, entry.payload
    _nothing_pending(state, "lifecycle")
    if kind == "run/start":
        return _not_new("run", state.run, ids.run_id)
    if ids.run_id != state.run:
        return _not_open("run", state.run, kind)
    if kind == "run/end":
        return _refused("lifecycle.inner-turn", f"End the turn {_short(state.turn)} first.")
    if kind == "turn/start":
        return _not_new("turn", state.turn, ids.turn_id)
    if ids.turn_id != state.turn:
        return _not_open("turn", state.turn, kind)
    if kind == "turn/end":
        return _refused("lifecycle.inner-step", f"End the step {_short(state.step)} first.")
    if kind == "step/start":
        return _not_new("step", state.step, ids.step_id)
    return _not_open("step", state.step, kind)


def _not_new(unit: str, open_: str, own: str) -> Refusal:
    """Why a start is refused: its unit is open, or was before."""
    if open_:
        return _refused(f"lifecycle.one-{unit}", f"End the {unit} {_short(open_)} first.")
    advice = f"The {unit} {_short(own)} was before; give this one an id of its own."
    return _refused(f"lifecycle.new-{unit}", advice, f"/lifecycle/{unit}Id")


def _not_open(unit: str, open_: str, kind: str) -> Refusal:
    """Why an entry of another unit than the open one is refused."""
    if not open_:
        return _refused(f"lifecycle.open-{unit}", f"Start a {unit} before {kind}.")
    return _refused(f"lifecycle.same-{unit}", f"The open {unit} is {_short(open_)}.", f"/lifecycle/{unit}Id")


def _message(state: State, entry: Entry) -> None:
    message = entry.payload
    if isinstance(message, ToolResultMessage):
        _tool_result(state, message)
        return
    if isinstance(message, AssistantMessage):
        _nothing_pending(state, "assistant")
        _step_open(state, "assistant")
        _requests(state, message)
    else:
        _nothing_pending(state, "user")
        if not state.turn:
            raise _refused("user.open-turn", "Start a turn before the user's message.")
    state.kept.add(entry.id)


def _requests(state: State, message: AssistantMessage) -> None:
    """Make the calls that a message asks for."""
    blocks = [block for block in message.content if isinstance(block, ToolCallBlock)]
    if not blocks:
        return
    new: dict[str, Call] = {}
    for block in blocks:
        if not block.id:
            raise _refused("assistant.call-empty", "Give each tool call an id.")
        if block.id in new or state.calls.get(block.id):
            advice = f"The call {_short(block.id)} was before; rename this one, and its result with it."
            raise _refused("assistant.call-new", advice)
        new[block.id] = Call(block.name, block.arguments, state.step)
    for call_id, call in new.items():
        state.calls[call_id] = call
    state.queue, state.head = tuple(new), 0
    state.waiting = state.queue[0]


def _tool_result(state: State, message: ToolResultMessage) -> None:
    _step_open(state, "result")
    expected = state.waiting
    if not expected:
        raise _refused("result.expected", "Remove the result: no call waits for one.")
    if message.tool_call_id != expected:
        raise _refused("result.model-order", f"The result of {_short(expected)} comes first.", "/message/toolCallId")
    call = state.calls.get(expected)
    assert call is not None
    if message.tool_name != call.name:
        raise _refused("result.name", f"The call is one of {_short(call.name)}.", "/message/toolName")
    state.calls[expected] = Call(call.name, None, call.step, call.dispatched, True)
    state.head += 1
    state.waiting = state.queue[state.head] if state.head < len(state.queue) else ""


def _tool_call(state: State, entry: Entry) -> None:
    dispatch: ToolCall = entry.payload
    _step_open(state, "dispatch")
    call = state.calls.get(dispatch.tool_call_id)
    if call is None or call.answered:
        raise _refused("dispatch.waiting", "Dispatch a call that has no result yet.", "/toolCall/toolCallId")
    if call.dispatched:
        raise _refused("dispatch.once", "Record one dispatch for each call.", "/toolCall/toolCallId")
    if dispatch.tool_name != call.name:
        raise _refused("dispatch.name", f"The call is one of {_short(call.name)}.", "/toolCall/toolName")
    if not json_profile.equal(dispatch.arguments, call.arguments):
        raise _refused("dispatch.arguments", "Record the arguments of the call.", "/toolCall/arguments")
    state.calls[dispatch.tool_call_id] = Call(call.name, call.arguments, call.step, True)


def _tool_outcome(state: State, entry: Entry) -> None:
    outcome: ToolOutcome = entry.payload
    _step_open(state, "outcome")
    call = state.calls.get(outcome.tool_call_id)
    if call is None:
        raise _refused("outcome.known", "Name a call of the session.", "/toolOutcome/toolCallId")
    if not call.answered:
        raise _refused("outcome.result", "Append the call's result first.")
    if call.has_outcome:
        raise _refused("outcome.once", "Record one outcome for each call.")
    if call.step != state.step:
        raise _refused("outcome.step", f"The call was made in the step {_short(call.step)}, which has ended.")
    state.calls[outcome.tool_call_id] = Call(call.name, None, call.step, call.dispatched, True, True)


def _context(state: State, entry: Entry) -> None:
    context: Context = entry.payload
    _step_open(state, "context")
    if context.attachment_id in state.attachments:
        raise _refused("context.new-id", "Give the context an id of its own.", "/context/attachmentId")
    state.attachments.add(context.attachment_id)


def _compaction(state: State, entry: Entry) -> None:
    compaction: Compaction = entry.payload
    _nothing_pending(state, "compaction")
    if compaction.first_kept_entry_id not in state.kept:
        advice = "Keep first a message of the user or the assistant that is in the log."
        raise _refused("compaction.kept", advice, "/compaction/firstKeptEntryId")
    state.boundary = entry.id


def _request_header(state: State, entry: Entry) -> None:
    header: RequestHeader = entry.payload
    _step_open(state, "request")
    if (header.run_id, header.turn_id, header.step_id) != (state.run, state.turn, state.step):
        raise _refused("request.scope", "Name the open run, turn and step.")
    if header.provider_request_id in state.requests:
        raise _refused("request.new-id", "Give the request an id of its own.", "/requestHeader/providerRequestId")
    if state.headed:
        raise _refused("request.one", "Start a step for each request.")
    if header.active_compaction_entry_id != state.boundary:
        advice = (
            f"The boundary is {_short(state.boundary)}." if state.boundary else "There is no boundary; leave it out."
        )
        raise _refused("request.boundary", advice, "/requestHeader/activeCompactionEntryId")
    if any(attachment.attachment_id not in state.attachments for attachment in header.attachments):
        raise _refused("request.attachment", "Append the contexts before the request.", "/requestHeader/attachments")
    state.requests.add(header.provider_request_id)
    state.headed = True


def _plan_mode(state: State, entry: Entry) -> None:
    """Planning changes nothing here (`session.plan.anywhere`)."""


def _nothing_pending(state: State, part: str) -> None:
    if state.waiting:
        raise _refused(f"{part}.pending", f"The call {_short(state.waiting)} waits for its result.")


def _step_open(state: State, part: str) -> None:
    if not state.step:
        raise _refused(f"{part}.open-step", "Start a step first.")


def _refused(rule: str, advice: str, pointer: str = "") -> Refusal:
    return Refusal(f"session.{rule}", "invalid", advice, pointer=pointer)


def _short(name: str) -> str:
    return repr(name if len(name) <= 40 else f"{name[:39]}…")


RULES: Mapping[str, Callable[[State, Entry], None]] = {
    "message": _message,
    "tool_call": _tool_call,
    "tool_outcome": _tool_outcome,
    "context": _context,
    "compaction": _compaction,
    "run/start": _run_start,
    "run/end": _run_end,
    "turn/start": _turn_start,
    "turn/end": _turn_end,
    "step/start": _step_start,
    "step/end": _step_end,
    "request/header": _request_header,
    "plan/mode": _plan_mode,
}
"""Of each type how an entry changes the state; what it breaks is raised, and then the state is as it was."""
