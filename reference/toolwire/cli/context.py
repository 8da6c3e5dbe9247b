"""`toolwire context`: what the model is sent of a session."""

from __future__ import annotations

from pathlib import Path

import click

from toolwire.cli.console import FILE, console, count
from toolwire.cli.valid import first_words, print_json, role, valid_log
from toolwire.visible import visible


@click.command()
@click.argument("file", type=FILE)
@click.option("--json", "as_json", is_flag=True, help="Print the view as JSON, on one line.")
def command(file: Path, as_json: bool) -> None:
    """Show the messages that the model is sent of a session, behind its last compaction.

    \b
    Example:
      toolwire context session.jsonl
      toolwire context --json session.jsonl > context.json
    """
    from toolwire.transcript.context import project_model_context, view

    context = project_model_context(valid_log(file, as_json=as_json).entries)
    if as_json:
        print_json(view(context))
        return
    out = console()
    boundary = f"behind the compaction {context.boundary.id}" if context.boundary else "no compaction"
    out.print(f"{count(len(context), 'message')}, {visible(boundary)}", markup=False, soft_wrap=True)
    for number, message in enumerate(context.values()):
        out.print(f"{number:5} {role(message):10} {first_words(message)}", markup=False, no_wrap=True, crop=True)
