"""The verb `run`: an adapter greeted, tried, measured, scored and judged."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from toolwire.model.conformance import HelloAnswer
from toolwire.visible import shortened, visible

from . import LEVELS, isolate, report, selection, session, smoke
from .conclusion import NOT_MEASURED, conclude
from .corpus import Case, Corpus, CorpusError
from .measure import Measurement, Watch, measure
from .messages import Answer
from .report import Run
from .score import score
from .session import Limits, Session, StartError, Tail

if TYPE_CHECKING:
    from rich.console import Console


"""Seconds that a run takes before a bar is worth showing."""


class Wish(NamedTuple):
    """What was asked for. Without profiles: all that the adapter claims; without a level: all levels."""

    command: Sequence[str]
    profiles: Sequence[str]
    level: str | None
    seed: int
    jobs: int
    limits: Limits


def run(corpus: Corpus, wish: Wish, reports: Sequence[tuple[str, Path]], console: Console, errors: Console) -> int:
    """Run the corpus as wished, print the outcome, write the reports (format and file); the exit code.

    Raises:
        CorpusError: a profile is asked for that the corpus does not have.
    """
    known = {case.profile for case in corpus.cases.values()}
    for profile in wish.profiles:
        if profile not in known:
            raise CorpusError(f"the corpus has no profile {profile}; it has {', '.join(sorted(known)) or 'none'}")
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
    with _progress(len(asked), errors) as watch:
        measured = measure(
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
    who = hello.implementation
    title = " ".join(shortened(visible(word), 40) for word in (who.name, who.version, f"({who.language})"))
    console.print(f"{title}, corpus {corpus.version}, seed {wish.seed}", markup=False)
    report.show(done, console)
    for name, file in reports:
        file.write_text(report.FORMATS[name](done), "utf-8")
    conclusion = conclude(done.score, _unsupported(selected, measured), measured.failure, wish.level)
    console.print(conclusion.sentence, markup=False, style="red" if conclusion.code else "green")
    return conclusion.code


def _greet(corpus: Corpus, wish: Wish, tail: Tail) -> tuple[HelloAnswer, list[str]]:
    """What the adapter says of itself, and what the smoke test says of it."""

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
