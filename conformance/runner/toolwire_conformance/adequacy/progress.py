"""A bar for work that takes more than two seconds, on a terminal only."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


@contextmanager
def bar(what: str, console: Console) -> Generator[Callable[[int, int], None]]:
    """What is told how many of how many are done."""
    if not console.is_terminal:
        yield lambda done, whole: None  # noqa: ARG005
        return
    from rich.progress import Progress

    with Progress(console=console, transient=True) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, whole: progress.update(task, completed=done, total=whole)
