"""Logs for the tests of the command line."""

from __future__ import annotations

from pathlib import Path

from toolwire.transcript import (
    AssistantMessage,
    Compaction,
    Context,
    Entry,
    TextBlock,
    ToolCallBlock,
    ToolOutcome,
    ToolResultMessage,
    UserMessage,
    encode_log,
    new_compaction,
    new_context,
    new_message,
    new_plan_mode,
    new_run_end,
    new_run_start,
    new_step_end,
    new_step_start,
    new_tool_call,
    new_tool_outcome,
    new_turn_end,
    new_turn_start,
    sequence_entries,
)

TORN = b'{"seq":99,"id":"to'


def answered() -> list[Entry]:
    """A run with two calls, the first of which has all its entries, and the second none; it is still open."""
    rules = Context(attachment_id="a1", epoch=1, kind="rules", placement="end", revision="r1", rendered="be brief")
    user = new_message(UserMessage((TextBlock("what is\nthe \x1b[31mweather"),)))
    calls = (ToolCallBlock("call_1", "web", {"q": "w"}), ToolCallBlock("call_2", "read", {}))
    return [
        new_run_start("run_1"),
        new_turn_start("run_1", "turn_1"),
        user,
        new_step_start("run_1", "turn_1", "step_1"),
        new_context(rules),
        new_plan_mode(active=True),
        new_message(AssistantMessage((TextBlock("let me see"), *calls), stop_reason="toolUse")),
        new_tool_call("call_1", "web", {"q": "w"}),
        new_message(ToolResultMessage("call_1", "web", (TextBlock("sunny"),))),
        new_tool_outcome(ToolOutcome("call_1", "success")),
    ]


def ended() -> list[Entry]:
    """The same, closed, and a compaction behind it."""
    entries = answered()
    return [
        *entries,
        new_message(ToolResultMessage("call_2", "read", (TextBlock("gone"),), True)),
        new_step_end("run_1", "turn_1", "step_1", "completed"),
        new_turn_end("run_1", "turn_1", "completed"),
        new_run_end("run_1", "failed", "no weather"),
        new_compaction(Compaction("it was sunny", entries[2].id)),
    ]


def timed(entries: list[Entry]) -> list[Entry]:
    """The entries numbered, a second apart."""
    placed = sequence_entries(entries, 0)
    return [Entry(e.seq, e.id, f"2026-01-02T03:04:{e.seq:02}Z", e.type, e.payload) for e in placed]


def put(path: Path, entries: list[Entry], behind: bytes = b"", records: list[str] | None = None) -> bytes:
    """Write a log, whether or not it validates; its bytes."""
    content = encode_log(timed(entries), records) + behind
    path.write_bytes(content)
    return content
