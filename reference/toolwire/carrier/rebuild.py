"""Rebuilding a stored carrier with other attachments, or another text.

Chapter *Carriers*, requirements `carrier.rebuild.*`.
"""

from __future__ import annotations

from collections.abc import Iterable

from toolwire import json_profile
from toolwire import text as text_rules
from toolwire.carrier.classify import classify
from toolwire.carrier.native import render_native_attachments
from toolwire.carrier.prompt import render_prompt_tool_carrier
from toolwire.model.carrier import Attachment
from toolwire.refusal import Refusal


def rebuild_carrier(role: str, content: str, attachments: Iterable[Attachment], *, text: str | None = None) -> str:
    """The content of a declared carrier with its attachments replaced, and its text too if one is given.

    Every other byte of an envelope stays as it is.

    Raises:
        Refusal: `carrier.rebuild.declared`, `carrier.write.kind`, `carrier.write.target` or `text.surrogate`.
    """
    parts = classify(role, content)
    if parts is None or not parts.declared:
        advice = "Rebuild declared carriers only; leave every other message as it is."
        raise Refusal("carrier.rebuild.declared", "invalid", advice)
    body = parts.text if text is None else text_rules.check(text)
    if parts.kind == "prompt":
        return render_prompt_tool_carrier(body, attachments)
    items = json_profile.write([*render_native_attachments(attachments)])
    _, spans = json_profile.locate(content)
    values = [(spans["/content"], json_profile.write(body)), (spans["/attachments"], items)]
    pieces: list[str] = []
    position = 0
    for (start, end), value in sorted(values):
        pieces += content[position:start], value
        position = end
    return "".join((*pieces, content[position:]))
