"""Forks: a new log that begins as another one.

Chapter *Fork*, requirements `fork.*`. Entries that are kept keep their lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum

from toolwire.grammar import WHITE_SPACE
from toolwire.json_profile import Json
from toolwire.model.transcript import AssistantMessage, ToolCallBlock, UserMessage
from toolwire.refusal import Refusal

from . import entry as entries_module
from . import line, rules
from .context import build_context, payload_value
from .entry import Entry
from .validator import validate_session

_COMPLETED = frozenset({"stop", "length", "error", "aborted"})
_ENDS = ("step/end", "turn/end", "run/end")


class ForkMode(StrEnum):
    """Where a fork begins."""

    BEFORE_USER = "before_user"
    AFTER_ASSISTANT = "after_assistant"


class ForkMessageNotFoundError(Refusal):
    """No message entry of the log has the id (`fork.message`)."""


class InvalidForkBoundaryError(Refusal):
    """The log cannot be forked there."""


def fork(
    entries: Iterable[Entry],
    message_id: str,
    mode: ForkMode | str,
    replacement: str = "",
    *,
    new_id: Callable[[], str] = entries_module.new_id,
    now: Callable[[], str] = entries_module.now,
) -> list[Entry]:
    """The entries of a fork at a message: put them into a new log, under the header of the old one.

    `replacement` is the text of the new message in mode `before_user`.

    Raises:
        ForkMessageNotFoundError: `fork.message`.
        InvalidForkBoundaryError: another rule `fork.*`.
        Refusal: the first rule that the log breaks, or an entry with the id or time that was given.
    """
    log = list(entries)
    validate_session(log)
    if mode not in list(ForkMode):
        raise InvalidForkBoundaryError("fork.mode", "invalid", f"Use {' or '.join(ForkMode)}.")
    at = next((e.seq for e in log if e.type == "message" and e.id == message_id), None)
    if at is None:
        raise ForkMessageNotFoundError("fork.message", "invalid", "Name a message entry of the log by its id.")
    if mode == ForkMode.BEFORE_USER:
        content = _replaced(log, at, replacement)
        forked = [*log[:at], _message(at, new_id(), now(), content)]
    else:
        forked = log[: _end(log, at)]
    for message in build_context(forked):
        if isinstance(message, AssistantMessage) and message.stop_reason == "toolUse" and not _calls(message):
            raise _invalid("context", "An answer that asks for tools names none; fork before it, or behind a boundary.")
    return forked


def _replaced(log: list[Entry], at: int, replacement: str) -> list[Json]:
    """The blocks that take the place of those of entry `at`, with all the members that they have."""
    before = next((e.payload for e in reversed(log[:at]) if e.type == "message"), None)
    if before is not None and not _is_completed(before):
        raise _invalid("before.answer", "Fork before a message that follows a completed answer.")
    if not isinstance(log[at].payload, UserMessage):
        raise _invalid("before.user", "Name a message of the user.")
    message = payload_value(log[at], "message")
    blocks = message.get("content") if isinstance(message, dict) else None
    content = list(blocks) if isinstance(blocks, list) else []
    text: Json = {"type": "text", "text": replacement.strip(WHITE_SPACE)}
    first = next((place for place, block in enumerate(content) if _member(block, "type") == "text"), None)
    content[first or 0 : 0 if first is None else first + 1] = [text]
    if not any(_says_something(block) for block in content):
        raise _invalid("before.empty", "Give a text, or keep an image.")
    return content


def _says_something(block: Json) -> bool:
    if _member(block, "type") == "text":
        return not rules.is_blank(_member(block, "text"))
    return _member(block, "data") != ""


def _member(block: Json, name: str) -> str:
    """A text of a block; empty if it is not there."""
    return str(block.get(name, "")) if isinstance(block, dict) else ""


def _message(seq: int, id_: str, time: str, content: list[Json]) -> Entry:
    """The entry of a new message of the user.

    Raises:
        Refusal: the id or the time that it was given.
    """
    value: Json = {
        "seq": seq,
        "id": id_,
        "timestamp": time,
        "type": "message",
        "message": {"role": "user", "content": content},
    }
    return line.decode(line.encode_value(value))


def _end(log: list[Entry], at: int) -> int:
    """How many entries a fork behind the answer of entry `at` keeps."""
    if not _is_completed(log[at].payload):
        raise _invalid("after.answer", "Name a completed answer of the assistant.")
    for entry in log[at + 1 :]:
        if entry.type not in _ENDS:
            break
        if entry.type == "run/end":
            return entry.seq + 1 if entry.payload.status == "completed" else at + 1
    return at + 1


def _is_completed(message: object) -> bool:
    return isinstance(message, AssistantMessage) and message.stop_reason in _COMPLETED and not _calls(message)


def _calls(message: AssistantMessage) -> bool:
    return any(isinstance(block, ToolCallBlock) for block in message.content)


def _invalid(rule: str, advice: str) -> InvalidForkBoundaryError:
    return InvalidForkBoundaryError(f"fork.{rule}", "invalid", advice)
