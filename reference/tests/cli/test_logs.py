"""Reading with a progress bar: on a terminal, and only where it takes long."""

from __future__ import annotations

from io import StringIO

import pytest

from toolwire.cli import logs

from .logs import ended, put


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("patience", "shown"), [(-1.0, True), (60.0, False)])
def test_a_bar_shows_after_a_while(tmp_path, monkeypatch, patience, shown):
    path = tmp_path / "[long]\x1b.jsonl"
    content = put(path, ended())
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(logs, "_PATIENCE", patience)
    with logs.opened(path) as log, logs.watched(log, path) as stream:
        assert b"".join(iter(lambda: stream.read(100), b"")) == content
    assert ("[long]⟨U+001B⟩.jsonl" in terminal.getvalue()) is shown


def test_no_bar_without_a_terminal(tmp_path, monkeypatch):
    path = tmp_path / "long.jsonl"
    put(path, ended())
    monkeypatch.setattr("sys.stderr", StringIO())
    monkeypatch.setattr(logs, "_PATIENCE", -1.0)
    with logs.opened(path) as log:
        assert logs.judge(log, path).load is None
