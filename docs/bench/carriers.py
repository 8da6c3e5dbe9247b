"""Reading carriers: what it costs beside the least that could be done."""

from __future__ import annotations

import json
from collections.abc import Iterator

from measure import ratio

from toolwire import carrier
from toolwire.carrier import Attachment

TWO = (Attachment("image", "/tmp/shot.png"), Attachment("document", "/srv/report.pdf"))
LINE = 'a line of output with "quotes", a tab\tand a path C:\\work\n'
MIB = 1 << 20


def rows() -> Iterator[tuple[str, float, float | None, str]]:
    """Name, ratio, target and a note with absolute times, one row a measurement."""
    body = (LINE * (MIB // len(LINE) + 1))[:MIB]
    content = carrier.render_prompt_tool_carrier(body, TWO)
    start = len(content) - len(body)
    ours, base, r = ratio(lambda: carrier.classify("user", content), lambda: content[start:], calls=200)
    yield "prompt carrier, 2 attachments, body of 1 MiB / slicing the body", r, 2.0, note(ours, base)

    wide = "é中" * (MIB // 2)
    content_wide = carrier.render_prompt_tool_carrier(wide, TWO)
    start_wide = len(content_wide) - len(wide)
    ours, base, r = ratio(lambda: carrier.classify("user", content_wide), lambda: content_wide[start_wide:], calls=50)
    yield "the same with a body of 1 Mi characters beyond ASCII (checked for surrogates)", r, None, note(ours, base)

    # Damaged in the last line of its head, so that the whole head is read and no body is cut out.
    damaged = content.replace("[DOCUMENT:", "[DOCUMENTS:", 1)
    short = damaged[: len(damaged) - len(body)]
    ours, base, r = ratio(
        lambda: carrier.classify("user", damaged), lambda: carrier.classify("user", short), calls=5000
    )
    yield "reading the head, body of 1 MiB / empty body", r, 1.2, note(ours, base)

    empty = carrier.render_prompt_tool_carrier("", TWO)
    ours, base, r = ratio(
        lambda: carrier.is_tool_result_carrier("user", content),
        lambda: carrier.is_tool_result_carrier("user", empty),
        calls=5000,
    )
    yield "predicate, body of 1 MiB / empty body", r, 1.2, note(ours, base)

    for name, text in (("plain", "x" * 10_000), ("with escapes", (LINE * 200)[:10_000])):
        envelope = json.dumps(
            {"tool_call_id": "call-1", "content": text, "attachments": [{"kind": "image", "target": "/a"}]}
        )
        ours, base, r = ratio(lambda: carrier.classify("tool", envelope), lambda: json.loads(envelope), calls=2000)  # noqa: B023
        yield f"native envelope of 10 KB, {name} / json.loads", r, 2.0, note(ours, base)

    history = [("user" if i % 3 else "tool", content if i % 7 == 0 else f"message {i}") for i in range(10_000)]

    def bare(role: str, text: str) -> bool:
        return role == "tool" or (role == "user" and text.startswith("[Tool results]"))

    ours, base, r = ratio(
        lambda: [carrier.is_tool_result_carrier(role, text) for role, text in history],
        lambda: [bare(role, text) for role, text in history],
        calls=20,
    )
    yield "is_tool_result_carrier over 10,000 messages / role and one startswith", r, 3.0, note(ours, base)


def note(ours: float, base: float) -> str:
    """Both times in microseconds."""
    return f"{ours * 1e6:,.1f} µs / {base * 1e6:,.1f} µs"
