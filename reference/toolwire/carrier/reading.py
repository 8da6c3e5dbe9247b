"""What reading a carrier gives: its parts, and for diagnosis why it is legacy and how many items did not count."""

from __future__ import annotations

from dataclasses import dataclass

from toolwire.model.carrier import CarrierParts, LegacyReason


@dataclass(frozen=True, slots=True)
class Reading:
    """The parts of a carrier, with what diagnosis adds."""

    parts: CarrierParts
    reason: LegacyReason | None
    skipped: int = 0
