"""The preview of an output: the whole of it, or its two ends around an elision marker.

Chapter *Preview and marker*, requirements `preview.*`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate

from toolwire import text as text_rules
from toolwire.refusal import Refusal

LEAST_BUDGET = 256
"""The least budget that bounds anything, in bytes (`preview.budget`)."""

_REPLACEMENT = "\ufffd"
_ESCAPED = "[\udc80-\udcff]+"  # how `surrogateescape` shows a run of ill-formed bytes


def check_budget(budget: int) -> None:
    """Judge a budget in bytes; 0 and less stand for none.

    Raises:
        Refusal: `preview.budget`.
    """
    if 0 < budget < LEAST_BUDGET:
        advice = f"Use a budget of at least {LEAST_BUDGET} bytes, or 0 for none."
        raise Refusal("preview.budget", "invalid", advice)


def shape_preview(output: str | bytes, budget: int, marker: str = "") -> str:
    """What a model is shown of an output, with at most `budget` bytes; 0 or less: all of it.

    `marker` is the retention marker, if there is one: it counts, ends the preview, and is never left out.

    Raises:
        Refusal: `preview.budget`; `text.surrogate`, if the output is given as a string.
    """
    check_budget(budget)
    output = text_rules.check(output).encode() if isinstance(output, str) else output
    text = _Repaired.of(output)
    if budget <= 0:
        return text.data.decode() + marker
    room = budget - len(marker.encode())
    return (_shaped(text, room) if room > 0 else "") + marker


class _Repaired:
    """The repaired text of an output, as bytes, and where in it runs of ill-formed bytes were replaced."""

    def __init__(self, data: bytes, ends: list[int], surplus: list[int]) -> None:
        self.data = data
        self.ends = ends
        """End of each replacement, in bytes of `data`."""
        self.surplus = surplus
        """Up to each of them, how many bytes more the output has than `data`; one more than `ends`, from 0."""

    @classmethod
    def of(cls, output: bytes) -> _Repaired:
        """The repaired text; an output that is well-formed is not copied."""
        try:
            output.decode()
        except UnicodeDecodeError:
            escaped = output.decode("utf-8", "surrogateescape")
        else:
            return cls(output, [], [0])
        pieces = list(_pieces(escaped))
        lengths = list(accumulate(len(piece) for piece, _ in pieces))
        runs = [(end, run) for end, (_, run) in zip(lengths, pieces, strict=True) if run]
        surplus = accumulate((run - 3 for _, run in runs), initial=0)
        return cls(b"".join(piece for piece, _ in pieces), [end for end, _ in runs], list(surplus))

    def shown(self, position: int) -> int:
        """How many bytes of the output the first `position` bytes stand for; it is where a character begins."""
        return position + self.surplus[bisect_right(self.ends, position)]

    def floor(self, position: int) -> int:
        """The last beginning of a character at a position or before it."""
        while position < len(self.data) and self.data[position] & 0xC0 == 0x80:
            position -= 1
        return position

    def ceiling(self, position: int) -> int:
        """The first beginning of a character at a position or behind it, or the end."""
        while position < len(self.data) and self.data[position] & 0xC0 == 0x80:
            position += 1
        return position


def _pieces(escaped: str) -> Iterator[tuple[bytes, int]]:
    """The repaired text in pieces, each with the number of ill-formed bytes that it replaces."""
    start = 0
    for run in re.finditer(_ESCAPED, escaped):
        yield escaped[start : run.start()].encode(), 0
        yield _REPLACEMENT.encode(), run.end() - run.start()
        start = run.end()
    yield escaped[start:].encode(), 0


def _shaped(text: _Repaired, budget: int) -> str:
    if len(text.data) <= budget:
        return text.data.decode()
    total = text.shown(len(text.data))
    omitted, head, tail = total, 0, 0
    while True:
        marker = f"\n[tool output truncated: omitted {omitted} of {total} bytes]\n"
        room = budget - len(marker)
        if room <= 0:
            return text.data[: text.floor(budget)].decode()
        head = text.floor(room // 2)
        tail = text.ceiling(len(text.data) - (room - room // 2))
        still = text.shown(tail) - text.shown(head)
        if still == omitted:
            return text.data[:head].decode() + marker + text.data[tail:].decode()
        omitted = still
