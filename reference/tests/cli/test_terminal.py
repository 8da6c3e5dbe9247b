"""What the verbs on logs do with terminals, pipes, and names that are hard to print."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest

from ..command import toolwire
from .logs import TORN, answered, ended, put

RUN = [sys.executable, "-c", "from toolwire.cli import main; main()"]
VERBS = ["check", "validate", "recover", "show"]


def on_terminal(*arguments) -> tuple[int, str]:
    """Run toolwire with output and errors on a terminal; its exit code and what came out."""
    outer, inner = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    environment |= {"TERM": "xterm-256color", "COLUMNS": "200"}
    running = subprocess.Popen([*RUN, *map(str, arguments)], stdout=inner, stderr=inner, env=environment)
    os.close(inner)
    shown = b""
    while True:
        try:
            chunk = os.read(outer, 1 << 16)
        except OSError:  # how Linux says that the other side is closed
            chunk = b""
        if not chunk:
            break
        shown += chunk
    os.close(outer)
    return running.wait(), shown.decode()


@pytest.mark.parametrize("verb", VERBS)
def test_neither_a_name_nor_a_text_can_steer_a_terminal(tmp_path, verb):
    path = tmp_path / "a\x1b]0;owned\x07[bold] :bug:.jsonl"
    put(path, answered(), TORN)
    _, shown = on_terminal(verb, path)
    assert "\x1b]0;" not in shown
    assert "\x07" not in shown
    assert "\x1b[31mweather" not in shown
    assert "[bold] :bug:" in shown


def test_a_name_that_is_refused_cannot_steer_it_either(tmp_path):
    path, copy = tmp_path / "a.jsonl", tmp_path / "b\x1b]0;owned\x07.jsonl"
    put(path, answered())
    copy.write_bytes(b"precious")
    for arguments in (("recover", path, "--out", copy), ("show", copy), ("check", f"{copy}x")):
        code, shown = on_terminal(*arguments)
        assert code in (1, 2)
        assert "\x1b]0;" not in shown


def test_a_verdict_has_a_colour_on_a_terminal(tmp_path):
    path = tmp_path / "a.jsonl"
    put(path, ended())
    assert "\x1b[32mresumable" in on_terminal("check", path)[1]
    assert "\x1b[32m  success" in on_terminal("show", path)[1]


@pytest.mark.parametrize("form", [(), ("--json",)])
@pytest.mark.parametrize("verb", VERBS)
def test_a_reader_that_is_gone_is_no_traceback(tmp_path, verb, form):
    path = tmp_path / "a.jsonl"
    put(path, answered())
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([*RUN, verb, *form, str(path)], stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert done.stderr == b""


@pytest.mark.parametrize("verb", VERBS)
def test_a_pipe_is_a_usage_error_for_it_can_be_read_only_once(tmp_path, verb):
    content = put(tmp_path / "a.jsonl", answered(), TORN)
    code, out, err = toolwire(verb, "/dev/stdin", given=content)
    assert (code, out) == (2, "")
    assert "/dev/stdin is no regular file" in err


def test_a_name_in_advice_can_be_pasted_into_a_shell(tmp_path):
    path = tmp_path / "my log.jsonl"
    put(path, answered(), TORN)
    assert f"Run toolwire recover '{path}' to repair a copy." in toolwire("check", path)[1]


@pytest.mark.parametrize("verb", VERBS)
def test_a_name_that_is_no_text_is_a_name(tmp_path, verb):
    path = tmp_path / os.fsdecode(b"a\xff.jsonl")
    put(path, ended())
    code, out, _ = toolwire(verb, path)
    assert code == 0
    assert "a⟨U+DCFF⟩.jsonl" in out
    assert toolwire(verb, "--json", path)[0] == 0
