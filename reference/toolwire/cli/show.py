"""`toolwire show`: what happened in a session."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
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
    for one that does not load, of which --json says `refused` and no more. Nothing is written.

    \b
    Example:
      toolwire show session.jsonl
      toolwire show session.jsonl | less -S
    """
    from toolwire.cli.logs import judge, opened, refuse, watched
    from toolwire.cli.outline import outline
    from toolwire.transcript import iter_entries

    with opened(file) as log:
        judged = judge(log, file)
        if judged.load:
            refuse(file, judged.load, as_json=as_json)
        # What a writer adds meanwhile was not judged. A tree that is printed shows by itself how far it is.
        known = judged.reading.next_seq
        if as_json:
            with watched(log, file) as stream:
                nodes = [node.as_json() for node in outline(islice(iter_entries(stream), known))]
            click.echo(json.dumps(_json(judged, nodes), indent=2))
        else:
            log.seek(0)
            _print(console(), file, judged, outline(islice(iter_entries(log), known)))
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


def _print(out: Console, file: Path, judged: Judged, nodes: Iterable[Node]) -> None:
    from rich.text import Text

    from toolwire.cli.validate import still_open

    reading = judged.reading
    tail = f", and {count(reading.torn_tail, 'byte')} behind the last line feed" if reading.torn_tail else ""
    head = f"{visible(str(file))}: {count(reading.next_seq, 'entry', 'entries')}{tail}"
    out.print(Text(head, "bold"), soft_wrap=True)
    for node in nodes:
        out.print(Text("\n").join(_lines(node, 0)), no_wrap=True, overflow="ellipsis", crop=True)
    if judged.session:
        out.print(Text(f"refused: {visible(str(judged.session))}", "red"), soft_wrap=True)
    else:
        out.print(Text(visible(still_open(judged))), soft_wrap=True)


def _lines(node: Node, depth: int) -> Iterator[Text]:
    yield _line(node, depth)
    for inner in node.inside:
        yield from _lines(inner, depth + 1)


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
