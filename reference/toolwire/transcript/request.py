"""Provider requests: what a header captures, and what it says was asked.

Chapter *Provider requests*, requirements `request.*`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, cast

from msgspec import UNSET

from toolwire import json_profile
from toolwire.json_profile import Json
from toolwire.model.transcript import (
    RequestHeader,
    RequestOptions,
    TextBlock,
    ToolChoice,
    ToolDefinition,
    UserMessage,
)
from toolwire.refusal import Refusal

from . import rules, strict
from .context import ModelContext, ModelContextProjectionUnit, payload_value, project_model_context, text_message
from .entry import Entry, Message
from .projection import SessionProjection
from .validator import SessionValidator, validate_session

_CLAUDE = "anthropic-messages"


@dataclass(frozen=True, slots=True)
class ProviderRequest:
    """A request as its header says it.

    Attributes:
        header_entry: the entry of the header.
        context: the context that the model was sent, without attachments.
        placed: the attachments: where each stands in the finished list, and its text.
    """

    header_entry: Entry
    context: ModelContext
    placed: tuple[tuple[int, str], ...]

    @property
    def header(self) -> RequestHeader:
        """What the header says."""
        return self.header_entry.payload

    @property
    def messages(self) -> list[Message]:
        """The messages of the request, attachments placed."""
        messages = self.context.messages
        for place, text in self.placed:
            messages.insert(place, UserMessage((TextBlock(text),)))
        return messages


def capture_request_options(
    protocol: str, tools: Sequence[ToolDefinition], options: Mapping[str, Any]
) -> RequestOptions:
    """What a request header keeps of stream options: nothing of keys, addresses and whatever else is not named.

    Raises:
        Refusal: `request.capture.*`, or a rule of entries that the options break.
    """
    if options.get("rewritesBody") is True:
        raise _refused("capture.rewrite", "What rewrites a request cannot be rebuilt; leave it out.")
    kept = {name: options[name] for name in ("temperature", "maxTokens") if name in options}
    if "extension" in options:
        kept["protocolOptions"] = _protocol_options(protocol, options["extension"])
    if isinstance(kept.get("maxTokens"), float | Decimal):  # an entry would lose how it is spelled
        advice = "Give an integer, without a fraction or an exponent."
        raise Refusal("json.integer.spelling", "invalid", advice, pointer="/maxTokens")
    return _checked(protocol, tools, kept)


def _protocol_options(protocol: str, extension: Any) -> dict[str, Any]:
    members = cast("Mapping[str, Any]", extension if isinstance(extension, Mapping) else {})
    if members.get("protocol") != protocol or protocol not in rules.MODES:
        raise _refused("capture.protocol", f"Give the extension of the request's protocol, {protocol[:40]!r}.")
    captured: dict[str, Any] = {}
    if members.get("thinkingDisplay", "") != "":
        captured["thinkingDisplay"] = members["thinkingDisplay"]
    if "toolChoice" in members:
        captured["toolChoice"] = _captured_choice(protocol, members["toolChoice"])
    return captured


def _captured_choice(protocol: str, choice: object) -> dict[str, str]:
    """A tool choice in the header's form, from that of its protocol."""
    if protocol != _CLAUDE and isinstance(choice, str):
        return {"mode": choice}
    if isinstance(choice, dict):
        members = cast("dict[str, Any]", choice)
        name, kind = _name(members), members.get("type")
        if isinstance(name, str) and members == _named(protocol, name):
            return {"name": name}
        if isinstance(kind, str) and protocol == _CLAUDE and members == {"type": kind}:
            return {"mode": kind}
    raise _refused("capture.choice", f"Give the choice as {protocol} has it.")


def _name(choice: dict[str, Any]) -> object:
    """The tool that a choice names, in whichever form."""
    function = choice.get("function", choice)
    return function.get("name") if isinstance(function, dict) else None  # pyright: ignore


def stream_options(header: RequestHeader) -> dict[str, Any]:
    """The stream options that a header says: what `capture_request_options` kept, and the reasoning."""
    options = header.options
    restored: dict[str, Any] = {}
    if options.temperature is not UNSET:
        restored["temperature"] = options.temperature
    if options.max_tokens:
        restored["maxTokens"] = options.max_tokens
    if header.thinking_level:
        restored["reasoning"] = header.thinking_level
    own = options.protocol_options
    if own is not UNSET:
        extension: dict[str, Any] = {"protocol": header.protocol}
        if own.thinking_display:
            extension["thinkingDisplay"] = own.thinking_display
        if own.tool_choice is not UNSET:
            extension["toolChoice"] = _restored_choice(header.protocol, own.tool_choice)
        restored["extension"] = extension
    return restored


def _restored_choice(protocol: str, choice: ToolChoice) -> Any:
    if choice.name:
        return _named(protocol, choice.name)
    return {"type": choice.mode} if protocol == _CLAUDE else choice.mode


