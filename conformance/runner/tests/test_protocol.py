"""What is sent, taken and reported is what the schemas and the protocol's page say."""

from __future__ import annotations

import json
import re
import tomllib

import pytest

from toolwire import schema, specification, tree
from toolwire_conformance import corpus, messages, smoke

MESSAGES = ("hello-request", "hello-answer", "run-request", "answer", "bye-request", "result", "report")
PAGE = (tree.root() / "conformance/protocol.md").read_text("utf-8")


@pytest.mark.parametrize("name", MESSAGES)
def test_a_schema_is_sound_and_so_are_its_examples(name):
    validator = schema.validator(f"conformance/{name}")
    document = schema.load(f"conformance/{name}")
    validator.check_schema(document)
    assert document["$id"] == f"https://toolwire.dev/schemas/conformance/{name}.schema.json"
    assert document["examples"]
    for example in document["examples"]:
        validator.validate(example)


@pytest.mark.parametrize("name", MESSAGES)
def test_every_part_of_a_schema_is_described(name):
    def bare(value, place):
        if isinstance(value, dict):
            for member, inner in value.get("properties", {}).items():
                if not {"description", "$ref"} & set(inner):
                    yield f"{place}/{member}"
            for member, inner in value.items():
                yield from bare(inner, f"{place}/{member}")

    document = schema.load(f"conformance/{name}")
    assert {"title", "description"} <= set(document)
    assert list(bare(document, "")) == []


@pytest.mark.parametrize("name", MESSAGES)
def test_the_page_links_every_schema(name):
    assert f"(../schemas/conformance/{name}.schema.json)" in PAGE


ANSWERS = [
    {"id": 1},
    {"id": 1, "result": 1, "refused": {}},
    {"id": 1, "unsupported": False},
    {"id": 1, "refused": None},
    {"id": 1, "refused": {"rule": 1}},
    {"id": 1, "error": {}},
    {"id": "1", "result": 1},
    {"result": 1},
    {"id": 1, "result": 1, "more": 2},
    {"id": 1, "refused": {"rule": None, "more": 2}},
    {"id": 1, "unsupported": True, "error": {"message": "x"}},
    1,
    *schema.load("conformance/answer")["examples"],
]


@pytest.mark.parametrize("answer", ANSWERS, ids=json.dumps)
def test_an_answer_is_taken_exactly_when_its_schema_says_so(answer):
    taken = True
    try:
        messages.decode(json.dumps(answer).encode())
    except messages.AnswerError:
        taken = False
    assert taken is schema.validator("conformance/answer").is_valid(answer)


HELLO = schema.load("conformance/hello-answer")["examples"][0]


@pytest.mark.parametrize(
    "hello",
    [
        *schema.load("conformance/hello-answer")["examples"],
        HELLO | {"protocol": 2},
        HELLO | {"window": 0},
        HELLO | {"window": "1"},
        HELLO | {"profiles": "carrier-reader"},
        HELLO | {"implementation": {"name": "x"}},
        {**HELLO, "more": 1},
        {},
    ],
    ids=json.dumps,
)
def test_a_greeting_is_taken_exactly_when_its_schema_says_so(hello):
    taken = True
    try:
        messages.decode_hello(json.dumps(hello).encode())
    except ValueError:
        taken = False
    assert taken is schema.validator("conformance/hello-answer").is_valid(hello)


def test_requests_are_what_their_schemas_say():
    sent = {
        "hello-request": messages.hello_request("1.0.0"),
        "run-request": messages.run_request(1, "text.decode", '{"document":"x"}'),
        "bye-request": messages.BYE,
    }
    for name, line in sent.items():
        assert line.endswith(b"\n")
        assert line.isascii()
        schema.validator(f"conformance/{name}").validate(json.loads(line))


def test_the_page_has_every_op_of_the_corpus_and_of_the_smoke_test():
    documented = set(re.findall(r"^\| `([a-z]+\.[a-z_]+)` \|", PAGE, re.MULTILINE))
    used = {case.op for case in corpus.load(corpus.home()).cases.values()} | {op for op, *_ in smoke.OPS.values()}
    assert used <= documented


def test_every_requirement_of_conformance_says_which_test_checks_it():
    entries = tomllib.loads((tree.root() / "conformance/unobservable.toml").read_text("utf-8"))
    wanted = {name for name in specification.requirements() if name.startswith("conform.")}
    assert wanted <= set(entries)
    for name in wanted:
        named = re.findall(r"(conformance/runner/tests|reference/tests)/(\w+\.py)::(\w+)", entries[name]["reason"])
        assert named or "no program" in entries[name]["reason"], name
        for folder, file, test in named:
            assert f"def {test}(" in (tree.root() / folder / file).read_text("utf-8"), f"{name}: {test}"
