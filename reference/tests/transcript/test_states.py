"""The table of the chapter *Session rules* is what the validator does, cell by cell, and so is the diagram."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from toolwire import tree
from toolwire.refusal import Refusal
from toolwire.transcript import (
    AssistantMessage,
    Compaction,
    Context,
    Entry,
    Lifecycle,
    PlanMode,
    RequestHeader,
    SessionValidator,
    ToolCall,
    ToolCallBlock,
    ToolOutcome,
    ToolResultMessage,
    UserMessage,
)

CHAPTER = (tree.root() / "spec" / "session-rules.md").read_text("utf-8")
RUN, TURN, STEP = Lifecycle("r1"), Lifecycle("r1", "t1"), Lifecycle("r1", "t1", "s1")
CALL = ToolCallBlock("call_2", "read")
START: Mapping[str, object] = {"run/start": RUN, "turn/start": TURN, "step/start": STEP}

# Each state is reached by these entries. A call was answered before, so that there can be an outcome.
IDLE = [
    ("run/start", Lifecycle("r0")), ("turn/start", Lifecycle("r0", "t0")), ("message", UserMessage()),
    ("turn/end", Lifecycle("r0", "t0", status="completed")), ("run/end", Lifecycle("r0", status="completed")),
]  # fmt: skip
ANSWERED = [
    ("message", AssistantMessage((ToolCallBlock("call_1", "read"),))), ("message", ToolResultMessage("call_1", "read")),
]  # fmt: skip
RUN_OPEN = [*IDLE, ("run/start", RUN)]
TURN_OPEN = [*RUN_OPEN, ("turn/start", TURN)]
STEP_OPEN = [*TURN_OPEN, ("step/start", STEP), *ANSWERED]
STATES = {
    "idle": IDLE,
    "run open": RUN_OPEN,
    "turn open": TURN_OPEN,
    "step open": STEP_OPEN,
    "calls pending": [*STEP_OPEN, ("message", AssistantMessage((CALL,)))],
}
# The state in the diagram that each of these is.
NAMES = {"idle": "idle", "run open": "run", "turn open": "turn", "step open": "step", "calls pending": "pending"}


def validator(state: str) -> SessionValidator:
    found = SessionValidator()
    for kind, payload in STATES[state]:
        found.accept(Entry(found.next_seq, f"e{found.next_seq}", "2026-01-02T03:04:05Z", kind, payload))
    return found


def candidate(row: str, seq: int) -> tuple[str, object, str]:
    """The type and the payload of an entry of a row of the table, right in all but the state, and its rules' family."""
    kind, _, role = row.partition(", ")
    unit, _, edge = kind.partition("/")
    if edge == "start":
        fresh = {"run": Lifecycle("r9"), "turn": Lifecycle("r1", "t9"), "step": Lifecycle("r1", "t1", "s9")}
        return kind, fresh[unit], "lifecycle"
    if edge == "end":
        ids = {"run": RUN, "turn": TURN, "step": STEP}[unit]
        return kind, Lifecycle(ids.run_id, ids.turn_id, ids.step_id, "completed"), "lifecycle"
    payloads = {
        "user": UserMessage(),
        "assistant": AssistantMessage(),
        "tool result": ToolResultMessage("call_2", "read"),
        "tool_call": ToolCall("call_2", "read", {}),
        "tool_outcome": ToolOutcome("call_1", "success"),
        "context": Context(attachment_id="a", epoch=1, kind="k", placement="p", revision="r", rendered="x"),
        "compaction": Compaction("s", "e2"),
        "request/header": RequestHeader(
            provider_request_id="q", run_id="r1", turn_id="t1", step_id="s1", provider="v", model="m", input_seq=seq - 1
        ),
        "plan/mode": PlanMode(True),
    }
    families = {
        "user": "user", "assistant": "assistant", "tool result": "result", "tool_call": "dispatch",
        "tool_outcome": "outcome", "context": "context", "compaction": "compaction", "request/header": "request",
        "plan/mode": "plan",
    }  # fmt: skip
    return kind, payloads[role or kind], families[role or kind]


def table() -> list[tuple[str, str, str]]:
    """Row, column and cell of the table."""
    rows = [line.strip("|").split("|") for line in CHAPTER.splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in row] for row in rows]
    start = next(index for index, row in enumerate(rows) if row[1:] == list(STATES))
    found: list[tuple[str, str, str]] = []
    for row in rows[start + 2 :]:
        found += [
            (row[0].replace("`", ""), column, cell.strip("`")) for column, cell in zip(STATES, row[1:], strict=True)
        ]
    return found


def test_the_table_has_every_type_and_role():
    assert {row for row, _, _ in table()} == {
        *(f"{unit}/{edge}" for unit in ("run", "turn", "step") for edge in ("start", "end")),
        "message, user", "message, assistant", "message, tool result",
        "tool_call", "tool_outcome", "context", "compaction", "request/header", "plan/mode",
    }  # fmt: skip


@pytest.mark.parametrize(("row", "state", "cell"), table())
def test_a_cell(row, state, cell):
    session = validator(state)
    seq = session.next_seq
    kind, payload, family = candidate(row, seq)
    entry = Entry(seq, "new", "2026-01-02T03:04:05Z", kind, payload)
    if cell == "yes":
        session.prepare_append([entry])
    else:
        with pytest.raises(Refusal) as refused:
            session.prepare_append([entry])
        assert refused.value.rule == f"session.{family}.{cell}"


def name(session: SessionValidator) -> str:
    """The state of the diagram in which a session is."""
    scope = session.scope
    units = [unit for unit in ("run", "turn", "step") if getattr(scope, unit)]
    return "pending" if session.pending else units[-1] if units else "idle"


def test_the_diagram_has_the_transitions_that_the_table_allows():
    drawn = set(re.findall(r"^    (\w+) --> (\w+): (.*)$", CHAPTER, re.MULTILINE))
    entries = {
        "assistant message with tool calls": [("message", AssistantMessage((CALL,)))],
        "result of the last pending call": [("message", ToolResultMessage("call_2", "read"))],
    }
    for source, target, label in drawn:
        if label == "result of the first pending call, others left":
            entries_before = [("message", AssistantMessage((CALL, ToolCallBlock("call_3", "read"))))]
            session = validator("step open")
            steps = [*entries_before, ("message", ToolResultMessage("call_2", "read"))]
        else:
            session = validator(next(state for state, short in NAMES.items() if short == source))
            kind, payload, _ = candidate(label, 0) if label not in entries else (*entries[label][0], "")
            steps = [(kind, payload)]
        for kind, payload in steps:
            session.accept(Entry(session.next_seq, f"x{session.next_seq}", "2026-01-02T03:04:05Z", kind, payload))
        assert name(session) == target, label
    assert {source for source, _, _ in drawn} | {target for _, target, _ in drawn} == set(NAMES.values())
