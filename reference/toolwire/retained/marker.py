"""The retention marker: what ends the preview of an output that was kept.

Chapter *Preview and marker*, requirements `marker.*`.
"""

from __future__ import annotations

from typing import NamedTuple

from toolwire import text as text_rules
from toolwire.grammar import recogniser
from toolwire.model.retained import TruncationReason
from toolwire.refusal import Refusal
from toolwire.retained.arguments import TOOL_NAME
from toolwire.retained.record import check_numbers

_CAUSES: dict[TruncationReason, str] = {
    "capture_ceiling": "exceeded the capture ceiling",
    "source_limit": "were not supplied by the tool",
}
_REASONS: dict[str, TruncationReason] = {cause: reason for reason, cause in _CAUSES.items()}
_UNSIGNED_END = 1 << 64


class Marker(NamedTuple):
    """What a retention marker says. It is no more than a text that says so (`marker.authority`)."""

    captured_bytes: int
    original_bytes: int
    original_exact: bool
    truncation_reason: TruncationReason | None
    capture_id: str | None
    """None when the capture cannot be read."""

    def render(self) -> str:
        """The marker, with both of its line feeds.

        Raises:
            Refusal: `capture.record.shape`, `capture.record.exact` or `capture.record.bound` for the numbers and the
                reason, `marker.valid` for the id.
        """
        captured, original, exact, reason, capture_id = self
        if reason is not None and reason not in _CAUSES:
            advice = f"Give one of {', '.join(_CAUSES)}, or none."
            raise Refusal("capture.record.shape", "invalid", advice, pointer="/truncation_reason")
        check_numbers(captured, original, exact, reason)
        if capture_id is not None and not recogniser("canonical_uuid").fullmatch(capture_id):
            advice = "Give the capture id in its canonical form, or none."
            raise Refusal("marker.valid", "invalid", advice, pointer="/capture_id")
        if reason is None:
            said, hint = f"all {captured} bytes retained", "read the rest"
        else:
            least = "" if exact else "at least "
            missing = f"{least}the last {original - captured} bytes {_CAUSES[reason]} and are unavailable"
            said, hint = f"{captured} of {least}{original} bytes retained; {missing}", "read the retained bytes"
        hint = "" if capture_id is None else f'; {hint} with {TOOL_NAME} capture_id="{capture_id}"'
        return f"\n[tool output shaped; {said}{hint}]\n"


def parse_marker(text: str) -> tuple[str, Marker] | None:
    """What stands before the retention marker at the end of a preview, and the marker; None if there is none.

    Raises:
        Refusal: `text.surrogate`.
    """
    text_rules.check(text)
    start = text.rfind("\n", 0, -1)
    found = recogniser("retention_marker").fullmatch(text, start) if start >= 0 else None
    if found is None:
        return None
    part = found.groupdict()
    if part["complete"]:
        count = int(part["all_bytes"])
        marker = Marker(count, count, True, None, part["rest_id"])
        missing = 0
    else:
        exact = part["exact"] is not None
        original = int(part["original"] if exact else part["least_original"])
        missing = int(part["missing"] if exact else part["least_missing"])
        marker = Marker(int(part["captured"]), original, exact, _REASONS[part["cause"]], part["retained_id"])
    agrees = marker.original_bytes < _UNSIGNED_END and missing == marker.original_bytes - marker.captured_bytes
    sound = agrees and (missing > 0) is (marker.truncation_reason is not None)
    return (text[:start], marker) if sound else None
