"""`toolwire diff-requests`: what changed between two requests, and from where on a cache no longer helps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from toolwire.cli.console import FILE, console, count
from toolwire.cli.valid import first_words, print_json, refuse_what_was_asked, role, valid_log
from toolwire.refusal import Refusal
from toolwire.visible import visible


@click.command()
@click.argument("file", type=FILE)
@click.argument("first_id")
@click.argument("second_id")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: what changed, and how many messages are common.")
def command(file: Path, first_id: str, second_id: str, as_json: bool) -> None:
    """Say what changed from one request to another: model, options, tools, system prompt, messages.

    A provider's cache holds as long as all of these are the same from the start: the first difference is where it
    ends. The exit code is 0 if the second request only adds messages, else 1.

    \b
    Example:
      toolwire diff-requests session.jsonl req_7 req_8
    """
    from toolwire.transcript.request import reconstruct_provider_request, view

    log = valid_log(file, as_json=as_json)
    try:
        views = [view(reconstruct_provider_request(log.entries, id_)) for id_ in (first_id, second_id)]
    except Refusal as refusal:
        refuse_what_was_asked(refusal)
        return
    first, second = views
    found = _difference(first, second)
    if as_json:
        print_json(found)
    else:
        _print(found, first, second)
    raise SystemExit(0 if not found["changed"] and found["common_messages"] == found["first_messages"] else 1)


def _difference(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """The members that changed, the tools that did, and the messages that both begin with."""
    from toolwire.json_profile import equal

    members = {
        **{name: (first["header"].get(name), second["header"].get(name)) for name in ("provider", "model", "protocol")},
        "systemPrompt": (first["input"].get("systemPrompt"), second["input"].get("systemPrompt")),
        "tools": (first["input"].get("tools"), second["input"].get("tools")),
        "options": (first["options"], second["options"]),
    }
    messages = first["input"]["messages"], second["input"]["messages"]
    common = 0
    for before, behind in zip(*messages, strict=False):
        if not equal(before, behind):
            break
        common += 1
    return {
        "changed": [name for name, (before, behind) in members.items() if not equal(before, behind)],
        "tools": _tools(members["tools"][0] or [], members["tools"][1] or []),
        "common_messages": common,
        "first_messages": len(messages[0]),
        "second_messages": len(messages[1]),
    }


def _tools(first: list[dict[str, Any]], second: list[dict[str, Any]]) -> dict[str, list[str]]:
    from toolwire.json_profile import equal

    before, behind = ({tool["name"]: tool for tool in tools} for tools in (first, second))
    return {
        "added": [name for name in behind if name not in before],
        "removed": [name for name in before if name not in behind],
        "changed": [name for name in before if name in behind and not equal(before[name], behind[name])],
    }


def _print(found: dict[str, Any], first: dict[str, Any], second: dict[str, Any]) -> None:
    out = console()
    for name in found["changed"]:
        out.print(f"changed  {name}", style="yellow")
    for how, names in found["tools"].items():
        if names:
            out.print(visible(f"tools {how}: {', '.join(names)}"), markup=False, soft_wrap=True)
    common = found["common_messages"]
    out.print(f"{count(common, 'message')} in common, of {found['first_messages']:,} and {found['second_messages']:,}")
    for mark, view in (("-", first), ("+", second)):
        messages = view["input"]["messages"]
        if common < len(messages):
            line = f"{mark} {common:5} {role(messages[common]):10} {first_words(messages[common])}"
            out.print(line, markup=False, no_wrap=True, crop=True)
