"""The command line: exit codes, output for people and for programs, and never a traceback."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
import time

import pytest

from toolwire import schema
from toolwire_conformance import corpus, explain
from toolwire_conformance.measure import measure

from .corpora import QUICK, adapter, echo, ends, refusal, topic, write

CASES = [
    echo("plain", twin="other"),
    echo("other", "a\n\u202eb", twin="plain"),
    refusal(),
    echo("long", {"repeat": ["x", 5000]}, twin="plain"),
    echo("attack", tags=["adversarial"], twin="plain"),
]


def conform(folder, *arguments):
    command = [sys.executable, "-c", "from toolwire.cli import main; main()", "conform", "--corpus", str(folder)]
    done = subprocess.run([*command, *map(str, arguments)], capture_output=True, check=False)
    assert b"Traceback" not in done.stderr.replace(b"Traceback: it fell over", b"")
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def flat(text):
    """The text on one line: a terminal breaks it where it likes."""
    return " ".join(text.split())


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write(tmp_path_factory.mktemp("corpus"), topic(CASES))


def run(folder, *options, **script):
    return conform(folder, "run", *options, "--", *adapter(**script))


def test_a_right_adapter_conforms(folder):
    code, out, err = run(folder, "--seed", 5)
    assert (code, err) == (0, "")
    assert "faulty 1 (python), corpus 1.2.3, seed 5" in out
    assert "conforms: all 5 cases pass" in out
    assert max(map(len, out.splitlines())) <= 80


def test_the_reference_is_what_is_run_without_a_command(folder):
    code, out, _ = conform(folder, "run")
    assert (code, "toolwire" in out) == (0, True)


def test_a_wrong_adapter_does_not_conform_and_its_failures_are_listed(folder):
    code, out, _ = run(folder, when={"plain": "other"})
    assert code == 1
    assert 'plain: expected "plain", got "other"' in out
    assert "does not conform: 0 of 5 cases pass (5 fail)" in out
    assert max(map(len, out.splitlines())) <= 80


def test_a_crash_shows_what_the_adapter_said_last(folder):
    code, out, _ = run(folder, when={"plain": "crash"})
    assert code == 1
    assert "stderr │ Traceback: it fell over" in out


def test_what_is_not_measured_is_no_success(folder, tmp_path):
    starts = tmp_path / "starts"
    for expected, script in (
        ("The adapter does not start: it printed no answer to hello", {"hello": {"protocol": 2}}),
        ("nothing was measured", {"profiles": []}),
        ("nothing was measured", {"profiles": ["of-tomorrow"]}),
        ("no case of text-json is supported", {"when": dict.fromkeys(
            ["plain", "a\n\u202eb", "/w==", "x" * 5000, "attack"], "unsupported")}),
        ("not enough was measured: it exited", {"when": {"attack": "crash"}, "starts": str(starts), "last_start": 2}),
    ):  # fmt: skip
        code, out, err = run(folder, **script)
        assert (code, expected in flat(out + err)) == (2, True), script


def test_an_unknown_profile_is_not_measured(folder):
    code, _, err = run(folder, "--profile", "carrier-redaer")
    assert (code, "no profile carrier-redaer; it has text-json" in err) == (2, True)


def test_a_profile_that_is_not_claimed_can_be_asked_for(folder):
    assert run(folder, "--profile", "text-json", profiles=[])[0] == 0
    code, out, _ = run(folder, "--profile", "text-json", profiles=[], when={"plain": "unsupported"})
    assert (code, "unsupported plain" in out) == (1, True)


def test_an_empty_corpus_is_not_measured(tmp_path):
    (tmp_path / "cases").mkdir()
    assert run(tmp_path)[0] == 2


def test_a_level_selects_cases_and_asks_for_reasons_from_l3_on(folder):
    silent = {"when": {"/w==": "refused"}}
    code, out, _ = run(folder, **silent)
    assert (code, "below L3, as refusals of text-json lack a rule or a phase" in flat(out)) == (0, True)
    code, out, _ = run(folder, "--level", "L2", **silent)
    assert (code, "all 3 cases pass" in out) == (0, True)
    code, out, _ = run(folder, "--level", "L3", **silent)
    assert (code, "does not conform at L3" in out) == (1, True)


def test_the_report_is_valid_and_the_same_for_the_same_seed(folder, tmp_path):
    for name in ("one.json", "two.json"):
        run(
            folder,
            "--seed",
            5,
            "-j",
            2,
            "--report",
            f"json={tmp_path / name}",
            when={"plain": "error", "attack": "garbage"},
        )
    report = json.loads((tmp_path / "one.json").read_bytes())
    schema.validator("conformance/report").validate(report)
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()
    assert [(one["id"], one["outcome"]) for one in report["cases"]] == [
        ("plain", "fail"), ("other", "fail"), ("ill-formed", "fail"), ("long", "fail"), ("attack", "protocol"),
    ]  # fmt: skip
    assert report["corpus"] == {"version": "1.2.3", "cases": 5}
    assert report["totals"]["cases"] == sum(count for name, count in report["totals"].items() if name != "cases")


def test_a_report_lists_what_was_not_reached(folder, tmp_path):
    script = {"when": {"attack": "crash"}, "starts": str(tmp_path / "starts"), "last_start": 2, "window": 1}
    run(folder, "--seed", 5, "--report", f"json={tmp_path / 'report'}", **script)
    report = json.loads((tmp_path / "report").read_bytes())
    schema.validator("conformance/report").validate(report)
    assert len(report["cases"]) == 5
    assert report["totals"]["not_measured"] > 0


@pytest.mark.parametrize("report", ["json", "json=", "pdf=x", "=x"])
def test_a_report_needs_a_format_and_a_file(folder, report):
    code, _, err = run(folder, "--report", report)
    assert (code, "FORMAT=FILE" in err) == (2, True)


def test_a_report_that_cannot_be_written_is_said_so(folder):
    code, _, err = run(folder, "--report", "json=/no/such/folder/report")
    assert (code, "/no/such/folder/report" in err) == (2, True)


def test_a_hint_comes_before_the_failures(folder):
    code, _, err = run(folder, when={"/w==": "error"})
    assert (code, "hint: Given bytes that are no text" in flat(err)) == (1, True)


def test_a_bug_of_the_runner_is_exit_code_3(folder, monkeypatch):
    from click.testing import CliRunner

    from toolwire_conformance import cli

    monkeypatch.setattr("toolwire_conformance.corpus.load", lambda _: 1 / 0)
    result = CliRunner().invoke(cli.command, ["--corpus", str(folder), "list"])
    assert result.exit_code == 3
    assert "a bug of the runner, please report it: ZeroDivisionError" in result.output


def test_list_has_a_line_for_each_case(folder):
    code, out, _ = conform(folder, "list")
    assert code == 0
    assert [line.split() for line in out.splitlines()][2] == ["ill-formed", "text-json", "L3"]


def test_list_as_json_has_what_the_contract_names(folder):
    code, out, _ = conform(folder, "list", "--json")
    assert code == 0
    case = json.loads(out)[2]
    assert {name: case[name] for name in ("id", "profile", "op", "requirements", "tags", "twin", "file")} == {
        "id": "ill-formed",
        "profile": "text-json",
        "op": "text.decode",
        "requirements": ["text.utf8"],
        "tags": [],
        "twin": "plain",
        "file": "cases/text/echo.json",
    }


def test_explain_shows_the_sentence_the_input_and_the_expectation(folder):
    code, out, _ = conform(folder, "explain", "ill-formed")
    assert code == 0
    for said in (
        "text.utf8 (broken by this input)",
        "MUST refuse them unless they are well-formed UTF-8",
        r"document  bytes \xff",
        'phase  "malformed"',
        "and its twin plain answered right",
        "toolwire conform explain ill-formed --request | COMMAND",
    ):
        assert said in out


def test_explain_makes_the_invisible_visible_and_shortens_the_long(folder):
    _, out, _ = conform(folder, "explain", "other")
    assert 'document  "a␊\n            ⟨U+202E⟩b"' in out
    _, out, _ = conform(folder, "explain", "long")
    assert "xxx…xxx" in out
    assert max(map(len, out.splitlines())) < 300


def test_explain_shows_what_an_adapter_answers(folder):
    code, out, _ = conform(folder, "explain", "plain", "--", *adapter())
    assert (code, "answered: pass" in out) == (0, True)
    code, out, _ = conform(folder, "explain", "plain", "--", *adapter(when={"plain": "crash"}))
    assert (code, "answered: crash" in out, "exited with status 3" in out) == (1, True, True)
    code, out, _ = conform(folder, "explain", "plain", "--", *adapter(when={"a\n\u202eb": "x"}))
    assert code == 1
    assert "right, but earns nothing: its twin other is not answered right" in out


@pytest.mark.parametrize(
    ("fault", "shown"),
    [
        ("refused", "rule   null"),
        ("error", "error  \"KeyError: 'x'\""),
        ("unsupported", "unsupported  true"),
        ("not-utf8", "not readable"),
        ("garbage", "Segmentation fault (not really)"),
    ],
)
def test_explain_shows_every_kind_of_answer(folder, fault, shown):
    code, out, _ = conform(folder, "explain", "plain", "--", *adapter(when={"plain": fault}))
    assert (code, shown in out) == (1, True)


def test_explain_shows_what_a_case_hunts_and_each_rule_that_is_right(tmp_path):
    rules = {"refused": {"rule": ["text.utf8", "text.bom"], "phase": "malformed"}}
    write(tmp_path, topic([echo("plain", hunts="trims"), refusal(expect=rules), echo("empty", input={}, twin="plain")]))
    assert "hunts: trims" in conform(tmp_path, "explain", "plain")[1]
    assert 'rule   ["text.utf8","text.bom"]' in conform(tmp_path, "explain", "ill-formed")[1]
    assert "input of text.decode\n  {}" in conform(tmp_path, "explain", "empty")[1]


def test_an_interrupted_run_is_not_measured_and_leaves_no_process(folder, tmp_path):
    child = tmp_path / "child"
    script = adapter(when={"plain": "hang-with-children"}, child=str(child))
    command = [sys.executable, "-c", "from toolwire.cli import main; main()", "conform", "--corpus", str(folder), "run"]
    with subprocess.Popen([*command, "--timeout", "600", "--", *script], stderr=subprocess.PIPE) as process:
        while not (child.exists() and child.read_text()):
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=20)
    assert (process.returncode, b"interrupted: not enough was measured" in said) == (2, True)
    assert ends(int(child.read_text()))


def test_a_bar_is_shown_on_a_terminal_only_and_goes_away():
    from rich.console import Console

    from toolwire_conformance import run

    for terminal in (True, False):
        shown = io.StringIO()
        with run._progress(10, Console(file=shown, force_terminal=terminal, width=60)) as watch:
            watch(5)
        assert ("cases" in shown.getvalue()) is terminal


def test_explain_as_json_shortens_nothing(folder):
    code, out, _ = conform(folder, "explain", "--json", "long", "--", *adapter())
    shown = json.loads(out)
    assert code == 0
    assert shown["input"] == {"document": "x" * 5000}
    assert shown["expect"] == shown["answer"] == {"result": "x" * 5000}
    assert (shown["outcome"], shown["detail"]) == ("pass", "")
    assert shown["requirements"][0]["text"].startswith("A reader or writer MUST NOT change")


def test_the_line_that_reproduces_a_case_does(folder):
    code, out, _ = conform(folder, "explain", "plain", "--request")
    assert code == 0
    done = subprocess.run(adapter(), input=out.encode(), capture_output=True, check=True)
    assert json.loads(done.stdout.splitlines()[1]) == {"id": 1, "result": "plain"}


def test_explain_of_an_adapter_that_does_not_start_is_not_measured(folder):
    code, _, err = conform(folder, "explain", "plain", "--", "./no-such-adapter")
    assert (code, "cannot be run" in err) == (2, True)


def test_an_unknown_case_is_not_explained(folder):
    code, _, err = conform(folder, "explain", "plane")
    assert (code, "did you mean plain?" in err) == (2, True)


def test_lint_exits_1_on_findings_and_says_them_as_json(folder):
    code, out, _ = conform(folder, "lint", "--json")
    findings = json.loads(out)
    assert code == 1
    assert set(findings[0]) == {"file", "case", "message", "check"}
    code, out, _ = conform(folder, "lint")
    assert (code, f"{len(findings)} findings" in out) == (1, True)


@pytest.mark.parametrize("verb", ["run", "list", "explain", "lint", "diff", "index", "grade", "nulls"])
def test_every_verb_has_an_example(folder, verb):
    code, out, _ = conform(folder, verb, "--help")
    assert (code, "Example:" in out) == (0, True)
    assert max(map(len, out.splitlines())) <= 80


def test_an_answer_of_an_adapter_to_explain_is_graded_as_in_a_run(folder):
    loaded = corpus.load(folder)
    command = adapter(when={"plain": "other"})
    answered = explain.ask(loaded, loaded.cases["plain"], command)
    measured = measure([loaded.cases["plain"]], command, corpus_version="1.2.3", seed=0, limits=QUICK)
    assert bytes(answered.answer.result) == bytes(measured.answers["plain"].result) == b'"other"'
    assert answered.outcome == "fail"


def test_nulls_are_scored_and_a_case_that_one_passes_is_a_finding(folder):
    code, out, _ = conform(folder, "nulls", "--json")
    passes = json.loads(out)
    assert code == (1 if any(passes.values()) else 0)
    assert {"echo", "silent", "reject-all"} <= set(passes)
    assert passes["silent"] == []
