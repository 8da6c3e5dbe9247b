"""`toolwire show`."""

from __future__ import annotations

import json

from toolwire.transcript import new_plan_mode, new_run_end, new_run_start, new_turn_start

from ..command import toolwire
from .logs import TORN, answered, ended, put


def test_a_session_is_a_tree_within_80_columns(tmp_path):
    path = tmp_path / "a.jsonl"
    put(path, ended())
    code, out, err = toolwire("show", path)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert max(map(len, lines[1:])) <= 80
    assert lines[0] == f"{path}: 15 entries"
    assert lines[1:] == [
        "run run_1  failed  13.0 s",
        "  turn turn_1  completed  11.0 s",
        "    user  what is the ⟨U+001B⟩[31mweather",
        "    step step_1  completed  8.0 s",
        "      context rules  be brief",
        "      plan  on",
        "      assistant  toolUse  let me see",
        "      call web  success  1.0 s  call_1",
        "      call read  error  call_2",
        "compaction  it was sunny",
        "nothing is open",
    ]


def test_what_is_open_is_said(tmp_path):
    path = tmp_path / "a.jsonl"
    put(path, answered(), TORN)
    code, out, _ = toolwire("show", path)
    assert code == 0
    assert "run run_1  open" in out
    assert "call read  pending  call_2" in out
    assert f"10 entries, and {len(TORN)} bytes behind the last line feed" in out
    assert out.endswith("open: run run_1, turn turn_1, step step_1; pending: call_2\n")


def test_json_is_the_same_tree(tmp_path):
    path = tmp_path / "a.jsonl"
    put(path, ended())
    code, out, _ = toolwire("show", "--json", path)
    assert code == 0
    shown = json.loads(out)
    run, compaction = shown["session"]
    assert (run["kind"], run["name"], run["status"], run["seconds"]) == ("run", "run_1", "failed", 13)
    step = run["inside"][0]["inside"][1]
    assert [node["kind"] for node in step["inside"]] == ["context", "plan", "assistant", "call", "call"]
    assert step["inside"][3] == {
        "kind": "call",
        "name": "web",
        "seq": 6,
        "status": "success",
        "seconds": 1,
        "text": "call_1",
    }
    assert compaction == {"kind": "compaction", "seq": 14, "text": "it was sunny"}
    assert (shown["entries"], shown["torn_tail"], shown["pending"], shown["refused"]) == (15, 0, [], None)
    assert shown["open"] == {"run": None, "turn": None, "step": None}


def test_what_breaks_a_session_rule_is_shown_with_the_fault(tmp_path):
    path = tmp_path / "a.jsonl"
    entries = [new_plan_mode(active=False), new_run_start("run_1"), new_turn_start("run_1", "turn_1")]
    put(path, [*entries, new_run_end("run_1", "failed"), new_run_end("run_9", "failed")])
    code, out, _ = toolwire("show", path)
    assert code == 1
    assert out.splitlines()[1:4] == ["plan  off", "run run_1  failed  2.0 s", "  turn turn_1  open"]
    assert "refused: session.lifecycle.inner-turn in line 5" in out
    assert json.loads(toolwire("show", "--json", path)[1])["refused"]["rule"] == "session.lifecycle.inner-turn"


def test_what_does_not_load_is_refused_and_check_is_named(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(put(path, ended()) + b"x\n")
    code, out, err = toolwire("show", path)
    assert (code, out) == (1, "")
    assert "json.syntax in line 17" in err
    assert f"Run toolwire check {path}" in err
    code, out, err = toolwire("show", "--json", path)
    assert (code, err) == (1, "")
    assert (json.loads(out)["refused"]["rule"], json.loads(out)["refused"]["line"]) == ("json.syntax", 17)


def test_an_encoding_without_the_characters_is_no_failure(tmp_path, monkeypatch):
    path = tmp_path / "a.jsonl"
    put(path, ended())
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    code, out, _ = toolwire("show", path)
    assert code == 0
    assert "user  what is the ?U+001B?[31mweather" in out


def test_a_long_duration_and_one_of_the_year_0(tmp_path):
    path = tmp_path / "a.jsonl"
    content = put(path, [new_run_start("r"), new_run_end("r", "failed")])
    for time, shown in (
        ("2026-01-02T06:04:01Z", "3.0 h"),
        ("2026-01-02T03:34:01Z", "30.0 min"),
        ("0000-01-02T03:34:01Z", ""),
    ):
        path.write_bytes(content.replace(b"2026-01-02T03:04:01Z", time.encode()))
        assert toolwire("show", path)[1].splitlines()[1] == f"run r  failed  {shown}".rstrip()
