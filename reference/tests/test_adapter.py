"""The reference adapter: one line in, one line out, and nothing brings it down."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from base64 import b64encode

import pytest

from toolwire import adapter


def served(*lines):
    answers = io.BytesIO()
    adapter.serve([line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines], answers)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


def test_hello_names_the_implementation_and_its_profiles():
    (hello,) = served({"cmd": "hello", "protocol": 1, "corpus": "1"})
    assert hello["protocol"] == 1
    assert hello["implementation"]["language"] == "python"
    assert {"carrier-reader", "carrier-writer"} <= set(hello["profiles"])


def test_a_request_is_answered_under_its_id():
    request = {"cmd": "run", "id": 7, "op": "carrier.is_carrier", "input": {"role": "tool", "content": ""}}
    assert served(request) == [{"id": 7, "result": True}]


def test_a_refusal_carries_rule_phase_and_place():
    request = {"cmd": "run", "id": 1, "op": "json.read", "input": {"document": '{"a":[1,]}'}}
    (answer,) = served(request)
    refused = answer["refused"]
    assert (refused["rule"], refused["phase"]) == ("json.syntax", "malformed")
    assert (refused["byte"], refused["pointer"]) == (8, "/a")


def test_bytes_that_are_no_text_are_refused():
    content = {"base64": b64encode(b"\xff").decode()}
    (answer,) = served({"cmd": "run", "id": 1, "op": "carrier.classify", "input": {"role": "tool", "content": content}})
    assert answer["refused"]["rule"] == "text.utf8"


def test_an_unknown_op_is_unsupported_and_a_broken_request_is_an_error():
    answers = served(
        {"cmd": "run", "id": 1, "op": "carrier.fly", "input": {}},
        {"cmd": "run", "id": 2, "op": "carrier.classify", "input": {}},
    )
    assert answers[0] == {"id": 1, "unsupported": True}
    assert "error" in answers[1]


def test_nothing_is_answered_after_bye():
    assert served({"cmd": "bye"}, {"cmd": "hello", "protocol": 1, "corpus": "1"}) == []


@pytest.mark.parametrize("op", sorted(adapter.OPS))
def test_every_op_answers_an_empty_input_without_falling_over(op):
    assert set(adapter.answer(op, {})) <= {"result", "refused", "error"}


def test_a_request_beyond_the_profile_is_refused_under_its_id():
    (answer,) = served(b'{"cmd":"run","id":9,"op":"transcript.encode_entry","input":{"entry":{"x":1e400}}}')
    assert (answer["id"], answer["refused"]["rule"]) == (9, "json.number.finite")


def test_the_process_answers_each_line_at_once_and_exits_0():
    command = [sys.executable, "-m", "toolwire.adapter"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in (1, 2):
            request = {"cmd": "run", "id": number, "op": "carrier.guard_user_text", "input": {"text": "\u2028é"}}
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline()) == {"id": number, "result": "\u2028é"}
        process.stdin.write(b'{"cmd":"bye"}\n')
        process.stdin.close()
        assert process.wait(10) == 0
