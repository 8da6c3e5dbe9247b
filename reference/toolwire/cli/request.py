"""`toolwire request`: what exactly the model was asked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from toolwire.cli.console import FILE, console, count
from toolwire.cli.valid import first_words, print_json, refuse_what_was_asked, role, valid_log
from toolwire.refusal import Refusal
from toolwire.visible import visible

if TYPE_CHECKING:
    from toolwire.json_profile import Json


@click.command()
@click.argument("file", type=FILE)
@click.argument("request_id")
@click.option("--json", "as_json", is_flag=True, help="Print the view as JSON, on one line.")
def command(file: Path, request_id: str, as_json: bool) -> None:
    """Show a request to a model as its header and the log say it: options, tools, messages with their attachments.

    \b
    Example:
      toolwire request session.jsonl req_7
      toolwire request --json session.jsonl req_7
    """
    from toolwire import json_profile
    from toolwire.transcript.request import reconstruct_provider_request, view

    log = valid_log(file, as_json=as_json)
    try:
        request = reconstruct_provider_request(log.entries, request_id)
    except Refusal as refusal:
        refuse_what_was_asked(refusal)
        return
    shown = view(request)
    if as_json:
        print_json(shown)
        return
    out, header = console(), request.header
    out.print(visible(f"{header.provider} {header.model} {header.protocol}"), markup=False, soft_wrap=True)
    out.print(visible(f"options  {json_profile.write(shown['options'])}"), markup=False, soft_wrap=True)
    out.print(
        visible(f"tools    {', '.join(tool.name for tool in header.tools) or 'none'}"), markup=False, soft_wrap=True
    )
    if header.system_prompt:
        out.print(visible(f"system   {header.system_prompt}"), markup=False, no_wrap=True, crop=True)
    messages = cast("dict[str, list[Json]]", shown["input"])["messages"]
    out.print(count(len(messages), "message"))
    placed = {place for place, _ in request.placed}
    for number, message in enumerate(messages):
        mark = "+" if number in placed else " "
        out.print(f"{number:5} {mark} {role(message):10} {first_words(message)}", markup=False, no_wrap=True, crop=True)
