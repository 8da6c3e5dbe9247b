"""Which payloads msgspec writes as a canonical text asks: nearly all; the others are written from their exact values.

Chapter *Entries and messages*, requirement `entry.write.number`: msgspec spells `1.0`, `1e16` and integers of any
length as Python does.
"""

from __future__ import annotations

from types import NoneType
from typing import Any

from msgspec import UnsetType

from toolwire import json_profile
from toolwire.model.transcript import (
    AssistantMessage,
    Compaction,
    Context,
    Lifecycle,
    PlanMode,
    RequestHeader,
    ToolCall,
    ToolCallBlock,
    ToolOutcome,
    ToolResultMessage,
    Usage,
    UserMessage,
)

FLAT = frozenset({UserMessage, ToolResultMessage, Lifecycle, Context, PlanMode})
"""Payloads that hold no free values and no numbers but integers."""

_OTHERS = frozenset({str, bool, NoneType, UnsetType})
_CONTAINERS = frozenset({dict, list, tuple})
_DEEP = json_profile.MAX_OPEN - 10  # more containers than a payload has open around a free value


def is_usual(payload: Any) -> bool:
    """Whether msgspec certainly spells all numbers of a payload as they are to be written, and nothing nests deeply."""
    kind = payload.__class__
    if kind in FLAT:
        return True
    if kind is AssistantMessage:
        for block in payload.content:
            if block.__class__ is ToolCallBlock and not _plain(block.arguments):
                return False
        return _cost(payload.usage) and all(_plain(found.details) for found in payload.diagnostics)
    if kind is ToolCall:
        return _plain(payload.arguments)
    if kind is ToolOutcome:
        return _plain(payload.data)
    if kind is Compaction:
        return _cost(payload.usage)
    if kind is RequestHeader:
        return _plain(payload.options.temperature) and _plain([tool.parameters for tool in payload.tools])
    return False


def _cost(usage: Usage) -> bool:
    cost = usage.cost
    return (
        _plain(cost.input)
        and _plain(cost.output)
        and _plain(cost.cache_read)
        and _plain(cost.cache_write)
        and _plain(cost.total)
    )


def _plain(value: Any, depth: int = 0) -> bool:
    kind = value.__class__
    if kind in _OTHERS:
        return True
    if kind is int:
        return -(10**21) < value < 10**21
    if kind is float:
        return not value.is_integer() and 1e-5 <= abs(value) < 1e16
    if kind not in _CONTAINERS or depth > _DEEP:
        return False
    for inner in value.values() if kind is dict else value:  # noqa: SIM110  (a generator takes twice the time)
        if not _plain(inner, depth + 1):
            return False
    return True
