"""The command line as it describes itself: the help of every verb, at 80 columns."""

from __future__ import annotations

from collections.abc import Iterator

import click
from click.testing import CliRunner

from toolwire.cli import VERBS, command

from .pages import Page
from .templates import render


def page() -> Page:
    """The reference of the command line."""
    verbs = [(verb, line, list(_helps(command, (verb,)))) for verb, (_, line) in sorted(VERBS.items())]
    return Page("python/cli.md", render("cli.md", overview=_help(()), verbs=verbs))


def _helps(group: click.Group, path: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The help of a verb and of all verbs below it, by their full names."""
    yield " ".join(path), _help(path)
    inner = group.get_command(click.Context(group), path[-1])
    if isinstance(inner, click.Group):
        for name in inner.list_commands(click.Context(inner)):
            yield from _helps(inner, (*path, name))


def _help(path: tuple[str, ...]) -> str:
    shown = CliRunner().invoke(
        command, [*path, "--help"], prog_name="toolwire", terminal_width=80, env={"COLUMNS": "80"}
    )
    if shown.exit_code:
        raise ValueError(f"toolwire {' '.join(path)} --help: {shown.output}")
    return shown.output.strip("\n")
