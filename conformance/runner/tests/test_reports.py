"""Reports in every format, compared, and lists of known failures."""

from __future__ import annotations

import json
import sys
from xml.etree import ElementTree

import pytest

from toolwire import schema
from toolwire_conformance import known
from toolwire_conformance.compare import changes
from toolwire_conformance.reports import FORMATS, document

from .corpora import adapter, echo, refusal, topic, write
from .test_cli import conform, flat

CASES = [echo("plain", twin="other"), echo("other", "a\n<b>&|", twin="plain"), refusal()]
NAMES = ("plain", "other", "ill-formed")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write(tmp_path_factory.mktemp("corpus"), topic(CASES))


def report(*outcomes, detail="expected <b>, got |\x1b[31m"):
    cases = [
        {"id": name, "profile": "text-json", "outcome": outcome, "level": "L2"}
        | ({} if outcome == "pass" else {"detail": detail})
        for name, outcome in zip(NAMES, outcomes, strict=False)
    ]
    totals = {"cases": len(cases)} | {
        outcome: outcomes.count(outcome)
        for outcome in ("pass", "fail", "crash", "timeout", "protocol", "unsupported", "not_measured")
    }
    return {
        "protocol": 1,
        "implementation": {"name": "acme <x>", "version": "1", "language": "go"},
        "corpus": {"version": "1.2.3", "cases": 3},
        "seed": 5,
        "totals": totals,
        "profiles": {"text-json": {"L2": {"pass": outcomes.count("pass"), "cases": len(cases)}}},
        "cases": cases,
        "stderr": "",
    }


MIXED = report("pass", "fail", "unsupported")


def test_the_examples_here_are_reports():
    schema.validator("conformance/report").validate(MIXED)
    assert document.read(json.dumps(MIXED).encode()) == MIXED


@pytest.mark.parametrize("name", FORMATS)
def test_a_run_writes_every_format(folder, tmp_path, name):
    code, _, _ = conform(folder, "run", "--seed", 5, "--report", f"{name}={tmp_path / 'report'}", "--", *adapter())
    assert code == 0
    assert (tmp_path / "report").read_text("utf-8").endswith("\n")


@pytest.mark.parametrize("name", ["markdown", "html", "junit", "svg"])
def test_no_control_and_no_markup_of_an_answer_gets_through(name):
    text = FORMATS[name](MIXED)
    assert "\x1b" not in text
    assert "<b>" not in text


def test_junit_counts_what_is_in_it():
    root = ElementTree.fromstring(FORMATS["junit"](MIXED))
    suite = root[0]
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("3", "1", "1")
    assert [[child.tag for child in test] for test in suite] == [[], ["failure"], ["skipped"]]


def test_tap_has_a_plan_and_a_line_a_case():
    lines = FORMATS["tap"](MIXED).splitlines()
    assert lines[:3] == ["TAP version 14", "1..3", "ok 1 - text-json plain"]
    assert "not ok 2 - text-json other" in lines
    assert "ok 3 - text-json ill-formed # SKIP unsupported" in lines


@pytest.mark.parametrize(
    ("outcomes", "message"),
    [
        (("pass", "pass", "pass"), "1 profile, 3 cases"),
        (("pass", "fail", "pass"), "2 of 3 cases"),
        (("pass", "not_measured"), "not measured"),
        ((), "not measured"),
    ],
)
def test_a_badge_says_no_more_than_was_measured(outcomes, message):
    assert json.loads(FORMATS["badge"](report(*outcomes)))["message"] == message
    assert f">{message}<" in FORMATS["svg"](report(*outcomes))


def test_what_ends_otherwise_than_before():
    found = changes(report("pass", "fail", "pass"), report("fail", "pass"))
    assert [(change.case, change.old, change.new, change.worse) for change in found] == [
        ("plain", "pass", "fail", True),
        ("other", "fail", "pass", False),
        ("ill-formed", "pass", None, True),
    ]


