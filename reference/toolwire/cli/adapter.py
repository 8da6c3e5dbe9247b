"""`toolwire adapter`: the reference implementation behind the adapter protocol."""

from __future__ import annotations

import sys

import click

from toolwire import adapter


@click.command()
def command() -> None:
    """Answer requests of the adapter protocol on standard input and output.

    \b
    Example:
      toolwire conform run -- toolwire adapter
    """
    adapter.serve(sys.stdin.buffer, sys.stdout.buffer)
