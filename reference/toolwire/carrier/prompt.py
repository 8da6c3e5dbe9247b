"""Prompt carriers: a `user` message whose head declares the attachments.

Chapter *Carriers*, requirements `carrier.predicate`, `carrier.prompt.*`, `carrier.write.prompt` and
`carrier.write.count`.
"""

from __future__ import annotations

from collections.abc import Iterable

from toolwire import text as text_rules
from toolwire.carrier.marker import marker_line, read_marker
from toolwire.grammar import recogniser
from toolwire.grammar.recognisers import RESULTS_PREFIX
from toolwire.model.carrier import Attachment, CarrierParts, LegacyReason

TOOL_RESULTS_PREFIX = RESULTS_PREFIX
"""Line 1 of a prompt carrier."""

_LINE_ONE = TOOL_RESULTS_PREFIX + "\n"
_HEADER_BEGINS = "[Tool attachments"

# More digits than any content has lines. int() is not given more: it refuses numerals of thousands of digits.
_SIGNIFICANT_DIGITS = 19


def is_prompt_tool_carrier(content: str) -> bool:
    """Whether the content of a `user` message is a prompt carrier, declared or legacy (`carrier.predicate`).

    Looks at nothing behind the token.
    """
    if content.startswith("["):
        return content.startswith(TOOL_RESULTS_PREFIX)
    return content.startswith(TOOL_RESULTS_PREFIX, text_rules.skip_white_space(content))


def parse_prompt_tool_carrier(content: str) -> CarrierParts | None:
    """The parts of a prompt carrier, declared or legacy; None if line 1 is not exactly the token.

    Raises:
        Refusal: `text.surrogate`.
    """
    if content != TOOL_RESULTS_PREFIX and not content.startswith(_LINE_ONE):
        return None
    return read_prompt(text_rules.check(content))[0]


def read_prompt(content: str) -> tuple[CarrierParts, LegacyReason | None]:
    """The parts of a checked content for which the predicate holds, and why they are legacy."""
    head = _read_head(content)
    if isinstance(head, str):
        return CarrierParts("prompt", False, (), content), head
    attachments, end = head
    return CarrierParts("prompt", True, attachments, content[end + 1 :]), None


def _read_head(content: str) -> tuple[tuple[Attachment, ...], int] | LegacyReason:
    """The attachments and the end of the last line of the head in code points, or why there is no whole head."""
    if not content.startswith(_LINE_ONE):
        return "no-header"
    start = len(_LINE_ONE)
    header = recogniser("attachments_header").match(content, start)
    if header is None or not _line_ends(content, header.end()):
        return "bad-header" if content.startswith(_HEADER_BEGINS, start) else "no-header"
    attachments: list[Attachment] = []
    end = header.end()
    for _ in range(_count(header["count"])):
        start = end + 1
        if start > len(content):
            return "short"
        end = content.find("\n", start)
        if end < 0:
            end = len(content)
        attachment = read_marker(content, start, end)
        if attachment is None:
            return "bad-marker"
        attachments.append(attachment)
    return tuple(attachments), end


def _line_ends(content: str, index: int) -> bool:
    return index == len(content) or content[index] == "\n"


def _count(digits: str) -> int:
    return int(digits.lstrip("0")[:_SIGNIFICANT_DIGITS] or "0")


def render_prompt_tool_carrier(text: str, attachments: Iterable[Attachment] = ()) -> str:
    """The content of a declared prompt carrier with this text and these attachments.

    Raises:
        Refusal: `carrier.write.kind`, `carrier.write.target` or `text.surrogate`.
    """
    markers = [marker_line(attachment) for attachment in attachments]
    head = "\n".join((TOOL_RESULTS_PREFIX, f"[Tool attachments: {len(markers)}]", *markers))
    return f"{head}\n{text_rules.check(text)}"
