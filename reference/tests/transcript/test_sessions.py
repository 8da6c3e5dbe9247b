"""The validator: replay and increments are one, and what is not committed is not there."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule

from toolwire.refusal import Refusal
from toolwire.transcript import (
    Entry,
    PlanMode,
    PreparedAppend,
    SessionValidator,
    UserMessage,
    new_message,
    new_plan_mode,
    sequence_entries,
    validate_session,
)

from .strategies import sessions


def state(validator: SessionValidator) -> tuple[object, ...]:
    """All that a validator says of itself."""
    return validator.next_seq, validator.scope, validator.pending, validator.active_compaction


def faulty(seq: int) -> Entry:
    """An entry that no state accepts: the end of a run that never was."""
    from toolwire.transcript import Lifecycle

    return Entry(seq, f"bad{seq}", "2026-01-02T03:04:05Z", "run/end", Lifecycle("no such run", status="failed"))


@given(sessions(), st.data())
def test_replay_equals_any_split_into_batches(session, data):
    whole = validate_session(session)
    one_by_one, batches = SessionValidator(), SessionValidator()
    for entry in session:
        one_by_one.accept(entry)
    left = list(session)
    while left:
        size = data.draw(st.integers(1, len(left)))
        batches.prepare_append(left[:size]).commit()
        left = left[size:]
    assert state(whole) == state(one_by_one) == state(batches)


@given(sessions(), st.data())
def test_every_beginning_of_a_valid_session_is_valid(session, data):
    assert validate_session(session[: data.draw(st.integers(0, len(session)))])


@given(sessions(), st.data())
def test_a_refused_batch_leaves_no_trace(session, data):
    at = data.draw(st.integers(0, len(session)))
    size = data.draw(st.integers(0, len(session) - at))
    validator = validate_session(session[:at])
    before = state(validator)
    with pytest.raises(Refusal):
        validator.prepare_append([*session[at : at + size], faulty(at + size)])
    assert state(validator) == before
    validator.prepare_append(session[at:]).commit()
    assert state(validator) == state(validate_session(session))


@given(sessions(), st.data())
def test_what_is_prepared_and_not_committed_is_not_there(session, data):
    at = data.draw(st.integers(0, len(session)))
    validator = validate_session(session[:at])
    before = state(validator)
    for end in range(at, len(session) + 1):
        validator.prepare_append(session[at:end])
        assert state(validator) == before
    with pytest.raises(Refusal) as refused:
        validator.prepare_append([faulty(at)])
    assert refused.value.rule.startswith("session.lifecycle.")


def test_a_made_entry_is_judged_as_if_it_were_read():
    (entry,) = sequence_entries([new_plan_mode(active=True)], 0)
    bad = Entry(0, entry.id, "yesterday", entry.type, entry.payload)
    for judge in (lambda: validate_session([bad]), lambda: SessionValidator().prepare_append([bad])):
        with pytest.raises(Refusal) as refused:
            judge()
        assert refused.value.rule == "entry.timestamp.form"


@pytest.mark.parametrize(
    ("entry", "rule"),
    [
        (Entry(0, "a", "2026-01-02T03:04:05Z", "plan", PlanMode(True)), "entry.type.known"),
        (Entry(0, "a", "2026-01-02T03:04:05Z", "run/start", PlanMode(True)), "entry.member.required"),
        (Entry(0, "a\ud800", "2026-01-02T03:04:05Z", "plan/mode", PlanMode(True)), "text.surrogate"),
        (Entry(0, "a", "2026-01-02T03:04:05Z", "plan/mode", PlanMode("yes")), "entry.member.type"),  # pyright: ignore
        (Entry(0, "a", "2026-02-29T03:04:05Z", "plan/mode", PlanMode(True)), "entry.timestamp.date"),
    ],
)
def test_what_a_program_makes_wrongly_is_refused_by_its_rule(entry, rule):
    with pytest.raises(Refusal) as refused:
        validate_session([entry])
    assert refused.value.rule == rule


def test_a_number_outside_of_all_logs_cannot_be_given():
    with pytest.raises(Refusal) as refused:
        sequence_entries([new_message(UserMessage())], -1)
    assert refused.value.rule == "entry.seq.range"


def test_an_unknown_call_is_a_key_error():
    with pytest.raises(KeyError):
        SessionValidator().call("call_1")


class Appends(RuleBasedStateMachine):
    """Batches of a valid session that are prepared, committed and refused in any order, against a list."""

    prepared = Bundle("prepared")

    def __init__(self) -> None:
        super().__init__()
        self.validator = SessionValidator()
        self.log: list[Entry] = []
        self.commits = 0

    @rule(target=prepared, data=st.data(), size=st.integers(0, 4))
    def prepare(self, data: st.DataObject, size: int) -> tuple[PreparedAppend, list[Entry], int]:
        modes = [new_plan_mode(active=data.draw(st.booleans())) for _ in range(size)]
        batch = sequence_entries(modes, len(self.log))
        return self.validator.prepare_append(batch), batch, self.commits

    @rule()
    def refuse(self) -> None:
        with pytest.raises(Refusal):
            self.validator.prepare_append([faulty(len(self.log))])

    @rule(which=prepared)
    def commit(self, which: tuple[PreparedAppend, list[Entry], int]) -> None:
        prepared, batch, commits = which
        if prepared.committed:
            expected = "session.commit.once"
        elif batch and commits != self.commits:
            expected = "session.commit.stale"
        else:
            prepared.commit()
            self.log += batch
            self.commits += bool(batch)
            return
        with pytest.raises(Refusal) as refused:
            prepared.commit()
        assert refused.value.rule == expected

    @invariant()
    def the_validator_stands_behind_what_was_committed(self) -> None:
        assert state(self.validator) == state(validate_session(self.log))


TestAppends = Appends.TestCase
TestAppends.settings = settings(max_examples=40, stateful_step_count=20, deadline=None)
