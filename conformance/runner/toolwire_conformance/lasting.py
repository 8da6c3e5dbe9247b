"""One adapter for questions that come in their own time: it lasts from one to the next, and its answers are kept."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from toolwire.model.conformance import HelloAnswer

from . import isolate, messages
from .corpus import Case
from .messages import Answer
from .session import Fault, Limits, Session, StartError, Tail


class LastingSession(Session):
    """A session that `isolate.ask` may leave many times: it stays for the next requests unless it went wrong."""

    left_well = False
    ended = False

    def bye(self) -> None:
        """Be left well."""
        self.left_well = True

    def __exit__(self, *exception: object) -> None:
        if self.left_well:
            self.left_well = False
        else:
            self.ended = True
            super().__exit__()

    def end(self) -> None:
        """Take leave for good."""
        if not self.ended:
            super().bye()
            self.__exit__()


class Adapter:
    """An adapter, and all that it has answered so far."""

    def __init__(self, command: Sequence[str], corpus_version: str, limits: Limits) -> None:
        self.tail = Tail()
        self.answers: dict[str, Answer | Fault] = {}
        self.failure: StartError | None = None
        """Why it is not asked any more, if it is not."""
        self._command = command
        self._version = corpus_version
        self._limits = limits
        self._asked = 0
        self._session: LastingSession | None = None

    @cached_property
    def hello(self) -> HelloAnswer:
        """What it says of itself.

        Raises:
            StartError: it does not start.
        """
        with isolate.started(self._start) as session:
            session.bye()
            return session.greeting

    def ask(self, cases: Sequence[Case]) -> None:
        """Have an answer to each of the cases, unless the adapter no longer starts."""
        numbered = dict(enumerate((case for case in cases if case.id not in self.answers), self._asked + 1))
        self._asked += len(numbered)
        given: dict[int, Answer | Fault] = {}
        try:
            requests = {number: messages.case_request(number, case) for number, case in numbered.items()}
            isolate.ask(self._start, requests, given)
        except StartError as failure:
            self.failure = failure
        self.answers |= {numbered[number].id: answer for number, answer in given.items() if number in numbered}

    def end(self) -> None:
        """End its process, if there is one."""
        if self._session:
            self._session.end()

    def _start(self) -> Session:
        if self._session is None or self._session.ended:
            self._session = LastingSession(self._command, self._limits, self.tail)
            try:
                self._session.hello(self._version)
            except BaseException:
                self._session.__exit__()
                raise
        return self._session
