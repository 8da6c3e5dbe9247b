"""`toolwire project`: the session projection of a log."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from toolwire.cli.console import FILE, console
from toolwire.cli.valid import print_json, refuse_what_was_asked, valid_log
from toolwire.refusal import Refusal
from toolwire.visible import visible

if TYPE_CHECKING:
    from toolwire.transcript import SessionProjection


@click.command()
@click.argument("file", type=FILE)
@click.option("--at", type=int, help="Project the log up to the entry with this seq.  [default: all of it]")
@click.option("--json", "as_json", is_flag=True, help="Print the view as JSON, on one line.")
def command(file: Path, at: int | None, as_json: bool) -> None:
    """Show what is known of a session: how many runs, messages and calls, and what is open. --json has all.

    \b
    Example:
      toolwire project session.jsonl
      toolwire project --json --at 41 session.jsonl
    """
    from toolwire.transcript.projection import project_session, view

    log = valid_log(file, as_json=as_json)
    try:
        projection = project_session(log.entries, at)
    except Refusal as refusal:
        refuse_what_was_asked(refusal)
        return
    if as_json:
        print_json(view(projection))
    else:
        _print(projection)


def _print(projection: SessionProjection) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(justify="right")
    table.add_column()
    waiting = sum(call.result is None for call in projection.tool_calls)
    rows = (
        (projection.as_of + 1, "entries"),
        (len(projection.runs), "runs"),
        (sum(len(run.inside) for run in projection.runs), "turns"),
        (sum(len(turn.inside) for run in projection.runs for turn in run.inside), "steps"),
        (len(projection.messages), "messages"),
        (len(projection.tool_calls), f"tool calls, {waiting:,} without result"),
        (len(projection.contexts), "contexts"),
        (len(projection.compactions), "compactions"),
        (len(projection.provider_requests), "request headers"),
    )
    for number, thing in rows:
        table.add_row(f"{number:,}", thing)
    out = console()
    out.print(table)
    open_ = [id_ for id_ in (projection.open.run, projection.open.turn, projection.open.step) if id_]
    said = f"open: {', '.join(open_)}" if open_ else "nothing is open"
    out.print(visible(said), markup=False, soft_wrap=True)
