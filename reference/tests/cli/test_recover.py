"""`toolwire recover`."""

from __future__ import annotations

import json
import stat

import pytest
from click.testing import CliRunner

from toolwire.cli import recover
from toolwire.transcript import (
    JSONLStore,
    load,
    new_plan_mode,
    new_run_end,
    recover_session,
    sequence_entries,
    validate_session,
)

from ..command import toolwire
from .logs import TORN, answered, ended, put


def test_a_copy_holds_the_log_byte_for_byte_and_the_repairs(tmp_path):
    path, copy = tmp_path / "a.jsonl", tmp_path / "a.recovered.jsonl"
    content = put(path, answered(), TORN)
    code, out, err = toolwire("recover", path)
    assert (code, err) == (0, "")
    assert max(map(len, out.splitlines()[:-1])) <= 80
    assert f"cut off: {len(TORN)} bytes" in out
    assert "call_2 (read)" in out
    assert "TOOL_NOT_STARTED" in out
    assert out.endswith(f"written: {copy}\n")
    assert path.read_bytes() == content
    recovered = copy.read_bytes()
    committed = content.removesuffix(TORN)
    assert recovered.startswith(committed)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    validator = validate_session(load(recovered).entries)
    assert (validator.scope.run, validator.pending) == (None, ())
    expected = recover_session(load(content).entries)[1]
    got = load(recovered).entries[10:]
    assert [(entry.seq, entry.type, entry.payload) for entry in got] == [
        (entry.seq, entry.type, entry.payload) for entry in expected
    ]


def test_no_file_is_overwritten(tmp_path):
    path, copy = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    put(path, answered())
    copy.write_bytes(b"precious")
    code, _, err = toolwire("recover", path, "--out", copy)
    assert code == 2
    assert "exists; name another file with --out" in err.replace("\n", " ")
    assert copy.read_bytes() == b"precious"


def test_the_log_itself_is_no_place_for_the_copy(tmp_path):
    path = tmp_path / "a.jsonl"
    content = put(path, answered(), TORN)
    code, _, err = toolwire("recover", path, "--out", path)
    assert code == 2
    assert "exists; name another file with --out" in err.replace("\n", " ")
    assert path.read_bytes() == content
    assert [found.name for found in tmp_path.iterdir()] == ["a.jsonl"]


def test_in_place_appends_behind_the_lines(tmp_path):
    path = tmp_path / "a.jsonl"
    committed = put(path, answered(), TORN).removesuffix(TORN)
    code, out, _ = toolwire("recover", "--in-place", path)
    assert code == 0
    assert "TOOL_NOT_STARTED" in out
    assert path.read_bytes().startswith(committed)
    assert toolwire("check", path)[0] == 0
    assert {found.name for found in tmp_path.iterdir()} == {"a.jsonl", "a.jsonl.lock"}


def test_in_place_cuts_off_a_tail_behind_a_session_that_has_ended(tmp_path):
    path = tmp_path / "a.jsonl"
    committed = put(path, ended(), TORN).removesuffix(TORN)
    code, out, _ = toolwire("recover", "--in-place", path)
    assert code == 0
    assert "nothing to append" in out
    assert path.read_bytes() == committed


def test_where_there_is_nothing_to_repair_nothing_is_written_unless_it_was_asked_for(tmp_path):
    path = tmp_path / "a.jsonl"
    content = put(path, ended())
    code, out, _ = toolwire("recover", path)
    assert code == 0
    assert "nothing is open, nothing to append" in out
    assert [found.name for found in tmp_path.iterdir()] == ["a.jsonl"]
    assert toolwire("recover", path, "--out", tmp_path / "b.jsonl")[0] == 0
    assert (tmp_path / "b.jsonl").read_bytes() == content


def test_a_log_without_dispatches_says_so(tmp_path):
    path = tmp_path / "a.jsonl"
    put(path, answered(), records=["outcome"])
    code, out, _ = toolwire("recover", path)
    assert code == 0
    assert "TOOL_OUTCOME_UNKNOWN" in out


