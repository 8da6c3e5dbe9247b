"""`toolwire classify`: which messages are carriers, and what they declare."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from toolwire import json_profile, text
from toolwire.carrier import CarrierParts, Diagnosis
from toolwire.carrier.classify import read_carrier
from toolwire.cli.console import console, count
from toolwire.cli.history import Message, is_history, messages
from toolwire.refusal import Refusal
from toolwire.visible import shortened, visible

if TYPE_CHECKING:
    from rich.console import Console

Row = dict[str, Any]

_SHOWN_LINES = 12
_SHOWN_CHARACTERS = 2000
_COLOURS = {"head": "cyan", "marker": "bold green", "attachments": "bold green", "body": "default", "other": "dim"}


@click.command()
@click.argument("file", type=click.File("rb"), default="-")
@click.option("--role", help="Take FILE as one content of this role (user or tool) instead of a history.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: one object, or an array for a history.")
def command(file: BinaryIO, role: str | None, as_json: bool) -> None:
    """Say which messages of a history are carriers, and what they declare.

    FILE (default: standard input) is a JSON array of messages with `role` and `content`, or one message a line.
    Nothing in FILE is changed or opened.

    \b
    Example:
      toolwire classify history.jsonl
      toolwire classify --role user carrier.txt
    """
    document = file.read()
    try:
        if role is None:
            raise SystemExit(1 if _history(document, file.name, as_json) else 0)
        _one(role, text.decode(document), as_json)
    except Refusal as refusal:
        click.echo(f"{file.name}: {refusal}", err=True)
        raise SystemExit(1) from None


def _history(document: bytes, name: str, as_json: bool) -> bool:
    """Show a history; whether one of its messages is refused."""
    if not is_history(document):
        raise click.UsageError(f"{name} is no history: give --role user or --role tool to read it as one content")
    rows = (_row(message) for message in messages(document))
    if as_json:
        shown = list(rows)
        click.echo(json.dumps(shown, indent=2))
    else:
        shown = _print_table(rows)
    return any("refused" in row for row in shown)


def _row(message: Message) -> Row:
    row: Row = {"place": message.place, "role": message.role}
    if message.refusal is not None:
        return row | {"refused": str(message.refusal)}
    if message.role is None or message.content is None:
        return row | {"carrier": None, "note": "no text content" if message.role else "not a message"}
    return row | _carrier(read_carrier(message.role, message.content))


def _carrier(reading: tuple[CarrierParts, Diagnosis] | None) -> Row:
    if reading is None:
        return {"carrier": None}
    parts, diagnosis = reading
    attachments = [{"kind": a.kind, "target": a.target} for a in parts.attachments]
    known = {"carrier": parts.kind, "declared": parts.declared, "reason": diagnosis.reason, "attachments": attachments}
    return known | {"skipped_items": diagnosis.skipped, "text_bytes": len(parts.text.encode())}


def _one(role: str, content: str, as_json: bool) -> None:
    reading = read_carrier(role, content)
    row = {"role": role, **_carrier(reading)}
    if as_json:
        click.echo(json.dumps(row, indent=2))
        return
    out = console()
    out.print(_summary(row), highlight=False, markup=False)
    if reading is not None:
        _print_spans(out, content, reading[0])


def _summary(row: Row) -> str:
    if row["carrier"] is None:
        return "not a carrier"
    state = "declared" if row["declared"] else f"legacy: {row['reason']}"
    skipped = f", {count(row['skipped_items'], 'item')} skipped" if row["skipped_items"] else ""
    attachments = count(len(row["attachments"]), "attachment")
    return f"{row['carrier']} carrier, {state}, {attachments}{skipped}, body of {row['text_bytes']:,} bytes"


def _print_table(rows: Iterable[Row]) -> list[Row]:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, width=80)
    table.add_column("where", no_wrap=True)
    for heading in ("role", "carrier", "state"):
        table.add_column(heading)
    table.add_column("bytes", justify="right")
    table.add_column("attachments", ratio=1, overflow="fold")
    shown: list[Row] = []
    for row in rows:
        shown.append(row)
        role = Text(visible(shortened(row["role"] or "-", 12)))
        if "refused" in row:
            table.add_row(row["place"], role, Text("refused", "red"), "", "", Text(visible(row["refused"])))
        elif row["carrier"] is None:
            table.add_row(row["place"], role, Text("-", "dim"), "", "", Text(row.get("note", ""), "dim"))
        else:
            state = Text("declared", "green") if row["declared"] else Text(f"legacy: {row['reason']}", "yellow")
            targets = "\n".join(
                [
                    *(f"{a['kind']} {visible(shortened(a['target'], 60))}" for a in row["attachments"]),
                    *([f"{row['skipped_items']} skipped"] if row["skipped_items"] else []),
                ]
            )
            table.add_row(row["place"], role, row["carrier"], state, f"{row['text_bytes']:,}", Text(targets))
    out = console()
    out.print(table)
    carriers = [row for row in shown if row.get("carrier")]
    declared = sum(row["declared"] for row in carriers)
    refused = sum("refused" in row for row in shown)
    total = f"{count(len(shown), 'message')}, {count(len(carriers), 'carrier')}: "
    total += f"{declared} declared, {len(carriers) - declared} legacy"
    out.print(total + (f"; {refused} refused" if refused else ""), highlight=False)
    return shown


def _print_spans(out: Console, content: str, parts: CarrierParts) -> None:
    from rich.text import Text

    for label, source in _shown_spans(content, parts):
        for line in source.split("\n"):
            out.print(Text(f"{label:>11} │ ", "dim"), Text(visible(line), _COLOURS[label]), sep="", soft_wrap=True)


def _shown_spans(content: str, parts: CarrierParts) -> Iterator[tuple[str, str]]:
    """Label and source of each part of a carrier, the body shortened to its first lines."""
    if not parts.declared:
        yield "body", _beginning(parts.text)
    elif parts.kind == "prompt":
        head = content[: len(content) - len(parts.text)].removesuffix("\n").split("\n")
        yield "head", "\n".join(head[:2])
        for marker in head[2:]:
            yield "marker", shortened(marker, _SHOWN_CHARACTERS)
        yield "body", _beginning(parts.text)
    else:
        _, spans = json_profile.locate(content)
        start, end = spans["/attachments"]
        yield "attachments", shortened(content[start:end], _SHOWN_CHARACTERS)
        yield "body", _beginning(parts.text)


def _beginning(body: str) -> str:
    lines = body[:_SHOWN_CHARACTERS].split("\n")
    shown = "\n".join(lines[:_SHOWN_LINES])
    return shown if len(shown) == len(body) else f"{shown} … {len(body) - len(shown):,} more characters"
