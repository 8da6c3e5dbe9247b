"""The command line: one verb a file, each loaded when it is called."""

from __future__ import annotations

import sys
from importlib import import_module

import click

import toolwire
from toolwire.disk import StoreError

# Verb to its module and one line of help: help is shown without loading any of them.
VERBS = {
    "adapter": ("toolwire.cli.adapter", "Answer the conformance runner: the reference behind the adapter protocol."),
    "capture": ("toolwire.cli.capture", "Keep what a tool printed, and show the preview that a model gets."),
    "check": ("toolwire.cli.check", "Say what is damaged in a transcript, byte by byte."),
    "classify": ("toolwire.cli.classify", "Say which messages of a history are carriers, and what they declare."),
    "completion": ("toolwire.cli.completion", "Print the completion script of a shell."),
    "conform": ("toolwire_conformance.cli", "Check an implementation against the corpus."),
    "context": ("toolwire.cli.context", "Show the messages that the model is sent of a session."),
    "diff-requests": ("toolwire.cli.diff_requests", "Say what changed from one request to another."),
    "external": ("toolwire.cli.external", "Make and check results whose body is stored elsewhere."),
    "fork": ("toolwire.cli.fork", "Begin another session as this one begins, up to a message."),
    "generate": ("toolwire.cli.generate", "Derive recognisers, models, diagrams and indexes from their sources."),
    "project": ("toolwire.cli.project", "Show what is known of a session at one moment."),
    "read": ("toolwire.cli.read", "Show a page of what was kept, as the model sees it."),
    "recover": ("toolwire.cli.recover", "Close an interrupted session, in a copy of its transcript."),
    "request": ("toolwire.cli.request", "Show what exactly the model was asked."),
    "show": ("toolwire.cli.show", "Show the runs, turns, steps and tool calls of a transcript."),
    "validate": ("toolwire.cli.validate", "Say whether a transcript loads and keeps the session rules."),
}


class _Verbs(click.Group):
    """A group that imports a verb's module only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return sorted(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in VERBS:
            return None
        command = import_module(VERBS[cmd_name][0]).command
        command.name = cmd_name
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(verb, help_line) for verb, (_, help_line) in sorted(VERBS.items())])


@click.group(cls=_Verbs, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80})
@click.version_option(toolwire.__version__, prog_name="toolwire")
def command() -> None:
    """Tool results of agents: classify carriers, check transcripts and implementations.

    Exit codes: 0 fine, 1 findings, 2 usage or input and output.

    \b
    Example:
      toolwire classify history.jsonl
      toolwire check session.jsonl
      toolwire conform run -- ./my-adapter
    """


def main() -> None:
    """Run the command line and exit; a closed pipe, an interrupt or a file fault is one line, never a traceback."""
    try:
        command()
    except BrokenPipeError:
        sys.stderr.close()
        raise SystemExit(0) from None
    except OSError as error:
        from toolwire.visible import visible

        place = f"{visible(str(error.filename))}: " if error.filename else ""
        click.echo(f"toolwire: {place}{error.strerror or error}", err=True)
        raise SystemExit(2) from None
    except StoreError as error:
        from toolwire.visible import visible

        click.echo(f"toolwire: {visible(str(error))}", err=True)
        raise SystemExit(2) from None
