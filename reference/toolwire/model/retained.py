"""Derived by `toolwire generate` from schemas/retained; do not edit.

A rule of a schema that no type can say is missing here: the schema is what counts.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType


# A capture id as argument.canonical asks; the grammar is grammars/canonical_uuid.lark.
CaptureId = Annotated[str, Meta(pattern="^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$")]


# An unsigned 64-bit integer.
Count = Annotated[int, Meta(ge=0)]


# The host kept no more, or the tool gave no more.
TruncationReason = Literal["capture_ceiling", "source_limit"]


# Well-formed UTF-8, or anything else.
Encoding = Literal["utf-8", "binary"]


class CaptureRecord(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What is known of a capture (requirements capture.record.*). That the numbers agree with each other is beyond
    a schema. How an integer is spelled (json.integer.spelling) and that no name stands twice (json.duplicate-name)
    is beyond a schema.

    Attributes:
        capture_id: The capture.
        captured_bytes: How many bytes were kept.
        original_bytes: How many bytes there were, or a number surely not above that.
        original_exact: Whether `original_bytes` is the number.
        truncation_reason: Why bytes are missing; null when none are.
        encoding: What the retained bytes are.
        digest: The digest of the retained bytes; null when nothing was kept, because the model was shown all.
    """

    capture_id: CaptureId
    captured_bytes: Count
    original_bytes: Count
    original_exact: bool
    truncation_reason: TruncationReason | None
    encoding: Encoding
    digest: Annotated[str, Meta(pattern="^sha256:[0-9a-f]{64}$")] | None


class PageRequest(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What an accepted argument document asks for.

    Attributes:
        capture_id: The capture.
        offset: The first byte that is asked for.
        max_bytes: At most so many bytes; null for as many as a page may have.
    """

    capture_id: CaptureId
    offset: Count
    max_bytes: Annotated[int, Meta(ge=1, le=65536)] | None


class PageView(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A part of the retained bytes of a capture (chapter Pages). That the members agree with each other
    (page.valid) is beyond a schema. How an integer is spelled (json.integer.spelling) and that no name stands twice
    (json.duplicate-name) is beyond a schema.

    Attributes:
        capture_id: The capture.
        offset: The first byte of the page.
        data: The bytes: as a string, or in base64 when `encoding` is `binary`.
        captured_bytes: How many bytes were kept.
        original_bytes: How many bytes there were, or a number surely not above that.
        original_exact: Whether `original_bytes` is the number.
        truncation_reason: Why bytes are missing; null when none are.
        encoding: What the retained bytes are.
        next_offset: Where the next page begins; null on the last one.
    """

    capture_id: CaptureId
    offset: Count
    data: str
    captured_bytes: Count
    original_bytes: Count
    original_exact: bool
    truncation_reason: TruncationReason | None
    encoding: Encoding
    next_offset: Annotated[int, Meta(ge=0)] | None


class ReadArguments(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The argument document of read_tool_result (requirements argument.*), as a model may be given it. A document
    that this accepts may still be refused: for how its integers are spelled (argument.integer), and for a name that
    stands twice (argument.duplicate).

    Attributes:
        capture_id: The id, as a retention marker prints it.
        offset: The first byte that is asked for, counted from 0.
        max_bytes: At most so many bytes; more than 65536 are taken as 65536.
    """

    capture_id: CaptureId
    offset: Annotated[int, Meta(ge=0)] | None | UnsetType = UNSET
    max_bytes: Annotated[int, Meta(ge=1)] | None | UnsetType = UNSET


# The kinds of chapter Retained results.
ReadErrorKind = Literal["unknown_capture", "not_retained", "offset_out_of_range", "integrity", "unavailable", "cancelled", "no_reader", "not_prepared"]


class ReadError(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A failed read, as a model is told of it (requirement read.text).

    Attributes:
        kind: What went wrong.
        text: What the model is shown.
    """

    kind: ReadErrorKind
    text: Annotated[str, Meta(pattern="^error: read_tool_result: ")]
