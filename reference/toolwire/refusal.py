"""A refusal: which requirement an input breaks, where, and what to do about it."""

from __future__ import annotations


class Refusal(ValueError):  # noqa: N818  (the field's word: an error is something else)
    """An input was judged and refused (never: our own failure).

    Attributes:
        rule: the id of the requirement that the input breaks, such as `json.duplicate-name`.
        phase: `malformed` (not text or not JSON), `invalid` (by a rule), `unsupported` or `limit`.
        advice: one sentence on what to do.
        byte: offset of the fault in bytes of UTF-8 from the start of the input, if it has one.
        pointer: JSON pointer of the value at fault, if it has one.
        line: number of the line at fault in a file of lines, from 1.
    """

    def __init__(
        self,
        rule: str,
        phase: str,
        advice: str,
        *,
        byte: int | None = None,
        pointer: str | None = None,
        line: int | None = None,
    ) -> None:
        self.rule = rule
        self.phase = phase
        self.advice = advice
        self.byte = byte
        self.pointer = pointer
        self.line = line
        super().__init__(rule, phase, advice, byte, pointer, line)

    def at(self, line: int, start: int) -> Refusal:
        """The same refusal, of a line of a file: the line's number, from 1, and the byte at which it starts."""
        byte = start + (self.byte or 0)
        return Refusal(self.rule, self.phase, self.advice, byte=byte, pointer=self.pointer, line=line)

    def __str__(self) -> str:
        place = "".join(
            (
                "" if self.line is None else f" in line {self.line}",
                "" if self.byte is None else f" at byte {self.byte}",
                f" in {_shortened(self.pointer)}" if self.pointer else "",
            )
        )
        return f"{self.rule}{place}: {self.advice}"


def _shortened(pointer: str) -> str:
    return pointer if len(pointer) <= 80 else f"{pointer[:38]}…{pointer[-38:]}"
