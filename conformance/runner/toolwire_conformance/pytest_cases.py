"""The tests of `pytest_plugin`: one for each case, all put to one adapter, which is asked ahead of them."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path, PurePath
from typing import NamedTuple

import pytest

from toolwire import specification
from toolwire.model.conformance import HelloAnswer
from toolwire.visible import shortened, visible

from . import LEVELS, corpus, explain, isolate, known, messages, selection
from .corpus import Case, CorpusError
from .messages import Answer
from .score import Scored, score
from .session import Fault, Limits, Session, StartError, Tail

ROOT = "toolwire"
"""What the id of every test begins with."""

_ERROR_LINES = 20
"""Lines of the adapter's standard error below a fault."""


class Failure(Exception):
    """A case that does not pass. There is a type for each outcome, so that `xfail` can ask for one."""


FAILURES = {outcome: type(outcome.capitalize(), (Failure,), {}) for outcome in (*known.FAILED, "not_measured")}


class Options(NamedTuple):
    """What was asked for on the command line."""

    command: tuple[str, ...]
    profiles: list[str]
    level: str
    known: Path | None
    limits: Limits
    corpus: Path

    @staticmethod
    def of(config: pytest.Config) -> Options:
        """The options of a run.

        Raises:
            pytest.UsageError: the command has an open quote, or the file or folder is not there.
        """
        given = config.getoption
        try:
            command = tuple(shlex.split(given("--toolwire")))
        except ValueError as error:
            raise pytest.UsageError(f"--toolwire {given('--toolwire')}: {error}") from None
        if not command:
            raise pytest.UsageError("--toolwire takes the command that starts an adapter")
        start = config.invocation_params.dir
        paths = {name: start / given(name) for name in ("--toolwire-known", "--toolwire-corpus") if given(name)}
        for name, path in paths.items():
            if not path.exists():
                raise pytest.UsageError(f"{name} {path}: there is no such file or folder")
        return Options(
            command,
            given("--toolwire-profile"),
            given("--toolwire-level") or LEVELS[-1],
            paths.get("--toolwire-known"),
            Limits(answer=given("--toolwire-timeout")),
            paths.get("--toolwire-corpus", corpus.home()),
        )


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
    """The adapter of this process of pytest, and all that it has answered so far."""

    def __init__(self, options: Options, version: str) -> None:
        self.tail = Tail()
        self.answers: dict[str, Answer | Fault] = {}
        self.failure: StartError | None = None
        """Why it is not asked any more, if it is not."""
        self._options = options
        self._version = version
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
            self._session = LastingSession(self._options.command, self._options.limits, self.tail)
            try:
                self._session.hello(self._version)
            except BaseException:
                self._session.__exit__()
                raise
        return self._session


class Cases:
    """The plugin of a run with an adapter."""

    def __init__(self, config: pytest.Config) -> None:
        self._options = Options.of(config)
        self._picked: list[str] | None = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self, session: pytest.Session) -> None:
        """Take the ids of cases out of the arguments, which are files to pytest.

        Ids of other tests alone leave the cases out; without an id, all are run.
        """
        arguments = session.config.args
        ids = [argument for argument in arguments if "::" in argument]
        mine = [argument for argument in ids if PurePath(argument.partition("::")[0]).name == ROOT]
        if ids:
            self._picked = [argument.partition("::")[2] for argument in mine]
        session.config.args = [argument for argument in arguments if argument not in mine]

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        """Add the cases, before anybody selects among the tests."""
        if self._picked == []:
            return
        collector = CorpusCollector.from_parent(session, name=ROOT, nodeid=ROOT, options=self._options)
        found = [item for item in session.genitems(collector) if isinstance(item, CaseItem)]
        for picked in self._picked or ():
            if not any(_is_picked(item, picked) for item in found) and not session.testsfailed:
                raise pytest.UsageError(f"there is no case {ROOT}::{picked} among those that are asked for")
        items += [item for item in found if self._picked is None or any(_is_picked(item, p) for p in self._picked)]


def _is_picked(item: CaseItem, picked: str) -> bool:
    return not picked or picked in (item.case.profile, item.name)


