"""An answer is judged on verdict, value and reason."""

from __future__ import annotations

import json

import pytest

from toolwire_conformance import messages
from toolwire_conformance.detail import detail
from toolwire_conformance.grade import grade
from toolwire_conformance.session import Fault

from .corpora import cases, echo, refusal


def decoded(members):
    return messages.decode(b'{"id":1,' + members.encode() + b"}")


def graded(case, members, **options):
    return grade(case, decoded(members), **options)


def said(case, members):
    return detail(case, decoded(members))


def expecting(result):
    document = json.loads(result)
    (case,) = cases(echo("case", "x", expect={"result": document})).values()
    return case


REFUSAL = cases(echo("plain"), refusal())["ill-formed"]
SEVERAL = cases(echo("plain"), refusal(expect={"refused": {"rule": ["text.utf8", "text.bom"], "phase": "malformed"}}))[
    "ill-formed"
]


@pytest.mark.parametrize(
    ("expected", "answer", "outcome", "verdict"),
    [
        ("true", "true", "pass", True),
        ("true", " true ", "pass", True),
        ("true", "false", "fail", False),
        ("true", "1", "fail", False),
        ("true", "null", "fail", False),
        ("null", "null", "pass", True),
        ("null", "{}", "fail", False),
        ('{"a": 1, "b": [2]}', '{"b":[2.0],"a":1e0}', "pass", True),
        ('{"a": 1}', '{"a":2}', "fail", True),
        ('{"a": 1}', "null", "fail", False),
        ('{"a": 1}', "true", "fail", False),
        ('{"a": 1}', '{"a":1,"a":1}', "protocol", False),
        ('"\\u00e9"', '"é"', "pass", True),
        ('"\\u00e9"', '"\\u00E9"', "pass", True),
        ("9007199254740993", "9007199254740992", "fail", True),
        ("9007199254740993", "9007199254740993", "pass", True),
    ],
)
def test_a_result_is_right_when_it_is_equal(expected, answer, outcome, verdict):
    got = graded(expecting(expected), f'"result":{answer}')
    assert (got.outcome, got.verdict) == (outcome, verdict)
    assert bool(said(expecting(expected), f'"result":{answer}')) is (outcome != "pass")


@pytest.mark.parametrize(
    ("refused", "outcome", "verdict", "reason"),
    [
        ('{"rule":"text.utf8","phase":"malformed"}', "pass", True, True),
        ('{"rule":"text.utf8","phase":"malformed","byte":0}', "pass", True, True),
        ('{"rule":"text.utf8"}', "pass", True, False),
        ('{"phase":"malformed"}', "pass", True, False),
        ('{"rule":null,"phase":null}', "pass", True, False),
        ("{}", "pass", True, False),
        ('{"rule":"text.bom","phase":"malformed"}', "fail", True, False),
        ('{"rule":"text","phase":"malformed"}', "fail", True, False),
        ('{"rule":"text.utf8","phase":"invalid"}', "fail", True, False),
        ('{"phase":"invalid"}', "fail", True, False),
    ],
)
def test_a_reason_may_be_missing_but_not_wrong(refused, outcome, verdict, reason):
    got = graded(REFUSAL, f'"refused":{refused}')
    assert (got.outcome, got.verdict, got.reason) == (outcome, verdict, reason)


def test_each_rule_of_a_list_is_right():
    for rule, outcome in (("text.utf8", "pass"), ("text.bom", "pass"), ("text.line-feed", "fail")):
        assert graded(SEVERAL, f'"refused":{{"rule":"{rule}","phase":"malformed"}}').outcome == outcome


def test_a_refusal_and_a_result_are_not_each_other():
    got = graded(expecting("null"), '"refused":{"rule":"text.utf8"}')
    assert (got.outcome, got.verdict) == ("fail", False)
    assert said(expecting("null"), '"refused":{"rule":"text.utf8"}') == "refused (text.utf8), a result is expected"
    got = graded(REFUSAL, '"result":"\\u0000"')
    assert (got.outcome, got.verdict) == ("fail", False)
    assert said(REFUSAL, '"result":"\\u0000"') == 'gave a result ("\\u0000"), text.utf8 refuses'


def test_an_error_is_no_refusal():
    got = graded(REFUSAL, '"error":{"message":"KeyError"}')
    assert (got.outcome, got.verdict) == ("fail", False)
    assert said(REFUSAL, '"error":{"message":"KeyError"}') == "the adapter failed: KeyError"


def test_unsupported_is_a_failure_in_a_claimed_profile_only():
    assert graded(REFUSAL, '"unsupported":true').outcome == "fail"
    assert graded(REFUSAL, '"unsupported":true', claimed=False).outcome == "unsupported"


def test_a_fault_keeps_its_outcome_and_nothing_is_not_measured():
    assert grade(REFUSAL, Fault("timeout", "gave no answer"))[:2] == ("timeout", False)
    assert detail(REFUSAL, Fault("timeout", "gave no answer")) == "gave no answer"
    assert grade(REFUSAL, None).outcome == "not_measured"
    assert detail(REFUSAL, None) == "the run stopped before it"


@pytest.mark.parametrize(
    ("refused", "sentence"),
    [
        ('{"rule":"text.bom"}', "refused by text.bom, not by text.utf8"),
        ('{"rule":"text.utf8","phase":"limit"}', "refused as limit, not as malformed"),
    ],
)
def test_a_wrong_reason_is_said(refused, sentence):
    assert said(REFUSAL, f'"refused":{refused}') == sentence


def test_a_detail_is_short_names_the_place_and_cannot_steer_a_terminal():
    case = expecting('{"attachments": [{"target": "/a"}]}')
    got = said(case, '"result":' + json.dumps({"attachments": [{"target": "\u202e" + "x" * 1000}]}))
    assert got.startswith('expected "/a" at /attachments/0/target, got "')
    assert len(got) < 200
    assert "\x1b" not in said(REFUSAL, '"error":{"message":"\\u001b[31m"}')


@pytest.mark.parametrize(
    ("line", "number"),
    [
        (b'{"id":1}', 1),
        (b'{"id":1,"result":1,"refused":{}}', 1),
        (b'{"id":1,"unsupported":false}', 1),
        (b'{"id":1,"result":1,"unsupported":false}', 1),
        (b'{"id":1,"refused":null}', 1),
        (b'{"id":1,"refused":{"rule":5}}', 1),
        (b'{"id":1,"error":"x"}', 1),
        (b'{"id":1,"result":', None),
        (b'{"id":"1","result":1}', None),
        (b'{"result":1}', None),
        (b"\xef\xbb\xbf{}", None),
        (b"", None),
        (b"1", None),
    ],
)
def test_what_is_no_answer_says_whose_it_would_have_been(line, number):
    with pytest.raises(messages.AnswerError) as caught:
        messages.decode(line)
    assert caught.value.number == number
