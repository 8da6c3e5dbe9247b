"""`toolwire recover`: the repairs of an interrupted session, appended to a copy."""

from __future__ import annotations

import json
import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from toolwire.cli.console import FILE, console, count
from toolwire.refusal import Refusal
from toolwire.visible import visible

if TYPE_CHECKING:
    from toolwire.transcript import Entry, StoreError

_CHUNK = 1 << 20  # bytes that are copied at a time


@click.command()
@click.argument("file", type=FILE)
@click.option("--out", type=click.Path(path_type=Path), help="Write the copy here  [default: beside FILE]")
@click.option("--in-place", is_flag=True, help="Append the repairs to FILE itself, and make no copy.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: what was cut and the entries that were appended.")
def command(file: Path, out: Path | None, in_place: bool, as_json: bool) -> None:
    """Close an interrupted session: cut off a torn tail, answer calls, end what is open.

    The repairs are shown first. FILE stays as it is and a copy is made, unless --in-place asks otherwise; no file is
    overwritten. Where nothing is to be repaired nothing is written, but for a copy that --out asks for. A log that
    does not load or does not validate is refused, with exit code 1; of it --json says `refused` and no more.

    \b
    Example:
      toolwire recover session.jsonl
      toolwire recover session.jsonl --out repaired.jsonl
    """
    from toolwire.cli.logs import judge, opened, refuse
    from toolwire.transcript.recovery import repair

    if out and in_place:
        raise click.UsageError("--out asks for a copy and --in-place for none; give one of them")
    with opened(file) as log:
        judged = judge(log, file)
        refusal = judged.load or judged.session
        if refusal:
            refuse(file, refusal, as_json=as_json)
        header, tail = judged.reading.header, judged.reading.torn_tail
        repairs = repair(judged.validator, records_dispatch=header is None or header.records_dispatch)
        if not as_json:
            _print(file, tail, repairs)
        written = None
        if repairs or tail or out:
            written = file if in_place else out or _beside(file)
            with _one_sentence():
                if in_place:
                    _append(file, repairs)
                else:
                    _copy(log, file, judged.reading.committed_bytes, repairs, written)
    if as_json:
        click.echo(json.dumps(_json(tail, repairs, written), indent=2))
    elif written:
        click.echo(f"written: {visible(str(written))}")


def _beside(file: Path) -> Path:
    return file.with_name(f"{file.stem}.recovered{file.suffix}")


def _print(file: Path, tail: int, repairs: list[Entry]) -> None:
    from rich.table import Table
    from rich.text import Text

    out = console()
    if tail:
        out.print(f"cut off: {count(tail, 'byte')} behind the last line feed")
    if not repairs:
        out.print(Text(f"{visible(str(file))}: nothing is open, nothing to append"), soft_wrap=True)
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("seq", justify="right")
    table.add_column("append")
    table.add_column("of", overflow="fold")
    table.add_column("as", overflow="fold")
    for entry in repairs:
        of, how = _of(entry)
        table.add_row(f"{entry.seq:,}", entry.type, Text(visible(of)), Text(visible(how)))
    out.print(table)


def _of(entry: Entry) -> tuple[str, str]:
    """What a repair is about, and what it says of it."""
    payload = entry.payload
    if entry.type == "message":
        return f"{payload.tool_call_id} ({payload.tool_name})", "error"
    if entry.type == "tool_outcome":
        return payload.tool_call_id, payload.error_code
    return payload.step_id or payload.turn_id or payload.run_id, payload.status


def _json(tail: int, repairs: list[Entry], written: Path | None) -> dict[str, Any]:
    from toolwire.transcript import encode_entry

    entries = [json.loads(encode_entry(entry)) for entry in repairs]
    return {"cut_bytes": tail, "repairs": entries, "written": written and str(written)}


@contextmanager
def _one_sentence() -> Generator[None]:
    """Say why nothing could be written; the end, with exit code 2."""
    from toolwire.transcript import StoreError

    try:
        yield
    except FileExistsError as error:
        raise click.UsageError(f"{visible(str(error.filename))} exists; name another file with --out") from None
    except StoreError as error:
        click.echo(visible(str(error)), err=True)
        raise SystemExit(2) from None


def _append(file: Path, repairs: list[Entry]) -> None:
    """Repair a log where it is, unless another writer added to it since it was judged."""
    from toolwire.transcript import JSONLStore

    with JSONLStore(file) as store:
        if not repairs:
            store.cut_tail()
            return
        try:
            store.append(repairs)
        except Refusal:  # the numbers of the repairs do not follow what is there now
            raise _changed(file) from None


def _copy(log: BinaryIO, file: Path, size: int, repairs: list[Entry], target: Path) -> None:
    """Put the first `size` bytes of a log, and repairs behind them, into a new file; whole, or not at all."""
    from toolwire.transcript import encode_entry

    descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as copy:
            log.seek(0)
            while size and (chunk := log.read(min(_CHUNK, size))):
                size -= copy.write(chunk)
            if size:
                raise _changed(file)
            copy.writelines(map(encode_entry, repairs))
            copy.flush()
            os.fsync(descriptor)
    except BaseException:
        target.unlink()
        raise


def _changed(file: Path) -> StoreError:
    from toolwire.transcript import StoreError

    return StoreError("store.append.changed", file, "Another writer changed it meanwhile; end that one, and try again.")
