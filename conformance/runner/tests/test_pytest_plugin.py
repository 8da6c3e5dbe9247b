"""`pytest --toolwire`: a test a case, with the outcomes of the runner, and nothing for those who do not ask for it."""

from __future__ import annotations

import shlex
import subprocess
import sys

import pytest

from .corpora import adapter, echo, refusal, topic, write

pytest_plugins = ["pytester"]

# It would load all of Hypothesis at the end of each run.
QUICK = ("-p", "no:hypothesispytest")

THREE = topic([echo("plain"), refusal(twin="umlaut"), echo("umlaut", "ü")])


@pytest.fixture
def cases(pytester):
    """A run of pytest in the same process on a corpus of these topics, with what the adapter does wrong."""

    def run(*arguments, topics=(THREE,), command=None, **script):
        folder = pytester.path / "corpus"
        if not folder.exists():
            write(folder, *topics)
        command = shlex.join(adapter(**script)) if command is None else command
        options = (*QUICK, "-W", "error", "--toolwire", command, "--toolwire-corpus", "corpus")
        return pytester.runpytest_inprocess(*options, *arguments)

    return run


def test_every_case_is_a_test(cases):
    done = cases("-v")
    done.assert_outcomes(passed=3)
    done.stdout.fnmatch_lines(["toolwire::text-json/plain PASSED*", "toolwire::text-json/ill-formed PASSED*"])


def test_cases_are_collected_beside_other_tests(cases, pytester):
    pytester.makepyfile("def test_own(): pass")
    cases().assert_outcomes(passed=4)
    collected = cases("--collect-only", "-q")
    collected.stdout.fnmatch_lines(["*test_own", "toolwire::text-json/plain", "toolwire::text-json/ill-formed"])


def test_a_failure_says_what_explain_says(cases):
    done = cases(when={"/w==": "�"})
    done.assert_outcomes(passed=2, failed=1)
    done.stdout.fnmatch_lines(
        [
            "*toolwire::text-json/ill-formed*",
            "text.utf8 (broken by this input)",
            "expected",
            "  refused",
            '    rule   "text.utf8"',
            "answered: fail",
            "  result*�*",
            "  toolwire conform explain ill-formed --request | *faulty.py*",
            "FAILED toolwire::text-json/ill-formed - fail: gave a result (*",
        ]
    )
    assert "pytest_cases.py" not in done.stdout.str()


@pytest.mark.parametrize("fault", ["crash", "garbage"])
def test_a_fault_fails_its_case_alone_and_the_adapter_starts_again(cases, fault):
    many = topic([echo(f"case-{number}") for number in range(150)])
    done = cases(topics=[many], when={"case-70": fault})
    done.assert_outcomes(passed=149, failed=1)
    done.stdout.fnmatch_lines(["FAILED toolwire::text-json/case-70*"])


def test_what_a_crashed_adapter_wrote_is_shown(cases):
    done = cases(when={"plain": "crash"})
    done.stdout.fnmatch_lines(["answered: crash", "*adapter stderr*", "Traceback: it fell over"])


def test_all_cases_are_put_to_one_process(cases, pytester):
    many = topic([echo(f"case-{number}") for number in range(150)])
    cases(topics=[many], starts="starts", last_start=9).assert_outcomes(passed=150)
    assert (pytester.path / "starts").read_text() == "1"


def test_an_adapter_that_no_longer_starts_fails_what_is_left(cases):
    many = topic([echo(f"case-{number}") for number in range(80)])
    done = cases(topics=[many], when={"case-0": "crash"}, starts="starts", last_start=1)
    done.assert_outcomes(failed=80)
    done.stdout.fnmatch_lines(["case-79 was not asked: the adapter does not start any more: *"])


def test_a_case_is_worth_nothing_without_its_twin_though_that_is_not_selected(cases):
    done = cases("-k", "plain", topics=[topic([echo("plain", twin="other"), echo("other")])], when={"other": "?"})
    done.assert_outcomes(failed=1, deselected=1)
    done.stdout.fnmatch_lines(["*earns nothing: its twin other*"])


def test_a_case_that_was_asked_as_a_twin_has_its_own_twin_asked(cases):
    far = [echo(f"case-{number}") for number in range(100)]
    chain = [echo("first", twin="second"), *far, echo("second", twin="third"), *(echo(f"{n}") for n in range(99))]
    cases(topics=[topic([*chain, echo("third")])]).assert_outcomes(passed=202)


@pytest.mark.parametrize("expression", ["ill-formed", "text.utf8", "L3"])
def test_tests_are_selected_by_id_requirement_and_level(cases, expression):
    cases("-k", expression).assert_outcomes(passed=1, deselected=2)


@pytest.mark.parametrize(
    ("arguments", "passed"),
    [
        (["toolwire::text-json/plain"], 1),
        (["toolwire::text-json/plain", "toolwire::text-json/ill-formed", "test_own.py::test_own"], 3),
        (["toolwire::text-json"], 3),
        (["toolwire::"], 3),
        (["test_own.py::test_own"], 1),
        (["test_own.py"], 4),
    ],
)
def test_ids_as_arguments_select_tests(cases, pytester, arguments, passed):
    pytester.makepyfile(test_own="def test_own(): pass")
    cases(*arguments).assert_outcomes(passed=passed)


