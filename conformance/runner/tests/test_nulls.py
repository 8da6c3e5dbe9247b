"""An adapter that looks at nothing passes nothing, on every profile of the corpus."""

from __future__ import annotations

import pytest

from toolwire_conformance import corpus, nulls

from .corpora import cases, echo, refusal


@pytest.fixture(scope="module")
def scores():
    loaded = corpus.load(corpus.home())
    assert loaded.cases, "the corpus is empty: this test proves nothing without it"
    return nulls.scores(loaded.cases)


def passed(score):
    return [one.case.id for one in score.cases if one.outcome == "pass"]


@pytest.mark.parametrize("null", nulls.NULLS)
def test_a_null_adapter_passes_no_case_of_the_corpus(scores, null):
    assert passed(scores[null]) == []


@pytest.mark.parametrize("null", [null for null in nulls.NULLS if not null.startswith("first-byte")])
def test_one_that_looks_at_nothing_earns_not_even_a_verdict(scores, null):
    levels = [
        (profile, level, tally) for profile, levels in scores[null].profiles.items() for level, tally in levels.items()
    ]
    assert [(profile, level) for profile, level, tally in levels if tally.passed] == []


def test_a_case_without_a_twin_shows_in_a_null_score():
    alone = cases(echo("plain"), refusal())
    assert {null: passed(score) for null, score in nulls.scores(alone).items() if passed(score)} == {
        "echo-text": ["plain"]
    }
    paired = cases(echo("plain", twin="ill-formed"), refusal())
    assert not any(passed(score) for score in nulls.scores(paired).values())


def test_a_far_twin_shows_in_the_score_of_one_that_looks_at_the_first_byte():
    far = cases(
        echo("yes", "[yes", expect={"result": True}, twin="no"), echo("no", "no", expect={"result": False}, twin="yes")
    )
    shown = {null for null, score in nulls.scores(far).items() if passed(score)}
    assert shown == {"first-byte true-or-false"}
