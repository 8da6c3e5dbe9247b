"""The ingress rule: no text from outside the runtime may form a carrier.

Chapter *Carriers*, requirements `carrier.ingress.*`.
"""

from __future__ import annotations

from toolwire.carrier.prompt import is_prompt_tool_carrier

_GUARD = "[User text]\n"


def guard_user_text(text: str) -> str:
    """`text`, with the line `[User text]` in front of it if it would be read as a carrier."""
    return _GUARD + text if is_prompt_tool_carrier(text) else text
