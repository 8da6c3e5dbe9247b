"""Which messages are carriers, and what they declare.

Chapter *Carriers*, requirements `carrier.role.*`, `carrier.is-carrier`, `carrier.legacy.*`,
`carrier.image-refs` and `carrier.native.skipped`.
"""

from __future__ import annotations

from toolwire import text
from toolwire.carrier.native import read_native
from toolwire.carrier.prompt import is_prompt_tool_carrier, read_prompt
from toolwire.model.carrier import CarrierParts, Diagnosis


def is_tool_result_carrier(role: str, content: str) -> bool:
    """Whether a message is a carrier, declared or legacy; never looks at the body."""
    return role == "tool" or (role == "user" and is_prompt_tool_carrier(content))


def classify(role: str, content: str) -> CarrierParts | None:
    """The parts of a carrier, or None for every other message.

    Raises:
        Refusal: `text.surrogate`, for a carrier that is not text.
    """
    reading = read_carrier(role, content)
    return None if reading is None else reading[0]


def diagnose(role: str, content: str) -> Diagnosis | None:
    """Whether a carrier is declared, why not, and how many of its items did not count; None for other messages.

    Raises:
        Refusal: as `classify`.
    """
    reading = read_carrier(role, content)
    return None if reading is None else reading[1]


def read_carrier(role: str, content: str) -> tuple[CarrierParts, Diagnosis] | None:
    """Both at once, for one reading of the content.

    Raises:
        Refusal: as `classify`.
    """
    if not is_tool_result_carrier(role, content):
        return None
    text.check(content)
    parts, reason, skipped = read_native(content) if role == "tool" else (*read_prompt(content), 0)
    return parts, Diagnosis(parts.declared, reason, skipped)


def image_refs(parts: CarrierParts) -> tuple[str, ...]:
    """The targets of a carrier's images, in order, duplicates included."""
    return tuple(a.target for a in parts.attachments if a.kind == "image")
