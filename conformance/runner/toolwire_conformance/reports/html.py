"""A report as one HTML page that needs nothing else: no script, no style or font from elsewhere."""

from __future__ import annotations

from html import escape

from toolwire.visible import visible
from toolwire_conformance import LEVELS

from .document import Document, name, passed

_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); }
th, td { padding: .3rem .7rem; text-align: left; }
td.n { text-align: right; font-variant-numeric: tabular-nums; }
.right { color: light-dark(#1b5e20, #81c784); } .wrong { color: light-dark(#a11b13, #ef9a9a); font-weight: 600; }
code { font-size: .9em; overflow-wrap: anywhere; }
""".strip()


def text(report: Document) -> str:
    """The page."""
    title, totals = escape(visible(name(report))), report["totals"]
    heads = "".join(f"<th scope=col>{head}" for head in ("profile", *LEVELS, "pass"))
    rows = "".join(_row(report, profile) for profile in report["profiles"])
    failures = [case for case in report["cases"] if case["outcome"] != "pass"]
    return (
        "<!doctype html>\n"
        f'<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{title}: conformance</title><style>{_STYLE}</style></head><body>\n<h1>{title}</h1>\n"
        f"<p>{totals['pass']:,} of {totals['cases']:,} cases pass; corpus {escape(report['corpus']['version'])}, "
        f"seed {report['seed']}.</p>\n"
        f"{_table(heads, rows)}"
        f"{_failures(failures)}</body></html>\n"
    )


def _table(heads: str, rows: str) -> str:
    return f"<div class=wide tabindex=0><table><thead><tr>{heads}</thead><tbody>{rows}</tbody></table></div>\n"


def _row(report: Document, profile: str) -> str:
    levels = report["profiles"][profile]
    tallies = [(levels[level]["pass"], levels[level]["cases"]) if level in levels else None for level in LEVELS]
    return f"<tr><th scope=row>{escape(profile)}" + "".join(map(_fraction, [*tallies, passed(report, profile)]))


def _fraction(tally: tuple[int, int] | None) -> str:
    if tally is None:
        return "<td class=n>"
    right = "right" if tally[0] == tally[1] else "wrong"
    return f'<td class="n {right}">{tally[0]}/{tally[1]}'


def _failures(failures: list[Document]) -> str:
    if not failures:
        return ""
    heads = "".join(f"<th scope=col>{head}" for head in ("case", "profile", "outcome", "detail"))
    rows = "".join(
        f"<tr><td><code>{escape(case['id'])}</code><td>{escape(case['profile'])}<td>{escape(case['outcome'])}"
        f"<td><code>{escape(visible(case.get('detail', '')))}</code>"
        for case in failures
    )
    return f"<h2>What does not pass</h2>\n{_table(heads, rows)}"
