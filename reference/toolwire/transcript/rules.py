"""The rules about several members of one entry, on its typed form.

Chapter *Entries and messages*. What a type says is checked in decoding; `strict` says which rule it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET

from toolwire import json_profile
from toolwire.grammar import WHITE_SPACE
from toolwire.model.transcript import Compaction, Context, Lifecycle, RequestHeader, RequestOptions, ToolChoice
from toolwire.refusal import Refusal

from . import timestamp

END_STATUSES = frozenset({"completed", "failed", "cancelled", "interrupted"})
_OPENAI_MODES = frozenset({"auto", "none", "required"})
MODES: Mapping[str, frozenset[str]] = {
    "anthropic-messages": frozenset({"auto", "any", "none"}),
    "openai-completions": _OPENAI_MODES,
    "openai-responses": _OPENAI_MODES,
}
"""The protocols with options of their own, and the tool choice modes of each."""


def is_blank(text: str) -> bool:
    """Whether a text is empty or nothing but listed white space."""
    return not text.strip(WHITE_SPACE)


def _lifecycle(kind: str) -> Callable[[int, Lifecycle], None]:
    unit, edge = kind.split("/")
    in_turn, in_step, is_end = unit != "run", unit == "step", edge == "end"

    def check(seq: int, payload: Lifecycle) -> None:  # noqa: ARG001
        if bool(payload.turn_id) is not in_turn or bool(payload.step_id) is not in_step:
            rule, advice = _IDS[unit]
            raise _refused(f"lifecycle.{rule}", "", advice)
        if is_end:
            if payload.status not in END_STATUSES:
                raise _refused("lifecycle.end", "/status", "Use completed, failed, cancelled or interrupted.")
        elif payload.status or payload.reason:
            raise _refused("lifecycle.start", "", "Leave status and reason to the end.")

    return check


_IDS = {
    "run": ("run-only", "Leave turnId and stepId out of the start or end of a run."),
    "turn": ("turn", "Name the turn, and no step."),
    "step": ("step", "Name the turn and the step."),
}


def _context(seq: int, payload: Context) -> None:  # noqa: ARG001
    json_profile.check_integer(payload.epoch, signed=False, pointer="/context/epoch")  # no type says less than 2^64


def _compaction(seq: int, payload: Compaction) -> None:  # noqa: ARG001
    timestamp.check(payload.response_timestamp, "/compaction/responseTimestamp")


def _request_header(seq: int, header: RequestHeader) -> None:
    for member in ("provider_request_id", "run_id", "turn_id", "step_id", "provider", "model"):
        if is_blank(getattr(header, member)):
            raise _refused("request.blank", "", f"Give {member} a value.")
    if any(is_blank(tool.name) for tool in header.tools):
        raise _refused("request.tool-name", "/tools", "Give each tool a name.")
    if header.input_seq != seq - 1:
        raise _refused("request.input-seq", "/inputSeq", f"Set it to {seq - 1}: what the request saw ends before it.")
    names = {tool.name for tool in header.tools}
    if len(names) < len(header.tools):
        raise _refused("request.tool-unique", "/tools", "Offer each tool once.")
    protocol_options(header.protocol, header.options, names)
    _attachments(header)


def protocol_options(protocol: str, request: RequestOptions, names: set[str]) -> None:
    """The rules that options keep with the protocol of their request and the names of its tools.

    Raises:
        Refusal: the first rule that they break.
    """
    options = request.protocol_options
    if options is UNSET:
        return
    if protocol not in MODES:
        raise _refused("request.protocol", "/protocol", f"Use one of {', '.join(sorted(MODES))}.")
    display, choice = options.thinking_display, options.tool_choice
    if display and protocol == "openai-completions":
        raise _refused("request.display-protocol", _OPTIONS, "This protocol shows no thinking.")
    if choice is not UNSET and bool(choice.mode) == bool(choice.name):
        raise _refused("request.choice-one", _OPTIONS, "Set either the mode or the name.")
    if display not in ("", "summarized", "omitted"):
        raise _refused("request.display", _OPTIONS, "Use summarized or omitted.")
    if choice is not UNSET:
        _tool_choice(protocol, choice, names)


def _tool_choice(protocol: str, choice: ToolChoice, names: set[str]) -> None:
    if not names:
        raise _refused("request.choice-tools", _OPTIONS, "Offer tools, or choose none.")
    if choice.mode and choice.mode not in MODES[protocol]:
        raise _refused("request.choice-mode", _OPTIONS, f"Use one of {', '.join(sorted(MODES[protocol]))}.")
    if choice.name and choice.name not in names:
        raise _refused("request.choice-name", _OPTIONS, "Name one of the header's tools.")


def _attachments(header: RequestHeader) -> None:
    seen: set[str] = set()
    last = -1
    for attachment in header.attachments:
        if attachment.attachment_id in seen:
            raise _refused("request.attachment-unique", "/attachments", "Name each attachment once.")
        if attachment.message_index <= last:
            raise _refused("request.attachment-order", "/attachments", "Order attachments by messageIndex, from 0.")
        seen.add(attachment.attachment_id)
        last = attachment.message_index


_OPTIONS = "/options/protocolOptions"


def _refused(rule: str, pointer: str, advice: str) -> Refusal:
    member = "/lifecycle" if rule.startswith("lifecycle") else "/requestHeader"
    return Refusal(f"entry.{rule}", "invalid", advice, pointer=member + pointer)


CHECKS: Mapping[str, Callable[[int, Any], None]] = {
    **{f"{unit}/{edge}": _lifecycle(f"{unit}/{edge}") for unit in ("run", "turn", "step") for edge in ("start", "end")},
    "context": _context,
    "compaction": _compaction,
    "request/header": _request_header,
}
"""The types with such rules: each check takes the entry's `seq` and its payload, and raises a Refusal."""
