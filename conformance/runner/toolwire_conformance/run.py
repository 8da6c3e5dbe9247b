"""The verb `run`: an adapter greeted, tried, measured, scored and judged."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from toolwire.model.conformance import HelloAnswer, Implementation
from toolwire.visible import shortened, visible

from . import LEVELS, isolate, oneshot, report, selection, session, smoke
from .conclusion import CONFORMS, DOES_NOT, NOT_MEASURED, Conclusion, conclude
from .corpus import Case, Corpus, CorpusError
from .known import Known, findings, fixed
from .known import read as read_known
from .measure import Measurement, Watch, measure
from .messages import Answer
from .reports import FORMATS, document
from .reports.document import Run
from .score import score
from .session import Limits, Session, StartError, Tail

if TYPE_CHECKING:
    from rich.console import Console


class Wish(NamedTuple):
    """What was asked for. Without profiles: all that the adapter claims; without a level: all levels."""

    command: Sequence[str]
    profiles: Sequence[str]
    level: str | None
    seed: int
    jobs: int
    limits: Limits
    known: Path | None = None
    """The list of known failures, if there is one."""
    fix: bool = False
    """Whether to bring that list up to date."""
    oneshot: bool = False
    """Whether each request is for a process of its own."""


def run(corpus: Corpus, wish: Wish, reports: Sequence[tuple[str, Path]], console: Console, errors: Console) -> int:
    """Run the corpus as wished, print the outcome, write the reports (format and file); the exit code.

    Raises:
        CorpusError: a profile is asked for that the corpus does not have.
    """
    known = {case.profile for case in corpus.cases.values()}
    for profile in wish.profiles:
        if profile not in known:
            raise CorpusError(f"the corpus has no profile {profile}; it has {', '.join(sorted(known)) or 'none'}")
    entries = read_known(wish.known) if wish.known else None
    tail = Tail()
    try:
        hello, hints = _greet(corpus, wish, tail)
    except StartError as failure:
        errors.print(f"The adapter does not start: {visible(str(failure))}", markup=False)
        report.show_errors(tail.text(), errors)
        return NOT_MEASURED
    for hint in hints:
        errors.print(f"hint: {hint}", markup=False, style="yellow")
    selected = selection.select(
        corpus.cases.values(), wish.profiles or known & set(hello.profiles), wish.level or LEVELS[-1]
    )
    asked = selection.with_twins(selected, corpus.cases)
    put = oneshot.measure if wish.oneshot else measure
    with _progress(len(asked), errors) as watch:
        measured = put(
            asked,
            wish.command,
            corpus_version=corpus.version,
            seed=wish.seed,
            limits=wish.limits,
            jobs=wish.jobs,
            watch=watch,
        )
    scored = score(selected, corpus.cases, measured.answers, hello.profiles)
    done = Run(hello, corpus, wish.seed, scored, measured.errors)
    conclusion = conclude(done.score, _unsupported(selected, measured), measured.failure, wish.level)
    code = finish(done, conclusion, reports, console)
    return code if entries is None else _judge_known(wish, entries, done, code, console)


def finish(done: Run, conclusion: Conclusion, reports: Sequence[tuple[str, Path]], console: Console) -> int:
    """Print the outcome of a run and write the reports (format and file); the exit code."""
    who = done.hello.implementation
    title = " ".join(shortened(visible(word), 40) for word in (who.name, who.version, f"({who.language})"))
    console.print(f"{title}, corpus {done.corpus.version}, seed {done.seed}", markup=False)
    report.show(done, console)
    made = document.make(done) if reports else {}
    for name, file in reports:
        file.write_text(FORMATS[name](made), "utf-8")
    console.print(conclusion.sentence, markup=False, style="red" if conclusion.code else "green")
    return conclusion.code


def _judge_known(wish: Wish, entries: Sequence[Known], done: Run, code: int, console: Console) -> int:
    """The exit code of a run with a list of known failures: 0 when it says exactly what fails."""
    if code not in (CONFORMS, DOES_NOT) or wish.known is None:
        return code
    outcomes = {one.case.id: one.outcome for one in done.score.cases}
    if wish.fix:
        content = wish.known.read_text("utf-8")
        wish.known.write_text(fixed(content, entries, outcomes, done.corpus.cases), "utf-8")
        console.print(f"brought up to date: {visible(str(wish.known))}", markup=False)
        return CONFORMS
    found = findings(entries, outcomes, done.corpus.cases)
    for finding in found:
        console.print(finding, markup=False, style="red")
    if not found:
        console.print("what fails is what is known to fail", style="green")
    return DOES_NOT if found else CONFORMS


def _greet(corpus: Corpus, wish: Wish, tail: Tail) -> tuple[HelloAnswer, list[str]]:
    """What the adapter says of itself, and what the smoke test says of it."""

    if wish.oneshot:  # it cannot be asked: all that it supports is all that counts
        profiles = tuple(wish.profiles) or tuple(sorted({case.profile for case in corpus.cases.values()}))
        return HelloAnswer(1, Implementation(Path(wish.command[0]).name, "0", "unknown"), profiles), []

    def start() -> Session:
        return session.start(wish.command, corpus.version, wish.limits, tail)

    with isolate.started(start) as greeted:
        hints = smoke.hints(greeted)
        greeted.bye()
        return greeted.greeting, hints


def _unsupported(selected: Sequence[Case], measured: Measurement) -> list[str]:
    """The profiles of which every case was answered as unsupported."""
    supported = {case.profile for case in selected if not _is_unsupported(measured.answers.get(case.id))}
    return sorted({case.profile for case in selected} - supported)


def _is_unsupported(answer: object) -> bool:
    return isinstance(answer, Answer) and answer.unsupported is True


@contextmanager
def _progress(total: int, console: Console) -> Generator[Watch]:
    """A bar on a terminal, which goes away at the end; nothing elsewhere."""
    if not console.is_terminal:
        yield lambda count: None  # noqa: ARG005
        return
    from rich.progress import Progress

    with Progress(console=console, transient=True) as bar:
        task = bar.add_task("cases", total=total)
        yield lambda count: bar.update(task, completed=count)
