"""`toolwire validate`."""

from __future__ import annotations

import json

from toolwire.transcript import new_run_end, new_run_start, new_turn_end

from ..command import toolwire
from .logs import TORN, answered, ended, put


def test_both_verdicts_of_sound_logs(tmp_path):
    put(tmp_path / "a.jsonl", ended())
    put(tmp_path / "b.jsonl", answered(), TORN)
    code, out, err = toolwire("validate", tmp_path / "a.jsonl", tmp_path / "b.jsonl")
    assert (code, err) == (0, "")
    assert "load     ok       15 entries\n  session  ok       nothing is open" in out
    assert f"10 entries, and {len(TORN)} bytes behind the last line feed" in out
    assert "open: run run_1, turn turn_1, step step_1; pending: call_2" in out


def test_a_session_fault_has_its_line_and_byte_behind_blank_lines(tmp_path):
    path = tmp_path / "a.jsonl"
    lines = put(path, [new_run_start("run_1"), new_run_end("run_2", "failed")]).splitlines(keepends=True)
    content = b"\r\n" + lines[0] + b"\n" + lines[1] + b" \n" + lines[2]
    path.write_bytes(content)
    code, out, _ = toolwire("validate", path)
    assert code == 1
    assert "load     ok" in out
    place = f"in line 6 at byte {content.index(lines[2])} in /lifecycle/runId"
    assert f"session  refused  session.lifecycle.same-run {place}: The open run is 'run_1'." in out


def test_a_log_that_does_not_load_is_not_validated(tmp_path):
    path = tmp_path / "a.jsonl"
    content = put(path, [new_turn_end("r", "t", "failed")])
    path.write_bytes(content + b'{"seq":1,"seq":1}\n')
    code, out, _ = toolwire("validate", path)
    assert code == 1
    assert f"load     refused  json.duplicate-name in line 3 at byte {len(content) + 9}" in out
    assert "session" not in out.replace("session.", "").replace(str(path), "")


def test_json(tmp_path):
    put(tmp_path / "a.jsonl", answered(), TORN)
    put(tmp_path / "b.jsonl", [new_turn_end("r", "t", "failed")])
    (tmp_path / "c.jsonl").write_bytes(b"{}\n")
    code, out, _ = toolwire("validate", "--json", *(tmp_path / f"{name}.jsonl" for name in "abc"))
    assert code == 1
    sound, invalid, broken = json.loads(out)
    assert sound == {
        "file": str(tmp_path / "a.jsonl"),
        "load": {"ok": True},
        "session": {"ok": True},
        "entries": 10,
        "torn_tail": len(TORN),
        "scope": {"run": "run_1", "turn": "turn_1", "step": "step_1"},
        "pending": ["call_2"],
    }
    assert invalid["load"] == {"ok": True}
    assert invalid["session"]["refused"]["rule"] == "session.lifecycle.open-run"
    assert (invalid["session"]["refused"]["line"], invalid["session"]["refused"]["byte"]) == (2, 31)
    assert broken["load"]["refused"]["rule"] == "file.header.type"
    assert broken["session"] is None


def test_nothing_is_written(tmp_path):
    path = tmp_path / "a.jsonl"
    content = put(path, answered(), TORN)
    before = path.stat()
    toolwire("validate", path)
    toolwire("show", path)
    assert path.read_bytes() == content
    assert (path.stat().st_mtime_ns, path.stat().st_mode) == (before.st_mtime_ns, before.st_mode)
    assert [found.name for found in tmp_path.iterdir()] == ["a.jsonl"]
