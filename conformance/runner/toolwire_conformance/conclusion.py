"""What a run comes to: conforms, does not conform, or not enough was measured."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from . import LEVELS
from .score import Score
from .session import StartError

CONFORMS, DOES_NOT, NOT_MEASURED, OUR_BUG = range(4)
"""The exit codes."""


class Conclusion(NamedTuple):
    """An exit code, and the sentence that goes with it."""

    code: int
    sentence: str


def conclude(score: Score, unsupported: Sequence[str], failure: StartError | None, level: str | None) -> Conclusion:
    """The conclusion of a run.

    `unsupported` are the profiles of which no case is supported; `level` is the one that was asked for, if one was.
    """
    if failure:
        return Conclusion(NOT_MEASURED, f"not enough was measured: {failure}")
    if not score.cases:
        return Conclusion(NOT_MEASURED, "nothing was measured: no case belongs to what was asked")
    if unsupported:
        return Conclusion(NOT_MEASURED, f"not enough was measured: no case of {', '.join(unsupported)} is supported")
    cases, passed = score.totals["cases"], score.totals["pass"]
    if passed < cases:
        others = ", ".join(
            f"{count} {outcome.replace('_', ' ')}"
            for outcome, count in score.totals.items()
            if count and outcome not in ("cases", "pass")
        )
        return Conclusion(DOES_NOT, f"does not conform: {passed} of {cases} cases pass ({others})")
    # All cases pass, so a level that is not complete lacks reasons.
    short = [name for name, levels in score.profiles.items() if not all(tally.complete for tally in levels.values())]
    reasons = f"refusals of {', '.join(short)} lack a rule or a phase" if short else ""
    if short and level in LEVELS[2:]:
        return Conclusion(DOES_NOT, f"does not conform at {level}: {reasons}")
    return Conclusion(CONFORMS, f"conforms: all {cases} cases pass" + (f"; below L3, as {reasons}" if short else ""))
