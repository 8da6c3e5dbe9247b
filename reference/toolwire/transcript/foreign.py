"""Logs of other programs, recognised by their first line (`check.foreign`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from toolwire.json_profile import Json


def name(first: Mapping[str, Json]) -> str | None:
    """The format that a file is in whose first line is this object and no header of a transcript, if it is known."""
    return next((format_ for format_, fits in _FORMATS.items() if fits(first)), None)


def _agent_session_format(first: Mapping[str, Json]) -> bool:
    format_ = first.get("format")
    return first.get("type") == "session" and isinstance(format_, str) and format_.startswith("agentsession/")


def _pi(first: Mapping[str, Json]) -> bool:
    return first.get("type") == "session" and isinstance(first.get("id"), str) and isinstance(first.get("cwd"), str)


def _codex(first: Mapping[str, Json]) -> bool:
    return first.get("type") == "session_meta" and isinstance(first.get("payload"), dict)


def _claude_code(first: Mapping[str, Json]) -> bool:
    kind = first.get("type")
    if isinstance(kind, str) and isinstance(first.get("sessionId"), str):
        return True
    return kind == "summary" and isinstance(first.get("leafUuid"), str)


_FORMATS: Mapping[str, Callable[[Mapping[str, Json]], bool]] = {
    "agent-session-format": _agent_session_format,
    "pi": _pi,
    "codex": _codex,
    "claude-code": _claude_code,
}
