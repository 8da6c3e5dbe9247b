"""The smoke test says what is wrong with an adapter, and nothing about the implementation behind it."""

from __future__ import annotations

import pytest

from toolwire_conformance import session, smoke
from toolwire_conformance.session import Tail

from .corpora import QUICK, SHORT, adapter

BYTES = "/w=="


def hints(**script):
    limits = SHORT if "hang" in script.get("when", {}).values() else QUICK
    with session.start(adapter(**script), "1.2.3", limits, Tail()) as opened:
        return smoke.hints(opened)


def test_a_sound_adapter_gets_no_hint():
    assert hints() == []


def test_of_profiles_that_carry_no_text_nothing_is_asked():
    assert hints(profiles=["of-tomorrow"]) == []


@pytest.mark.parametrize(
    ("document", "fault", "said"),
    [
        (smoke.ODD, "hang", "Flush standard output after each answer"),
        (smoke.ODD, "crash", "Catch what the implementation raises"),
        (smoke.ODD, "garbage", "Print one JSON object a line"),
        (smoke.ODD, "both", "Print one JSON object a line"),
        (smoke.ODD, "not-utf8", "Write strings with a JSON library"),
        (smoke.ODD, "a?b", "came back changed"),
        (smoke.ODD, "error", "failed on a text of odd characters: KeyError: 'x'"),
        (smoke.ODD, "refused", "did not give a result for a text of odd characters"),
        (BYTES, "error", "answer the implementation's refusal as refused"),
        (BYTES, "\ufffd", "hand the bytes to the implementation, which must refuse them"),
        (BYTES, "unsupported", "hand the bytes to the implementation, which must refuse them"),
    ],
)
def test_each_failure_has_its_hint(document, fault, said):
    (hint,) = hints(when={document: fault})
    assert said in hint


@pytest.mark.parametrize("profile", smoke.OPS)
def test_every_profile_of_the_reference_has_a_request_of_its_own(profile):
    command = [*adapter()[:1], "-m", "toolwire.adapter"]
    with session.start(command, "1.2.3", QUICK, Tail()) as opened:
        assert profile in opened.greeting.profiles
        opened._greeting = type(opened.greeting)(1, opened.greeting.implementation, (profile,))
        assert smoke.hints(opened) == []
