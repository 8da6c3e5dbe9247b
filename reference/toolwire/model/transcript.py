"""Derived by `toolwire generate` from schemas/transcript; do not edit.

A rule of a schema that no type can say is missing here: the schema is what counts.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field


class TextBlock(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type", tag="text", rename="camel"):
    """Text of a message.

    Attributes:
        text: The text.
        text_signature: A provider's signature of it.
    """

    text: str = field(default_factory=lambda: '')
    text_signature: str = ''


class ThinkingBlock(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type", tag="thinking", rename="camel"):
    """Reasoning of the model.

    Attributes:
        thinking: The text.
        thinking_signature: A provider's signature of it.
        redacted: Whether the provider kept the text back.
    """

    thinking: str = field(default_factory=lambda: '')
    thinking_signature: str = ''
    redacted: bool = False


class ToolCallBlock(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type", tag="toolCall", rename="camel"):
    """A request of the model to call a tool. The session rules ask for more of its id
    (session.assistant.call-empty).

    Attributes:
        id: The call's id.
        name: The tool's name.
        arguments: What the tool is given.
        thought_signature: A provider's signature.
    """

    id: str = field(default_factory=lambda: '')
    name: str = field(default_factory=lambda: '')
    arguments: dict[str, Any] = field(default_factory=lambda: {})
    thought_signature: str = ''


# A signed 64-bit integer, spelled without fraction and exponent.
Integer = Annotated[int, Meta(ge=-9223372036854775808, le=9223372036854775807)]


class Cost(Struct, frozen=True, gc=False, omit_defaults=True, rename="camel"):
    """What a request cost, in US dollars.

    Attributes:
        input: For input tokens.
        output: For output tokens.
        cache_read: For tokens read from a cache.
        cache_write: For tokens written to one.
        total: All together.
    """

    input: int | float = field(default_factory=lambda: 0)
    output: int | float = field(default_factory=lambda: 0)
    cache_read: int | float = field(default_factory=lambda: 0)
    cache_write: int | float = field(default_factory=lambda: 0)
    total: int | float = field(default_factory=lambda: 0)


class Usage(Struct, frozen=True, gc=False, omit_defaults=True, rename="camel"):
    """The tokens of a request. Counts may be negative; nothing is added up.

    Attributes:
        input: Input tokens.
        input_unknown: Whether the provider did not say how many input tokens there were.
        output: Output tokens.
        cache_read: Tokens read from a cache.
        cache_write: Tokens written to one.
        total_tokens: All together.
        cost: In US dollars.
    """

    input: Integer = field(default_factory=lambda: 0)
    input_unknown: bool = False
    output: Integer = field(default_factory=lambda: 0)
    cache_read: Integer = field(default_factory=lambda: 0)
    cache_write: Integer = field(default_factory=lambda: 0)
    total_tokens: Integer = field(default_factory=lambda: 0)
    cost: Cost = field(default_factory=lambda: Cost())


class Diagnostic(Struct, frozen=True, gc=False, omit_defaults=True):
    """A remark of the runtime on an assistant message.

    Attributes:
        type: What it is about.
        timestamp: Milliseconds since 1970.
        message: For people.
        details: For programs.
    """

    type: str = field(default_factory=lambda: '')
    timestamp: Integer = field(default_factory=lambda: 0)
    message: str = ''
    details: dict[str, Any] | UnsetType = UNSET


class AssistantMessage(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="role", tag="assistant", rename="camel"):
    """What the model answered.

    Attributes:
        content: The blocks.
        provider_request_id: Id of the request header that it answers; not checked.
        protocol: The provider's protocol.
        provider: The provider.
        model: The model that was asked.
        response_model: The model that answered.
        response_id: The provider's id of the answer.
        usage: Its tokens.
        stop_reason: Why the model stopped; an open list.
        error_message: What went wrong.
        diagnostics: Remarks of the runtime.
        timestamp: Milliseconds since 1970.
    """

    content: tuple[TextBlock | ThinkingBlock | ToolCallBlock, ...] = field(default_factory=lambda: ())
    provider_request_id: str = ''
    protocol: str = field(default_factory=lambda: '')
    provider: str = field(default_factory=lambda: '')
    model: str = field(default_factory=lambda: '')
    response_model: str = ''
    response_id: str = ''
    usage: Usage = field(default_factory=lambda: Usage())
    stop_reason: str = field(default_factory=lambda: '')
    error_message: str = ''
    diagnostics: tuple[Diagnostic, ...] = ()
    timestamp: Integer = field(default_factory=lambda: 0)


# A number of entries, or of an entry.
Position = Annotated[int, Meta(ge=0, le=9223372036854775807)]


class ByteRange(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Some bytes of one class.

    Attributes:
        class_: What they are.
        start: The first byte.
        end: The byte behind the last one.
    """

    class_: Literal["bom", "nul-run", "blank", "oversize", "not-utf8", "splice", "not-json", "header", "not-object", "unknown-type", "bad-entry", "bad-sequence", "duplicate-id", "record", "unterminated-record", "torn-tail", "foreign-format"] = field(name="class")
    start: Position
    end: Position


