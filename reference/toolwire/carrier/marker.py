"""Marker lines: one attachment on one line of a prompt carrier.

Chapter *Carriers*, requirements `carrier.marker.*`, `carrier.write.kind`, `carrier.write.target` and
`carrier.write.marker`.
"""

from __future__ import annotations

import re
from typing import get_args

from toolwire import text
from toolwire.grammar import recogniser
from toolwire.model.carrier import Attachment, AttachmentKind
from toolwire.refusal import Refusal

KINDS: dict[str, AttachmentKind] = {kind.upper(): kind for kind in get_args(AttachmentKind)}
"""Kinds by their spelling in a marker line."""

_FORBIDDEN_IN_TARGET = "[\x00-\x1f\x7f-\x9f\u2028\u2029]"


def parse_marker_line(line: str) -> Attachment | None:
    """The attachment that one line declares, or None if it is not a marker line.

    `line` has no line end; a text with U+000A in it is no marker line.

    Raises:
        Refusal: `text.surrogate`.
    """
    return read_marker(text.check(line), 0, len(line))


def read_marker(content: str, start: int, end: int) -> Attachment | None:
    """As `parse_marker_line`, for the line from `start` to `end` (code points) of a checked `content`."""
    marker = recogniser("marker_line").fullmatch(content, start, end)
    return None if marker is None else Attachment(KINDS[marker["kind"]], marker["target"])


def marker_line(attachment: Attachment) -> str:
    """The line that declares `attachment`, without a line end.

    Raises:
        Refusal: as `check_attachment`.
    """
    check_attachment(attachment)
    return f"[{attachment.kind.upper()}:{attachment.target}]"


def check_attachment(attachment: Attachment) -> Attachment:
    """`attachment` itself, if a writer may write it.

    Raises:
        Refusal: `carrier.write.kind`, `carrier.write.target` or `text.surrogate`; the place is the offset of the
            character in the target, in bytes.
    """
    if attachment.kind not in KINDS.values():
        advice = f"Use one of the kinds {', '.join(KINDS.values())}."
        raise Refusal("carrier.write.kind", "invalid", advice, pointer="/kind")
    target = text.check(attachment.target)
    if not target:
        advice = "Name what is attached, or leave the attachment out."
        raise Refusal("carrier.write.target", "invalid", advice, pointer="/target")
    if forbidden := re.search(_FORBIDDEN_IN_TARGET, target):
        advice = f"Store the attachment under a name without U+{ord(forbidden[0]):04X}, or leave it out."
        byte = text.byte_offset(target, forbidden.start())
        raise Refusal("carrier.write.target", "invalid", advice, byte=byte, pointer="/target")
    return attachment
