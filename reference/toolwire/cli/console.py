"""What the human output of all verbs shares."""

from __future__ import annotations

import sys
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import click

from toolwire.visible import visible

if TYPE_CHECKING:
    from rich.console import Console

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
"""A file that is there."""


def console() -> Console:
    """Where human output goes: as wide as the terminal, 80 columns without one."""
    from rich.console import Console

    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure:  # what the encoding does not have becomes a question mark
        reconfigure(errors="replace")
    return Console(width=None if sys.stdout.isatty() else 80, highlight=False, emoji=False)


def quoted(path: Path) -> str:
    """A path as a shell takes it, in advice; what does not show in it is made visible."""
    return quote(visible(str(path)))


def count(number: int, thing: str, things: str | None = None) -> str:
    """A number and what there are so many of."""
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"
