"""`toolwire capture`: keep an output, and show its preview."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO
from uuid import uuid4

import click

from toolwire.cli.captures import captures, of_a_loop, print_text
from toolwire.cli.valid import print_json, refuse_what_was_asked
from toolwire.refusal import Refusal


@click.command()
@click.argument("file", type=click.File("rb"), default="-")
@click.option("--budget", type=int, default=8192, show_default=True, help="Bytes that the preview may have; 0: all.")
@click.option("--ceiling", type=click.IntRange(0), help="Bytes that are kept at most.  [default: 8388608]")
@of_a_loop
@click.option("--json", "as_json", is_flag=True, help="Print record and preview as JSON, on one line.")
def command(file: BinaryIO, budget: int, ceiling: int | None, store: Path, loop: str, as_json: bool) -> None:
    """Keep what a tool printed, and show what a model would be shown of it.

    FILE is the output; - or nothing is the standard input. The end of the preview says how to read the rest: give
    toolwire read the arguments that a model would give.

    \b
    Example:
      make 2>&1 | toolwire capture --budget 2048
      echo '{"capture_id":"…","offset":2048}' | toolwire read
    """
    from toolwire import retained

    try:
        kept = retained.capture(
            file.read(), str(uuid4()), budget=budget, ceiling=retained.CEILING if ceiling is None else ceiling
        )
    except Refusal as refusal:
        refuse_what_was_asked(refusal)
        return
    captures(store, loop, retained.PAGE_LIMIT).put(kept.record, kept.data)  # before the marker is shown
    if as_json:
        record = {name: getattr(kept.record, name) for name in kept.record.__struct_fields__}
        print_json({"record": record, "preview": kept.preview})
    else:
        print_text(kept.preview)
