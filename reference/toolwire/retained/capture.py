"""Capturing: what is kept of an output, and what is known of it.

Chapter *Retained results*, requirements `capture.*`; and when a marker ends the preview, `marker.when`.
"""

from __future__ import annotations

from codecs import getincrementaldecoder
from hashlib import sha256
from typing import NamedTuple

from toolwire.model.retained import CaptureRecord, Encoding, TruncationReason
from toolwire.retained.marker import Marker
from toolwire.retained.preview import shape_preview

CEILING = 8388608
"""How many bytes of an output are kept unless the host says otherwise (`capture.prefix`)."""

_Utf8 = getincrementaldecoder("utf-8")


class Meter:
    """Counts, digests and classifies the bytes that are kept of an output, piece by piece."""

    def __init__(self, ceiling: int = CEILING) -> None:
        self.ceiling = ceiling
        self.offered = 0
        self.kept = 0
        self._digest = sha256()
        self._decoder = _Utf8()
        self._is_text = True

    def take(self, piece: bytes) -> bytes:
        """The bytes of the next piece that are to be kept."""
        self.offered += len(piece)
        kept = piece if self.offered <= self.ceiling else piece[: self.ceiling - self.kept]
        self.kept += len(kept)
        self._digest.update(kept)
        if self._is_text:
            try:
                self._decoder.decode(kept)
            except UnicodeDecodeError:
                self._is_text = False
        return kept

    @property
    def digest(self) -> str:
        """The digest of the bytes kept so far (`capture.digest`)."""
        return f"sha256:{self._digest.hexdigest()}"

    @property
    def encoding(self) -> Encoding:
        """What the bytes kept so far are; to be asked at the end (`capture.encoding`)."""
        whole = self._is_text and not self._decoder.getstate()[0]
        return "utf-8" if whole else "binary"

    def record(self, capture_id: str, *, retained: bool) -> CaptureRecord:
        """The record of what was taken."""
        reason: TruncationReason | None = "capture_ceiling" if self.offered > self.kept else None
        digest = self.digest if retained else None
        return CaptureRecord(capture_id, self.kept, self.offered, True, reason, self.encoding, digest)


class Captured(NamedTuple):
    """An output, captured: what to keep, what is known of it, and what to show."""

    data: bytes
    """The retained bytes; to be stored before the preview is shown, if the record has a digest."""
    record: CaptureRecord
    preview: str


def capture(output: bytes, capture_id: str, *, budget: int, ceiling: int = CEILING, readable: bool = True) -> Captured:
    """Capture an output, and shape its preview for a budget in bytes; 0 or less: none.

    `ceiling` is in bytes. `readable` says whether the loop can read the capture: only then does the marker name it
    (`marker.readable`).

    Raises:
        Refusal: `preview.budget`, or `marker.valid` for an id that is not canonical.
    """
    meter = Meter(ceiling)
    data = meter.take(output)
    shown = shape_preview(output, budget)
    retained = len(data) < len(output) or shown.encode() != output
    record = meter.record(capture_id, retained=retained)
    if not retained:
        return Captured(data, record, shown)
    marker = marker_of(record, readable=readable)
    return Captured(data, record, shape_preview(output, budget, marker.render()))


def marker_of(record: CaptureRecord, *, readable: bool) -> Marker:
    """The retention marker for a capture that was retained."""
    return Marker(
        record.captured_bytes,
        record.original_bytes,
        record.original_exact,
        record.truncation_reason,
        record.capture_id if readable else None,
    )
