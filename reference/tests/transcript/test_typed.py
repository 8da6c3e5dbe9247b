"""The typed decoder and the JSON Schemas accept the same lines, but for what no schema can say."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from toolwire import json_profile, schema
from toolwire.model.transcript import EntryLine
from toolwire.refusal import Refusal
from toolwire.transcript import decode_entry, encode_entry
from toolwire_conformance import corpus, values

from .strategies import entries

# What the schemas cannot say, or say of the value and not of its spelling.
BEYOND = (
    "entry.timestamp.", "entry.request.", "entry.seq.position", "text.", "json.", "entry.closed",
)  # fmt: skip


@cache
def accepts() -> Any:
    return schema.validator("transcript/entry")


def refusal(line: bytes) -> Refusal | None:
    try:
        decode_entry(line)
    except Refusal as found:
        return found
    return None


def agree(line: bytes) -> None:
    """What the schema accepts is refused by no rule that it can say, and what is accepted is valid."""
    try:
        value = json_profile.parse(line)
    except Refusal:
        return
    found, valid = refusal(line), accepts().is_valid(value)
    if found is None:
        assert valid, (line, [error.message for error in accepts().iter_errors(value)])
    elif valid:
        assert found.rule.startswith(BEYOND), (line, found)


def lines() -> list[bytes]:
    """The lines of all transcript cases of the corpus."""
    found: set[bytes] = set()
    for case in corpus.load(corpus.home()).cases.values():
        if case.op == "transcript.decode_entry":
            given_ = json.loads(values.compact(case.input))["line"]
            if isinstance(given_, str):
                found.add(given_.encode())
        elif case.op == "transcript.load" and len(values.compact(case.input)) < 100_000:
            log = json.loads(values.compact(case.input))["log"]
            if isinstance(log, str):
                found |= set(log.encode().split(b"\n")[1:-1])
    return sorted(found)


def test_on_the_corpus():
    tried = lines()
    assert len(tried) > 900
    for line in tried:
        agree(line)


@given(entries())
def test_on_entries_that_keep_the_rules(entry):
    line = encode_entry(entry)
    assert accepts().is_valid(json.loads(line))
    msgspec.json.decode(line, type=EntryLine)


@st.composite
def one_change(draw: st.DrawFn) -> bytes:
    """The line of an entry in which one member, at any depth, was removed, replaced or added."""
    value = json.loads(encode_entry(draw(entries())))
    places: list[tuple[Any, Any]] = []

    def visit(inner: Any) -> None:
        members = inner.items() if isinstance(inner, dict) else enumerate(inner) if isinstance(inner, list) else ()
        for key, member in members:
            places.append((inner, key))
            visit(member)

    visit(value)
    holder, key = draw(st.sampled_from(places))
    odd = st.sampled_from([None, True, "", "x", 0, -1, 1.5, 2**64, [], {}, ["x"], {"type": "text"}])
    match draw(st.sampled_from(["remove", "replace", "add"])):
        case "remove":
            del holder[key]
        case "replace":
            holder[key] = draw(odd)
        case _ if isinstance(holder, dict):
            holder[draw(st.sampled_from(["x", "lifecycle", "planMode", "Seq", "text"]))] = draw(odd)
        case _:
            holder.append(draw(odd))
    return json.dumps(value).encode()


@given(one_change())
def test_on_entries_with_one_change(line):
    agree(line)
