"""`toolwire conform`: run, list, explain and lint."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from random import randrange
from typing import TYPE_CHECKING, ParamSpec

import click

from . import LEVELS, SMOKE
from .starter import STARTERS

if TYPE_CHECKING:
    from rich.console import Console

P = ParamSpec("P")

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
"""A file that is there."""

REFERENCE = (sys.executable, "-m", "toolwire.adapter")
"""The adapter that is run when no command is given."""


def _verb(function: Callable[P, int]) -> Callable[P, None]:
    """A verb of a function that returns its exit code: what goes wrong is one sentence, never a traceback."""

    @wraps(function)
    def verb(*args: P.args, **kwargs: P.kwargs) -> None:
        from .corpus import CorpusError

        try:
            code = function(*args, **kwargs)
        except CorpusError as error:
            code = _give_up(str(error), 2)
        except KeyboardInterrupt:
            code = _give_up("interrupted: not enough was measured", 2)
        except (click.ClickException, OSError):
            raise
        except Exception as error:
            frame = error.__traceback__
            while frame and frame.tb_next:
                frame = frame.tb_next
            place = f"{Path(frame.tb_frame.f_code.co_filename).name}:{frame.tb_lineno}" if frame else "?"
            code = _give_up(f"a bug of the runner, please report it: {type(error).__name__}: {error} ({place})", 3)
        raise SystemExit(code)

    return verb


@click.group()
@click.option(
    "--corpus",
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder with cases/ and ledger.txt [default: the corpus that comes with toolwire].",
)
@click.pass_context
def command(context: click.Context, folder: Path | None) -> None:
    """Check an implementation against the corpus.

    Exit codes: 0 conforms (or no findings), 1 does not, 2 not enough was measured, 3 a bug of the runner.

    \b
    Example:
      toolwire conform run -- ./my-adapter
      toolwire conform explain count-leading-zeros -- ./my-adapter
    """
    from . import corpus

    context.obj = folder or corpus.home()


@command.command()
@click.option("--language", type=click.Choice(list(STARTERS)), required=True, help="The language of the adapter.")
@click.argument("target", metavar="[FOLDER]", type=click.Path(path_type=Path), default="my-adapter")
@_verb
def new(language: str, target: Path) -> int:
    """Write a minimal adapter project.

    It builds and runs, and passes L0 of carrier-reader once you have filled in one function. FOLDER is my-adapter if
    you name none; it is made, or is there and empty.

    \b
    Example:
      toolwire conform new --language go my-adapter
    """
    from toolwire.visible import visible

    from . import corpus
    from .starter import StarterError, next_commands, write

    try:
        files = write(corpus.home() / "starters" / language, target)
    except StarterError as error:
        return _give_up(visible(str(error)), 2)
    click.echo(f"wrote {len(files)} files to {visible(str(target))}; next:")
    for command in next_commands(STARTERS[language], target):
        click.echo(f"  {command}")
    return 0


@command.command()
@click.option("--profile", "profiles", multiple=True, help="Only this profile; may be repeated [default: all claimed].")
@click.option("--level", type=click.Choice((SMOKE, *LEVELS)), help="Only the cases up to this level; L0 is a few.")
@click.option("--seed", type=click.IntRange(0, 2**32 - 1), help="Seed of the order [default: a new one, printed].")
@click.option("-j", "jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Adapter processes.")
@click.option(
    "--timeout",
    type=click.FloatRange(0, 3600, min_open=True),
    default=5.0,
    show_default=True,
    help="Seconds from one answer to the next.",
)
@click.option(
    "--report",
    "reports",
    multiple=True,
    metavar="FORMAT=FILE",
    help="Also write a report: json, markdown, html, junit, tap, badge or svg.",
)
@click.option("--known", type=FILE, help="A list of known failures: TOML, [known.ID] with outcome and reason.")
@click.option("--fix", is_flag=True, help="Bring the list of --known up to date.")
@click.option("--oneshot", is_flag=True, help="Start the adapter anew for each request; it gets no hello and no bye.")
@click.option("--memory", type=click.IntRange(16), metavar="MIB", help="Address space that an adapter may take. Linux.")
@click.argument("adapter", metavar="[-- COMMAND]...", nargs=-1, type=click.UNPROCESSED)
@click.pass_obj
@_verb
def run(
    folder: Path,
    profiles: Sequence[str],
    level: str | None,
    seed: int | None,
    jobs: int,
    timeout: float,
    reports: Sequence[str],
    known: Path | None,
    fix: bool,
    oneshot: bool,
    memory: int | None,
    adapter: Sequence[str],
) -> int:
    """Run the corpus against an adapter.

    COMMAND starts it; without one, the reference is run. With --known the run is fine when the list says exactly what
    fails, and how: what passes, is unknown, ends otherwise or is not supported must not be in it.

    \b
    Example:
      toolwire conform run --profile carrier-reader --level L3 -- node adapter.js
      toolwire conform run --known known.toml --report html=x.html -- ./adapter
    """
    if fix and known is None:
        raise click.UsageError("--fix brings the list of --known up to date; name it")
    from . import corpus
    from .run import Wish
    from .run import run as run_corpus
    from .session import Limits

    wanted = [_format_and_file(report) for report in reports]
    drawn = randrange(2**32) if seed is None else seed
    limits = Limits(answer=timeout, memory=memory and memory << 20)
    wish = Wish(adapter or REFERENCE, profiles, level, drawn, jobs, limits, known, fix, oneshot)
    return run_corpus(corpus.load(folder), wish, wanted, _console(), _console(errors=True))


@command.command()
@click.argument("old", type=FILE)
@click.argument("new", type=FILE)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@_verb
def diff(old: Path, new: Path, as_json: bool) -> int:
    """Say which cases end otherwise in NEW than in OLD, two reports in JSON.

    Exit codes: 0 nothing that passed fails now, 1 something does, 2 no reports.

    \b
    Example:
      toolwire conform run --report json=new.json -- ./adapter
      toolwire conform diff old.json new.json
    """
    from toolwire.visible import visible

    from .compare import changes
    from .corpus import CorpusError
    from .reports import document

    reports: list[document.Document] = []
    for path in (old, new):
        try:
            reports.append(document.read(path.read_bytes()))
        except ValueError as error:
            raise CorpusError(f"{visible(str(path))} is no report: {error}") from None
    found = changes(*reports)
    worse = sum(change.worse for change in found)
    if as_json:
        click.echo(json.dumps([change._asdict() for change in found], indent=2))
        return 1 if worse else 0
    for change in found:
        click.echo(f"{visible(change.case):48}  {change.old or 'absent'} → {change.new or 'absent'}")
    click.echo(f"{len(found)} cases end otherwise; {worse} of them passed and do not any more")
    return 1 if worse else 0


@command.command()
@click.option("--profile", "profiles", multiple=True, help="Only this profile; may be repeated [default: all].")
@click.pass_obj
@_verb
def index(folder: Path, profiles: Sequence[str]) -> int:
    """Print what is asked in each case, one JSON object a line, for a runner of your own.

    Write the answers as an adapter does, one a line, with the id of the case; then grade them.

    \b
    Example:
      toolwire conform index --profile carrier-reader > index.jsonl
      ./my-runner < index.jsonl > results.jsonl
      toolwire conform grade results.jsonl
    """
    from . import corpus, foreign

    cases = corpus.load(folder).cases.values()
    for line in foreign.index(case for case in cases if not profiles or case.profile in profiles):
        click.echo(line)
    return 0


@command.command()
@click.option("--profile", "profiles", multiple=True, help="A profile that is claimed [default: all with an answer].")
@click.option("--report", "reports", multiple=True, metavar="FORMAT=FILE", help="Also write a report, as run does.")
@click.argument("results", type=FILE)
@click.pass_obj
@_verb
def grade(folder: Path, profiles: Sequence[str], reports: Sequence[str], results: Path) -> int:
    """Grade the answers that a runner of your own got: one JSON object a line, with the id of a case.

    A first line that answers hello says whose they are. Exit codes are those of run.

    \b
    Example:
      toolwire conform grade results.jsonl --report html=report.html
    """
    from . import corpus, foreign
    from .conclusion import conclude
    from .reports.document import Run
    from .run import finish
    from .score import score
    from .selection import select

    wanted = [_format_and_file(report) for report in reports]
    loaded = corpus.load(folder)
    with results.open("rb") as lines:
        given = foreign.read(lines, loaded.cases)
    answered = {loaded.cases[case].profile for case in given.answers}
    hello = given.hello or foreign.NOBODY
    claimed = profiles or hello.profiles or sorted(answered)
    selected = select(loaded.cases.values(), claimed, LEVELS[-1])
    scored = score(selected, loaded.cases, given.answers, claimed)
    missing = sorted(set(claimed) - answered)
    conclusion = conclude(scored, missing, None, None)
    return finish(Run(hello, loaded, 0, scored, ""), conclusion, wanted, _console())


@command.command(name="list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
@_verb
def list_cases(folder: Path, as_json: bool) -> int:
    """List the cases: id, profile, home level.

    \b
    Example:
      toolwire conform list | grep carrier-writer
    """
    from . import corpus

    cases = corpus.load(folder).cases.values()
    if as_json:
        names = ("id", "profile", "op", "requirements", "tags", "twin", "file", "level", "breaks")
        click.echo(json.dumps([{name: getattr(case, name) for name in names} for case in cases], indent=2))
    else:
        for case in cases:
            click.echo(f"{case.id:48}  {case.profile:22}  {case.level}")
    return 0


@command.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with nothing shortened.")
@click.option("--request", "only_request", is_flag=True, help="Print only what an adapter is sent.")
@click.argument("case_id", metavar="ID")
@click.argument("adapter", metavar="[-- COMMAND]...", nargs=-1, type=click.UNPROCESSED)
@click.pass_obj
@_verb
def explain(folder: Path, as_json: bool, only_request: bool, case_id: str, adapter: Sequence[str]) -> int:
    """Show a case in full and, with COMMAND, what that adapter answers.

    Exit codes: 0 shown (and answered right), 1 answered otherwise.

    \b
    Example:
      toolwire conform explain count-leading-zeros -- ./my-adapter
      toolwire conform explain count-leading-zeros --request | ./my-adapter
    """
    from toolwire import specification

    from . import corpus, explain

    loaded = corpus.load(folder)
    case = loaded.case(case_id)
    if only_request:
        click.echo(explain.request(loaded, case), nl=False)
        return 0
    answered = explain.ask(loaded, case, adapter) if adapter else None
    show = explain.as_json if as_json else explain.as_text
    click.echo(show(case, specification.requirements(), answered, shlex.join(adapter) or "COMMAND"), nl=False)
    return 0 if answered is None or answered.outcome == "pass" else 1


@command.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--fix", is_flag=True, help="Rewrite files to the canonical form; enter new ids and requirements.")
@click.pass_obj
@_verb
def lint(folder: Path, as_json: bool, fix: bool) -> int:
    """Check the corpus itself.

    Its form, ids and twins, and that every requirement has its cases.

    Exit codes: 0 no findings, 1 findings.

    \b
    Example:
      toolwire conform lint --fix
    """
    from . import lint

    changed = lint.fix(folder) if fix else []
    findings = lint.findings(folder)
    if as_json:
        click.echo(json.dumps([finding._asdict() for finding in findings], indent=2))
        return 1 if findings else 0
    for file in changed:
        click.echo(f"rewrote {file}")
    for finding in findings:
        click.echo(str(finding))
    click.echo(f"{len(findings)} findings" if findings else "no findings")
    return 1 if findings else 0


@command.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
@_verb
def nulls(folder: Path, as_json: bool) -> int:
    """Score adapters that understand nothing: all must be 0.

    Exit codes: 0 all score zero, 1 one of them passes a case.

    \b
    Example:
      toolwire conform nulls
    """
    from . import corpus, nulls

    scores = nulls.scores(corpus.load(folder).cases)
    passes = {name: [one.case.id for one in score.cases if one.outcome == "pass"] for name, score in scores.items()}
    if as_json:
        click.echo(json.dumps(passes, indent=2))
    else:
        for name, score in scores.items():
            ids = ", ".join(passes[name])
            click.echo(f"{name:28}{len(passes[name])} of {score.totals['cases']}{'  ' if ids else ''}{ids}")
    return 1 if any(passes.values()) else 0


@command.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
@_verb
def requirements(folder: Path, as_json: bool) -> int:
    """List the requirements: the cases that keep to each, those that break it, its guards.

    A guard is a faulty implementation that breaks the requirement, and is caught by a case that cites it.

    \b
    Example:
      toolwire conform requirements | grep carrier.prompt
    """
    from toolwire import specification

    from . import corpus, index
    from .lint.material import read_unobservable

    found = index.rows(
        specification.requirements(),
        corpus.load(folder).cases.values(),
        read_unobservable(folder / "unobservable.toml"),
        index.zoo(folder / "adequacy" / "zoo.toml"),
    )
    if as_json:
        rows = [
            {
                "id": row.requirement.id,
                "level": row.requirement.level,
                "chapter": row.requirement.chapter,
                "text": row.requirement.text,
                "positive": row.positive,
                "negative": row.negative,
                "guards": row.guards,
                "unobservable": row.unobservable,
            }
            for row in found
        ]
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
        return 0
    click.echo(f"{'requirement':42}{'level':11}{'keep':>6}{'break':>7}{'guards':>8}")
    for row in found:
        numbers = f"{len(row.positive):6}{len(row.negative):7}{len(row.guards):8}"
        click.echo(f"{row.requirement.id:42}{row.requirement.level:11}{numbers}")
    click.echo("{} of {} that bind and can be observed are guarded".format(*index.guarded(found)))
    return 0


@command.command()
@click.option("--all", "everything", is_flag=True, help="All requirements.")
@click.argument("names", metavar="REQUIREMENT...", nargs=-1)
@click.pass_obj
@_verb
def affirm(folder: Path, everything: bool, names: Sequence[str]) -> int:
    """Say that the cases of a requirement were read against its present text.

    When a text changes, lint holds its cases suspect until then.

    \b
    Example:
      toolwire conform affirm carrier.prompt.header
    """
    from toolwire import specification

    from .affirmed import AFFIRMED
    from .affirmed import affirm as affirm_texts

    if everything is bool(names):
        raise click.UsageError("name the requirements, or give --all")
    known = specification.requirements()
    for name in affirm_texts(folder / AFFIRMED, list(known) if everything else names, known):
        click.echo(f"affirmed {name}")
    return 0


JOBS = click.option("-j", "jobs", type=click.IntRange(1, 64), default=2, show_default=True, help="Processes.")


@command.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with the fate of every mutant.")
@click.option("--save", is_flag=True, help="Write the scores to adequacy/scores.json, and the cases of L0.")
@JOBS
@click.argument("keys", metavar="[KEY]...", nargs=-1)
@click.pass_obj
@_verb
def adequacy(folder: Path, as_json: bool, save: bool, jobs: int, keys: Sequence[str]) -> int:
    """Put wrong implementations to the corpus, by the thousand: each has to be caught.

    For the corpus that comes with toolwire, and from a checkout. It takes a minute or two. With KEY, only the mutants
    of that name are made, or of names that begin so.

    Exit codes: 0 the corpus is good enough, 1 it is not.

    \b
    Example:
      toolwire conform adequacy -j 4
    """
    from . import adequacy

    if save and keys:
        raise click.UsageError("--save is for all mutants: leave KEY out")
    return adequacy.run(folder, as_json, save, jobs, keys, _console(), _console(errors=True))


@command.command()
@click.option("--inputs", type=click.IntRange(1), default=1000, show_default=True, help="Inputs to try for each op.")
@click.option("--seed", type=click.IntRange(0, 2**32 - 1), default=1, show_default=True, help="Seed of the inputs.")
@JOBS
@click.argument("keys", metavar="[KEY]...", nargs=-1)
@click.pass_obj
@_verb
def witness(folder: Path, inputs: int, seed: int, jobs: int, keys: Sequence[str]) -> int:
    """Search inputs on which a mutant that no case catches answers otherwise than the reference.

    Each is shrunk and printed as the draft of a case. What is right, the specification says. KEY is a mutant's name, or
    the beginning of one, as adequacy prints it; without one, all that live are tried, those with a reason too.

    Exit codes: 0 none was found, 1 at least one was.

    \b
    Example:
      toolwire conform witness "carrier/prompt.py _read_head" --inputs 5000
    """
    from . import adequacy

    return adequacy.witnesses(folder, inputs, seed, jobs, keys, _console(errors=True))


@command.command()
@click.option("--inputs", type=click.IntRange(1), default=10_000, show_default=True, help="Inputs to compare.")
@click.option("--seed", type=click.IntRange(0, 2**32 - 1), default=1, show_default=True, help="Seed of the inputs.")
@click.option(
    "--state",
    type=click.Path(dir_okay=False, path_type=Path),
    default="differ.json",
    show_default=True,
    help="How far the run is; it goes on from there.",
)
@click.option(
    "--found",
    type=click.Path(dir_okay=False, path_type=Path),
    default="differ.jsonl",
    show_default=True,
    help="The differences, one JSON object a line; it is added to.",
)
@click.argument("adapters", metavar="COMMAND...", nargs=-1, required=True)
@click.pass_obj
@_verb
def differ(folder: Path, inputs: int, seed: int, state: Path, found: Path, adapters: Sequence[str]) -> int:
    """Put inputs that no case has to implementations, and say where they answer otherwise than the reference.

    Each COMMAND is one argument, in quotes. Inputs are variations of those of the corpus. A run can be stopped, and
    goes on when it is started again.

    Exit codes: 0 all answer alike, 1 there are differences.

    \b
    Example:
      toolwire conform differ --inputs 1000000 "node adapter.js" ./my-adapter
    """
    from collections import Counter

    from . import corpus
    from . import differ as differential
    from .adequacy.progress import bar

    commands = {"reference": REFERENCE} | {adapter: shlex.split(adapter) for adapter in adapters}
    done = differential.read(state, seed)
    kinds: Counter[str] = Counter()
    with found.open("a", encoding="utf-8") as lines, bar("inputs", _console(errors=True)) as progress:

        def note(difference: differential.Difference) -> None:
            kinds[difference.kind()] += 1
            lines.write(difference.line())

        for reached in differential.run(corpus.load(folder), commands, done, inputs, note):
            done = reached
            lines.flush()
            differential.write(state, done)
            progress(done.inputs, inputs)
    for line in differential.summary(kinds):
        click.echo(line)
    click.echo(
        f"{done.inputs:,} inputs compared, {done.differences:,} answered otherwise; "
        f"{done.skipped:,} were no inputs of their op"
    )
    return 1 if done.differences else 0


def _format_and_file(report: str) -> tuple[str, Path]:
    from .reports import FORMATS

    name, equals, file = report.partition("=")
    if name not in FORMATS or not equals or not file:
        raise click.UsageError(f"--report takes FORMAT=FILE, with the format {', '.join(FORMATS)}; not {report}")
    return name, Path(file)


def _console(*, errors: bool = False) -> Console:
    from rich.console import Console

    stream = sys.stderr if errors else sys.stdout
    return Console(width=None if stream.isatty() else 80, stderr=errors, highlight=False)


def _give_up(message: str, code: int) -> int:
    click.echo(f"toolwire conform: {message}", err=True)
    return code