def test_an_id_that_is_none_is_said(cases):
    done = cases("toolwire::text-json/plane")
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines(["*there is no case toolwire::text-json/plane*"])


def known(pytester, **entries):
    lines = [f'[known."{name}"]\noutcome = "{outcome}"\nreason = "issue 12"\n' for name, outcome in entries.items()]
    (pytester.path / "known.toml").write_text("".join(lines))
    return "--toolwire-known", "known.toml"


def test_a_known_failure_is_expected(cases, pytester):
    done = cases(*known(pytester, plain="fail", **{"ill-*": "crash"}), "-rx", when={"plain": "?", "/w==": "crash"})
    done.assert_outcomes(xfailed=2, passed=1)
    done.stdout.fnmatch_lines(["XFAIL toolwire::text-json/plain - issue 12"])
    assert done.ret == 0


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ({}, "*XPASS(strict)*issue 12*"),
        ({"when": {"plain": "crash"}}, "*known to end as fail; look again: crash: *"),
        ({"when": {"plain": "unsupported"}, "profiles": []}, "*plain is not supported; a list of failures is no list*"),
    ],
    ids=["passes", "ends otherwise", "unsupported"],
)
def test_a_list_of_known_failures_is_right_or_fails_the_run(cases, pytester, script, said):
    done = cases(*known(pytester, plain="fail"), "--toolwire-profile", "text-json", **script)
    done.assert_outcomes(passed=2, failed=1)
    done.stdout.fnmatch_lines([said])


def test_a_known_failure_of_no_case_is_said(cases, pytester):
    done = cases(*known(pytester, plane="fail"))
    assert done.ret == pytest.ExitCode.INTERRUPTED
    done.stdout.fnmatch_lines(["*known.toml: plane: no case has this id; remove the entry*"])


def test_what_is_not_claimed_and_not_supported_is_skipped(cases):
    script = {"profiles": [], "when": {"plain": "unsupported"}}
    cases("--toolwire-profile", "text-json", **script).assert_outcomes(passed=2, skipped=1)
    cases(**script).assert_outcomes()


def test_the_level_is_a_limit(cases):
    cases("--toolwire-level", "L2").assert_outcomes(passed=2)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--toolwire-profile", "text-yaml"], "*the corpus has no profile text-yaml; it has text-json*"),
        (["toolwire::text-json/plain", "--toolwire-profile", "text-yaml"], "*the corpus has no profile text-yaml*"),
    ],
)
def test_a_profile_that_is_none_is_said(cases, arguments, said):
    done = cases(*arguments)
    assert done.ret == pytest.ExitCode.INTERRUPTED
    done.stdout.fnmatch_lines([said])


def test_an_adapter_that_does_not_start_is_said_once(cases):
    done = cases(command=shlex.join([sys.executable, "-c", "raise SystemExit('no library libfoo')"]))
    assert done.ret == pytest.ExitCode.INTERRUPTED
    done.assert_outcomes(errors=1)
    done.stdout.fnmatch_lines(["The adapter does not start: it exited with status 1 after hello*", "no library libfoo"])


@pytest.mark.parametrize(
    ("command", "arguments", "said"),
    [
        ("", [], "*takes the command that starts an adapter*"),
        ("'open", [], "*--toolwire 'open: *"),
        (None, ["--toolwire-known", "none.toml"], "*there is no */none.toml*"),
    ],
)
def test_options_that_make_no_sense_are_refused(cases, command, arguments, said):
    done = cases(*arguments, command=command)
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines([said])


def test_workers_share_the_cases_and_have_an_adapter_each(pytester):
    write(pytester.path / "corpus", topic([echo(f"case-{number}") for number in range(40)]))
    pytester.makepyfile(test_own="def test_own(): pass")
    command = shlex.join(adapter(when={"case-7": "crash"}))
    options = (*QUICK, "--toolwire", command, "--toolwire-corpus", "corpus", "-n", "2")
    pytester.runpytest_subprocess(*options).assert_outcomes(passed=40, failed=1)
    pytester.runpytest_subprocess(*options, "toolwire::text-json/case-8").assert_outcomes(passed=1)


def test_the_reference_passes_the_corpus_that_comes_with_toolwire(pytester):
    command = shlex.join([sys.executable, "-m", "toolwire.adapter"])
    done = pytester.runpytest_subprocess("--toolwire", command, "--toolwire-profile", "carrier-ingress")
    assert done.ret == 0
    assert done.parseoutcomes()["passed"] > 5


def test_a_run_without_the_option_loads_nothing_of_the_runner():
    code = f"import sys; sys.path[:0] = {sys.path!r}; import toolwire_conformance.pytest_plugin; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True)
    runner = {name for name in loaded.stdout.split() if name.partition(".")[0] in ("toolwire", "toolwire_conformance")}
    assert runner == {"toolwire_conformance", "toolwire_conformance.pytest_plugin"}
    assert not {"msgspec", "rich", "click"} & set(loaded.stdout.split())
