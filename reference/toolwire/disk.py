"""What a store asks of the file system: files that are no links, whole writes, names that survive a loss of power.

Chapter *Storage*. Nothing here knows what a log, a capture or a body is.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO, cast


class StoreError(Exception):
    """A file that is not as a store must have it, or a system call that failed; what it left is as the advice says.

    Attributes:
        rule: the id of the requirement, such as `store.lock`.
        path: the file or the folder.
        advice: one sentence on what is the matter and what to do.
    """

    def __init__(self, rule: str, path: Path, advice: str) -> None:
        self.rule = rule
        self.path = path
        self.advice = advice
        super().__init__(rule, path, advice)

    def __str__(self) -> str:
        return f"{self.rule}: {self.path}: {self.advice}"


def status(path: Path) -> os.stat_result | None:
    """The status of the regular file at `path`; None if there is nothing.

    Raises:
        StoreError: `store.path.link`, there is a link or anything else.
    """
    try:
        found = path.lstat()
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(found.st_mode):
        raise _not_regular(path)
    return found


def open_file(path: Path, flags: int) -> int | None:
    """A descriptor of the regular file at `path`; None if there is nothing.

    Raises:
        StoreError: `store.path.link`, there is a link or anything else.
    """
    if status(path) is None:
        return None
    # What takes the file's place meanwhile is not followed, and a pipe does not block.
    descriptor = os.open(path, flags | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK)
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return descriptor
    os.close(descriptor)
    raise _not_regular(path)


def open_regular(path: Path) -> BinaryIO:
    """The regular file at `path`, to read.

    Raises:
        FileNotFoundError: there is nothing.
        StoreError: `store.path.link`, there is a link or anything else.
    """
    descriptor = open_file(path, os.O_RDONLY)
    if descriptor is None:
        raise FileNotFoundError(path)
    return cast(BinaryIO, os.fdopen(descriptor, "rb", buffering=0))


def put(path: Path, content: bytes) -> int:
    """Put a new file with `content` and mode 0600 at `path`, whole or not at all; a descriptor to append to it.

    The name is durable only after `sync_folder`.
    """
    temporary = path.with_name(f".toolwire-{token_hex(16)}.tmp")
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(temporary, flags, 0o600)
    try:
        os.fchmod(descriptor, 0o600)  # whatever the umask
        write(descriptor, content)
        os.fsync(descriptor)
        temporary.rename(path)
    except BaseException:
        os.close(descriptor)
        with suppress(OSError):
            temporary.unlink()
        raise
    return descriptor


def put_once(path: Path, content: bytes) -> bool:
    """Put a new file with `content` and mode 0600 at `path`, whole and durable; False if there is a file already.

    Missing folders are made.

    Raises:
        StoreError: `store.path.link`, there is a link or anything else but a file.
    """
    if status(path) is not None:
        return False
    make_folders(path.parent)
    temporary = path.with_name(f".toolwire-{token_hex(16)}.tmp")
    os.close(put(temporary, content))
    try:
        path.hardlink_to(temporary)  # a rename would replace what came meanwhile
    except FileExistsError:
        return False
    finally:
        temporary.unlink()
        sync_folder(path.parent)
    return True


def write(descriptor: int, content: bytes) -> None:
    """Write all of `content`: in one call, and the rest in others where the system took less."""
    written = os.write(descriptor, content)
    while written < len(content):
        written += os.write(descriptor, memoryview(content)[written:])


def make_folders(folder: Path) -> None:
    """Make `folder` and what is missing above it, durable, with mode 0700; leave what exists."""
    if folder.is_dir():
        return
    make_folders(folder.parent)
    with suppress(FileExistsError):  # another process made it just now
        folder.mkdir(0o700)
    sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in `folder` durable."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _not_regular(path: Path) -> StoreError:
    return StoreError(
        "store.path.link", path, "It is no regular file; give the path of the file itself, not of a link."
    )
