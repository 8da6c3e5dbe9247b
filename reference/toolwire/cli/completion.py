"""`toolwire completion`: the completion script of a shell, made by click."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the script that completes verbs and options in a shell.

    \b
    Example:
      toolwire completion bash >> ~/.bashrc
    """
    script = get_completion_class(shell)
    root = click.get_current_context().find_root()
    if script is None:
        raise click.UsageError(f"no completion for {shell}")
    click.echo(script(root.command, {}, "toolwire", "_TOOLWIRE_COMPLETE").source())