class CorpusCollector(pytest.Collector):
    """All cases that are asked for."""

    def __init__(self, *, options: Options, name: str, parent: pytest.Session, nodeid: str) -> None:
        super().__init__(name=name, parent=parent, nodeid=nodeid)
        self.options = options

    @cached_property
    def corpus(self) -> corpus.Corpus:
        """The cases, those that are only asked as twins too."""
        return corpus.load(self.options.corpus)

    @cached_property
    def adapter(self) -> Adapter:
        """Whom they are put to."""
        adapter = Adapter(self.options, self.corpus.version)
        self.config.add_cleanup(adapter.end)
        return adapter

    @cached_property
    def upcoming(self) -> tuple[list[CaseItem], dict[str, int]]:
        """The tests in the order in which they are run, and the place of each."""
        items = [item for item in self.session.items if isinstance(item, CaseItem)]
        return items, {item.nodeid: place for place, item in enumerate(items)}

    def collect(self) -> Iterator[CaseItem]:
        """The cases in the order of the corpus.

        Raises:
            CollectError: the adapter does not start, the corpus or the list of known failures is damaged, or there is
                no such profile.
        """
        try:
            cases = self.corpus.cases
            wanted = self.options.profiles or self.adapter.hello.profiles
            known_profiles = {case.profile for case in cases.values()}
            for profile in set(self.options.profiles) - known_profiles:
                raise CorpusError(f"the corpus has no profile {profile}; it has {', '.join(sorted(known_profiles))}")
            expected = self._known()
        except StartError as failure:
            words = f"The adapter does not start: {visible(str(failure))}"
            raise self.CollectError("\n".join([words, *last_lines(self.adapter.tail)])) from None
        except CorpusError as error:
            raise self.CollectError(visible(str(error))) from None
        for case in selection.select(cases.values(), wanted, self.options.level):
            yield CaseItem.from_parent(
                self, name=f"{case.profile}/{case.id}", case=case, expected=expected.get(case.id)
            )

    def ask(self, item: CaseItem) -> Scored:
        """What the answer to a case is worth. The cases that come after it are asked with it, a window full of them."""
        case, cases, adapter = item.case, self.corpus.cases, self.adapter
        if adapter.failure is None and case.id not in adapter.answers:
            items, places = self.upcoming
            place = places[item.nodeid]
            ahead = [each.case for each in items[place : place + self.options.limits.window]]
            adapter.ask(selection.with_twins(ahead, cases))
        (scored,) = score([case], cases, adapter.answers, adapter.hello.profiles).cases
        return scored

    def explained(self, scored: Scored) -> str:
        """What `toolwire conform explain` says of a case."""
        answer = self.adapter.answers.get(scored.case.id)
        if answer is None:
            return f"{scored.case.id} was not asked: the adapter does not start any more: {self.adapter.failure}"
        answered = explain.Answered(answer, scored.outcome, scored.detail)
        command = shlex.join(self.options.command)
        return explain.as_text(scored.case, specification.requirements(), answered, command).rstrip()

    def _known(self) -> dict[str, known.Known]:
        """The known failures by the ids of their cases.

        Raises:
            CorpusError: the list is none, or has an entry for no case or for too many.
        """
        if self.options.known is None:
            return {}
        cases = self.corpus.cases
        entries = known.read(self.options.known)
        if wrong := known.findings(entries, {}, cases):
            raise CorpusError(f"{self.options.known}: {'; '.join(wrong)}")
        return {case: entry for entry in entries for case in known.covered(entry, cases)}


class CaseItem(pytest.Item):
    """The test of one case."""

    parent: CorpusCollector

    def __init__(self, *, case: Case, expected: known.Known | None, name: str, parent: CorpusCollector) -> None:
        super().__init__(name=name, parent=parent)
        self.case = case
        self.expected = expected
        self.extra_keyword_matches.update(case.requirements, (case.level,))
        if expected:
            raised = FAILURES[expected.outcome]
            self.add_marker(pytest.mark.xfail(reason=expected.reason, raises=raised, strict=True))

    def runtest(self) -> None:
        """Pass, be skipped (the op is not supported, and its profile is not claimed), or fail.

        Raises:
            Failure: the case does not pass; of the type of its outcome.
        """
        scored = self.parent.ask(self)
        match scored.outcome:
            case "pass":
                return
            case "unsupported" if self.expected is None:
                pytest.skip(f"{self.case.profile} is not claimed, and {self.case.op} is not supported")
            case "unsupported":
                raise Failure(f"{self.case.id} is not supported; a list of failures is no list of what is missing")
            case outcome:
                if isinstance(self.parent.adapter.answers.get(self.case.id), Fault):
                    self.add_report_section("call", "adapter stderr", "\n".join(last_lines(self.parent.adapter.tail)))
                raise FAILURES[outcome](self.parent.explained(scored))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *arguments: object) -> str:
        """The text of a failure, without a traceback: that would show this module."""
        if isinstance(excinfo.value, Failure):
            words = f"it is known to end as {self.expected.outcome}; look again\n\n" if self.expected else ""
            return words + str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, None, str]:
        """Where the case stands, and what a failure is headed by."""
        return self.parent.options.corpus / self.case.file, None, self.nodeid


def last_lines(tail: Tail) -> list[str]:
    """The last lines of what adapters wrote to standard error, fit for a terminal."""
    return [shortened(visible(line), 200) for line in tail.text().rstrip().split("\n")[-_ERROR_LINES:]]
