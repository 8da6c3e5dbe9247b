"""The one way in which case files are written, so that a change of a file is a change of its meaning."""

from __future__ import annotations

from . import values
from .values import Json

_WIDTH = 110


def format_case_file(document: str | bytes) -> str:
    """The canonical text of a case file, with LF at the end: a line for each member of the topic and of its cases.

    What fits on that line stays on it; what does not is broken as `json.dumps(…, indent=2)` does. ASCII alone, so that
    what does not show in an editor shows as an escape; numbers as they are spelled.

    Raises:
        ValueError: the document is not JSON.
    """
    topic = values.read(document)
    return _text(topic, 0, broken=1 if isinstance(topic, dict) else 0) + "\n"


def _text(value: Json, indent: int, *, broken: int) -> str:
    """The text of a value that stands at a column; its first `broken` levels are broken in any case."""
    flat = _flat(value)
    if not isinstance(value, dict | list) or not value or (broken == 0 and indent + len(flat) <= _WIDTH):
        return flat
    inner = indent + 2
    if isinstance(value, dict):
        # The cases of a topic, and each of them, are read one below the other.
        parts = [f"{_flat(name)}: {_text(v, inner, broken=2 if name == 'cases' else 0)}" for name, v in value.items()]
    else:
        parts = [_text(element, inner, broken=max(0, broken - 1)) for element in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    separator = f",\n{' ' * inner}"
    return f"{opening}\n{' ' * inner}{separator.join(parts)}\n{' ' * indent}{closing}"


def _flat(value: Json) -> str:
    """The text of a value on one line, with a space behind each colon and comma."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_flat(name)}: {_flat(member)}" for name, member in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flat, value)) + "]"
    return values.compact(value)
