"""A chat history from a file: a JSON array of messages, or one message a line."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterator
from dataclasses import dataclass

from toolwire import json_profile
from toolwire.json_profile import Json
from toolwire.refusal import Refusal

_JSON_WHITE_SPACE = b" \t\r\n"


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a history, or why there is none."""

    place: str
    """`line 3` or `message 3`, from 1."""
    role: str | None = None
    content: str | None = None
    """None when the message has no text content: a list of parts, say."""
    refusal: Refusal | None = None


def is_history(document: bytes) -> bool:
    """Whether a document is meant as a history: it begins as a JSON array or object."""
    return document.removeprefix(BOM_UTF8).lstrip(_JSON_WHITE_SPACE)[:1] in (b"[", b"{")


def messages(document: bytes) -> Iterator[Message]:
    """The messages of a history, in order; a line that is no text or breaks the JSON profile gives its refusal.

    Raises:
        Refusal: an array that is no text or breaks the profile.
    """
    if document.lstrip(_JSON_WHITE_SPACE).startswith(b"["):
        items = json_profile.parse(document)
        for number, item in enumerate(items if isinstance(items, list) else [], 1):
            yield _message(f"message {number}", item)
        return
    for number, line in enumerate(document.split(b"\n"), 1):
        if line.strip(_JSON_WHITE_SPACE):
            try:
                item = json_profile.parse(line)
            except Refusal as refusal:
                yield Message(f"line {number}", refusal=refusal)
            else:
                yield _message(f"line {number}", item)


def _message(place: str, item: Json) -> Message:
    role = item.get("role") if isinstance(item, dict) else None
    content = item.get("content") if isinstance(item, dict) else None
    return Message(place, role if isinstance(role, str) else None, content if isinstance(content, str) else None)
