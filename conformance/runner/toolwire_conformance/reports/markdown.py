"""A report as Markdown: a table of profiles and levels, and the cases that do not pass."""

from __future__ import annotations

from toolwire.visible import visible
from toolwire_conformance import LEVELS

from .document import Document, name, passed


def text(report: Document) -> str:
    """The page."""
    totals = report["totals"]
    lines = [
        f"# {_plain(name(report))}",
        "",
        f"{totals['pass']} of {totals['cases']} cases pass; corpus {report['corpus']['version']}, "
        f"seed {report['seed']}.",
        "",
        f"| profile | {' | '.join(LEVELS)} | pass |",
        f"|---|{'---:|' * (len(LEVELS) + 1)}",
    ]
    for profile, levels in report["profiles"].items():
        tallies = [f"{levels[level]['pass']}/{levels[level]['cases']}" if level in levels else "" for level in LEVELS]
        lines.append(f"| {profile} | {' | '.join(tallies)} | {'/'.join(map(str, passed(report, profile)))} |")
    failures = [case for case in report["cases"] if case["outcome"] != "pass"]
    if failures:
        lines += ["", "| case | profile | outcome | detail |", "|---|---|---|---|"]
        lines += [
            f"| `{case['id']}` | {case['profile']} | {case['outcome']} | {_plain(case.get('detail', ''))} |"
            for case in failures
        ]
    return "\n".join(lines) + "\n"


def _plain(said: str) -> str:
    """Text that Markdown and a table leave alone."""
    return "".join(f"\\{c}" if c in r"\`*_{}[]<>#|!&" else c for c in visible(said))
