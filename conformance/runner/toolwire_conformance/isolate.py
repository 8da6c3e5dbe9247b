"""Answers to all requests, whatever the adapter does: a fault costs one case its answer, not the run.

After a crash, a hang or garbage, the requests that were in flight are replayed one at a time until one of them shows
a fault again; that one is the culprit. If none does, the oldest is charged: it went wrong in company only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from contextlib import suppress

from .messages import Answer
from .session import Fault, Session, SessionError, StartError

Answers = MutableMapping[int, Answer | Fault]
Start = Callable[[], Session]

ATTEMPTS = 3
"""How many starts in a row may fail."""


def ask(start: Start, requests: Mapping[int, bytes], answers: Answers) -> None:
    """Put what comes back for every request into `answers` under its id; `start` gives a session that was greeted.

    Raises:
        StartError: three starts in a row have failed. What is in `answers` by then counts.
    """
    while remaining := {number: line for number, line in requests.items() if number not in answers}:
        with started(start) as session:
            try:
                session.ask(remaining, answers)
                session.bye()
                return
            except SessionError as broken:
                fault = broken.fault
        _charge(start, {number: requests[number] for number in session.suspects()}, fault, answers)


def started(start: Start) -> Session:
    """A session that was greeted.

    Raises:
        StartError: three starts in a row have failed.
    """
    for _ in range(ATTEMPTS - 1):
        with suppress(StartError):
            return start()
    return start()


def _charge(start: Start, suspects: Mapping[int, bytes], fault: Fault, answers: Answers) -> None:
    with started(start) as session:
        for number, line in suspects.items():
            try:
                session.ask({number: line}, answers)
            except SessionError as broken:
                answers[number] = broken.fault
                return
        session.bye()
    answers[next(iter(suspects))] = fault._replace(detail=f"{fault.detail} with others in flight, though not alone")
