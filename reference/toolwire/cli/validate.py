"""`toolwire validate`: both verdicts on a log, whether it loads and whether it keeps the session rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolwire.cli.console import FILE, console, count
from toolwire.visible import visible

if TYPE_CHECKING:
    from rich.console import Console

    from toolwire.cli.logs import Judged
    from toolwire.refusal import Refusal


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=FILE)
@click.option("--json", "as_json", is_flag=True, help="Print JSON: one object, or an array for several files.")
def command(files: tuple[Path, ...], as_json: bool) -> None:
    """Say whether a transcript loads, and whether it keeps the session rules.

    A refusal names the requirement, the line, the byte and the member. The exit code is 0 if every file passes both
    verdicts, else 1. Nothing is written.

    \b
    Example:
      toolwire validate session.jsonl
      toolwire validate --json a.jsonl b.jsonl
    """
    from toolwire.cli.logs import judge, opened

    shown: list[dict[str, Any]] = []
    sound = True
    for path in files:
        with opened(path) as log:
            judged = judge(log, path)
        sound = sound and not judged.load and not judged.session
        if as_json:
            shown.append({"file": str(path), **_json(judged)})
        else:
            _print(console(), path, judged)
    if as_json:
        click.echo(json.dumps(shown if len(files) > 1 else shown[0], indent=2))
    raise SystemExit(0 if sound else 1)


def _json(judged: Judged) -> dict[str, Any]:
    """Both verdicts; of a log that does not load there is nothing to say of its session."""
    if judged.load:
        return {"load": _verdict(judged.load), "session": None}
    scope = judged.validator.scope
    known: dict[str, Any] = {
        "load": _verdict(None),
        "session": _verdict(judged.session),
        "entries": judged.reading.next_seq,
        "torn_tail": judged.reading.torn_tail,
    }
    if judged.session:
        return known
    open_ = {"run": scope.run, "turn": scope.turn, "step": scope.step}
    return known | {"scope": open_, "pending": list(judged.validator.pending)}


def _verdict(refusal: Refusal | None) -> dict[str, Any]:
    from toolwire.cli.logs import refused

    return {"ok": False, "refused": refused(refusal)} if refusal else {"ok": True}


def _print(out: Console, path: Path, judged: Judged) -> None:
    out.print(visible(str(path)), style="bold", markup=False, soft_wrap=True)
    if judged.load:
        _print_verdict(out, "load", judged.load, "")
        return
    torn = judged.reading.torn_tail
    tail = f", and {count(torn, 'byte')} behind the last line feed" if torn else ""
    _print_verdict(out, "load", None, count(judged.reading.next_seq, "entry", "entries") + tail)
    _print_verdict(out, "session", judged.session, still_open(judged))


def _print_verdict(out: Console, name: str, refusal: Refusal | None, known: str) -> None:
    from rich.text import Text

    word = ("refused", "red") if refusal else ("ok     ", "green")
    out.print(Text.assemble(f"  {name:7}  ", word, "  ", visible(str(refusal or known))), soft_wrap=True)


def still_open(judged: Judged) -> str:
    """What is open at the end of a log, in words."""
    scope, pending = judged.validator.scope, judged.validator.pending
    units = [f"{unit} {id_}" for unit, id_ in (("run", scope.run), ("turn", scope.turn), ("step", scope.step)) if id_]
    if not units:
        return "nothing is open"
    waiting = f"; pending: {', '.join(pending)}" if pending else ""
    return f"open: {', '.join(units)}{waiting}"
