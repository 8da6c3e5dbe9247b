"""`toolwire check`."""

from __future__ import annotations

import json

import msgspec
import pytest

from toolwire.transcript import new_run_end
from toolwire.transcript.check import check_bytes

from ..command import toolwire
from .logs import TORN, answered, ended, put

HEADER = b'{"type":"session","version":8}\n'


def test_a_sound_log(tmp_path):
    path = tmp_path / "a.jsonl"
    put(path, ended())
    code, out, err = toolwire("check", path)
    assert (code, err) == (0, "")
    assert f"{path}: resumable" in out
    assert "a transcript of version 8, 15 entries" in out
    assert "Nothing is damaged." in out


def test_an_interrupted_log_says_what_recovery_would_do(tmp_path):
    path = tmp_path / "a.jsonl"
    content = put(path, answered(), TORN)
    code, out, _ = toolwire("check", path)
    assert code == 1
    assert "resumable-with-repair" in out
    assert f"line 12, byte {len(content) - len(TORN):,}: file.tail" in out
    assert f"repair: cut off bytes {len(content) - len(TORN):,} to {len(content):,}" in out
    assert "repair: append tool_outcome of call_2, TOOL_NOT_STARTED" in out
    assert f"Run toolwire recover {path}" in out


def test_damage_is_a_map_with_lines_and_bytes(tmp_path):
    path = tmp_path / "a.jsonl"
    lines = put(path, ended()).split(b"\n")
    lines[3] = b"\0" * 8 + lines[3]
    lines[5] = b"x"
    path.write_bytes(b"\n".join(lines))
    code, out, _ = toolwire("check", path)
    assert code == 1
    assert max(len(line) for line in out.splitlines() if str(path) not in line) <= 80
    assert "view-only" in out.splitlines()[0]
    assert [line.split() for line in out.splitlines() if line.split()[-1:] == ["nul-run"]] == [
        [f"{sum(len(line) + 1 for line in lines[:3]):,}", "8", "nul-run"]
    ]
    assert f"line 4, byte {sum(len(line) + 1 for line in lines[:3]):,}: json.syntax" in out
    assert f"line 6, byte {sum(len(line) + 1 for line in lines[:5]):,}: json.syntax" in out


def test_a_session_fault_can_be_shown(tmp_path):
    path = tmp_path / "a.jsonl"
    put(path, [new_run_end("run_1", "failed")])
    code, out, _ = toolwire("check", path)
    assert code == 1
    assert "line 2, byte 31: session.lifecycle.open-run" in out
    assert "toolwire show" in out


@pytest.mark.parametrize(
    ("content", "what", "advice"),
    [
        (b'{"type":"user","sessionId":"s"}\n', "a log of Claude Code", "It is of another format"),
        (b'{"type":"session_meta","payload":{}}\n', "a log of Codex", "It is of another format"),
        (b'{"type":"session","id":"s","cwd":"/"}\n', "a log of pi", "It is of another format"),
        (b'{"type":"session","format":"agentsession/1"}\n', "a log of Agent Session Format", "It is of another format"),
        (b'{"type":"session","version":7}\n', "a transcript of version 7", "Only version 8 is read"),
        (b'{"type":"session"}\n', "a transcript, 0 entries", "Only version 8 is read"),
        (b'{"role":"user"}\n', "a transcript of version 1", "Only version 8 is read"),
        (b"\xff\xfe\x00", "no log that is known, 3 bytes", "Nothing in it is a line of a transcript"),
    ],
)
def test_what_is_something_else_is_called_what_it_is(tmp_path, content, what, advice):
    path = tmp_path / "a.jsonl"
    path.write_bytes(content)
    code, out, _ = toolwire("check", path)
    assert code == 1
    assert what in out
    assert advice in out


def test_json_is_the_report_of_the_library(tmp_path):
    paths = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    contents = [put(paths[0], answered(), TORN), put(paths[1], ended())]
    code, out, _ = toolwire("check", "--json", *paths)
    assert code == 1
    expected = [
        {"file": str(path), **json.loads(msgspec.json.encode(check_bytes(content)))}
        for path, content in zip(paths, contents, strict=True)
    ]
    assert json.loads(out) == expected
    code, out, _ = toolwire("check", "--json", paths[1])
    assert (code, json.loads(out)) == (0, expected[1])


def test_long_maps_are_shortened(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(HEADER + b"x\n[]\n" * 40)
    code, out, _ = toolwire("check", path)
    assert code == 1
    assert "… 61 more ranges; --json has all" in out
    assert "… 60 more findings; --json has all" in out
    assert len(json.loads(toolwire("check", "--json", path)[1])["findings"]) == 80


def test_a_file_is_not_touched(tmp_path):
    path = tmp_path / "a.jsonl"
    content = put(path, answered(), TORN)
    path.chmod(0o444)
    before = path.stat()
    toolwire("check", path)
    assert path.read_bytes() == content
    assert (path.stat().st_mtime_ns, path.stat().st_mode) == (before.st_mtime_ns, before.st_mode)
    assert [found.name for found in tmp_path.iterdir()] == ["a.jsonl"]


def test_an_empty_file_is_sound(tmp_path):
    (tmp_path / "a.jsonl").write_bytes(b"")
    code, out, _ = toolwire("check", tmp_path / "a.jsonl")
    assert code == 0
    assert "0 entries, 0 bytes" in out


@pytest.mark.parametrize("verb", ["check", "validate", "recover", "show"])
def test_what_is_no_file_is_a_usage_error(tmp_path, verb):
    for path in (tmp_path, tmp_path / "missing"):
        code, out, err = toolwire(verb, path)
        assert (code, out) == (2, "")
        assert str(path) in err.replace("\n", "") or "directory" in err


def test_a_name_cannot_steer_the_terminal(tmp_path):
    path = tmp_path / "a\x1b[31m.jsonl"
    put(path, ended())
    for verb in ("check", "validate", "show"):
        assert "\x1b" not in toolwire(verb, path)[1]
