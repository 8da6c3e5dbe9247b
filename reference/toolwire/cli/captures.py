"""What the verbs on captures share: where they are kept, and how a model's text reaches a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolwire.visible import visible

if TYPE_CHECKING:
    from toolwire.retained import CaptureStore

STORE = Path(".toolwire")
"""Where captures and bodies are kept unless another folder is named."""


def of_a_loop(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that name a loop's captures."""
    folder = click.Path(file_okay=False, path_type=Path)
    command = click.option("--loop", default="cli", show_default=True, help="The conversation it belongs to.")(command)
    return click.option("--store", type=folder, default=STORE, show_default=True, help="Folder of the store.")(command)


def captures(store: Path, loop: str, page_limit: int) -> CaptureStore:
    """The captures of one loop, in a folder of a store."""
    from toolwire.retained import CaptureStore

    return CaptureStore(store / "captures", loop, page_limit=page_limit)


def print_text(text: str) -> None:
    """Print what a model is shown: as it is, and a line feed; on a terminal, with controls made visible."""
    if sys.stdout.isatty():
        click.echo("\n".join(map(visible, text.split("\n"))))
    else:
        sys.stdout.buffer.write(text.encode() + b"\n")
