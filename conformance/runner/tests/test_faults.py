"""Whatever an adapter does, each case gets its outcome, and only the culprit pays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire_conformance import isolate, session
from toolwire_conformance.bench import bench_rate
from toolwire_conformance.detail import detail
from toolwire_conformance.grade import grade
from toolwire_conformance.measure import measure
from toolwire_conformance.session import StartError, Tail

from .corpora import QUICK, SHORT, adapter, cases, echo, ends, refusal, runs


def measured(command, names, *, limits=QUICK, jobs=1):
    asked = cases(*(echo(name) for name in names))
    return asked, measure(list(asked.values()), command, corpus_version="1.2.3", seed=7, limits=limits, jobs=jobs)


def outcomes(command, names, **options):
    asked, result = measured(command, names, **options)
    assert result.failure is None
    return {name: grade(case, result.answers.get(name)).outcome for name, case in asked.items()}


def details(command, names, **options):
    asked, result = measured(command, names, **options)
    return {
        name: detail(case, answer)
        for name, case in asked.items()
        if not grade(case, answer := result.answers.get(name)).right
    }


@pytest.mark.parametrize(
    ("fault", "outcome"),
    [
        ("crash", "crash"),
        ("killed", "crash"),
        ("close", "crash"),
        ("hang", "timeout"),
        ("garbage", "protocol"),
        ("not-utf8", "protocol"),
        ("twice", "protocol"),
        ("wrong-id", "protocol"),
        ("huge", "protocol"),
        ("deep", "protocol"),
        ("both", "protocol"),
        ("neither", "protocol"),
        ("error", "fail"),
        ("unsupported", "fail"),
        ("refused", "fail"),
        ("another text", "fail"),
        ("split", "pass"),
        ("crlf", "pass"),
        ("stderr", "pass"),
    ],
)
def test_the_culprit_pays_and_the_others_get_their_real_answers(fault, outcome):
    got = outcomes(adapter(when={"c": fault}), "abcdefgh", limits=SHORT if fault == "hang" else QUICK)
    assert got == {name: outcome if name == "c" else "pass" for name in "abcdefgh"}


def test_each_of_several_culprits_pays_for_itself():
    when = {"b": "crash", "d": "garbage", "e": "crash", "f": "hang"}
    assert outcomes(adapter(when=when), "abcdefgh", limits=SHORT) == {
        "a": "pass", "b": "crash", "c": "pass", "d": "protocol", "e": "crash", "f": "timeout", "g": "pass", "h": "pass",
    }  # fmt: skip


def test_an_adapter_that_only_crashes_is_charged_for_every_case():
    assert set(outcomes(adapter(when=dict.fromkeys("abc", "crash")), "abc").values()) == {"crash"}


def test_a_detail_says_what_happened():
    assert details(adapter(when={"a": "crash"}), "ab")["a"] == "exited with status 3"
    assert details(adapter(when={"a": "killed"}), "ab")["a"] == "was ended by SIGSEGV"
    assert details(adapter(when={"a": "hang"}), "ab", limits=SHORT)["a"] == "gave no answer within 0.8 s"
    assert details(adapter(when={"a": "close"}), "ab")["a"] == "closed its standard output"
    assert "more than 32 MiB" in details(adapter(when={"a": "huge"}), "ab")["a"]
    assert "answered twice" in details(adapter(when={"a": "twice"}), "ab")["a"]
    assert "which is not being asked" in details(adapter(when={"a": "wrong-id"}), "ab")["a"]
    assert "exactly one of" in details(adapter(when={"a": "both"}), "ab")["a"]


def test_answers_in_another_order_are_as_good():
    assert set(outcomes(adapter(hold=4), "abcdefgh").values()) == {"pass"}


def test_a_window_is_kept():
    # Held back until four are there, more than the window lets through: nothing would ever be answered.
    assert set(outcomes(adapter(hold=4, window=4), "abcdefgh").values()) == {"pass"}
    short = replace(SHORT, answer=0.2)
    assert set(outcomes(adapter(hold=4, window=3), "abcd", limits=short).values()) == {"timeout"}


def test_what_goes_wrong_in_company_only_is_charged_to_the_oldest():
    got = details(adapter(alone=True), "abcd")
    (charged,) = got.values()
    assert charged == "exited with status 1 with others in flight, though not alone"


def test_an_early_exit_is_a_crash_whatever_its_status():
    got = outcomes(adapter(leave=5), "abcdefgh")
    assert sorted(got.values()) == ["crash"] + ["pass"] * 7


def test_the_exit_status_after_bye_decides_nothing():
    assert set(outcomes(adapter(status=1), "abc").values()) == {"pass"}


def test_a_slow_start_is_waited_for_longer_than_an_answer():
    assert set(outcomes(adapter(delay=1), "abc", limits=SHORT).values()) == {"pass"}


def test_standard_error_is_kept_up_to_its_last_64_kib():
    _, result = measured(adapter(when={"b": "stderr"}), "abc")
    assert len(result.errors) == 1 << 16
    assert result.errors.endswith("noise \n")
    _, result = measured(adapter(when={"b": "crash"}), "abc")
    assert "Traceback: it fell over" in result.errors


def test_shards_share_the_work_and_isolate_their_own_faults():
    names = [f"case-{number}" for number in range(30)]
    got = outcomes(adapter(when={"case-3": "crash", "case-20": "garbage"}), names, jobs=3)
    assert {name: outcome for name, outcome in got.items() if outcome != "pass"} == {
        "case-3": "crash",
        "case-20": "protocol",
    }


def test_more_shards_than_cases_do_no_harm():
    assert outcomes(adapter(), "a", jobs=4) == {"a": "pass"}


def test_a_request_larger_than_a_pipe_is_sent_while_answers_are_read():
    asked = cases(*(echo(f"long-{number}", {"repeat": [f"{number}", 1 << 20]}) for number in range(8)))
    result = measure(list(asked.values()), adapter(), corpus_version="1.2.3", seed=7, limits=QUICK)
    assert [name for name, case in asked.items() if not grade(case, result.answers.get(name)).right] == []


def test_the_rate_of_an_adapter_is_measured_over_all_cases():
    assert bench_rate([*cases(echo("a"), echo("b")).values()] * 50, adapter(window=8)) > 0


def test_children_of_a_hung_adapter_are_ended_with_it(tmp_path):
    child = tmp_path / "child"
    outcomes(adapter(when={"a": "hang-with-children"}, child=str(child)), "a", limits=SHORT)
    assert ends(int(child.read_text()))


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ({"first": "Welcome!\n"}, "printed no answer to hello"),
        ({"first": "\ufeff"}, "printed no answer to hello"),
        ({"hello": {"protocol": 2, "implementation": {"name": "f", "version": "1", "language": "x"}, "profiles": []}},
         "Invalid enum value 2 - at `$.protocol`"),
        ({"hello": {"protocol": 1}}, "missing required field `implementation`"),
        ({"window": 0}, "Expected `int` >= 1 - at `$.window`"),
        ({"starts": "/dev/null", "last_start": 0}, "it exited with status 1 after hello"),
        ({"hello": None}, "it gave no answer within 0.6 s after hello"),
    ],
)  # fmt: skip
def test_an_adapter_that_does_not_start_is_diagnosed(script, said):
    limits = session.Limits(start=0.6 if script.get("hello", 1) is None else 20)
    _, result = measured(adapter(**script), "abc", limits=limits)
    assert result.answers == {}
    assert isinstance(result.failure, StartError)
    assert said in str(result.failure)


def test_a_command_that_cannot_be_run_is_diagnosed():
    _, result = measured(["./no-such-adapter"], "abc")
    assert "./no-such-adapter cannot be run (No such file or directory)" in str(result.failure)


def test_three_starts_in_a_row_may_fail_and_what_was_answered_counts(tmp_path):
    starts = tmp_path / "starts"
    asked, result = measured(
        adapter(when={"c": "crash"}, starts=str(starts), last_start=1, hold=1, window=1), "abcdefgh"
    )
    assert starts.read_text() == "4"
    assert result.failure is not None
    graded = {name: grade(case, result.answers.get(name)).outcome for name, case in asked.items()}
    assert set(graded.values()) == {"pass", "not_measured"}
    assert graded["c"] == "not_measured"


def test_a_start_is_tried_again():
    attempts = []

    def start():
        attempts.append(1)
        if len(attempts) < isolate.ATTEMPTS:
            raise StartError("not yet")
        return "a session"

    assert isolate.started(start) == "a session"


def test_nothing_of_a_case_but_op_and_input_is_sent(tmp_path):
    log = tmp_path / "log"
    asked = cases(echo("secret-id", "public"), refusal(twin="secret-id"))
    command = ["sh", "-c", f"tee {log} | {' '.join(map(_quoted, adapter()))}"]
    measure(list(asked.values()), command, corpus_version="1.2.3", seed=7, limits=QUICK)
    sent = log.read_text()
    assert sent.startswith('{"cmd":"hello","protocol":1,"corpus":"1.2.3"}\n')
    assert sent.endswith('{"cmd":"bye"}\n')
    assert '"input":{"document":"public"}' in sent
    assert not [word for word in ("secret-id", "ill-formed", "text.utf8", "malformed") if word in sent]


def test_the_order_is_drawn_by_the_seed(tmp_path):
    asked = list(cases(*(echo(name) for name in "abcdefgh")).values())

    def order(seed):
        log = tmp_path / "log"
        command = ["sh", "-c", f"tee {log} | {' '.join(map(_quoted, adapter()))}"]
        measure(asked, command, corpus_version="1.2.3", seed=seed, limits=QUICK)
        return log.read_text()

    assert order(1) == order(1)
    assert order(1) != order(2)


def test_a_session_ends_what_it_started_when_it_is_left_early():
    opened = session.start(adapter(), "1.2.3", QUICK, Tail())
    with opened:
        number = opened._process.pid
    assert not runs(number)


def _quoted(word: str) -> str:
    return "'" + word.replace("'", "'\\''") + "'"
