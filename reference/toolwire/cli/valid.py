"""Logs for the verbs that need a whole one, which loads and validates."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from toolwire.refusal import Refusal
from toolwire.visible import shortened, visible

if TYPE_CHECKING:
    from toolwire.json_profile import Json
    from toolwire.transcript import Log


def valid_log(file: Path, *, as_json: bool) -> Log:
    """The log in a file; the end, with exit code 1, if it does not load or does not validate."""
    from toolwire.cli.logs import judge, opened, refuse, watched
    from toolwire.transcript.file import load

    with opened(file) as log:
        judged = judge(log, file)
        refusal = judged.load or judged.session
        if refusal:
            refuse(file, refusal, as_json=as_json)
        with watched(log, file) as stream:
            return load(stream.read()[: judged.reading.committed_bytes])


def refuse_what_was_asked(refusal: Refusal) -> None:
    """Say why something is refused of a log that is sound; the end, with exit code 1."""
    click.echo(visible(str(refusal)), err=True)
    raise SystemExit(1)


def print_json(value: Json) -> None:
    """Print a value on one line, its numbers exact."""
    from toolwire import json_profile

    click.echo(json_profile.write(value))


def put_new(path: Path, content: bytes) -> None:
    """Put a new private file at `path`; a usage error if something is there."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise click.UsageError(f"{visible(str(path))} exists; name another file with --out") from None
    with os.fdopen(descriptor, "wb") as new:
        new.write(content)
        new.flush()
        os.fsync(descriptor)


def first_words(message: Json) -> str:
    """What a message says or asks for, on one line of at most 60 characters."""
    blocks = message.get("content") if isinstance(message, dict) else None
    found: list[str] = []
    for block in blocks if isinstance(blocks, list) else []:
        if isinstance(block, dict):
            kind = str(block.get("type"))
            said = block.get("text") if kind == "text" else block.get("name") if kind == "toolCall" else ""
            found.append(f"[{kind} {said}]" if kind == "toolCall" else str(said) if kind == "text" else f"[{kind}]")
    return shortened(visible(" ".join(" ".join(found).split())), 60)


def role(message: Json) -> str:
    """The role of a message."""
    return str(message.get("role")) if isinstance(message, dict) else ""
