"""`toolwire generate`: bring the derived files up to date, or say which are not."""

from __future__ import annotations

import json
from typing import NoReturn

import click


@click.command()
@click.option("--check", is_flag=True, help="Change nothing; exit 1 if a derived file is stale, missing or left over.")
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
def command(check: bool, as_json: bool) -> None:
    """Write what is derived from grammars and schemas: recognisers, models, ABNF, diagrams,
    annexes, copies.

    Works in a checkout. Only files that differ are written; a derived file whose source is gone is removed.

    \b
    Example:
      toolwire generate --check
    """
    from toolwire.generate import SourceError, differences, outputs
    from toolwire.tree import root

    folder = root()
    if not (folder / "reference").is_dir():
        _give_up("this toolwire is installed, not a checkout; run it from a clone of the repository")
    try:
        derived = outputs(folder)
        states = differences(folder, derived)
        for path in () if check else states:
            if path in derived:
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_text(derived[path], "utf-8", newline="\n")
            else:
                (folder / path).unlink()
    except (SourceError, OSError) as error:
        _give_up(str(error))

    if as_json:
        rows = [{"file": path, "state": state} for path, state in states.items()]
        click.echo(json.dumps({"derived": len(derived), "differences": rows}))
    else:
        for path, state in states.items():
            click.echo(f"{state}: {path}" if check else f"{'wrote' if path in derived else 'removed'} {path}")
        click.echo(f"{len(derived)} derived files, {_summary(len(states), check)}")
    if check and states:
        raise SystemExit(1)


def _summary(count: int, check: bool) -> str:
    if not count:
        return "all up to date"
    return f"{count} not up to date: run `toolwire generate`" if check else f"{count} brought up to date"


def _give_up(message: str) -> NoReturn:
    click.echo(f"toolwire generate: {message}", err=True)
    raise SystemExit(2)
