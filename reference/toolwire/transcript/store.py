"""Stores: where the log of a session is kept, in a file or in memory.

Chapter *Storage*, requirements `store.*`. A store judges by the rules of load only: let the validator prepare a batch
before it is appended, and commit it behind that. Use a store from one thread at a time.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Self

from toolwire import disk
from toolwire.disk import StoreError

from . import file
from .batch import Taken
from .entry import Entry
from .file import Log
from .opened import OpenLog

if TYPE_CHECKING:
    from filelock import BaseFileLock

__all__ = ["JSONLStore", "MemoryStore", "Store", "StoreError"]


class Store(Protocol):
    """What keeps one log."""

    def load(self) -> Log:
        """The log, whole."""
        ...

    def append(self, entries: Iterable[Entry]) -> None:
        """Add a batch behind the log: all of it, or nothing and an error."""
        ...


class JSONLStore:
    """A log in a file, for one writer at a time.

    The first append or replacement takes the lock, a file beside the log with `.lock` behind its name, and holds it
    until `close`. Behind `close` the store can be used again.

    Attributes:
        path: the file of the log.
        cut_bytes: how long the tail was, in bytes, when the log was last opened for writing; the first write cuts it
            off.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path).absolute()
        self.cut_bytes = 0
        self._opened: tuple[OpenLog, BaseFileLock] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let another writer have the log; closing twice does nothing."""
        opened, self._opened = self._opened, None
        if opened:
            log, lock = opened
            try:
                log.close()
            finally:
                lock.release()

    def load(self) -> Log:
        """The log, whole; a file that does not exist is an empty log. Nothing is changed (`store.load.read-only`).

        Raises:
            Refusal: the fault of the first faulty line.
            StoreError: `store.path.link`.
            OSError: the file cannot be read.
        """
        descriptor = disk.open_file(self.path, os.O_RDONLY)
        if descriptor is None:
            return file.load(b"")
        with os.fdopen(descriptor, "rb") as stream:
            return file.load(stream.read())

    def append(self, entries: Iterable[Entry]) -> None:
        """Add a batch; when this returns, the batch is durable. When it raises, the log is as before.

        Raises:
            Refusal: an entry that cannot be written, `entry.seq.position` or `entry.id.unique`; or what is there does
                not load.
            StoreError: another writer has the log, something else changed it, or the system failed; its advice says
                whether the batch can be tried again.
            OSError: the file, or its folder, cannot be opened or made.
        """
        batch = list(entries)
        if not batch:
            return
        log = self._open()
        lines, ids = log.taken.judge(batch)
        log.check_untouched()
        log.append(lines)
        log.taken.take(ids)

    def cut_tail(self) -> None:
        """Cut off the tail, durably, and append nothing (`store.tail.cut`).

        Raises:
            Refusal, StoreError, OSError: as `append`.
        """
        log = self._open()
        log.check_untouched()
        log.settle()

    def replace(self, entries: Iterable[Entry]) -> None:
        """Put another log in the place of this one, under the same header; when this returns, that is durable.

        An entry that was read and not changed keeps the bytes of its line. When it raises, the log is as before.

        Raises:
            Refusal, StoreError, OSError: as `append`.
        """
        taken = Taken()
        lines, ids = taken.judge(entries)
        taken.take(ids)
        log = self._open()
        log.check_untouched()
        log.put(log.header or file.HEADER_LINE, lines, "store.replace.failed")
        log.taken = taken

    def _open(self) -> OpenLog:
        """The log under its lock, which is taken before it is read."""
        if self._opened is None:
            disk.status(self.path)  # beside what can be no log, nothing is made
            disk.make_folders(self.path.parent)
            lock = _lock(self.path)
            try:
                self._opened = OpenLog(self.path), lock
            except BaseException:
                lock.release()
                raise
            self.cut_bytes = self._opened[0].tail
        return self._opened[0]


class MemoryStore:
    """A log in memory, judged as one in a file is."""

    def __init__(self) -> None:
        self._content = bytearray()
        self._taken = Taken()

    def load(self) -> Log:
        """The log, whole."""
        return file.load(bytes(self._content))

    def append(self, entries: Iterable[Entry]) -> None:
        """Add a batch.

        Raises:
            Refusal: an entry that cannot be written, `entry.seq.position` or `entry.id.unique`.
        """
        lines, ids = self._taken.judge(entries)
        if lines and not self._content:
            self._content += file.HEADER_LINE
        self._content += lines
        self._taken.take(ids)


def _lock(path: Path) -> BaseFileLock:
    from filelock import FileLock, Timeout

    lock = FileLock(f"{path}.lock", timeout=0, mode=0o600, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        advice = "Another writer has the log open; end it, or use another log."
        raise StoreError("store.lock", path, advice) from None
    except OSError as error:
        advice = f"The lock, {path.name}.lock, cannot be taken ({error.strerror}); see what is at that name."
        raise StoreError("store.lock", path, advice) from error
    return lock
