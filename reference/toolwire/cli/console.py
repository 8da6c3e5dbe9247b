"""What the human output of all verbs shares."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import Console

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
"""A file that is there."""


def console() -> Console:
    """Where human output goes: as wide as the terminal, 80 columns without one."""
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else 80, highlight=False)


def count(number: int, thing: str, things: str | None = None) -> str:
    """A number and what there are so many of."""
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"
