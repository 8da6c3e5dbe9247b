"""`toolwire read`: a page of a capture, as the model sees it."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

import click

from toolwire.cli.captures import captures, of_a_loop, print_text
from toolwire.cli.valid import print_json, refuse_what_was_asked
from toolwire.refusal import Refusal


@click.command()
@click.argument("arguments", type=click.File("rb"), default="-", metavar="ARGS.json")
@click.option("--budget", type=int, default=0, help="Budget of the loop in bytes, which bounds a page; 0: none.")
@of_a_loop
@click.option("--json", "as_json", is_flag=True, help="Print JSON: the text, the request, or the rule that refuses it.")
def command(arguments: BinaryIO, budget: int, store: Path, loop: str, as_json: bool) -> None:
    """Show the page that ARGS.json asks for: the arguments of a call of read_tool_result.

    - or nothing is the standard input. What a model would be told of a failure is printed too; then the exit code is 1.

    \b
    Example:
      echo '{"capture_id":"…","offset":2048,"max_bytes":512}' | toolwire read
    """
    from toolwire import retained

    try:
        limit = retained.page_limit(budget, "utf-8")
    except Refusal as refusal:
        refuse_what_was_asked(refusal)
        return
    try:
        request = retained.prepare_arguments(arguments.read())
        page = captures(store, loop, limit).read(request)
    except (retained.PrepareError, retained.ReadError) as refused:
        if as_json:
            print_json({"text": refused.text, "refused": refused.rule})
        else:
            print_text(refused.text)
        refuse_what_was_asked(refused)
        return
    text = page.render()
    if as_json:
        print_json({"text": text, "offset": page.offset, "bytes": len(page.data), "next_offset": page.next_offset})
    else:
        print_text(text)
