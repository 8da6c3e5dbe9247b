"""The reference passes the corpus, here without a pipe: what it answers is graded as any adapter's answers are."""

from __future__ import annotations

import io
from operator import attrgetter

import pytest

from toolwire import adapter
from toolwire_conformance import corpus, messages
from toolwire_conformance.grade import grade

CASES = list(corpus.load(corpus.home()).cases.values())


@pytest.mark.parametrize("profile", sorted({case.profile for case in CASES}))
def test_the_reference_passes(profile):
    cases = sorted((case for case in CASES if case.profile == profile), key=attrgetter("id"))
    answers = io.BytesIO()
    adapter.serve((messages.case_request(number, case) for number, case in enumerate(cases)), answers)
    lines = answers.getvalue().split(b"\n")[:-1]
    wrong = [case.id for case, line in zip(cases, lines, strict=True) if not grade(case, messages.decode(line)).right]
    assert wrong == []


@pytest.mark.parametrize("given", ["{}", '{"capture":{},"request":{"capture_id":"a","offset":1.0,"max_bytes":null}}'])
def test_what_the_protocol_would_not_send_is_an_error(given):
    answers = io.BytesIO()
    adapter.serve([messages.run_request(1, "retained.read", given)], answers)
    assert b'"error"' in answers.getvalue()
