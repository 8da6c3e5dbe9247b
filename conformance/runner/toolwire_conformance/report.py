"""What a run says: a table for the terminal, and the reports that are written to files."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from .corpus import LEVELS
from .messages import PROTOCOL, Hello
from .score import Score

if TYPE_CHECKING:
    from rich.console import Console

_FAILURES_SHOWN = 10
_ERROR_LINES_SHOWN = 5
"""Lines of the adapter's standard error."""


@dataclass(frozen=True, slots=True)
class Run:
    """A finished run: who was run against what, and the score."""

    hello: Hello
    corpus_version: str
    seed: int
    score: Score
    errors: str
    """The tail of the adapter's standard error."""


def as_json(run: Run) -> str:
    """The report of `schemas/conformance/report.schema.json`. The same answers and seed give the same bytes."""
    score = run.score
    report: dict[str, Any] = {
        "protocol": PROTOCOL,
        "implementation": msgspec.to_builtins(run.hello.implementation),
        "corpus": {"version": run.corpus_version, "cases": len(score.cases)},
        "seed": run.seed,
        "totals": score.totals,
        "profiles": {
            profile: {level: {"pass": tally.passed, "cases": tally.cases} for level, tally in levels.items()}
            for profile, levels in score.profiles.items()
        },
        "cases": [
            {
                "id": one.case.id,
                "profile": one.case.profile,
                "outcome": one.outcome,
                "level": one.case.level,
                **({"detail": one.detail} if one.detail else {}),
            }
            for one in score.cases
        ],
        "stderr": run.errors,
    }
    return json.dumps(report, indent=2) + "\n"


FORMATS: Mapping[str, Callable[[Run], str]] = {"json": as_json}
"""Name of a report format to what writes it."""
