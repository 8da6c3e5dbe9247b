"""The model context: what the model is sent of a session.

Chapter *Model context*, requirements `context.*`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from toolwire import json_profile
from toolwire.json_profile import Json
from toolwire.model.transcript import TextBlock, ToolResultMessage, UserMessage

from . import line
from .entry import Entry, Message
from .validator import SessionValidator

_PREFIX = "The conversation before this point was replaced by this summary:\n\n<summary>\n"
_SUFFIX = "\n</summary>"


@dataclass(frozen=True, slots=True)
class ModelContext:
    """The context of a log. It costs the same however long it is: its messages are cut out when they are asked for.

    Attributes:
        boundary: the last compaction entry, if there is one.
        as_of: `seq` of the last entry of the log; -1 for a log without entries.
    """

    boundary: Entry | None
    as_of: int
    _log: list[Entry]  # message entries; it only grows
    _first: int
    _end: int

    def __len__(self) -> int:
        """How many messages it has."""
        return self._end - self._first + (self.boundary is not None)

    @property
    def entries(self) -> list[Entry]:
        """The message entries of the context, without the summary."""
        return self._log[self._first : self._end]

    @property
    def summary(self) -> str | None:
        """The text of the summary message."""
        return None if self.boundary is None else _PREFIX + self.boundary.payload.summary + _SUFFIX

    @property
    def messages(self) -> list[Message]:
        """The messages, the summary message first if there is one."""
        kept: list[Message] = [entry.payload for entry in self.entries]
        return kept if self.summary is None else [UserMessage((TextBlock(self.summary),)), *kept]

    def values(self) -> list[Json]:
        """The messages as JSON values, with all the members that their lines have (`context.verbatim`)."""
        kept = [payload_value(entry, "message") for entry in self.entries]
        return kept if self.summary is None else [text_message(self.summary), *kept]


class ModelContextProjectionUnit:
    """The model context of a session that goes on; key `model-context` in a registry."""

    key = "model-context"

    def __init__(self) -> None:
        self._messages: list[Entry] = []
        self._places: dict[str, int] = {}  # of the messages that may be kept first
        self._first = 0
        self._boundary: Entry | None = None
        self._as_of = -1

    def apply(self, entry: Entry, scope: object = None) -> None:  # noqa: ARG002  (a unit is handed the scope too)
        """Follow the next entry of the session, which has been validated."""
        if entry.type == "message":
            if not isinstance(entry.payload, ToolResultMessage):
                self._places[entry.id] = len(self._messages)
            self._messages.append(entry)
        elif entry.type == "compaction":
            self._boundary, self._first = entry, self._places[entry.payload.first_kept_entry_id]
        self._as_of = entry.seq

    def snapshot(self) -> ModelContext:
        """The context as it is now."""
        return ModelContext(self._boundary, self._as_of, self._messages, self._first, len(self._messages))


def view(context: ModelContext) -> dict[str, Json]:
    """The JSON view of a context."""
    boundary = context.boundary
    return {
        "messages": context.values(),
        "active_compaction": boundary and boundary.id,
        "first_kept": boundary and boundary.payload.first_kept_entry_id,
        "as_of": context.as_of,
    }


def project_model_context(entries: Iterable[Entry]) -> ModelContext:
    """The context of a log.

    Raises:
        Refusal: the first rule that the log breaks.
    """
    unit = ModelContextProjectionUnit()
    SessionValidator().replay(entries, unit.apply)
    return unit.snapshot()


def build_context(entries: Iterable[Entry]) -> list[Message]:
    """The messages that the model is sent.

    Raises:
        Refusal: the first rule that the log breaks.
    """
    return project_model_context(entries).messages


def payload_value(entry: Entry, member: str) -> Json:
    """The JSON value of an entry's payload, unknown members included, numbers exact."""
    value = json_profile.parse(entry.line if entry.line is not None else line.encode(entry))
    assert isinstance(value, dict)
    return value[member]


def text_message(text: str) -> Json:
    """The JSON value of a user message with one text block."""
    return {"role": "user", "content": [{"type": "text", "text": text}]}
