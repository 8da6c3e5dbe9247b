"""The laws of recovery, for every beginning of every valid session."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from toolwire.transcript import (
    INTERRUPTED,
    NOT_STARTED,
    OUTCOME_UNKNOWN,
    Entry,
    ToolOutcome,
    ToolResultMessage,
    encode_log,
    load,
    recover_session,
    validate_session,
)

from .strategies import sessions

NOW = "2027-01-01T00:00:00Z"


def recovered(entries: list[Entry], records_dispatch: bool = True) -> list[Entry]:
    ids = iter(f"n{number}" for number in range(1000))
    _, repairs = recover_session(entries, records_dispatch=records_dispatch, new_id=lambda: next(ids), now=lambda: NOW)
    return repairs


@given(sessions(), st.data())
def test_every_beginning_is_recovered_to_a_clean_scope(session, data):
    beginning = session[: data.draw(st.integers(0, len(session)))]
    repairs = recovered(beginning)
    before, after = validate_session(beginning), validate_session([*beginning, *repairs])
    assert (after.scope.run, after.scope.turn, after.scope.step, after.pending) == (None, None, None, ())
    scope = before.scope
    open_units = sum(unit is not None for unit in (scope.run, scope.turn, scope.step))
    assert len(repairs) == 2 * len(before.pending) + open_units
    assert recovered([*beginning, *repairs]) == []


@given(sessions())
def test_recovery_only_appends(session):
    content = encode_log(session)
    entries = load(content).entries
    kept = list(entries)
    repairs = recovered(entries)
    assert entries == kept
    assert encode_log([*entries, *repairs]).startswith(content)
    assert [entry.seq for entry in repairs] == list(range(len(session), len(session) + len(repairs)))


@given(sessions(), st.booleans())
def test_what_is_said_of_a_call_follows_from_its_dispatch(session, records_dispatch):
    pending = validate_session(session).pending
    dispatched = {entry.payload.tool_call_id for entry in session if entry.type == "tool_call"}
    repairs = recovered(session, records_dispatch)
    results = [entry.payload for entry in repairs if isinstance(entry.payload, ToolResultMessage)]
    outcomes = [entry.payload for entry in repairs if isinstance(entry.payload, ToolOutcome)]
    assert (
        [result.tool_call_id for result in results] == [outcome.tool_call_id for outcome in outcomes] == list(pending)
    )
    assert all(result.is_error for result in results)
    for outcome in outcomes:
        not_started = records_dispatch and outcome.tool_call_id not in dispatched
        assert outcome.error_code == (NOT_STARTED if not_started else OUTCOME_UNKNOWN)
    ends = [entry.payload for entry in repairs if entry.type.endswith("/end")]
    assert {(end.status, end.reason) for end in ends} <= {("interrupted", INTERRUPTED)}