def test_json(tmp_path):
    path = tmp_path / "a.jsonl"
    put(path, answered(), TORN)
    code, out, _ = toolwire("recover", path, "--json")
    assert code == 0
    shown = json.loads(out)
    assert (shown["cut_bytes"], shown["written"]) == (len(TORN), str(tmp_path / "a.recovered.jsonl"))
    assert [entry["type"] for entry in shown["repairs"]] == [
        "message", "tool_outcome", "step/end", "turn/end", "run/end",
    ]  # fmt: skip
    put(path, ended())
    assert json.loads(toolwire("recover", path, "--json")[1]) == {"cut_bytes": 0, "repairs": [], "written": None}


def test_what_does_not_load_or_validate_is_refused(tmp_path):
    path = tmp_path / "a.jsonl"
    for content, rule in (
        (put(path, [new_run_end("r", "failed")]), "session.lifecycle.open-run in line 2"),
        (b'{"type":"session","version":7}\n', "file.header.version in line 1"),
    ):
        path.write_bytes(content)
        for arguments in ((), ("--in-place",), ("--out", tmp_path / "b.jsonl")):
            code, out, err = toolwire("recover", path, *arguments)
            assert (code, out) == (1, "")
            assert rule in err
            assert "Run toolwire check" in err
        code, out, _ = toolwire("recover", path, "--json")
        assert code == 1
        assert rule.startswith(json.loads(out)["refused"]["rule"])
        assert [found.name for found in tmp_path.iterdir()] == ["a.jsonl"]
        assert path.read_bytes() == content


def test_out_and_in_place_exclude_each_other(tmp_path):
    path = tmp_path / "a.jsonl"
    put(path, answered())
    code, _, err = toolwire("recover", path, "--in-place", "--out", tmp_path / "b.jsonl")
    assert code == 2
    assert "--in-place" in err


def test_a_log_that_another_writer_has_is_left_alone(tmp_path):
    path = tmp_path / "a.jsonl"
    put(path, answered())
    with JSONLStore(path) as store:
        store.cut_tail()
        code, _, err = toolwire("recover", "--in-place", path)
    assert code == 2
    assert "store.lock" in err


def test_a_log_that_grew_since_it_was_judged_is_not_repaired_in_place(tmp_path, monkeypatch):
    path = tmp_path / "a.jsonl"
    put(path, answered())

    def grow(*_):
        with JSONLStore(path) as store:
            store.append(sequence_entries([new_plan_mode(active=False)], 10))

    monkeypatch.setattr(recover, "_print", grow)
    done = CliRunner().invoke(recover.command, ["--in-place", str(path)])
    assert done.exit_code == 2
    assert "store.append.changed" in done.output
    assert len(load(path.read_bytes()).entries) == 11


@pytest.mark.parametrize("size", [0, 100])
def test_a_log_that_became_shorter_is_not_copied(tmp_path, monkeypatch, size):
    path = tmp_path / "a.jsonl"
    put(path, answered())
    monkeypatch.setattr(recover, "_print", lambda *_: path.write_bytes(b"x" * size))
    done = CliRunner().invoke(recover.command, [str(path)])
    assert done.exit_code == 2
    assert "store.append.changed" in done.output
    assert [found.name for found in tmp_path.iterdir()] == ["a.jsonl"]


def test_a_log_that_is_replaced_meanwhile_is_copied_as_it_was_judged(tmp_path, monkeypatch):
    path, other = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    content = put(path, answered())
    put(other, ended())
    monkeypatch.setattr(recover, "_print", lambda *_: other.replace(path))
    done = CliRunner().invoke(recover.command, [str(path)])
    assert done.exit_code == 0
    assert (tmp_path / "a.recovered.jsonl").read_bytes().startswith(content)
