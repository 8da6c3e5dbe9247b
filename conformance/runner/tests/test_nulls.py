"""An adapter that looks at nothing scores nothing, on every profile of the corpus."""

from __future__ import annotations

import pytest

from toolwire_conformance import corpus, nulls

from .corpora import cases, echo, refusal


@pytest.fixture(scope="module")
def scores():
    loaded = corpus.load(corpus.home())
    assert loaded.cases, "the corpus is empty: this test proves nothing without it"
    return nulls.scores(loaded.cases)


@pytest.mark.parametrize("null", nulls.NULLS)
def test_a_null_adapter_scores_zero_on_every_profile(scores, null):
    earned = {
        (profile, level): tally.passed
        for profile, levels in scores[null].items()
        for level, tally in levels.items()
        if tally.passed
    }
    assert earned == {}


def test_a_case_without_a_twin_shows_in_a_null_score():
    loaded = cases(echo("plain"), refusal())
    earned = {name for name, profiles in nulls.scores(loaded).items() if profiles["text-json"]["L2"].passed}
    assert earned == {"echo-text"}
    loaded = cases(echo("plain", twin="ill-formed"), refusal())
    assert not any(profiles["text-json"]["L2"].passed for profiles in nulls.scores(loaded).values())
