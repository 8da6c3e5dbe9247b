"""The report of `schemas/conformance/report.schema.json`, made and read."""

from __future__ import annotations

import json
from typing import Any, NamedTuple, TypeAlias, cast

import msgspec

from toolwire.model.conformance import HelloAnswer, Report
from toolwire_conformance.corpus import Corpus
from toolwire_conformance.messages import PROTOCOL
from toolwire_conformance.score import Score

Document: TypeAlias = dict[str, Any]
"""A report as JSON."""

FAILED = ("fail", "crash", "timeout", "protocol")
"""The outcomes that are the implementation's fault, or its adapter's."""


class Run(NamedTuple):
    """A finished run: who was run against what, and the score."""

    hello: HelloAnswer
    corpus: Corpus
    seed: int
    score: Score
    errors: str
    """The tail of the adapter's standard error."""


def make(run: Run) -> Document:
    """The report of a run. The same answers and seed give the same one."""
    score = run.score
    return {
        "protocol": PROTOCOL,
        "implementation": msgspec.to_builtins(run.hello.implementation),
        "corpus": {"version": run.corpus.version, "cases": len(run.corpus.cases)},
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


def text(report: Document) -> str:
    """The report as JSON text."""
    return json.dumps(report, indent=2) + "\n"


def read(content: bytes) -> Document:
    """A report from its JSON text.

    Raises:
        ValueError: it is none.
    """
    msgspec.json.decode(content, type=Report)
    return cast(Document, json.loads(content))


def name(report: Document) -> str:
    """Whose report it is: name and version."""
    return f"{report['implementation']['name']} {report['implementation']['version']}"


def passed(report: Document, profile: str) -> tuple[int, int]:
    """How many cases of a profile pass, and how many were asked for."""
    outcomes = [case["outcome"] for case in report["cases"] if case["profile"] == profile]
    return outcomes.count("pass"), len(outcomes)
