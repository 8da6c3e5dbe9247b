"""Carriers: how a tool's result and its attachments stand in a chat history.

    >>> from toolwire import carrier
    >>> content = carrier.render_prompt_tool_carrier("saved", [carrier.Attachment("image", "/tmp/shot.png")])
    >>> parts = carrier.classify("user", content)
    >>> parts.declared, carrier.image_refs(parts), parts.text
    (True, ('/tmp/shot.png',), 'saved')
    >>> carrier.classify("user", "an ordinary message") is None
    True

Everything here is pure, takes and gives text, and ends in a result or in `toolwire.refusal.Refusal`.
"""

from toolwire.carrier.classify import classify, diagnose, image_refs, is_tool_result_carrier
from toolwire.carrier.guard import guard_user_text
from toolwire.carrier.marker import marker_line, parse_marker_line
from toolwire.carrier.native import (
    native_attachments,
    parse_native_tool_carrier,
    render_native_attachments,
    render_native_tool_carrier,
)
from toolwire.carrier.prompt import (
    TOOL_RESULTS_PREFIX,
    is_prompt_tool_carrier,
    parse_prompt_tool_carrier,
    render_prompt_tool_carrier,
)
from toolwire.carrier.rebuild import rebuild_carrier
from toolwire.model.carrier import Attachment, AttachmentKind, CarrierKind, CarrierParts, Diagnosis, LegacyReason

__all__ = [
    "TOOL_RESULTS_PREFIX",
    "Attachment",
    "AttachmentKind",
    "CarrierKind",
    "CarrierParts",
    "Diagnosis",
    "LegacyReason",
    "classify",
    "diagnose",
    "guard_user_text",
    "image_refs",
    "is_prompt_tool_carrier",
    "is_tool_result_carrier",
    "marker_line",
    "native_attachments",
    "parse_marker_line",
    "parse_native_tool_carrier",
    "parse_prompt_tool_carrier",
    "rebuild_carrier",
    "render_native_attachments",
    "render_native_tool_carrier",
    "render_prompt_tool_carrier",
]
