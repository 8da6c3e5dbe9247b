"""Stores of bodies: what one must do, one on a POSIX file system, and one on whatever fsspec reaches.

Chapter *External results*, requirements `store.payload.*`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Protocol

from toolwire.disk import StoreError, open_regular, put_once, status

if TYPE_CHECKING:
    from fsspec import AbstractFileSystem  # pyright: ignore[reportMissingTypeStubs]

_CHUNK = 1 << 20


class PayloadStore(Protocol):
    """What keeps bodies under locators, for one scope."""

    def put(self, locator: str, body: bytes) -> None:
        """Store a body durably, whole or not at all.

        Raises:
            StoreError: `store.payload.atomic`, the locator has another body.
            OSError: it could not be stored.
        """
        ...

    def get(self, locator: str) -> Iterator[bytes] | None:
        """The bytes that are stored, in pieces, not verified; None if there are none."""
        ...

    def expired(self, locator: str) -> bool:
        """Whether the time of a body is over, be it still there or not."""
        ...


def file_name(scope: str, locator: str) -> str:
    """The name of a body's file: it is made of a digest, so that no locator is a path (`store.payload.name`)."""
    return sha256(f"{len(scope)}:{scope}{locator}".encode()).hexdigest()


class FilePayloadStore:
    """Bodies below a folder, for one scope, a session say.

    `keep` is how many seconds a body is kept; None: without end. Mode 0600, synchronised, links refused.
    """

    def __init__(
        self, folder: Path, scope: str, *, keep: float | None = None, now: Callable[[], float] = time.time
    ) -> None:
        self.folder = folder
        self.scope = scope
        self.keep = keep
        self._now = now

    def put(self, locator: str, body: bytes) -> None:
        path = self._path(locator)
        if not put_once(path, body) and b"".join(self.get(locator) or ()) != body:
            raise StoreError("store.payload.atomic", path, "The locator has another body; mint a new one.")

    def get(self, locator: str) -> Iterator[bytes] | None:
        try:
            stream = open_regular(self._path(locator))
        except FileNotFoundError:
            return None

        def pieces() -> Iterator[bytes]:
            with stream:
                while piece := stream.read(_CHUNK):
                    yield piece

        return pieces()

    def expired(self, locator: str) -> bool:
        path = self._path(locator)
        found = status(path)
        if found is None:
            return status(_tombstone(path)) is not None
        return self.keep is not None and found.st_mtime + self.keep <= self._now()

    def sweep(self) -> int:
        """Remove the bodies of the folder whose time is over, of all scopes; how many.

        They stay known as expired.
        """
        removed = 0
        if self.keep is None or not self.folder.is_dir():
            return 0
        for path in self.folder.iterdir():
            found = status(path) if path.suffix == "" else None
            if found is not None and found.st_mtime + self.keep <= self._now():
                put_once(_tombstone(path), b"")
                path.unlink()
                removed += 1
        return removed

    def _path(self, locator: str) -> Path:
        return self.folder / file_name(self.scope, locator)


class FsspecPayloadStore:
    """Bodies on any file system of fsspec, below `folder`, for one scope.

    A body appears by a move, which is whole where the file system moves so. fsspec says nothing of synchronisation:
    a body is as durable as the file system makes what it has closed.
    """

    def __init__(
        self,
        system: AbstractFileSystem,
        folder: str,
        scope: str,
        *,
        keep: float | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._system: Any = system
        self.folder = folder.rstrip("/")
        self.scope = scope
        self.keep = keep
        self._now = now

    def put(self, locator: str, body: bytes) -> None:
        path = self._path(locator)
        if self._system.exists(path):
            if self._system.cat_file(path) != body:
                raise StoreError("store.payload.atomic", Path(path), "The locator has another body; mint a new one.")
            return
        self._system.makedirs(self.folder, exist_ok=True)
        temporary = f"{self.folder}/.toolwire-{token_hex(16)}.tmp"
        try:
            self._system.pipe_file(temporary, body)
            self._system.mv(temporary, path)
        except BaseException:
            with suppress(OSError):
                self._system.rm_file(temporary)
            raise

    def get(self, locator: str) -> Iterator[bytes] | None:
        try:
            stream = self._system.open(self._path(locator), "rb")
        except FileNotFoundError:
            return None

        def pieces() -> Iterator[bytes]:
            with stream:
                while piece := stream.read(_CHUNK):
                    yield piece

        return pieces()

    def expired(self, locator: str) -> bool:
        path = self._path(locator)
        if self.keep is None or not self._system.exists(path):
            return False
        return self._system.modified(path).timestamp() + self.keep <= self._now()

    def _path(self, locator: str) -> str:
        return f"{self.folder}/{file_name(self.scope, locator)}"


def _tombstone(path: Path) -> Path:
    return path.with_name(f"{path.name}.expired")
