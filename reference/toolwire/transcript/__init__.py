"""Transcripts: the durable log of one session of an agent.

Load a log, validate it, recover what was interrupted, append to it, check what is damaged. Chapters *Transcript
file*, *Entries and messages*, *Session rules*, *Recovery*, *Check* and *Storage*.

    >>> from toolwire import transcript
    >>> store = transcript.MemoryStore()
    >>> store.append(transcript.sequence_entries([transcript.new_run_start("run_1")], 0))
    >>> validator, repairs = transcript.recover_session(store.load().entries)
    >>> [(entry.seq, entry.type, entry.payload.status) for entry in repairs]
    [(1, 'run/end', 'interrupted')]
    >>> store.append(repairs)
    >>> validator.scope.run is None, validator.next_seq
    (True, 2)
    >>> transcript.load(b'{"type":"session","version":7}\\n')
    Traceback (most recent call last):
        ...
    toolwire.refusal.Refusal: file.header.version in line 1 at byte 0: Only version 8 is read; nothing is migrated.
"""

from __future__ import annotations

from toolwire.model.transcript import (
    AssistantMessage,
    Compaction,
    Context,
    Cost,
    Diagnostic,
    ImageBlock,
    Lifecycle,
    PlanMode,
    ProtocolOptions,
    RequestAttachment,
    RequestHeader,
    RequestOptions,
    TextBlock,
    ThinkingBlock,
    ToolCall,
    ToolCallBlock,
    ToolChoice,
    ToolDefinition,
    ToolOutcome,
    ToolResultMessage,
    Usage,
    UserMessage,
)

from .context import ModelContext, ModelContextProjectionUnit, build_context, project_model_context
from .entry import (
    UNSEQUENCED,
    Entry,
    new_compaction,
    new_context,
    new_header,
    new_id,
    new_message,
    new_plan_mode,
    new_request_header,
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
from .file import VERSION, FileHeader, Log, encode_log, iter_entries, load, read_log
from .fork import ForkMessageNotFoundError, ForkMode, InvalidForkBoundaryError, fork
from .line import decode as decode_entry
from .line import encode as encode_entry
from .permissions import secure_private_permissions
from .projection import SessionProjection, SessionProjectionUnit, project_session
from .recovery import INTERRUPTED, NOT_STARTED, OUTCOME_UNKNOWN, recover_session
from .registry import ProjectionRegistry, ProjectionUnit, Snapshot, recover_session_with_projections
from .request import (
    ProviderRequest,
    capture_request_options,
    reconstruct_committed_provider_request,
    reconstruct_provider_request,
    reconstruct_provider_request_from_projection,
    reconstruct_provider_requests,
    stream_options,
)
from .store import JSONLStore, MemoryStore, Store, StoreError
from .validator import PreparedAppend, Scope, SessionValidator, validate_session

__all__ = [
    "INTERRUPTED",
    "NOT_STARTED",
    "OUTCOME_UNKNOWN",
    "UNSEQUENCED",
    "VERSION",
    "AssistantMessage",
    "Compaction",
    "Context",
    "Cost",
    "Diagnostic",
    "Entry",
    "FileHeader",
    "ForkMessageNotFoundError",
    "ForkMode",
    "ImageBlock",
    "InvalidForkBoundaryError",
    "JSONLStore",
    "Lifecycle",
    "Log",
    "MemoryStore",
    "ModelContext",
    "ModelContextProjectionUnit",
    "PlanMode",
    "PreparedAppend",
    "ProjectionRegistry",
    "ProjectionUnit",
    "ProtocolOptions",
    "ProviderRequest",
    "RequestAttachment",
    "RequestHeader",
    "RequestOptions",
    "Scope",
    "SessionProjection",
    "SessionProjectionUnit",
    "SessionValidator",
    "Snapshot",
    "Store",
    "StoreError",
    "TextBlock",
    "ThinkingBlock",
    "ToolCall",
    "ToolCallBlock",
    "ToolChoice",
    "ToolDefinition",
    "ToolOutcome",
    "ToolResultMessage",
    "Usage",
    "UserMessage",
    "build_context",
    "capture_request_options",
    "decode_entry",
    "encode_entry",
    "encode_log",
    "fork",
    "iter_entries",
    "load",
    "new_compaction",
    "new_context",
    "new_header",
    "new_id",
    "new_message",
    "new_plan_mode",
    "new_request_header",
    "new_run_end",
    "new_run_start",
    "new_step_end",
    "new_step_start",
    "new_tool_call",
    "new_tool_outcome",
    "new_turn_end",
    "new_turn_start",
    "project_model_context",
    "project_session",
    "read_log",
    "reconstruct_committed_provider_request",
    "reconstruct_provider_request",
    "reconstruct_provider_request_from_projection",
    "reconstruct_provider_requests",
    "recover_session",
    "recover_session_with_projections",
    "secure_private_permissions",
    "sequence_entries",
    "stream_options",
    "validate_session",
]