def test_two_report_files_are_compared(folder, tmp_path):
    for name, outcomes in (("old", ("pass", "pass", "pass")), ("new", ("pass", "crash", "pass"))):
        (tmp_path / name).write_text(json.dumps(report(*outcomes)))
    code, out, _ = conform(folder, "diff", tmp_path / "old", tmp_path / "new")
    assert (code, flat(out)) == (1, "other pass → crash 1 cases end otherwise; 1 of them passed and do not any more")
    assert conform(folder, "diff", tmp_path / "new", tmp_path / "old")[0] == 0
    assert json.loads(conform(folder, "diff", "--json", tmp_path / "new", tmp_path / "new")[1]) == []
    (tmp_path / "new").write_text("{}")
    code, _, err = conform(folder, "diff", tmp_path / "old", tmp_path / "new")
    assert (code, "is no report" in err) == (2, True)


def graded(folder, tmp_path, *lines, options=()):
    (tmp_path / "results.jsonl").write_text("\n".join(json.dumps(line) for line in lines))
    return conform(folder, "grade", *options, tmp_path / "results.jsonl")


def test_an_index_is_answered_and_graded(folder, tmp_path):
    code, out, _ = conform(folder, "index", "--profile", "text-json")
    asked = [json.loads(line) for line in out.splitlines()]
    assert (code, [line["id"] for line in asked]) == (0, list(NAMES))
    assert "expect" not in out
    own = {"name": "own", "version": "3", "language": "c"}
    hello = {"protocol": 1, "implementation": own, "profiles": ["text-json"]}
    refused = {"refused": {"rule": "text.utf8", "phase": "malformed"}}
    documents = {one["id"]: one["input"]["document"] for one in asked}
    lines = [
        {"id": name} | (refused if isinstance(document, dict) else {"result": document})
        for name, document in documents.items()
    ]
    code, out, _ = graded(folder, tmp_path, hello, *lines)
    assert (code, "own 3 (c)" in out, "conforms: all 3 cases pass" in out) == (0, True, True)
    code, out, _ = graded(folder, tmp_path, *lines[:2], options=("--report", f"json={tmp_path / 'r'}"))
    assert (code, "1 not measured" in out) == (1, True)
    outcomes = [case["outcome"] for case in json.loads((tmp_path / "r").read_text())["cases"]]
    assert outcomes == ["pass", "pass", "not_measured"]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([{"id": "nobody", "result": 1}], "answers nobody, which is no case"),
        ([{"id": "plain", "result": 1}, {"id": "plain", "result": 1}], "line 2 answers plain a second time"),
        ([{"result": 1}], "line 1 has no id"),
        ([[]], "line 1 is no answer"),
        ([{"protocol": 9}], "line 1 is no answer to hello"),
    ],
)
def test_a_file_that_holds_no_results(folder, tmp_path, lines, said):
    code, _, err = graded(folder, tmp_path, *lines)
    assert (code, said in err) == (2, True)


def test_an_answer_that_is_none_is_a_fault_of_its_case(folder, tmp_path):
    code, out, _ = graded(folder, tmp_path, {"id": "plain"})
    assert (code, "wrote what is no answer" in flat(out)) == (1, True)


def entry(name, outcome="fail", reason="for a reason"):
    return known.Known(name, outcome, reason)


OUTCOMES = {"plain": "pass", "other": "fail", "ill-formed": "crash"}


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ([entry("other"), entry("ill-formed", "crash")], []),
        ([entry("other")], ["ill-formed: crash, and it is not listed"]),
        ([entry("plain"), entry("*e*", "crash")], ["passes; remove it", "other: its outcome is fail now, not crash"]),
        ([entry("other"), entry("ill-formed", "crash"), entry("gone")], ["gone: no case has this id"]),
    ],
)
def test_a_list_says_exactly_what_fails(entries, said):
    found = known.findings(entries, OUTCOMES, NAMES)
    assert len(found) == len(said)
    assert all(part in finding for part, finding in zip(said, found, strict=True))


def test_a_list_is_no_list_of_what_is_missing():
    (found,) = known.findings([entry("other")], {"other": "unsupported"}, NAMES)
    assert "not supported" in found


