"""Retained results: captures of tool output, their previews and markers, and the pages that a model asks for.

    >>> from toolwire import retained
    >>> capture_id = "3f1c2b9a-7d4e-4a1b-9c8d-0e5f6a7b8c9d"
    >>> kept = retained.capture(b"line\\n" * 1000, capture_id, budget=256)
    >>> kept.preview.endswith(f'capture_id="{capture_id}"]\\n')
    True
    >>> retained.prepare_arguments('{"capture_id":"%s","offset":10}' % capture_id).offset
    10

Everything but `CaptureStore` is pure. Sizes, offsets and budgets are in bytes of UTF-8.
"""

from toolwire.model.retained import CaptureRecord, Encoding, PageRequest, ReadErrorKind, TruncationReason
from toolwire.retained.arguments import MAX_BYTES, TOOL_NAME, PrepareError, prepare_arguments
from toolwire.retained.capture import CEILING, Captured, Meter, capture, marker_of
from toolwire.retained.error import ReadError, answer, error_kind, error_text
from toolwire.retained.marker import Marker, parse_marker
from toolwire.retained.page import PAGE_LIMIT, Page, ParsedPage, cut_page, page_limit, parse_page, window
from toolwire.retained.preview import shape_preview
from toolwire.retained.record import check_record, decode_record
from toolwire.retained.store import CaptureStore
from toolwire.retained.tool import PreparedRead, ReadToolResult, ToolInfo, ToolResultReader

__all__ = [
    "CEILING",
    "MAX_BYTES",
    "PAGE_LIMIT",
    "TOOL_NAME",
    "CaptureRecord",
    "CaptureStore",
    "Captured",
    "Encoding",
    "Marker",
    "Meter",
    "Page",
    "PageRequest",
    "ParsedPage",
    "PrepareError",
    "PreparedRead",
    "ReadError",
    "ReadErrorKind",
    "ReadToolResult",
    "ToolInfo",
    "ToolResultReader",
    "TruncationReason",
    "answer",
    "capture",
    "check_record",
    "cut_page",
    "decode_record",
    "error_kind",
    "error_text",
    "marker_of",
    "page_limit",
    "parse_marker",
    "parse_page",
    "prepare_arguments",
    "shape_preview",
    "window",
]
