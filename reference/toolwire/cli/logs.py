"""Reading logs for the command line: opened once, with a progress bar where it takes long, and to both verdicts."""

from __future__ import annotations

import json
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG
from time import monotonic
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn, cast

import click

from toolwire.cli.console import quoted
from toolwire.refusal import Refusal
from toolwire.transcript import SessionValidator
from toolwire.transcript.file import WHITE_SPACE, Reading
from toolwire.visible import shortened, visible

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_PATIENCE = 2.0  # seconds without a progress bar


@dataclass(frozen=True, slots=True)
class Judged:
    """Both verdicts on a log, and where it ended.

    Attributes:
        load: why it does not load, if it does not; then nothing is known of the session.
        session: why it does not validate, if it does not.
        reading: the log, read to its end or to the line that is refused.
        validator: the session behind the last entry that was accepted.
    """

    load: Refusal | None
    session: Refusal | None
    reading: Reading
    validator: SessionValidator


@contextmanager
def opened(path: Path) -> Generator[BinaryIO]:
    """The file, open for reading; it can be read more than once, and is the same file each time.

    Raises:
        click.UsageError: it is a pipe or a device, which could be read only once.
        OSError: it cannot be read.
    """
    if not S_ISREG(path.stat().st_mode):
        raise click.UsageError(f"{visible(str(path))} is no regular file; save the log to one")
    with path.open("rb") as log:
        yield log


def judge(log: BinaryIO, path: Path) -> Judged:
    """Both verdicts on a log that was opened at `path`; it is read and not held.

    Raises:
        OSError: it cannot be read.
    """
    validator = SessionValidator()
    load = session = None
    with watched(log, path) as stream:
        reading = Reading(stream)
        entries = iter(reading)
        try:
            try:
                validator.replay(entries)
            except Refusal as refusal:
                if not refusal.rule.startswith("session."):
                    raise
                session = refusal
                for _ in entries:  # whether the rest loads
                    pass
        except Refusal as refusal:
            load, session = refusal, None
    if session:
        session = session.at(*_place(log, validator.next_seq))
    return Judged(load, session, reading, validator)


def _place(log: BinaryIO, seq: int) -> tuple[int, int]:
    """The line, from 1, and the first byte of an entry of a log that loads."""
    start, found = 0, -2
    log.seek(0)
    for number, line in enumerate(log, 1):
        found += bool(line.strip(WHITE_SPACE + b"\n"))
        if found == seq:
            return number, start
        start += len(line)
    raise ValueError(f"the log has no entry {seq}")


@contextmanager
def watched(log: BinaryIO, path: Path) -> Generator[BinaryIO]:
    """The log, from its start; on a terminal a bar shows how far it was read, from the third second on."""
    log.seek(0)
    if not sys.stderr.isatty():
        yield log
        return
    stream = _Watched(log, path)
    try:
        yield cast("BinaryIO", stream)
    finally:
        stream.stop()


class _Watched:
    """A stream that shows how far it was read."""

    def __init__(self, stream: BinaryIO, path: Path) -> None:
        self.stream = stream
        self.path = path
        self.start = monotonic()
        self.bar: tuple[Progress, TaskID] | None = None

    def read(self, size: int = -1) -> bytes:
        if self.bar:
            progress, task = self.bar
            progress.update(task, completed=self.stream.tell())
        elif monotonic() - self.start > _PATIENCE:
            self.bar = _bar(self.path)
        return self.stream.read(size)

    def stop(self) -> None:
        if self.bar:
            self.bar[0].stop()


def _bar(path: Path) -> tuple[Progress, TaskID]:
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    progress = Progress(*columns, console=Console(stderr=True), transient=True)
    progress.start()
    return progress, progress.add_task(shortened(visible(path.name), 30), total=path.stat().st_size)


def refused(refusal: Refusal) -> dict[str, Any]:
    """A refusal as JSON: its rule and phase, and what is known of the place."""
    members = ("rule", "phase", "line", "byte", "pointer", "advice")
    return {name: value for name in members if (value := getattr(refusal, name)) not in (None, "")}


def refuse(path: Path, refusal: Refusal, *, as_json: bool) -> NoReturn:
    """Say why a log is refused, and what to run instead; the end, with exit code 1."""
    if as_json:
        click.echo(json.dumps({"refused": refused(refusal)}, indent=2))
    else:
        click.echo(f"{visible(str(path))}: {visible(str(refusal))}", err=True)
        click.echo(f"Run toolwire check {quoted(path)} to see what is whole.", err=True)
    raise SystemExit(1)
