"""The corpus catches every faulty implementation of the zoo, by a case that cites what it breaks."""

from __future__ import annotations

from typing import Any

import pytest

from toolwire import adapter, json_profile
from toolwire_conformance import corpus, messages, values
from toolwire_conformance.grade import grade

from .engine import Answer, Mutant, faulty, zoo

CASES = list(corpus.load(corpus.home()).cases.values())
INPUTS: dict[str, Any] = {case.id: json_profile.parse(values.compact(case.input)) for case in CASES}


def fails(case: corpus.Case, answer: Answer) -> bool:
    try:
        line = json_profile.write({"id": 0, **answer(case.op, INPUTS[case.id])}).encode()
        return not grade(case, messages.decode(line)).right
    except (messages.AnswerError, ValueError):  # an infinite number, say, which is no JSON
        return True


def test_the_reference_itself_passes_every_case():
    assert [case.id for case in CASES if fails(case, adapter.answer)] == []


@pytest.mark.parametrize("mutant", zoo(), ids=lambda mutant: mutant.name)
def test_a_case_that_cites_the_requirement_catches_it(mutant: Mutant):
    citing = [case for case in CASES if mutant.breaks in case.requirements]
    with faulty(mutant) as answer:
        assert any(fails(case, answer) for case in citing), f"no case of {mutant.breaks} notices; add one"
