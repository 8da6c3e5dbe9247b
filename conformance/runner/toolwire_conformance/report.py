"""What a run says on a terminal: a table of levels, the first failures, and what the adapter said of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolwire.visible import shortened, visible

from . import LEVELS
from .reports.document import Run
from .score import Tally

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

_FAILURES_SHOWN = 10
_ERROR_LINES_SHOWN = 5
"""Lines of the adapter's standard error."""


def show(run: Run, console: Console) -> None:
    """Print the table of levels, the first failures, and what the adapter said of them."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False)
    table.add_column("profile")
    for heading in (*LEVELS, "pass"):
        table.add_column(heading, justify="right")
    for profile, levels in run.score.profiles.items():
        outcomes = [one.outcome for one in run.score.cases if one.case.profile == profile]
        tallies = [levels.get(level) for level in LEVELS]
        table.add_row(profile, *map(_fraction, [*tallies, Tally(outcomes.count("pass"), len(outcomes))]))
    if run.score.cases:
        console.print(table)
    failures = [one for one in run.score.cases if one.outcome != "pass"]
    for one in failures[:_FAILURES_SHOWN]:
        console.print(Text(one.outcome.replace("_", " "), "red"), Text(f"{one.case.id}: {one.detail}"))
    if len(failures) > _FAILURES_SHOWN:
        console.print(f"… and {len(failures) - _FAILURES_SHOWN} more; --report json=FILE has all of them")
    if failures:
        console.print(f"toolwire conform explain {failures[0].case.id} -- COMMAND says more about one", style="dim")
    if any(one.outcome in ("crash", "timeout", "protocol", "not_measured") for one in failures):
        show_errors(run.errors, console)


def show_errors(errors: str, console: Console) -> None:
    """Print the last lines of an adapter's standard error, if there are any."""
    from rich.text import Text

    lines = errors.rstrip().split("\n")[-_ERROR_LINES_SHOWN:]
    for line in lines if errors.strip() else ():
        console.print(Text("stderr │ ", "dim"), Text(shortened(visible(line), 200)), sep="")


def _fraction(tally: Tally | None) -> Text:
    from rich.text import Text

    if tally is None:
        return Text("-", "dim")
    return Text(f"{tally.passed}/{tally.cases}", "green" if tally.passed == tally.cases else "red")
