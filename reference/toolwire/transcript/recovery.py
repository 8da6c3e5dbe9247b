"""Recovery: the entries that close an interrupted session.

Chapter *Recovery*, requirements `recovery.*`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from toolwire.model.transcript import Lifecycle, TextBlock, ToolOutcome, ToolResultMessage

from . import entry as entries_module
from .entry import Entry, Payload
from .validator import SessionValidator, validate_session

NOT_STARTED = "TOOL_NOT_STARTED"
OUTCOME_UNKNOWN = "TOOL_OUTCOME_UNKNOWN"
INTERRUPTED = "process_interrupted"
"""The reason of the ends that recovery appends."""

TEXTS = {
    NOT_STARTED: "This call was not started: the session ended before its tool was dispatched. It had no effect and "
    "can be requested again.",
    OUTCOME_UNKNOWN: "The outcome of this call is unknown: the session ended after its tool may have started. Check "
    "what it changed before requesting it again.",
}
"""What the model reads, by error code."""


def recover_session(
    entries: Iterable[Entry],
    *,
    records_dispatch: bool = True,
    new_id: Callable[[], str] = entries_module.new_id,
    now: Callable[[], str] = entries_module.now,
) -> tuple[SessionValidator, list[Entry]]:
    """The validator behind the entries and their repairs, and the repairs: append them, in one batch, to the log.

    `records_dispatch` is false for a log whose header says that its writer records no dispatches. `new_id` and `now`
    are called once for each repair, in order. The entries stay as they are.

    Raises:
        Refusal: the first rule that the log breaks, or a repair with the id or the time that it was given.
    """
    validator = validate_session(entries)
    return validator, repair(validator, records_dispatch=records_dispatch, new_id=new_id, now=now)


def repair(
    validator: SessionValidator,
    *,
    records_dispatch: bool = True,
    new_id: Callable[[], str] = entries_module.new_id,
    now: Callable[[], str] = entries_module.now,
) -> list[Entry]:
    """The repairs of the session that a validator stands behind; it accepts them.

    Raises:
        Refusal: the id or the time that a repair was given.
    """
    made = repairs(validator, records_dispatch=records_dispatch, new_id=new_id, now=now)
    validator.prepare_append(made).commit()
    return made


def repairs(
    validator: SessionValidator,
    *,
    records_dispatch: bool = True,
    new_id: Callable[[], str] = entries_module.new_id,
    now: Callable[[], str] = entries_module.now,
) -> list[Entry]:
    """The repairs of the session that a validator stands behind, which does not know them yet."""
    payloads = enumerate(_payloads(validator, records_dispatch), validator.next_seq)
    return [Entry(seq, new_id(), now(), kind, payload) for seq, (kind, payload) in payloads]


def _payloads(validator: SessionValidator, records_dispatch: bool) -> Iterator[tuple[str, Payload]]:
    for call_id in validator.pending:
        name, dispatched = validator.call(call_id)
        code = NOT_STARTED if records_dispatch and not dispatched else OUTCOME_UNKNOWN
        yield "message", ToolResultMessage(call_id, name, (TextBlock(TEXTS[code]),), True)
        yield "tool_outcome", ToolOutcome(call_id, "failed", code)
    scope = validator.scope
    run, turn, step = scope.run or "", scope.turn or "", scope.step or ""
    for kind, open_, ids in (("step", step, (run, turn, step)), ("turn", turn, (run, turn)), ("run", run, (run,))):
        if open_:
            yield f"{kind}/end", Lifecycle(*ids, status="interrupted", reason=INTERRUPTED)
