"""Implementations are compared on inputs that no case has."""

from __future__ import annotations

import json
import shutil
import sys
from collections import Counter

import pytest
from msgspec import Raw

from toolwire_conformance import corpus, differ
from toolwire_conformance.corpus import CorpusError
from toolwire_conformance.differ import State
from toolwire_conformance.messages import Answer, Refused
from toolwire_conformance.session import Fault

from .test_cli import conform

RESULT = Answer(0, result=Raw(b'{"a":1,"b":2}'))
REFUSAL = Answer(0, refused=Refused("text.utf8", "malformed"))


@pytest.mark.parametrize(
    ("left", "right", "alike"),
    [
        (RESULT, Answer(1, result=Raw(b'{"b": 2.0, "a": 1}')), True),
        (RESULT, Answer(0, result=Raw(b'{"a":1,"b":3}')), False),
        (RESULT, Answer(0, result=Raw(b'{"a":1,"a":1}')), False),
        (RESULT, REFUSAL, False),
        (REFUSAL, Answer(0, refused=Refused("text.utf8", "malformed")), True),
        (REFUSAL, Answer(0, refused=Refused("text.bom", "malformed")), False),
        (REFUSAL, Answer(0, refused=Refused("text.utf8", "invalid")), False),
        (REFUSAL, Fault("crash", "it died"), False),
        (REFUSAL, None, False),
    ],
)
def test_answers_are_alike_if_they_would_be_graded_alike(left, right, alike):
    assert differ.same("text.decode", left, right) is alike


@pytest.mark.parametrize(
    ("op", "one", "other", "alike"),
    [
        ("external.decode", "external.id", "external.size", True),
        ("external.decode", "external.id", "json.syntax", False),
        ("retained.prepare", "argument.member", "argument.integer", True),
        ("retained.prepare", "argument.member", "argument.single", False),
        ("retained.read", "external.id", "external.size", False),
    ],
)
def test_which_of_several_faults_is_named_may_be_open(op, one, other, alike):
    answers = [Answer(0, refused=Refused(rule, "invalid")) for rule in (one, other)]
    assert differ.same(op, *answers) is alike


def test_what_is_found_is_shown_by_its_kind():
    answers = {
        "reference": differ.shown(RESULT),
        "other": differ.shown(REFUSAL),
        "third": differ.shown(Fault("crash", "it died")),
    }
    difference = differ.Difference("op", {}, answers)
    assert difference.kind() == "op: result / text.utf8 / crash"
    assert json.loads(difference.line())["answers"]["third"] == {"crash": "it died"}
    assert differ.shown(None) == {"error": "no answer"}
    assert differ.shown(Answer(0, result=Raw(b"{"))) == {"result": "not readable"}
    assert differ.Difference("op", {}, {"a": {"result": None}}).kind() == "op: null"
    assert list(differ.summary(Counter({"a": 1, "b": 1200}))) == ["   1,200  b", "       1  a"]


def test_batches_are_drawn_from_seed_and_number():
    cases = {"text.decode": [case for case in corpus.load(corpus.home()).cases.values() if case.op == "text.decode"]}
    first = [case.input for case in differ.batch(cases, 1, 0)]
    assert len(first) == differ.BATCH
    assert first == [case.input for case in differ.batch(cases, 1, 0)]
    assert first != [case.input for case in differ.batch(cases, 1, 1)]
    assert first != [case.input for case in differ.batch(cases, 2, 0)]


def test_a_run_goes_on_where_it_was_stopped(tmp_path):
    file = tmp_path / "state.json"
    assert differ.read(file, 7) == State(7)
    differ.write(file, State(7, 1, 20, 3, 2))
    assert differ.read(file, 7) == State(7, 1, 20, 3, 2)
    with pytest.raises(CorpusError, match="of seed 7"):
        differ.read(file, 8)
    file.write_text("[]")
    with pytest.raises(CorpusError, match="no state of a run"):
        differ.read(file, 7)


WRONG = """
import sys
from toolwire import adapter
from toolwire.adapter import carriers
ops = adapter.OPS
right = ops["carrier.is_carrier"]
ops["carrier.is_carrier"] = lambda given: right(given) or "[Tool" in given["content"]
adapter.serve(sys.stdin.buffer, sys.stdout.buffer)
"""


def test_a_mistake_is_found_and_a_second_run_has_nothing_to_do(tmp_path):
    folder = tmp_path / "corpus"
    shutil.copytree(corpus.home() / "cases" / "carrier", folder / "cases" / "carrier")
    (folder / "ledger.txt").write_bytes((corpus.home() / "ledger.txt").read_bytes())
    wrong = tmp_path / "wrong.py"
    wrong.write_text(WRONG)
    files = ("--state", tmp_path / "s.json", "--found", tmp_path / "f.jsonl")
    status, out, err = conform(folder, "differ", "--inputs", 1000, *files, f"{sys.executable} {wrong}")
    assert (status, err) == (1, "")
    assert "carrier.is_carrier: result / result" in out
    lines = (tmp_path / "f.jsonl").read_text("utf-8").splitlines()
    assert all(json.loads(line)["answers"]["reference"] == {"result": False} for line in lines)
    status, out, _ = conform(folder, "differ", "--inputs", 1000, *files, f"{sys.executable} {wrong}")
    assert (status, len(out.splitlines())) == (1, 1)
    assert len((tmp_path / "f.jsonl").read_text("utf-8").splitlines()) == len(lines)
    status, _, err = conform(folder, "differ", "--state", tmp_path / "t.json", "--found", tmp_path / "g", "./not-there")
    assert (status, "does not start" in err) == (2, True)