def _named(protocol: str, name: str) -> dict[str, Any]:
    """The choice of a tool by its name, as the protocol has it."""
    if protocol == _CLAUDE:
        return {"type": "tool", "name": name}
    function = {"name": name}
    return {"type": "function", **(function if protocol == "openai-responses" else {"function": function})}


def reconstruct_provider_requests(entries: Iterable[Entry]) -> Iterator[ProviderRequest]:
    """The requests of a log, in order, in time of its length.

    Raises:
        Refusal: the first rule that the log breaks, when it is reached, or `request.attachment.gap`.
    """
    validator, unit = SessionValidator(), ModelContextProjectionUnit()
    texts: dict[str, str] = {}
    for entry in entries:
        validator.accept(entry)
        if entry.type == "context":
            texts[entry.payload.attachment_id] = entry.payload.rendered
        elif entry.type == "request/header":
            yield _placed(entry, unit.snapshot(), texts)
        unit.apply(entry)


def reconstruct_provider_request(entries: Iterable[Entry], provider_request_id: str) -> ProviderRequest:
    """The request of a log with an id.

    Raises:
        Refusal: the first rule that the log breaks, `request.found` or `request.attachment.gap`.
    """
    log = list(entries)
    validate_session(log)
    header = _found([entry for entry in log if entry.type == "request/header"], provider_request_id)
    contexts = [entry.payload for entry in log[: header.seq] if entry.type == "context"]
    texts = {context.attachment_id: context.rendered for context in contexts}
    return _placed(header, project_model_context(log[: header.seq]), texts)


def reconstruct_provider_request_from_projection(
    entries: Sequence[Entry], projection: SessionProjection, provider_request_id: str
) -> ProviderRequest:
    """As `reconstruct_provider_request`, from the projection of these entries, which have been validated.

    Raises:
        Refusal: `request.online.watermark`, `request.found` or `request.attachment.gap`.
    """
    if projection.as_of != len(entries) - 1:
        raise _refused("online.watermark", "Give the projection of these entries.")
    header = _found(projection.provider_requests, provider_request_id)
    unit = ModelContextProjectionUnit()
    for entry in entries[: header.seq]:
        unit.apply(entry)
    return _placed(header, unit.snapshot(), _texts(projection))


def reconstruct_committed_provider_request(
    projection: SessionProjection, context: ModelContext, provider_request_id: str
) -> ProviderRequest:
    """The request whose header is the last entry of a session, from its two projections.

    Raises:
        Refusal: `request.online.watermark`, `request.found`, `request.online.last` or `request.attachment.gap`.
    """
    if projection.as_of != context.as_of:
        raise _refused("online.watermark", "Take both projections at one moment.")
    header = _found(projection.provider_requests, provider_request_id)
    if header.seq != projection.as_of:
        raise _refused("online.last", "Rebuild it from the log: entries follow its header.")
    return _placed(header, context, _texts(projection))


def view(request: ProviderRequest) -> dict[str, Json]:
    """The JSON view of a request."""
    header = payload_value(request.header_entry, "requestHeader")
    assert isinstance(header, dict)
    messages = request.context.values()
    for place, text in request.placed:
        messages.insert(place, text_message(text))
    given = {name: header[name] for name in ("systemPrompt", "tools") if header.get(name)}
    return {
        "headerEntryId": request.header_entry.id,
        "headerSeq": request.header_entry.seq,
        "header": header,
        "input": {"messages": messages, **given},
        "options": stream_options(request.header),
    }


def _found(headers: Iterable[Entry], provider_request_id: str) -> Entry:
    for entry in headers:
        if entry.payload.provider_request_id == provider_request_id:
            return entry
    raise _refused("found", "Name a request header of the log by its providerRequestId.")


def _texts(projection: SessionProjection) -> dict[str, str]:
    contexts = [placed.entry.payload for placed in projection.contexts]
    return {context.attachment_id: context.rendered for context in contexts}


def _placed(header: Entry, context: ModelContext, texts: Mapping[str, str]) -> ProviderRequest:
    """A request, if its attachments have places: each stands in the list as it is before it, or at its end."""
    attachments = header.payload.attachments
    for number, attachment in enumerate(attachments):
        if attachment.message_index > len(context) + number:
            advice = f"The list has {len(context) + number} messages before the attachment."
            raise _refused("attachment.gap", advice)
    placed = tuple((attachment.message_index, texts[attachment.attachment_id]) for attachment in attachments)
    return ProviderRequest(header, context, placed)


def _checked(protocol: str, tools: Sequence[ToolDefinition], options: dict[str, Any]) -> RequestOptions:
    """Options that keep the rules of entries, with the names of the tools and the protocol of their request.

    Raises:
        Refusal: the first rule that they break.
    """
    value = json_profile.parse(json_profile.write(options))
    return strict.request_options(value, protocol, {tool.name for tool in tools})


def _refused(rule: str, advice: str) -> Refusal:
    return Refusal(f"request.{rule}", "invalid", advice)
