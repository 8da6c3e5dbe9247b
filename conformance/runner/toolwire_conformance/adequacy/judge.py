"""The corpus as a judge of an answering function, in one process."""

from __future__ import annotations

import importlib
import signal
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from time import perf_counter
from typing import Any, NamedTuple

from toolwire_conformance import messages, values
from toolwire_conformance.corpus import Case
from toolwire_conformance.grade import grade

from .subject import Answer

PATIENCE = 0.25
"""Seconds after which it is looked whether a spoilt function still has the case that it had before."""


class Prepared(NamedTuple):
    """A case, ready to be put to a function of this process.

    Attributes:
        case: the case.
        given: its input, as the reference's adapter hands it to ops.
        right: how the reference answers, as bytes: an equal answer needs no grading.
        seconds: how long the reference takes.
    """

    case: Case
    given: Any
    right: bytes
    seconds: float


class Hang(BaseException):
    """A function took too long. No handler of the reference's catches it."""


class Judge:
    """Puts cases to functions. `write` and `parse` are those of the sound reference, whatever is spoilt."""

    def __init__(self) -> None:
        profile = importlib.import_module("toolwire.json_profile")
        self._write: Callable[[object], str] = profile.write
        self._parse: Callable[[str], Any] = profile.parse
        self._asked = self._seen = 0
        self._patience = 0.0

    def prepare(self, cases: Iterable[Case], answer: Answer) -> list[Prepared]:
        """The cases for this judge; `answer` is the sound reference's.

        Raises:
            ValueError: the reference fails one of them.
        """
        return [self._prepared(case, self._parse(values.compact(case.input)), answer) for case in cases]

    def _prepared(self, case: Case, given: Any, answer: Answer) -> Prepared:
        started = perf_counter()
        line = self._line(answer(case.op, given))
        seconds = perf_counter() - started
        if not grade(case, messages.decode(line)).right:
            raise ValueError(f"the reference fails {case.id}: toolwire conform explain {case.id}")
        return Prepared(case, given, line, seconds)

    def accepts(self, one: Prepared, line: bytes | None) -> bool:
        """Whether an answer to a case is right in all that is judged."""
        try:
            return line is not None and grade(one.case, messages.decode(line)).right
        except messages.AnswerError:
            return False

    def variation(self, case: Case, text: str, answer: Answer) -> Prepared | None:
        """A case with another input, given as JSON text; None if the reference has no answer to that."""
        try:
            given = self._parse(text)
        except ValueError:
            return None
        members = answer(case.op, given)
        if not members.keys() & {"result", "refused"}:
            return None
        return Prepared(case, given, self._line(members), 0)

    def text(self, given: object) -> str:
        """An input as JSON text."""
        return self._write(given)

    @contextmanager
    def watch(self) -> Generator[None]:
        """Within it, a function that takes too long for a case is interrupted. For the main thread."""
        signal.signal(signal.SIGALRM, self._look)
        signal.setitimer(signal.ITIMER_REAL, PATIENCE, PATIENCE)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _look(self, number: int, frame: object) -> None:  # noqa: ARG002
        """One timer for all cases: setting one for each takes longer than most of them."""
        if self._asked == self._seen and self._patience > 0:
            self._patience -= PATIENCE
        elif self._asked == self._seen:
            raise Hang
        self._seen = self._asked

    def line(self, one: Prepared, answer: Answer) -> bytes | None:
        """The answer to a case; None for one that is no answer, or comes too late."""
        self._asked += 1
        self._patience = 60 * one.seconds
        try:
            return self._line(answer(one.case.op, one.given))
        except Hang:
            return None
        except Exception:  # what is answered is no JSON
            return None
        finally:
            self._asked += 1

    def _line(self, members: dict[str, Any]) -> bytes:
        return self._write({"id": 0, **members}).encode()
