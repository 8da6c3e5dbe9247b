"""A log that is open for writing: each write is whole and durable, or undone.

Chapter *Storage*. What may be written is judged before, and the lock is held by the store.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from toolwire import disk
from toolwire.disk import StoreError

from . import file
from .batch import Taken


class OpenLog:
    """The log at `path`, read and judged; its entries are forgotten.

    Attributes:
        path: the file.
        taken: the numbers and the ids of its entries.
        header: its header with the line feed; None for a log of no bytes.
        tail: how many bytes follow the lines; none behind the first write.

    Raises:
        Refusal: the log does not load.
        StoreError: `store.path.link`.
        OSError: the file cannot be opened for writing, or made private.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.taken = Taken()
        self.header: bytes | None = None
        self.tail = 0
        self._committed = 0  # bytes of the file before the tail
        self._settled = False  # what was read is durable
        self._unsure = False  # a failed write could not be undone
        self._descriptor = disk.open_file(path, os.O_RDWR | os.O_APPEND)
        if self._descriptor is not None:
            try:
                self._read(self._descriptor)
                os.fchmod(self._descriptor, 0o600)
            except BaseException:
                self.close()
                raise

    def _read(self, descriptor: int) -> None:
        with os.fdopen(descriptor, "rb", closefd=False) as stream:
            reading = file.Reading(stream)
            for _ in reading:
                pass
        self.taken = Taken(reading.next_seq, reading.ids)
        self.header = reading.header and reading.header.line + b"\n"
        self._committed, self.tail = reading.committed_bytes, reading.torn_tail

    def close(self) -> None:
        """Close the file."""
        if self._descriptor is not None:
            os.close(self._descriptor)

    def check_untouched(self) -> None:
        """Refuse to write to a file that is not as the last write left it.

        Raises:
            StoreError: `store.append.changed`, or `store.append.unsure` behind a write that could not be undone.
        """
        if self._unsure:
            advice = "A failed write could not be undone: close the store, and load what is there before going on."
            raise StoreError("store.append.unsure", self.path, advice)
        found = disk.status(self.path)
        own = None if self._descriptor is None else os.fstat(self._descriptor)
        if found is None or own is None:
            same = found is own
        else:
            same = os.path.samestat(found, own) and own.st_size == self._committed + self.tail
        if not same:
            advice = "Something else changed the file: close the store, and load what is there before going on."
            raise StoreError("store.append.changed", self.path, advice)

    def append(self, lines: bytes) -> None:
        """Add lines behind the log.

        Raises:
            StoreError: `store.tail.cut` or `store.append.rollback`: a call failed; undone, if its advice says so.
        """
        if self.header is None or self._descriptor is None:
            # Whole, for a header without its line feed would be a log that does not load.
            self.put(file.HEADER_LINE, lines, "store.append.rollback")
            return
        self.settle()
        with self._failing("store.append.rollback"):
            try:
                disk.write(self._descriptor, lines)
                os.fsync(self._descriptor)
            except BaseException:
                with self._undoing():
                    os.ftruncate(self._descriptor, self._committed)
                    os.fsync(self._descriptor)
                raise
        self._committed += len(lines)

    def settle(self) -> None:
        """Cut off the tail, and make durable what another process may have left; once, before the first append.

        Raises:
            StoreError: `store.tail.cut`: a call failed, and the lines are as before.
        """
        descriptor = self._descriptor
        if self._settled or descriptor is None:
            return
        with self._failing("store.tail.cut"):
            if self.tail:
                os.ftruncate(descriptor, self._committed)
                self.tail = 0
            os.fsync(descriptor)
            disk.sync_folder(self.path.parent)
        self._settled = True

    def put(self, header: bytes, lines: bytes, rule: str) -> None:
        """Put a new log at the path, atomically.

        Raises:
            StoreError: `rule`, a call failed and the old log is there; `store.append.unsure`, it may not be.
        """
        with self._failing(rule):
            descriptor = disk.put(self.path, header + lines)
            try:
                disk.sync_folder(self.path.parent)
            except BaseException:
                os.close(descriptor)
                with self._undoing():
                    self._put_back()
                raise
        self.close()
        self._descriptor, self.header, self._committed = descriptor, header, len(header) + len(lines)
        self.tail, self._settled = 0, True

    def _put_back(self) -> None:
        """Put the old log, which has lost its name but is still open, at its path again."""
        if self._descriptor is None:
            self.path.unlink()
        else:
            with os.fdopen(self._descriptor, "rb", closefd=False) as stream:
                stream.seek(0)
                restored = disk.put(self.path, stream.read())
            self.close()
            self._descriptor = restored
        disk.sync_folder(self.path.parent)

    @contextmanager
    def _failing(self, rule: str) -> Generator[None]:
        """Say of a failed system call what it means for the log."""
        try:
            yield
        except OSError as error:
            advice = f"{error.strerror}: the entries of the log are as before; put that right, then do the same again."
            raise StoreError(rule, self.path, advice) from error

    @contextmanager
    def _undoing(self) -> Generator[None]:
        """Let nothing more be written if the undoing of a failed write fails too."""
        self._unsure = True
        try:
            yield
        except OSError as error:
            advice = f"{error.strerror}: a failed write could not be undone; close the store, and load what is there."
            raise StoreError("store.append.unsure", self.path, advice) from error
        self._unsure = False