def test_a_pattern_covers_few_cases():
    ids = [f"case-{number}" for number in range(21)]
    (found,) = known.findings([entry("case-*")], dict.fromkeys(ids, "fail"), ids)
    assert "covers 21 cases" in found


LIST = """# Why these fail is in our issue 12.
[known.plain]  # was hard
outcome = "fail"
reason = "parser"

[known.other]
outcome = "crash"
reason = "recursion"
"""


def test_a_list_is_brought_up_to_date_and_keeps_its_comments(tmp_path):
    (tmp_path / "known.toml").write_text(LIST)
    fixed = known.fixed(LIST, known.read(tmp_path / "known.toml"), OUTCOMES, NAMES)
    (tmp_path / "known.toml").write_text(fixed)
    entries = known.read(tmp_path / "known.toml")
    assert known.findings(entries, OUTCOMES, NAMES) == []
    assert {one.name: one.reason for one in entries} == {"other": "recursion", "ill-formed": "say why, or mend it"}
    assert fixed.startswith("# Why these fail")


def test_a_pattern_makes_way_for_what_still_fails(tmp_path):
    content = '[known."*"]\noutcome = "fail"\nreason = "all of it"\n'
    (tmp_path / "known.toml").write_text(content)
    fixed = known.fixed(content, known.read(tmp_path / "known.toml"), OUTCOMES, NAMES)
    (tmp_path / "known.toml").write_text(fixed)
    assert {one.name: one.outcome for one in known.read(tmp_path / "known.toml")} == {
        "other": "fail",
        "ill-formed": "crash",
    }


@pytest.mark.parametrize(
    "content", ["[known", "x = 1", "known = 1", '[known.a]\noutcome = "pass"\nreason = "x"', "[known.a]"]
)
def test_a_file_that_is_no_list(folder, tmp_path, content):
    (tmp_path / "known.toml").write_text(content)
    code, _, err = conform(folder, "run", "--known", tmp_path / "known.toml", "--", *adapter())
    assert (code, str(tmp_path) in err) == (2, True)


def test_a_run_with_a_list(folder, tmp_path):
    path = tmp_path / "known.toml"
    path.write_text("")
    script = adapter(when={"plain": "crash"})
    options = ("run", "--seed", 1, "--known", path)
    code, out, _ = conform(folder, *options, "--", *script)
    assert (code, "plain: crash, and it is not listed" in flat(out)) == (1, True)
    assert conform(folder, *options, "--fix", "--", *script)[0] == 0
    code, out, _ = conform(folder, *options, "--", *script)
    assert (code, "what fails is what is known to fail" in out) == (0, True)
    code, out, _ = conform(folder, *options, "--", *adapter())
    assert (code, "it passes; remove it" in flat(out)) == (1, True)
    assert conform(folder, "run", "--fix")[0] == 2


ONESHOT = """
import json, sys
request = json.loads(sys.stdin.readline())
document = request["input"]["document"]
if isinstance(document, dict):
    sys.exit(3) if "crash" in sys.argv else None
    answer = {"refused": {"rule": "text.utf8", "phase": "malformed"}}
else:
    answer = {"result": document}
print(json.dumps({"id": request["id"]} | answer))
"""


def test_a_program_that_answers_one_request_and_ends(folder):
    command = (sys.executable, "-I", "-S", "-c", ONESHOT)
    code, out, _ = conform(folder, "run", "--oneshot", "--", *command)
    assert (code, "conforms: all 3 cases pass" in out) == (0, True)
    code, out, _ = conform(folder, "run", "--oneshot", "--", *command, "crash")
    assert (code, "exited with status 3 and no answer" in flat(out)) == (1, True)


def test_a_program_is_held_to_its_memory(folder):
    command = (sys.executable, "-I", "-S", "-c", f"much = bytes(400 << 20)\n{ONESHOT}")
    assert conform(folder, "run", "--oneshot", "--memory", 2000, "--", *command)[0] == 0
    code, out, _ = conform(folder, "run", "--oneshot", "--memory", 200, "--", *command)
    assert (code, "MemoryError" in out) == (1, True)
