"""How fast cases go through an adapter and the grading of its answers."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from . import messages, session
from .corpus import Case
from .grade import grade
from .messages import Answer
from .session import Fault, Limits, Tail


def bench_rate(cases: Sequence[Case], command: Sequence[str], *, window: int = 64) -> float:
    """Cases per second through one session, grading included; the start of the process does not count.

    Raises:
        StartError: the adapter did not come to answer hello.
        SessionError: it did not answer every case.
    """
    requests = {number: messages.case_request(number, case) for number, case in enumerate(cases, 1)}
    answers: dict[int, Answer | Fault] = {}
    with session.start(command, "0.0.0", Limits(window=window), Tail()) as opened:
        start = perf_counter()
        opened.ask(requests, answers)
        for number, case in enumerate(cases, 1):
            grade(case, answers[number])
        seconds = perf_counter() - start
        opened.bye()
    return len(cases) / seconds
