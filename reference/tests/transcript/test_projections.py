"""Projections, forks and requests: their laws, and the registry."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwire import json_profile, schema
from toolwire.refusal import Refusal
from toolwire.transcript import (
    Entry,
    ForkMessageNotFoundError,
    ForkMode,
    InvalidForkBoundaryError,
    ModelContextProjectionUnit,
    ProjectionRegistry,
    SessionProjectionUnit,
    build_context,
    context,
    encode_log,
    fork,
    load,
    new_plan_mode,
    project_model_context,
    project_session,
    projection,
    reconstruct_committed_provider_request,
    reconstruct_provider_request,
    reconstruct_provider_request_from_projection,
    reconstruct_provider_requests,
    recover_session,
    recover_session_with_projections,
    request,
    sequence_entries,
    stream_options,
    validate_session,
)
from toolwire.transcript.request import capture_request_options
from toolwire_conformance import corpus, values

from .strategies import sessions


class Seen:
    """A unit that remembers what it was handed."""

    def __init__(self, key: str = "seen", told: list[str] | None = None) -> None:
        self.key = key
        self.told = [] if told is None else told

    def apply(self, entry: Entry, scope: object) -> None:  # noqa: ARG002
        self.told.append(f"{self.key} {entry.seq}")

    def snapshot(self) -> list[str]:
        return list(self.told)


class Failing(Seen):
    def snapshot(self) -> list[str]:
        raise ValueError("no snapshot")


def modes(first: int, count: int) -> list[Entry]:
    return sequence_entries([new_plan_mode(active=True) for _ in range(count)], first)


@given(sessions(25))
def test_units_that_follow_equal_a_full_replay_after_every_entry(session):
    registry = ProjectionRegistry()
    registry.register(SessionProjectionUnit())
    registry.register(ModelContextProjectionUnit())
    for count, entry in enumerate(session, 1):
        registry.replay([entry])
        values = registry.snapshot().values
        assert projection.view(values["session"]) == projection.view(project_session(session[:count]))
        assert context.view(values["model-context"]) == context.view(project_model_context(session[:count]))


@given(sessions(25), st.data())
def test_a_projection_up_to_an_entry_is_that_of_the_beginning(session, data):
    upto = data.draw(st.integers(-1, len(session) - 1))
    assert projection.view(project_session(session, upto)) == projection.view(project_session(session[: upto + 1]))


@given(sessions(25), st.data())
def test_a_snapshot_does_not_change(session, data):
    registry = ProjectionRegistry()
    for unit in (SessionProjectionUnit(), ModelContextProjectionUnit()):
        registry.register(unit)
    at = data.draw(st.integers(0, len(session)))
    registry.replay(session[:at])
    taken = registry.snapshot()
    views = projection.view(taken.values["session"]), context.view(taken.values["model-context"])
    registry.replay(session[at:])
    assert (projection.view(taken.values["session"]), context.view(taken.values["model-context"])) == views


@given(sessions(30), st.data())
def test_a_fork_is_valid_and_shares_its_lines(session, data):
    log = load(encode_log(session)).entries
    ids = [entry.id for entry in log if entry.type == "message"]
    if not ids:
        return
    try:
        forked = fork(log, data.draw(st.sampled_from(ids)), data.draw(st.sampled_from(list(ForkMode))), "text")
    except InvalidForkBoundaryError:
        return
    kept = [entry for entry in forked if entry in log]
    assert forked[: len(kept)] == log[: len(kept)]
    assert len(forked) - len(kept) <= 1
    validator, repairs = recover_session(forked)
    assert validator.scope.run is None
    assert validate_session([*forked, *repairs])


@given(sessions(40))
def test_later_entries_do_not_change_a_request(session):
    headers = [entry for entry in session if entry.type == "request/header"]
    for header in headers:
        id_ = header.payload.provider_request_id
        try:
            early = reconstruct_provider_request(session[: header.seq + 1], id_)
        except Refusal as refusal:
            assert refusal.rule == "request.attachment.gap"
            continue
        late = reconstruct_provider_request(session, id_)
        projected = reconstruct_provider_request_from_projection(session, project_session(session), id_)
        beginning = session[: header.seq + 1]
        online = reconstruct_committed_provider_request(
            project_session(beginning), project_model_context(beginning), id_
        )
        assert request.view(early) == request.view(late) == request.view(projected) == request.view(online)
        assert late.messages[0:] == early.messages
        assert len(late.messages) == len(build_context(session[: header.seq])) + len(header.payload.attachments)


@settings(max_examples=40)
@given(sessions(40))
def test_all_requests_at_once_are_each_by_itself(session):
    try:
        found = list(reconstruct_provider_requests(session))
    except Refusal as refusal:
        assert refusal.rule == "request.attachment.gap"
        return
    for one in found:
        by_itself = reconstruct_provider_request(session, one.header.provider_request_id)
        assert request.view(one) == request.view(by_itself)


@given(sessions(40))
def test_capturing_what_was_restored_gives_the_same_options(session):
    for entry in session:
        if entry.type == "request/header":
            header = entry.payload
            captured = capture_request_options(header.protocol, header.tools, stream_options(header))
            assert captured == header.options


def test_a_key_is_registered_once_and_has_no_white_space_around_it():
    registry = ProjectionRegistry()
    registry.register(Seen("a"))
    for key in ("a", "", " b", "b\u2028"):
        with pytest.raises(Refusal) as refused:
            registry.register(Seen(key))
        assert refused.value.rule == "registry.key"


def test_a_unit_is_registered_before_the_first_entry():
    registry = ProjectionRegistry()
    registry.replay([])
    registry.register(Seen("a"))
    registry.replay(modes(0, 1))
    with pytest.raises(Refusal) as refused:
        registry.register(Seen("b"))
    assert refused.value.rule == "registry.late"


def test_units_see_what_was_committed_in_the_order_of_registration():
    told: list[str] = []
    registry = ProjectionRegistry()
    for key in ("b", "a"):
        registry.register(Seen(key, told))
    registry.replay(modes(0, 1))
    prepared, other = registry.prepare_append(modes(1, 1)), registry.prepare_append(modes(1, 2))
    assert told == ["b 0", "a 0"]
    other.commit()
    assert told == ["b 0", "a 0", "b 1", "a 1", "b 2", "a 2"]
    with pytest.raises(Refusal) as refused:
        prepared.commit()
    assert refused.value.rule == "session.commit.stale"
    assert told[6:] == []


def test_a_snapshot_is_of_one_moment():
    registry = ProjectionRegistry()
    for unit in (Seen("a"), Seen("b")):
        registry.register(unit)
    assert registry.snapshot().as_of == -1
    registry.replay(modes(0, 3))
    snapshot = registry.snapshot()
    assert (snapshot.as_of, snapshot.values["a"][-1], snapshot.values["b"][-1]) == (2, "a 2", "b 2")


def test_one_key_asks_no_other_unit():
    registry = ProjectionRegistry()
    for unit in (Seen("a"), Failing("b")):
        registry.register(unit)
    registry.replay(modes(0, 1))
    assert registry.snapshot_key("a") == ["a 0"]
    with pytest.raises(KeyError):
        registry.snapshot_key("c")


def test_a_unit_that_fails_fails_the_snapshot():
    registry = ProjectionRegistry()
    for unit in (Seen("a"), Failing("b")):
        registry.register(unit)
    with pytest.raises(ValueError, match="no snapshot"):
        registry.snapshot()


@given(sessions(25))
def test_recovery_with_projections_ends_where_recovery_ends(session):
    registry = ProjectionRegistry()
    registry.register(SessionProjectionUnit())
    repairs = recover_session_with_projections(session, registry)
    assert [(entry.type, entry.payload) for entry in repairs] == [
        (entry.type, entry.payload) for entry in recover_session(session)[1]
    ]
    shown = registry.snapshot_key("session")
    assert shown.as_of == len(session) + len(repairs) - 1
    assert all(run.end is not None for run in shown.runs)


def test_a_request_is_rebuilt_from_projections_of_one_moment():
    session = modes(0, 2)
    projected = project_session(session)
    for rebuild in (
        lambda: reconstruct_committed_provider_request(projected, project_model_context(session[:1]), "q"),
        lambda: reconstruct_provider_request_from_projection(session[:1], projected, "q"),
    ):
        with pytest.raises(Refusal) as refused:
            rebuild()
        assert refused.value.rule == "request.online.watermark"


@settings(max_examples=60)
@given(sessions(40))
def test_only_the_last_entry_is_rebuilt_from_the_context_of_now(session):
    for entry in session[:-1]:
        if entry.type == "request/header":
            with pytest.raises(Refusal) as refused:
                reconstruct_committed_provider_request(
                    project_session(session), project_model_context(session), entry.payload.provider_request_id
                )
            assert refused.value.rule == "request.online.last"


@given(sessions(20), st.data())
def test_a_fork_changes_nothing_of_its_source(session, data):
    log = load(encode_log(session)).entries
    before = list(log)
    ids = [entry.id for entry in log]
    try:
        fork(log, data.draw(st.sampled_from([*ids, "missing"])), ForkMode.BEFORE_USER, "x")
    except (ForkMessageNotFoundError, InvalidForkBoundaryError) as refusal:
        assert refusal.rule.startswith("fork.")
    assert log == before
    assert encode_log(log) == encode_log(session)


VIEWS = {
    "transcript.context": "model-context",
    "transcript.project": "session-projection",
    "transcript.request": "provider-request",
    "transcript.check": "check-report",
}


def test_the_views_of_the_corpus_are_what_their_schemas_say():
    tried = 0
    for case in corpus.load(corpus.home()).cases.values():
        if case.op in VIEWS and isinstance(case.expect, corpus.Result):
            value = json_profile.parse(values.compact(case.expect.value))
            schema.validator(f"transcript/{VIEWS[case.op]}").validate(value)
            tried += 1
    assert tried > 250
