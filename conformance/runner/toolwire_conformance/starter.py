"""Starters: a minimal adapter in each language, to begin an implementation with.

Each is a folder of real files in `conformance/starters`. It is copied as it is: what is tested is what people get.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from shlex import quote
from typing import NamedTuple


class StarterError(Exception):
    """A starter that cannot be written: why, and what to do."""


class Starter(NamedTuple):
    """How a starter is built, if it is, and the command that starts it; both in its folder, for a shell."""

    build: str | None
    adapter: str


STARTERS: Mapping[str, Starter] = {
    "c": Starter("make", "./adapter"),
    "go": Starter("go build -o adapter .", "./adapter"),
    "java": Starter("javac -d build *.java", "java -cp build Adapter"),
    "javascript": Starter(None, "node adapter.js"),
    "python": Starter(None, "python3 adapter.py"),
    "rust": Starter("cargo build", "target/debug/adapter"),
}


def write(source: Path, folder: Path) -> list[str]:
    """Copy the starter in `source` to `folder`; its files, in order, with slashes.

    Raises:
        StarterError: there is something in the folder already.
    """
    if folder.exists() and any(folder.iterdir()):
        raise StarterError(f"{folder} is not empty; name a folder that is empty or not there yet")
    # pip compiles every Python file that it installs, those of a starter too.
    files = sorted(path.relative_to(source) for path in source.rglob("*") if path.is_file() and path.suffix != ".pyc")
    for file in files:
        target = folder / file
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((source / file).read_bytes())
    return [file.as_posix() for file in files]


def next_commands(starter: Starter, folder: Path) -> tuple[str, str]:
    """What to type next: the first enters the folder and builds, the second gives the first report."""
    enter = f"cd {quote(str(folder))}"
    return (
        f"{enter} && {starter.build}" if starter.build else enter,
        f"toolwire conform run --level L0 -- {starter.adapter}",
    )
