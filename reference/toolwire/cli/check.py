"""`toolwire check`: what every byte of a file belongs to, what is broken, and what can be done."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from toolwire.cli.console import FILE, console, count, quoted
from toolwire.cli.logs import opened, watched
from toolwire.visible import visible

if TYPE_CHECKING:
    from rich.console import Console

    from toolwire.model.transcript import CheckReport, Finding

_SHOWN = 20  # ranges, and findings
_COLOURS = {
    "resumable": "green",
    "resumable-with-repair": "yellow",
    "view-only": "red",
    "unreadable": "red",
    "header": "default",
    "record": "default",
    "blank": "dim",
}
_NAMES = {"claude-code": "Claude Code", "codex": "Codex", "pi": "pi", "agent-session-format": "Agent Session Format"}


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=FILE)
@click.option("--json", "as_json", is_flag=True, help="Print JSON: one report, or an array for several files.")
def command(files: tuple[Path, ...], as_json: bool) -> None:
    """Say what is damaged in a transcript, byte by byte.

    Reads files of any size and any content, and never writes. The exit code is 0 if every file can be resumed as it
    is, else 1.

    \b
    Example:
      toolwire check session.jsonl
      toolwire check --json ~/sessions/*.jsonl
    """
    reports: list[dict[str, Any]] = []
    sound = True
    for path in files:
        with opened(path) as log:
            report = _checked(log, path)
            lines = {} if as_json else _line_numbers(log, report.findings[:_SHOWN])
        sound = sound and report.verdict == "resumable"
        if as_json:
            reports.append({"file": str(path), **_json(report)})
        else:
            _print(console(), path, report, lines)
    if as_json:
        click.echo(json.dumps(reports if len(files) > 1 else reports[0], indent=2))
    raise SystemExit(0 if sound else 1)


def _checked(log: BinaryIO, path: Path) -> CheckReport:
    from toolwire.transcript.check import check

    with watched(log, path) as stream:
        return check(stream)


def _json(report: CheckReport) -> dict[str, Any]:
    import msgspec

    return msgspec.to_builtins(report)


def _print(out: Console, path: Path, report: CheckReport, lines: dict[int, int]) -> None:
    from rich.text import Text

    out.print(
        Text.assemble((visible(str(path)), "bold"), ": ", (report.verdict, _COLOURS[report.verdict])), soft_wrap=True
    )
    out.print(f"  {_what(report)}", soft_wrap=True)
    if report.ranges:
        _print_ranges(out, report)
    if report.findings:
        _print_findings(out, report, lines)
    for repair in report.repairs:
        if repair.action == "cut":
            out.print(f"  repair: cut off bytes {repair.start:,} to {repair.end:,}")
        else:
            call = f" of {visible(repair.call_id)}" if repair.call_id else ""
            code = f", {repair.error_code}" if repair.error_code else ""
            out.print(f"  repair: append {repair.type}{call}{code}", markup=False, soft_wrap=True)
    out.print(f"  {_advice(path, report)}", markup=False, soft_wrap=True)


def _what(report: CheckReport) -> str:
    """What the file is."""
    size = count(report.ranges[-1].end if report.ranges else 0, "byte")
    entries = count(report.entries, "entry", "entries")
    if report.format in _NAMES:
        return f"a log of {_NAMES[report.format]}, {size}"
    if report.format is None:
        return f"no log that is known, {size}"
    version = "" if report.version is None else f" of version {report.version}"
    return f"a transcript{version}, {entries}, {size}"


def _print_ranges(out: Console, report: CheckReport) -> None:
    from rich.table import Table

    table = Table(box=None, padding=(0, 0, 0, 2))
    table.add_column("from byte", justify="right")
    table.add_column("size", justify="right")
    table.add_column("class")
    for part in report.ranges[:_SHOWN]:
        table.add_row(
            f"{part.start:,}", f"{part.end - part.start:,}", part.class_, style=_COLOURS.get(part.class_, "red")
        )
    out.print(table)
    _print_rest(out, len(report.ranges), "range")


def _print_findings(out: Console, report: CheckReport, lines: dict[int, int]) -> None:
    for finding in report.findings[:_SHOWN]:
        out.print(f"  line {lines[finding.byte]:,}, byte {finding.byte:,}: {finding.rule}", style="red")
    _print_rest(out, len(report.findings), "finding")


def _print_rest(out: Console, number: int, thing: str) -> None:
    if number > _SHOWN:
        out.print(f"  … {count(number - _SHOWN, f'more {thing}')}; --json has all", style="dim")


def _line_numbers(log: BinaryIO, findings: Iterable[Finding]) -> dict[int, int]:
    """By the bytes of findings, which come in order, the numbers of their lines, from 1."""
    numbers: dict[int, int] = {}
    log.seek(0)
    line, place = 1, 0
    for finding in findings:
        while place < finding.byte and (chunk := log.read(min(1 << 20, finding.byte - place))):
            line += chunk.count(b"\n")
            place += len(chunk)
        numbers[finding.byte] = line
    return numbers


def _advice(path: Path, report: CheckReport) -> str:
    """What can be done."""
    match report.verdict:
        case "resumable":
            return "Nothing is damaged."
        case "resumable-with-repair":
            return f"Run toolwire recover {quoted(path)} to repair a copy."
        case "view-only" if any(finding.rule.startswith("session.") for finding in report.findings):
            return f"It can be shown and not continued: run toolwire show {quoted(path)}."
        case "view-only":
            return "What is classed record is whole; nothing else can be had without guessing."
        case _ if report.format in _NAMES:
            return "It is of another format, and may be sound there."
        case _ if any(finding.rule in ("file.header.version", "file.legacy.bare") for finding in report.findings):
            return "Only version 8 is read; nothing is migrated."
        case _:
            return "Nothing in it is a line of a transcript."
