"""Derived by `toolwire generate` from schemas/carrier; do not edit.

A rule of a schema that no type can say is missing here: the schema is what counts.
"""

from __future__ import annotations

from typing import Literal, NamedTuple


# What the target is given to the model as.
AttachmentKind = Literal["image", "audio", "video", "document"]


class Attachment(NamedTuple):
    """One attachment as a writer takes it, in either shape of carrier (requirements carrier.write.kind and
    carrier.write.target). A reader takes more: see the attachments of carrier-parts.schema.json.

    Attributes:
        kind: What the target is given to the model as.
        target: A path, a URL, a data URI: opaque. Not empty; no control character (U+0000 to U+001F, U+007F to
            U+009F), no U+2028, no U+2029.
    """

    kind: AttachmentKind
    target: str


# The shape: `native` for role `tool`, `prompt` for role `user`.
CarrierKind = Literal["native", "prompt"]


class CarrierParts(NamedTuple):
    """What classification finds in a carrier. For a message that is no carrier the result is null instead.

    Attributes:
        kind: The shape: `native` for role `tool`, `prompt` for role `user`.
        declared: Whether the position of the carrier holds a declaration, even one of no attachments. False: a
            legacy carrier.
        attachments: The declared attachments in order; empty for a legacy carrier (requirement
            carrier.legacy.empty).
        text: The body, or the whole content where no body is told apart.
    """

    kind: CarrierKind
    declared: bool
    attachments: tuple[Attachment, ...]
    text: str


# Prompt: no-header, bad-header, short, bad-marker. Native: not-json, not-envelope, no-attachments,
# attachments-not-array.
LegacyReason = Literal["no-header", "bad-header", "short", "bad-marker", "not-json", "not-envelope", "no-attachments", "attachments-not-array"]


class Diagnosis(NamedTuple):
    """Why a carrier is legacy, and what a reader skipped in it (requirements carrier.legacy.reason and
    carrier.native.skipped).

    Attributes:
        declared: As in the parts of the same carrier.
        reason: Null for a declared carrier.
        skipped: How many items of a declared native carrier are no attachments; 0 for every other carrier.
    """

    declared: bool
    reason: LegacyReason | None
    skipped: int
