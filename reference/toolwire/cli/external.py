"""`toolwire external`: results by reference, made and checked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from toolwire.cli.captures import STORE
from toolwire.cli.console import count
from toolwire.cli.valid import print_json, refuse_what_was_asked
from toolwire.refusal import Refusal
from toolwire.visible import visible

if TYPE_CHECKING:
    from toolwire.external import FilePayloadStore, Payload

_FOLDER = click.Path(file_okay=False, path_type=Path)


@click.group()
def command() -> None:
    """Tool results whose body is stored elsewhere: make them, check them.

    \b
    Example:
      toolwire external make big.txt --call-id call_7 --disposition recoverable
      toolwire external check result.json
    """


def _bodies(store: Path, scope: str) -> FilePayloadStore:
    from toolwire.external import FilePayloadStore

    return FilePayloadStore(store / "bodies", scope)


def _facts(payload: Payload) -> str:
    from toolwire.external import ExternalToolResult

    if isinstance(payload, ExternalToolResult):
        size, result = int(payload.original_size), payload
    else:
        size, result = len(payload.result.output.encode()), payload.result
    failed = "failed" if result.is_error else "not failed"
    form = "external" if result is payload else "inline"
    return f"{form}, {count(size, 'byte')}, call {visible(payload.call_id)}, {failed}, {result.disposition}"


@command.command()
@click.argument("file", type=click.File("rb"), default="-")
@click.option("--call-id", required=True, help="The call that is answered.")
@click.option(
    "--disposition", required=True, type=click.Choice(["recoverable", "fatal"]), help="Did the executor go on?"
)
@click.option("--error", is_flag=True, help="The tool failed.")
@click.option("--threshold", default=51200, show_default=True, help="From how many bytes on a body is external.")
@click.option("--preview", default=2048, show_default=True, help="Bytes that a preview may have.")
@click.option("--store", type=_FOLDER, default=STORE, show_default=True, help="Folder of the store.")
@click.option("--scope", default="cli", show_default=True, help="The session it is kept for.")
@click.option("--json", "as_json", is_flag=True, help="Print the result itself.")
def make(
    file: BinaryIO,
    call_id: str,
    disposition: Any,
    error: bool,
    threshold: int,
    preview: int,
    store: Path,
    scope: str,
    as_json: bool,
) -> None:
    """Make the result for a body: stored first if it is large, inline if it is not.

    FILE is the body; - or nothing is the standard input.

    \b
    Example:
      toolwire external make big.txt --call-id call_7 --disposition recoverable --json > result.json
    """
    from toolwire import external

    if min(threshold, preview) < 0:
        raise click.UsageError("--threshold and --preview are numbers of bytes")
    try:
        made = external.make_result(
            call_id,
            file.read(),
            is_error=error,
            disposition=disposition,
            store=_bodies(store, scope),
            policy=external.Policy(threshold, preview),
        )
    except Refusal as refusal:
        refuse_what_was_asked(refusal)
        return
    if as_json:
        click.echo(external.encode(made))
    else:
        click.echo(_facts(made))
        if isinstance(made, external.ExternalToolResult):
            click.echo(f"stored as {made.payload_ref}, {made.digest}")


@command.command()
@click.argument("file", type=click.File("rb"), default="-")
@click.option("--store", type=_FOLDER, default=STORE, show_default=True, help="Folder of the store.")
@click.option("--scope", default="cli", show_default=True, help="The session it is kept for.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: the result and the state of its body.")
def check(file: BinaryIO, store: Path, scope: str, as_json: bool) -> None:
    """Judge a result, and look whether its body is stored and is the one that it says.

    FILE is the document; - or nothing is the standard input. The exit code is 1 when the document is refused, or the
    body is not present.

    \b
    Example:
      toolwire external check result.json
    """
    from toolwire import external

    try:
        payload = external.decode(file.read())
    except Refusal as refusal:
        if as_json:
            print_json({"refused": {"rule": refusal.rule, "byte": refusal.byte, "pointer": refusal.pointer}})
        refuse_what_was_asked(refusal)
        return
    bodies = _bodies(store, scope)
    state = external.state(payload, bodies) if isinstance(payload, external.ExternalToolResult) else "inline"
    if as_json:
        print_json({"result": external.view(payload), "body": state})
    else:
        click.echo(f"{_facts(payload)}; body: {state}")
    if state not in ("present", "inline"):
        raise SystemExit(1)
