"""`toolwire fork`: a new log that begins as another one."""

from __future__ import annotations

from pathlib import Path

import click

from toolwire.cli.console import FILE, count
from toolwire.cli.valid import print_json, put_new, refuse_what_was_asked, valid_log
from toolwire.refusal import Refusal
from toolwire.visible import visible


@click.command()
@click.argument("file", type=FILE)
@click.argument("message_id")
@click.option("--before-user", "text", help="Fork before this message of the user, with TEXT in its place.")
@click.option("--after-assistant", is_flag=True, help="Fork behind this answer of the assistant.")
@click.option("--out", required=True, type=click.Path(path_type=Path), help="The new log; no file is overwritten.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: where the fork is, and how many entries it has.")
def command(file: Path, message_id: str, text: str | None, after_assistant: bool, out: Path, as_json: bool) -> None:
    """Begin another session as FILE begins, up to a message. FILE stays as it is, and kept lines keep their bytes.

    MESSAGE_ID is the id of a message entry; toolwire show --json and toolwire project --json have them.

    \b
    Example:
      toolwire fork session.jsonl e12 --before-user "try again" --out new.jsonl
      toolwire fork session.jsonl e14 --after-assistant --out new.jsonl
    """
    from toolwire.transcript import ForkMode, encode_entry, fork
    from toolwire.transcript.file import HEADER_LINE

    if (text is None) is not after_assistant:
        raise click.UsageError("give either --before-user TEXT or --after-assistant")
    log = valid_log(file, as_json=as_json)
    mode = ForkMode.AFTER_ASSISTANT if after_assistant else ForkMode.BEFORE_USER
    try:
        forked = fork(log.entries, message_id, mode, text or "")
    except Refusal as refusal:
        refuse_what_was_asked(refusal)
        return
    header = log.header.line + b"\n" if log.header else HEADER_LINE
    put_new(out, header + b"".join(map(encode_entry, forked)))
    if as_json:
        print_json({"written": str(out), "entries": len(forked), "of": len(log.entries)})
    else:
        click.echo(f"written: {visible(str(out))}, {count(len(forked), 'entry', 'entries')} of {len(log.entries):,}")
