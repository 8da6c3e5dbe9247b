"""The laws of lines and logs, for all entries that Hypothesis can think of."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from io import BytesIO
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import inspect

from toolwire import json_profile
from toolwire.refusal import Refusal
from toolwire.transcript import (
    Cost,
    Entry,
    ToolCall,
    decode_entry,
    encode_entry,
    encode_log,
    iter_entries,
    load,
    recover_session,
    sequence_entries,
    validate_session,
)
from toolwire.transcript import line as lines
from toolwire.transcript.entry import SHAPES
from toolwire.transcript.file import Reading
from toolwire.transcript.spelling import is_usual

from .strategies import damaged, entries, sessions

COST = Cost.__struct_fields__


def bare(entry: Entry) -> Entry:
    """An entry without the line that it was read from."""
    return Entry(entry.seq, entry.id, entry.timestamp, entry.type, entry.payload)


def said(entry: Entry) -> bytes:
    """What an entry says, however its numbers are held: its canonical line."""
    return encode_entry(bare(entry))


@given(entries())
def test_what_is_written_reads_back(entry):
    line = encode_entry(entry)
    assert line.endswith(b"\n")
    assert b"\n" not in line[:-1]
    assert said(decode_entry(line)) == line
    assert decode_entry(line).payload.__class__ is entry.payload.__class__


@given(entries())
def test_a_canonical_line_is_written_as_it_is(entry):
    line = encode_entry(entry)
    read = decode_entry(line)
    assert encode_entry(read) == said(read) == line
    assert lines.encode_value(json_profile.parse(line)) == line


@given(entries(), st.randoms(use_true_random=False))
def test_spelling_does_not_change_what_a_line_says(entry, random):
    value = json.loads(encode_entry(entry))

    def shuffled(value):
        if isinstance(value, dict):
            return {name: shuffled(value[name]) for name in random.sample(list(value), len(value))}
        return [shuffled(inner) for inner in value] if isinstance(value, list) else value

    odd = json.dumps(shuffled(value), ensure_ascii=random.random() < 0.5, indent=random.choice([None, 1]))
    line = b" " + odd.replace("\n", "").encode() + b"\r\n"
    read = decode_entry(line)
    assert encode_entry(read) == line
    assert json_profile.equal(json_profile.parse(said(read)), json_profile.parse(said(entry)))


@given(entries(), st.dictionaries(st.text("xyz", min_size=1, max_size=3), st.integers() | st.none(), max_size=2))
def test_unknown_members_are_kept(entry, members):
    value = json.loads(encode_entry(entry)) | members
    line = json.dumps(value, separators=(", ", ": ")).encode() + b"\n"
    read = decode_entry(line)
    assert encode_entry(read) == line
    assert said(read) == said(entry)


@given(sessions())
def test_a_log_loads_as_what_was_written(session):
    content = encode_log(session)
    log = load(content)
    assert list(map(said, log.entries)) == list(map(said, session))
    assert (log.committed_bytes, log.torn_tail, log.next_seq) == (len(content), 0, len(session))
    assert list(iter_entries(BytesIO(content))) == log.entries
    assert encode_log(log.entries) == content


@given(sessions(), st.data())
def test_appending_never_changes_earlier_bytes(session, data):
    at = data.draw(st.integers(0, len(session)))
    assert encode_log(session).startswith(encode_log(session[:at]))


@given(sessions(20), st.data())
def test_every_cut_loads_as_the_entries_whose_line_feed_is_there(session, data):
    content = encode_log(session)
    header = content.index(b"\n") + 1
    cut = content[: data.draw(st.integers(header, len(content)))]
    log = load(cut)
    assert len(log.entries) == cut.count(b"\n") - 1
    assert log.torn_tail == len(cut) - cut.rindex(b"\n") - 1
    assert load(cut[: log.committed_bytes]).entries == log.entries


@given(st.data())
def test_damage_is_refused_with_rule_line_and_byte_or_loads(data):
    content = data.draw(damaged(encode_log(data.draw(sessions(12)))))
    try:
        log = load(content)
    except Refusal as refusal:
        assert refusal.rule
        assert refusal.advice
        assert refusal.line is not None
        assert refusal.byte is not None
        assert 0 <= refusal.byte <= len(content)
        start = content[: refusal.byte].count(b"\n") + 1
        assert start == refusal.line or refusal.rule in ("json.syntax", "json.string.end", "file.header.present")
    else:
        try:
            recover_session(log.entries)
        except Refusal as refusal:
            assert refusal.rule.startswith("session.")


@given(st.data())
def test_reading_in_bulk_and_line_by_line_are_one(data):
    content = data.draw(damaged(encode_log(data.draw(sessions(12)))) | sessions(12).map(encode_log))

    def outcome(read_all) -> tuple[list[Entry], Refusal | None]:
        with pytest.MonkeyPatch.context() as patch:
            if not read_all:
                patch.setattr(lines, "read_all", lambda _: None)
            found: list[Entry] = []
            try:
                found.extend(Reading(BytesIO(content)))
            except Refusal as refusal:
                return found, refusal
            return found, None

    (bulk, first), (single, second) = outcome(True), outcome(False)
    assert str(first) == str(second)
    assert bulk == single or first is not None


@given(sessions(12), st.integers(1, 40))
def test_where_a_chunk_ends_does_not_matter(session, size):
    content = encode_log(session) + b'{"torn'
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("toolwire.transcript.file._CHUNK", size)
        log = load(content)
    assert log == load(content)


@given(st.lists(entries(), max_size=4), st.integers(0, 100))
def test_numbering_twice_is_numbering_once(given_, first):
    once = sequence_entries(given_, first)
    assert [entry.seq for entry in once] == list(range(first, first + len(given_)))
    assert sequence_entries(once, first) == once
    assert sequence_entries(sequence_entries(given_, first + 7), first) == once


@given(sessions())
def test_many_entries_are_written_as_each_by_itself(session):
    assert lines.encode_all(session) == b"".join(map(encode_entry, session))
    validate_session(session)


@given(st.floats(allow_nan=False, allow_infinity=False) | st.floats(1e-7, 1e-4) | st.floats(1e15, 1e22))
def test_a_usual_number_is_spelled_as_msgspec_does(value):
    if is_usual(ToolCall("c", "n", value)):
        assert msgspec.json.encode(value).decode() == json_profile.number(Decimal(repr(value)))


def test_all_members_that_may_hold_a_number_are_looked_at():
    """What `is_usual` looks into is what the schemas allow to be a number of no integer type."""

    def numbers(kind: Any, path: str) -> Iterator[str]:
        match kind:
            case inspect.StructType():
                for member in kind.fields:
                    yield from numbers(member.type, f"{path}.{member.name}")
            case inspect.UnionType():
                for one in kind.types:
                    yield from numbers(one, path)
            case inspect.VarTupleType():
                yield from numbers(kind.item_type, path)
            case inspect.FloatType() | inspect.AnyType() | inspect.DictType():
                yield path
            case _:
                pass

    found = {path for kind in SHAPES for path in numbers(inspect.type_info(SHAPES[kind]).fields[4].type, kind)}
    costs = {f"{payload}.usage.cost.{name}" for payload in ("message", "compaction") for name in COST}
    free = {"message.content.arguments", "message.diagnostics.details", "tool_call.arguments", "tool_outcome.data"}
    assert found == {*costs, *free, "request/header.tools.parameters", "request/header.options.temperature"}