class Finding(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A rule that the log breaks.

    Attributes:
        rule: The requirement.
        byte: Where the line starts.
    """

    rule: str
    byte: Position


class Repair(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Bytes to cut off, or an entry to append.

    Attributes:
        action: What to do.
        start: Of the bytes to cut.
        end: Of the bytes to cut.
        type: Of the entry to append.
        call_id: The call that it is about.
        error_code: Of an outcome.
    """

    action: Literal["cut", "append"]
    start: Position | UnsetType = UNSET
    end: Position | UnsetType = UNSET
    type: str | UnsetType = UNSET
    call_id: str | UnsetType = UNSET
    error_code: str | UnsetType = UNSET


class CheckReport(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What a checker says of a file (chapter Check).

    Attributes:
        verdict: What can be done with the log.
        format: `session`, the name of a foreign format, or null.
        version: The header's version, if it is an integer.
        entries: How many lines are records.
        ranges: The damage map, without gap and overlap.
        findings: What is wrong.
        repairs: What recovery would do.
    """

    verdict: Literal["resumable", "resumable-with-repair", "view-only", "unreadable"]
    format: str | None
    version: int | None
    entries: Position
    ranges: tuple[ByteRange, ...]
    findings: tuple[Finding, ...]
    repairs: tuple[Repair, ...]


class Compaction(Struct, frozen=True, gc=False, omit_defaults=True, rename="camel"):
    """A summary stands for what came before.

    Attributes:
        summary: The summary.
        first_kept_entry_id: Id of the first message that is kept as it is.
        tokens_before: Tokens before; an estimate.
        tokens_after: Tokens after; an estimate.
        read_files: Paths that were read.
        modified_files: Paths that were changed.
        provider: Who summarised.
        model: The model that was asked.
        response_model: The model that answered.
        response_id: The provider's id of the answer.
        usage: The tokens of the summary's request.
        response_timestamp: When the summary was made.
    """

    summary: Annotated[str, Meta(min_length=1)]
    first_kept_entry_id: Annotated[str, Meta(min_length=1)]
    tokens_before: Integer = field(default_factory=lambda: 0)
    tokens_after: Integer = field(default_factory=lambda: 0)
    read_files: tuple[str, ...] = ()
    modified_files: tuple[str, ...] = ()
    provider: str = ''
    model: str = ''
    response_model: str = ''
    response_id: str = ''
    usage: Usage = field(default_factory=lambda: Usage())
    response_timestamp: str = field(default_factory=lambda: '0001-01-01T00:00:00Z')


class CompactionEntry(Struct, frozen=True, gc=False, omit_defaults=True):
    """A summary stands for what came before. No payload of another type (entry.payload.foreign).

    Attributes:
        seq: How many entries are before it.
        id: Its id; unique in the log.
        timestamp: When.
        type: What it records.
        compaction: A summary stands for what came before.
    """

    seq: Position
    id: Annotated[str, Meta(min_length=1)]
    timestamp: str
    type: Literal["compaction"]
    compaction: Compaction


# An unsigned 64-bit integer from 1 (entry.context.epoch).
Epoch = Annotated[int, Meta(ge=1)]


class Context(Struct, frozen=True, gc=False, omit_defaults=True, rename="camel", kw_only=True):
    """Text that the product puts before the model, and that nobody typed.

    Attributes:
        attachment_id: Its id; unique in the session.
        epoch: Which process of the session made it, from 1 (entry.context.epoch).
        kind: What it is; an open list.
        placement: Where it goes; an open list.
        path: What it is about.
        revision: Which version it is.
        rendered: The text.
    """

    attachment_id: Annotated[str, Meta(min_length=1)]
    epoch: Epoch
    kind: Annotated[str, Meta(min_length=1)]
    placement: Annotated[str, Meta(min_length=1)]
    path: str = ''
    revision: Annotated[str, Meta(min_length=1)]
    rendered: Annotated[str, Meta(min_length=1)]


class ContextEntry(Struct, frozen=True, gc=False, omit_defaults=True):
    """Text of the product for the model. No payload of another type (entry.payload.foreign).

    Attributes:
        seq: How many entries are before it.
        id: Its id; unique in the log.
        timestamp: When.
        type: What it records.
        context: Text that the product puts before the model, and that nobody typed.
    """

    seq: Position
    id: Annotated[str, Meta(min_length=1)]
    timestamp: str
    type: Literal["context"]
    context: Context


class ImageBlock(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type", tag="image", rename="camel"):
    """An image of a message.

    Attributes:
        data: The bytes, in base64 by custom; not checked.
        mime_type: Their media type.
    """

    data: str = field(default_factory=lambda: '')
    mime_type: str = field(default_factory=lambda: '')


class UserMessage(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="role", tag="user"):
    """What the user said.

    Attributes:
        content: The blocks.
    """

    content: tuple[TextBlock | ImageBlock, ...] = field(default_factory=lambda: ())


class ToolResultMessage(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="role", tag="toolResult", rename="camel"):
    """What a tool brought back, as the model sees it.

    Attributes:
        tool_call_id: The call that it answers.
        tool_name: The tool.
        content: The blocks.
        is_error: Whether the tool failed.
    """

    tool_call_id: str = field(default_factory=lambda: '')
    tool_name: str = field(default_factory=lambda: '')
    content: tuple[TextBlock | ImageBlock, ...] = field(default_factory=lambda: ())
    is_error: bool = field(default_factory=lambda: False)


class ToolCall(Struct, frozen=True, gc=False, omit_defaults=True, rename="camel"):
    """A dispatch: a tool is about to be started.

    Attributes:
        tool_call_id: The call.
        tool_name: The tool.
        arguments: What the tool is given; any JSON value.
    """

    tool_call_id: Annotated[str, Meta(min_length=1)]
    tool_name: Annotated[str, Meta(min_length=1)]
    arguments: Any


class ToolOutcome(Struct, frozen=True, gc=False, omit_defaults=True, rename="camel"):
    """How a tool ended, for programs.

    Attributes:
        tool_call_id: The call.
        status: `success`, `failed`, `cancelled`, `timeout`: an open list.
        error_code: What went wrong.
        exit_code: The exit code of a command; absent is not 0.
        data_kind: What `data` is.
        data: For the product; any JSON value.
    """

    tool_call_id: Annotated[str, Meta(min_length=1)]
    status: Annotated[str, Meta(min_length=1)]
    error_code: str = ''
    exit_code: Integer | UnsetType = UNSET
    data_kind: str = ''
    data: Any | UnsetType = UNSET


class Lifecycle(Struct, frozen=True, gc=False, omit_defaults=True, rename="camel"):
    """The start or the end of a run, a turn or a step; which members are there depends on the entry's type.

    Attributes:
        run_id: The run.
        turn_id: The turn.
        step_id: The step.
        status: How it ended.
        reason: Why.
    """

    run_id: Annotated[str, Meta(min_length=1)]
    turn_id: str = ''
    step_id: str = ''
    status: str = ''
    reason: str = ''


class ToolDefinition(Struct, frozen=True, gc=False, omit_defaults=True):
    """A tool that the model was offered. Names are not blank (entry.request.tool-name).

    Attributes:
        name: Its name.
        description: What it does.
        parameters: The schema of its arguments; any JSON value.
        strict: Whether the provider was asked to enforce the schema.
    """

    name: Annotated[str, Meta(min_length=1)]
    description: str = field(default_factory=lambda: '')
    parameters: Any = field(default_factory=lambda: None)
    strict: bool | UnsetType = UNSET


class ToolChoice(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Which tool the model must call: exactly one of the two is set (entry.request.choice-one). Closed.

    Attributes:
        mode: A mode of the protocol.
        name: A tool of the header.
    """

    mode: str = ''
    name: str = ''


class ProtocolOptions(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, rename="camel"):
    """What depends on the protocol. Closed.

    Attributes:
        thinking_display: Empty, `summarized` or `omitted` (entry.request.display).
        tool_choice: Which tool must be called.
    """

    thinking_display: str = ''
    tool_choice: ToolChoice | UnsetType = UNSET


class RequestOptions(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, rename="camel"):
    """What a request asks of the model besides its messages. Closed, so that it holds no secrets.

    Attributes:
        temperature: The sampling temperature.
        max_tokens: The most tokens of the answer; 0 for no limit.
        protocol_options: What depends on the protocol.
    """

    temperature: int | float | UnsetType = UNSET
    max_tokens: Position = 0
    protocol_options: ProtocolOptions | UnsetType = UNSET


class RequestAttachment(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, rename="camel"):
    """Where a context stands among the messages of a request. Closed.

    Attributes:
        attachment_id: The context.
        message_index: Its place when all are inserted; not negative, and growing (entry.request.attachment-order).
    """

    attachment_id: Annotated[str, Meta(min_length=1)]
    message_index: Integer


class RequestHeader(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, rename="camel", kw_only=True):
    """One model request without its messages and without secrets. Closed. The rules about several members are the
    requirements entry.request.*.

    Attributes:
        provider_request_id: Its id; unique in the session.
        run_id: The run.
        turn_id: The turn.
        step_id: The step.
        provider: The provider.
        model: The model.
        protocol: The provider's protocol.
        thinking_level: How much the model thinks.
        system_prompt: The system prompt.
        tools: The tools that are offered.
        options: What else is asked of the model.
        input_seq: Seq of the last entry before it (entry.request.input-seq).
        active_compaction_entry_id: Id of the boundary in force.
        attachments: The contexts that are inserted.
    """

    provider_request_id: Annotated[str, Meta(min_length=1)]
    run_id: Annotated[str, Meta(min_length=1)]
    turn_id: Annotated[str, Meta(min_length=1)]
    step_id: Annotated[str, Meta(min_length=1)]
    provider: Annotated[str, Meta(min_length=1)]
    model: Annotated[str, Meta(min_length=1)]
    protocol: str = field(default_factory=lambda: '')
    thinking_level: Literal["", "off", "minimal", "low", "medium", "high", "xhigh", "max"] = ''
    system_prompt: str = ''
    tools: tuple[ToolDefinition, ...] = ()
    options: RequestOptions = field(default_factory=lambda: RequestOptions())
    input_seq: Integer
    active_compaction_entry_id: str = ''
    attachments: tuple[RequestAttachment, ...] = ()


class PlanMode(Struct, frozen=True, gc=False, omit_defaults=True):
    """Whether planning is on from here.

    Attributes:
        active: Whether it is on.
    """

    active: bool = field(default_factory=lambda: False)


class EntryLine(Struct, frozen=True, gc=False, omit_defaults=True, rename="camel"):
    """One entry of a transcript: any of the thirteen types.

    Attributes:
        seq: How many entries are before it.
        id: Its id; unique in the log.
        timestamp: When.
        type: What it records.
        message: A message, by its role (requirement entry.message.role).
        tool_call: A dispatch: a tool is about to be started.
        tool_outcome: How a tool ended, for programs.
        context: Text that the product puts before the model, and that nobody typed.
        compaction: A summary stands for what came before.
        lifecycle: The start or the end of a run, a turn or a step; which members are there depends on the entry's
            type.
        request_header: One model request without its messages and without secrets. Closed. The rules about several
            members are the requirements entry.request.*.
        plan_mode: Whether planning is on from here.
    """

    seq: Position
    id: Annotated[str, Meta(min_length=1)]
    timestamp: str
    type: Literal["message", "tool_call", "tool_outcome", "context", "compaction", "run/start", "run/end", "turn/start", "turn/end", "step/start", "step/end", "request/header", "plan/mode"]
    message: UserMessage | AssistantMessage | ToolResultMessage | UnsetType = UNSET
    tool_call: ToolCall | UnsetType = UNSET
    tool_outcome: ToolOutcome | UnsetType = UNSET
    context: Context | UnsetType = UNSET
    compaction: Compaction | UnsetType = UNSET
    lifecycle: Lifecycle | UnsetType = UNSET
    request_header: RequestHeader | UnsetType = UNSET
    plan_mode: PlanMode | UnsetType = UNSET


class Header(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type", tag="session"):
    """The first line of a transcript (requirements file.header.*). Other members are ignored and kept.

    Attributes:
        version: The version of the format.
        records: What the writer records of a session, where that is not everything; `dispatch` is defined.
    """

    version: Literal[8]
    records: tuple[str, ...] | UnsetType = UNSET


class MessageEntry(Struct, frozen=True, gc=False, omit_defaults=True):
    """A message. No payload of another type (entry.payload.foreign).

    Attributes:
        seq: How many entries are before it.
        id: Its id; unique in the log.
        timestamp: When.
        type: What it records.
        message: A message, by its role (requirement entry.message.role).
    """

    seq: Position
    id: Annotated[str, Meta(min_length=1)]
    timestamp: str
    type: Literal["message"]
    message: UserMessage | AssistantMessage | ToolResultMessage


class ModelContextView(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What the model is sent of a session (chapter Model context).

    Attributes:
        messages: The messages, the summary message first if there is one.
        active_compaction: Id of the boundary.
        first_kept: Id of its first kept entry.
        as_of: The last entry that was looked at, or -1.
    """

    messages: tuple[dict[str, Any], ...]
    active_compaction: str | None
    first_kept: str | None
    as_of: Annotated[int, Meta(ge=-1, le=9223372036854775807)]


class PlanModeEntry(Struct, frozen=True, gc=False, omit_defaults=True, rename="camel"):
    """Planning is switched. No payload of another type (entry.payload.foreign).

    Attributes:
        seq: How many entries are before it.
        id: Its id; unique in the log.
        timestamp: When.
        type: What it records.
        plan_mode: Whether planning is on from here.
    """

    seq: Position
    id: Annotated[str, Meta(min_length=1)]
    timestamp: str
    type: Literal["plan/mode"]
    plan_mode: PlanMode


class RequestInputView(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, rename="camel"):
    """What the model is sent.

    Attributes:
        messages: The messages, attachments placed.
        system_prompt: The system prompt, if there is one.
        tools: The tools as in the header.
    """

    messages: tuple[dict[str, Any], ...]
    system_prompt: str | UnsetType = UNSET
    tools: tuple[dict[str, Any], ...] | UnsetType = UNSET


class ProviderRequestView(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, rename="camel"):
    """What exactly the model was asked (chapter Provider requests).

    Attributes:
        header_entry_id: The request header's entry.
        header_seq: Its number.
        header: The request header as its line has it.
        input: What the model is sent.
        options: The stream options that the header says.
    """

    header_entry_id: str
    header_seq: Position
    header: dict[str, Any]
    input: RequestInputView
    options: dict[str, Any]


class RequestHeaderEntry(Struct, frozen=True, gc=False, omit_defaults=True, rename="camel"):
    """A model request is about to be made. No payload of another type (entry.payload.foreign).

    Attributes:
        seq: How many entries are before it.
        id: Its id; unique in the log.
        timestamp: When.
        type: What it records.
        request_header: One model request without its messages and without secrets. Closed. The rules about several
            members are the requirements entry.request.*.
    """

    seq: Position
    id: Annotated[str, Meta(min_length=1)]
    timestamp: str
    type: Literal["request/header"]
    request_header: RequestHeader


class RunEndEntry(Struct, frozen=True, gc=False, omit_defaults=True):
    """The end of a run. No payload of another type (entry.payload.foreign).

    Attributes:
        seq: How many entries are before it.
        id: Its id; unique in the log.
        timestamp: When.
        type: What it records.
        lifecycle: The start or the end of a run, a turn or a step; which members are there depends on the entry's
            type.
    """

    seq: Position
    id: Annotated[str, Meta(min_length=1)]
    timestamp: str
    type: Literal["run/end"]
    lifecycle: Lifecycle


class RunStartEntry(Struct, frozen=True, gc=False, omit_defaults=True):
    """The start of a run. No payload of another type (entry.payload.foreign).

    Attributes:
        seq: How many entries are before it.
        id: Its id; unique in the log.
        timestamp: When.
        type: What it records.
        lifecycle: The start or the end of a run, a turn or a step; which members are there depends on the entry's
            type.
    """

    seq: Position
    id: Annotated[str, Meta(min_length=1)]
    timestamp: str
    type: Literal["run/start"]
    lifecycle: Lifecycle


class StepView(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, rename="camel"):
    """Step view.

    Attributes:
        run_id: An id.
        turn_id: An id.
        step_id: An id.
        start_entry_id: The entry that started it.
        start_seq: Its number.
        started_at: Its time.
        end_entry_id: The entry that ended it.
        end_seq: Its number.
        completed_at: Its time.
        status: How it ended.
        reason: Why.
    """

    run_id: str
    turn_id: str
    step_id: str
    start_entry_id: str
    start_seq: Position
    started_at: str
    end_entry_id: str | None
    end_seq: int | None
    completed_at: str | None
    status: str
    reason: str


class TurnView(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, rename="camel"):
    """Turn view.

    Attributes:
        run_id: An id.
        turn_id: An id.
        start_entry_id: The entry that started it.
        start_seq: Its number.
        started_at: Its time.
        end_entry_id: The entry that ended it.
        end_seq: Its number.
        completed_at: Its time.
        status: How it ended.
        reason: Why.
        steps: What is inside.
    """

    run_id: str
    turn_id: str
    start_entry_id: str
    start_seq: Position
    started_at: str
    end_entry_id: str | None
    end_seq: int | None
    completed_at: str | None
    status: str
    reason: str
    steps: tuple[StepView, ...]


class RunView(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, rename="camel"):
    """Run view.

    Attributes:
        run_id: An id.
        start_entry_id: The entry that started it.
        start_seq: Its number.
        started_at: Its time.
        end_entry_id: The entry that ended it.
        end_seq: Its number.
        completed_at: Its time.
        status: How it ended.
        reason: Why.
        turns: What is inside.
    """

    run_id: str
    start_entry_id: str
    start_seq: Position
    started_at: str
    end_entry_id: str | None
    end_seq: int | None
    completed_at: str | None
    status: str
    reason: str
    turns: tuple[TurnView, ...]


class MessageView(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, rename="camel"):
    """Message view.

    Attributes:
        entry_id: The entry.
        seq: Its number.
        timestamp: Its time.
        run_id: The run.
        turn_id: The turn.
        step_id: The step.
        message: The payload as its line has it.
    """

    entry_id: str
    seq: Position
    timestamp: str
    run_id: str
    turn_id: str
    step_id: str | None
    message: dict[str, Any]


class ToolCallView(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, rename="camel"):
    """Tool call view.

    Attributes:
        tool_call_id: The call's id.
        tool_name: The tool.
        arguments: What the model asks with.
        run_id: The run.
        turn_id: The turn.
        step_id: The step.
        request_entry_id: An entry about it.
        request_seq: Its number.
        dispatch_entry_id: An entry about it.
        dispatch_seq: Its number.
        result_entry_id: An entry about it.
        result_seq: Its number.
        outcome_entry_id: An entry about it.
        outcome_seq: Its number.
        outcome: The outcome as its line has it.
    """

    tool_call_id: str
    tool_name: str
    arguments: dict[str, Any]
    run_id: str
    turn_id: str
    step_id: str
    request_entry_id: str
    request_seq: int
    dispatch_entry_id: str | None
    dispatch_seq: int | None
    result_entry_id: str | None
    result_seq: int | None
    outcome_entry_id: str | None
    outcome_seq: int | None
    outcome: dict[str, Any] | None


class ContextView(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, rename="camel"):
    """Context view.

    Attributes:
        entry_id: The entry.
        seq: Its number.
        run_id: The run.
        turn_id: The turn.
        step_id: The step.
        context: The payload as its line has it.
    """

    entry_id: str
    seq: Position
    run_id: str
    turn_id: str
    step_id: str
    context: dict[str, Any]


class CompactionView(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, rename="camel"):
    """Compaction view.

    Attributes:
        entry_id: The entry.
        seq: Its number.
        run_id: The run.
        turn_id: The turn.
        step_id: The step.
        compaction: The payload as its line has it.
    """

    entry_id: str
    seq: Position
    run_id: str | None
    turn_id: str | None
    step_id: str | None
    compaction: dict[str, Any]


class ProviderRequestHeaderView(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, rename="camel"):
    """A request header and where it stands.

    Attributes:
        entry_id: The entry.
        seq: Its number.
        request_header: The payload as its line has it.
    """

    entry_id: str
    seq: Position
    request_header: dict[str, Any]


class ScopeView(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, rename="camel"):
    """What is open.

    Attributes:
        run_id: The run.
        turn_id: The turn.
        step_id: The step.
    """

    run_id: str | None
    turn_id: str | None
    step_id: str | None


class SessionProjectionView(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, rename="camel"):
    """What a product shows of a session (chapter Session projection).

    Attributes:
        applied_entries: How many entries it is of.
        as_of_seq: The last of them, or -1.
        runs: The runs.
        messages: The messages.
        tool_calls: The tool calls.
        contexts: The contexts.
        compactions: The compactions.
        provider_requests: The request headers.
        open: What is open behind the last entry.
    """

    applied_entries: Position
    as_of_seq: Annotated[int, Meta(ge=-1, le=9223372036854775807)]
    runs: tuple[RunView, ...]
    messages: tuple[MessageView, ...]
    tool_calls: tuple[ToolCallView, ...]
    contexts: tuple[ContextView, ...]
    compactions: tuple[CompactionView, ...]
    provider_requests: tuple[ProviderRequestHeaderView, ...]
    open: ScopeView


class StepEndEntry(Struct, frozen=True, gc=False, omit_defaults=True):
    """The end of a step. No payload of another type (entry.payload.foreign).

    Attributes:
        seq: How many entries are before it.
        id: Its id; unique in the log.
        timestamp: When.
        type: What it records.
        lifecycle: The start or the end of a run, a turn or a step; which members are there depends on the entry's
            type.
    """

    seq: Position
    id: Annotated[str, Meta(min_length=1)]
    timestamp: str
    type: Literal["step/end"]
    lifecycle: Lifecycle


class StepStartEntry(Struct, frozen=True, gc=False, omit_defaults=True):
    """The start of a step. No payload of another type (entry.payload.foreign).

    Attributes:
        seq: How many entries are before it.
        id: Its id; unique in the log.
        timestamp: When.
        type: What it records.
        lifecycle: The start or the end of a run, a turn or a step; which members are there depends on the entry's
            type.
    """

    seq: Position
    id: Annotated[str, Meta(min_length=1)]
    timestamp: str
    type: Literal["step/start"]
    lifecycle: Lifecycle


class ToolCallEntry(Struct, frozen=True, gc=False, omit_defaults=True, rename="camel"):
    """A tool is about to be started. No payload of another type (entry.payload.foreign).

    Attributes:
        seq: How many entries are before it.
        id: Its id; unique in the log.
        timestamp: When.
        type: What it records.
        tool_call: A dispatch: a tool is about to be started.
    """

    seq: Position
    id: Annotated[str, Meta(min_length=1)]
    timestamp: str
    type: Literal["tool_call"]
    tool_call: ToolCall


class ToolOutcomeEntry(Struct, frozen=True, gc=False, omit_defaults=True, rename="camel"):
    """A tool has ended. No payload of another type (entry.payload.foreign).

    Attributes:
        seq: How many entries are before it.
        id: Its id; unique in the log.
        timestamp: When.
        type: What it records.
        tool_outcome: How a tool ended, for programs.
    """

    seq: Position
    id: Annotated[str, Meta(min_length=1)]
    timestamp: str
    type: Literal["tool_outcome"]
    tool_outcome: ToolOutcome


class TurnEndEntry(Struct, frozen=True, gc=False, omit_defaults=True):
    """The end of a turn. No payload of another type (entry.payload.foreign).

    Attributes:
        seq: How many entries are before it.
        id: Its id; unique in the log.
        timestamp: When.
        type: What it records.
        lifecycle: The start or the end of a run, a turn or a step; which members are there depends on the entry's
            type.
    """

    seq: Position
    id: Annotated[str, Meta(min_length=1)]
    timestamp: str
    type: Literal["turn/end"]
    lifecycle: Lifecycle


class TurnStartEntry(Struct, frozen=True, gc=False, omit_defaults=True):
    """The start of a turn. No payload of another type (entry.payload.foreign).

    Attributes:
        seq: How many entries are before it.
        id: Its id; unique in the log.
        timestamp: When.
        type: What it records.
        lifecycle: The start or the end of a run, a turn or a step; which members are there depends on the entry's
            type.
    """

    seq: Position
    id: Annotated[str, Meta(min_length=1)]
    timestamp: str
    type: Literal["turn/start"]
    lifecycle: Lifecycle
