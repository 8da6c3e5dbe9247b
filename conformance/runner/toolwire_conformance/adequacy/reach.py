"""Which functions of the reference each case runs through."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from types import CodeType, FrameType

from .judge import Prepared
from .subject import Live

HEAVY = 0.004
"""Seconds from which a case is not traced: it is taken to run through what other cases of its op run through."""

Reach = Mapping[CodeType, Sequence[int]]
"""Of each code the cases that run it, by their places, quick ones first."""


def reach(cases: Sequence[Prepared], live: Live) -> Reach:
    """Which cases run which code."""
    found: dict[CodeType, set[int]] = defaultdict(set)
    of_op: dict[str, set[CodeType]] = defaultdict(set)
    for place, one in enumerate(cases):
        if one.seconds < HEAVY:
            codes = _run(one, live)
            of_op[one.case.op] |= codes
            for code in codes:
                found[code].add(place)
    for place, one in enumerate(cases):
        if one.seconds >= HEAVY:
            for code in of_op[one.case.op]:
                found[code].add(place)
    return {
        code: sorted(places, key=lambda place: (cases[place].seconds >= HEAVY, place)) for code, places in found.items()
    }


def _run(one: Prepared, live: Live) -> set[CodeType]:
    codes: set[CodeType] = set()

    def enter(frame: FrameType, event: str, given: object) -> None:  # noqa: ARG001
        codes.add(frame.f_code)

    sys.setprofile(enter)  # and not settrace, which is what measures the coverage of our own tests
    try:
        live.answer(one.case.op, one.given)
    finally:
        sys.setprofile(None)
    return codes
