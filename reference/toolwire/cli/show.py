"""`toolwire show`: what happened in a session."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolwire.cli.console import FILE, console, count
from toolwire.visible import visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from toolwire.cli.logs import Judged
    from toolwire.cli.outline import Node

_COLOURS = {
    "completed": "green",
    "success": "green",
    "failed": "red",
    "error": "red",
    "timeout": "red",
    "open": "yellow",
    "pending": "yellow",
    "dispatched": "yellow",
    "interrupted": "yellow",
    "cancelled": "yellow",
}


@click.command()
@click.argument("file", type=FILE)
@click.option("--json", "as_json", is_flag=True, help="Print JSON: the same tree, with what is open and what is wrong.")
def command(file: Path, as_json: bool) -> None:
    """Show the runs, turns and steps of a session, its messages, and its tool calls with status and duration.

    A transcript that breaks a session rule is shown too, with what is wrong at the end; the exit code is then 1, as
    for one that does not load. Nothing is written.

    \b
    Example:
      toolwire show session.jsonl
      toolwire show session.jsonl | less -S
    """
    from toolwire.cli.logs import judge, opened
    from toolwire.cli.outline import outline
    from toolwire.transcript import iter_entries

    judged = judge(file)
    if judged.load:
        click.echo(f"{visible(str(file))}: {visible(str(judged.load))}", err=True)
        click.echo(f"Run toolwire check {visible(str(file))} to see what is whole.", err=True)
        raise SystemExit(1)
    # A tree that is printed shows by itself how far it is.
    with opened(file) if as_json else file.open("rb") as stream:
        nodes = outline(iter_entries(stream))
        if as_json:
            click.echo(json.dumps(_json(judged, [node.as_json() for node in nodes]), indent=2))
        else:
            _print(console(), file, judged, nodes)
    raise SystemExit(1 if judged.session else 0)


def _json(judged: Judged, nodes: list[dict[str, Any]]) -> dict[str, Any]:
    from toolwire.cli.logs import refused

    scope = judged.validator.scope
    return {
        "entries": judged.reading.next_seq,
        "torn_tail": judged.reading.torn_tail,
        "session": nodes,
        "open": {"run": scope.run, "turn": scope.turn, "step": scope.step},
        "pending": list(judged.validator.pending),
        "refused": refused(judged.session) if judged.session else None,
    }


def _print(out: Console, file: Path, judged: Judged, nodes: Any) -> None:
    from rich.text import Text

    from toolwire.cli.validate import still_open

    reading = judged.reading
    tail = f", and {count(reading.torn_tail, 'byte')} behind the last line feed" if reading.torn_tail else ""
    head = f"{visible(str(file))}: {count(reading.next_seq, 'entry', 'entries')}{tail}"
    out.print(Text(head, "bold"), soft_wrap=True)
    for node in nodes:
        _print_node(out, node, 0)
    if judged.session:
        out.print(Text(f"refused: {visible(str(judged.session))}", "red"), soft_wrap=True)
    else:
        out.print(Text(visible(still_open(judged))), soft_wrap=True)


def _print_node(out: Console, node: Node, depth: int) -> None:
    out.print(_line(node, depth), no_wrap=True, overflow="ellipsis", crop=True)
    for inner in node.inside:
        _print_node(out, inner, depth + 1)


def _line(node: Node, depth: int) -> Text:
    from rich.text import Text

    line = Text("  " * depth)
    line.append(node.kind, "bold" if node.inside else "")
    if node.name:
        line.append(f" {visible(node.name)}")
    if node.status:
        line.append(f"  {visible(node.status)}", _COLOURS.get(node.status, ""))
    if node.seconds is not None:
        line.append(f"  {_duration(node.seconds)}", "cyan")
    if node.text:
        line.append(f"  {visible(node.text)}", "dim")
    return line


def _duration(seconds: float) -> str:
    """A time in its largest unit that leaves a digit before the point."""
    if abs(seconds) < 1:
        return f"{seconds * 1000:.0f} ms"
    if abs(seconds) < 120:
        return f"{seconds:.1f} s"
    return f"{seconds / 60:.1f} min" if abs(seconds) < 7200 else f"{seconds / 3600:.1f} h"
