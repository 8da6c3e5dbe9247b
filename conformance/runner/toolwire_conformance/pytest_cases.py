"""The tests of `pytest_plugin`: one for each case, all put to one adapter, which is asked ahead of them."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path, PurePath
from typing import Any, NamedTuple

import pytest

from toolwire import specification
from toolwire.visible import shortened, visible

from . import LEVELS, corpus, explain, known, selection
from .corpus import Case, CorpusError
from .lasting import Adapter
from .reports.document import FAILED
from .score import Scored, score
from .session import Fault, Limits, StartError, Tail

ROOT = "toolwire"
"""What the id of every test begins with."""

_ERROR_LINES = 20
"""Lines of the adapter's standard error below a fault."""


class Failure(Exception):  # noqa: N818
    """A case that does not pass. There is a type for each outcome, so that `xfail` can ask for one."""


FAILURES = {outcome: type(outcome.capitalize(), (Failure,), {}) for outcome in (*FAILED, "not_measured")}


class Options(NamedTuple):
    """What was asked for on the command line."""

    command: Sequence[str]
    profiles: Sequence[str]
    level: str
    known: Path | None
    limits: Limits
    corpus: Path

    @staticmethod
    def of(config: pytest.Config) -> Options:
        """The options of a run.

        Raises:
            pytest.UsageError: there is no command, or it has an open quote, or there is no such file or folder.
        """
        given: Any = config.option
        start = config.invocation_params.dir
        try:
            command = shlex.split(given.toolwire)
        except ValueError as error:
            raise pytest.UsageError(f"--toolwire {given.toolwire}: {error}") from None
        known_failures = start / given.toolwire_known if given.toolwire_known else None
        folder = start / given.toolwire_corpus if given.toolwire_corpus else corpus.home()
        if not command:
            raise pytest.UsageError("--toolwire takes the command that starts an adapter")
        for path in (known_failures, folder):
            if path and not path.exists():
                raise pytest.UsageError(f"there is no {path}")
        level = given.toolwire_level or LEVELS[-1]
        limits = Limits(answer=given.toolwire_timeout)
        return Options(command, given.toolwire_profile, level, known_failures, limits, folder)


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
        collector = CorpusCollector.of(session, self._options)
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

    @classmethod
    def of(cls, session: pytest.Session, options: Options) -> CorpusCollector:
        """The collector of a run."""
        return cls.from_parent(session, name=ROOT, nodeid=ROOT, options=options)  # pyright: ignore[reportUnknownMemberType]

    @cached_property
    def corpus(self) -> corpus.Corpus:
        """The cases, those that are only asked as twins too."""
        return corpus.load(self.options.corpus)

    @cached_property
    def adapter(self) -> Adapter:
        """Whom they are put to."""
        adapter = Adapter(self.options.command, self.corpus.version, self.options.limits)
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
            yield CaseItem.of(self, case, expected.get(case.id))

    def ask(self, item: CaseItem) -> Scored:
        """What the answer to a case is worth. The cases that come after it are asked with it, a window full of them."""
        case, cases, adapter = item.case, self.corpus.cases, self.adapter
        needed = {each.id for each in selection.with_twins([case], cases)}
        if adapter.failure is None and not needed <= adapter.answers.keys():
            items, places = self.upcoming
            place = places[item.nodeid]
            ahead = [each.case for each in items[place : place + self.options.limits.window]]
            adapter.ask(selection.with_twins(ahead, cases))
        (scored,) = score([case], cases, adapter.answers, adapter.hello.profiles).cases
        return scored

    def explained(self, scored: Scored) -> str:
        """What is wrong in one line, which pytest repeats in its summary, and what `toolwire conform explain` says."""
        answer = self.adapter.answers.get(scored.case.id)
        if answer is None:
            return f"{scored.case.id} was not asked: the adapter does not start any more: {self.adapter.failure}"
        answered = explain.Answered(answer, scored.outcome, scored.detail)
        command = shlex.join(self.options.command)
        text = explain.as_text(scored.case, specification.requirements(), answered, command)
        return f"{scored.outcome}: {scored.detail}\n\n{text.rstrip()}"

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
        super().__init__(name=name, parent=parent)  # pyright: ignore[reportUnknownMemberType]
        self.case = case
        self.expected = expected
        self.extra_keyword_matches.update(case.requirements, (case.level,))
        if expected:
            raised = FAILURES[expected.outcome]
            self.add_marker(pytest.mark.xfail(reason=expected.reason, raises=raised, strict=True))

    @classmethod
    def of(cls, parent: CorpusCollector, case: Case, expected: known.Known | None) -> CaseItem:
        """The test of a case that is, or is not, known to fail."""
        name = f"{case.profile}/{case.id}"
        return cls.from_parent(parent, name=name, case=case, expected=expected)  # pyright: ignore[reportUnknownMemberType]

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
                known_as = self.expected.outcome if self.expected else outcome
                words = f"it is known to end as {known_as}; look again: " if known_as != outcome else ""
                raise FAILURES[outcome](words + self.parent.explained(scored))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:  # noqa: ARG002
        """The text of a failure, without a traceback: that would show this module."""
        if isinstance(excinfo.value, Failure):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, None, str]:
        """Where the case stands, and what a failure is headed by."""
        return self.parent.options.corpus / self.case.file, None, self.nodeid


def last_lines(tail: Tail) -> list[str]:
    """The last lines of what adapters wrote to standard error, fit for a terminal."""
    return [shortened(visible(line), 200) for line in tail.text().rstrip().split("\n")[-_ERROR_LINES:]]
