"""A folder of sessions that nobody else may read."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from toolwire import disk


def secure_private_permissions(directory: str | Path) -> None:
    """Make the folder if it is missing, give it mode 0700, and each `.jsonl` file right in it mode 0600.

    Links, and what is in folders below, stay as they are. Requirement `store.mode.folder`.

    Raises:
        StoreError: `store.path.link`, the folder is a link.
        OSError: a mode cannot be set.
    """
    path = Path(directory).absolute()
    disk.make_folders(path)
    if path.is_symlink():
        raise disk.StoreError("store.path.link", path, "It is a link; give the path of the folder itself.")
    folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        os.fchmod(folder, 0o700)
        with os.scandir(folder) as found:
            logs = [one.name for one in found if one.name.endswith(".jsonl") and one.is_file(follow_symlinks=False)]
        for name in logs:
            with suppress(FileNotFoundError):
                _make_private(name, folder)
    finally:
        os.close(folder)


def _make_private(name: str, folder: int) -> None:
    descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
    try:
        os.fchmod(descriptor, 0o600)
    finally:
        os.close(descriptor)
