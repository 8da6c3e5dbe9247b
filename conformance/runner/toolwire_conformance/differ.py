"""Implementations put to inputs that no case has: where two disagree, one is wrong, or the specification is open.

Inputs are variations of those of the corpus, drawn in batches from a seed. A run notes after each batch how far it is,
so that it goes on where it was stopped.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from typing import NamedTuple

from msgspec import UNSET, Raw

from . import values
from .adequacy.variation import varied
from .corpus import Case, Corpus, CorpusError
from .measure import measure
from .messages import Answer, Refused
from .session import Fault, Limits
from .values import Json

BATCH = 4000
"""Inputs that are put to each implementation at a time."""
OPEN: Mapping[str, tuple[str, ...]] = {
    "external.": ("external.",),  # external.first-fault
    "retained.prepare": ("argument.object", "argument.member", "argument.type", "argument.integer"),  # argument.order
    "retained.decode_record": ("capture.record.", "json.integer."),  # capture.record.shape
}
"""Of the ops that begin so, the faults of which any may be named where there are several, by these requirements."""
LONGEST = 20_000
"""Characters of an input that is varied."""


@dataclass(frozen=True, slots=True)
class State:
    """How far a run is.

    Attributes:
        seed: what the inputs are drawn from.
        batches: how many batches are done.
        inputs: how many inputs were compared.
        skipped: how many were no input of their op: some implementation answered `error`.
        differences: how many were answered in different ways.
    """

    seed: int
    batches: int = 0
    inputs: int = 0
    skipped: int = 0
    differences: int = 0


class Difference(NamedTuple):
    """An input, and how each implementation answers, by its command."""

    op: str
    given: Json
    answers: Mapping[str, Json]

    def line(self) -> str:
        """It as a line of JSON."""
        return values.compact({"op": self.op, "input": self.given, "answers": dict(self.answers)}) + "\n"

    def kind(self) -> str:
        """What it has in common with others that have the same cause: the op, and the kinds of the answers."""
        return f"{self.op}: " + " / ".join(_kind(answer) for answer in self.answers.values())


def read(file: Path, seed: int) -> State:
    """The state that a file holds; a new one, if it does not exist.

    Raises:
        CorpusError: it is no state, or one of another seed.
    """
    if not file.exists():
        return State(seed)
    try:
        state = State(**json.loads(file.read_text("utf-8")))
    except (ValueError, TypeError):
        raise CorpusError(f"{file} is no state of a run: name another file, or remove it") from None
    if state.seed != seed:
        raise CorpusError(f"{file} is of seed {state.seed}: go on with it, or name another file")
    return state


def write(file: Path, state: State) -> None:
    """Keep a state."""
    file.write_text(json.dumps(asdict(state)) + "\n", "utf-8")


def run(
    corpus: Corpus,
    commands: Mapping[str, Sequence[str]],
    state: State,
    inputs: int,
    found: Callable[[Difference], None],
) -> Iterator[State]:
    """The state after each batch, until `inputs` inputs are compared; `found` is told of each difference.

    Raises:
        CorpusError: an implementation does not start, or not any more.
    """
    by_op: dict[str, list[Case]] = {}
    for case in corpus.cases.values():
        if len(values.compact(case.input)) <= LONGEST:
            by_op.setdefault(case.op, []).append(case)
    while state.inputs < inputs:
        cases = batch(by_op, state.seed, state.batches)
        answers = _asked(cases, commands, corpus.version)
        compared = differences = 0
        for case in cases:
            given = {name: said.get(case.id) for name, said in answers.items()}
            first, *others = given.values()
            if any(isinstance(answer, Answer) and not _judged(answer) for answer in given.values()):
                continue
            compared += 1
            if all(same(case.op, first, other) for other in others):
                continue
            differences += 1
            found(Difference(case.op, case.input, {name: shown(answer) for name, answer in given.items()}))
        state = State(
            state.seed,
            state.batches + 1,
            state.inputs + compared,
            state.skipped + len(cases) - compared,
            state.differences + differences,
        )
        yield state


def batch(by_op: Mapping[str, Sequence[Case]], seed: int, number: int) -> list[Case]:
    """Cases with other inputs, of each op as many as the corpus has of it, as shares; always the same for a number."""
    random = Random(f"{seed} {number}")
    every = [case for cases in by_op.values() for case in cases]
    drawn = random.choices(every, k=BATCH)
    inputs = {op: [case.input for case in cases] for op, cases in by_op.items()}
    return [
        replace(case, id=str(place), twin=None, input=varied(case.input, inputs[case.op], random))
        for place, case in enumerate(drawn)
    ]


def same(op: str, left: Answer | Fault | None, right: Answer | Fault | None) -> bool:
    """Whether two answers are alike in what is judged: the value, or the rule and the phase of a refusal."""
    match left, right:
        case Answer(result=Raw() as one), Answer(result=Raw() as other):
            return bytes(one) == bytes(other) or _equal(one, other)
        case Answer(refused=Refused() as one), Answer(refused=Refused() as other):
            named = (one.rule or "", other.rule or "")
            left_open = next((rules for prefix, rules in OPEN.items() if op.startswith(prefix)), ())
            return one.phase == other.phase and (
                one.rule == other.rule or all(rule.startswith(left_open) for rule in named)
            )
        case _:
            return False


def shown(answer: Answer | Fault | None) -> Json:
    """An answer as a JSON value."""
    match answer:
        case Answer(result=Raw() as raw):
            return {"result": _value(raw)}
        case Answer(refused=Refused() as refused):
            return {"refused": {"rule": refused.rule, "phase": refused.phase}}
        case Fault():
            return {answer.outcome: answer.detail}
        case _:
            return {"error": "no answer"}


def summary(kinds: Counter[str]) -> Iterator[str]:
    """The kinds of differences, the most frequent first, a line each."""
    for kind, count in kinds.most_common():
        yield f"{count:8,}  {kind}"


def _asked(
    cases: Sequence[Case], commands: Mapping[str, Sequence[str]], version: str
) -> dict[str, dict[str, Answer | Fault]]:
    def ask(command: Sequence[str]) -> dict[str, Answer | Fault]:
        measured = measure(cases, command, corpus_version=version, seed=0, limits=Limits())
        if measured.failure:
            raise CorpusError(f"{command[0]} does not start: {measured.failure}")
        return measured.answers

    with ThreadPoolExecutor(len(commands)) as pool:
        return dict(zip(commands, pool.map(ask, commands.values()), strict=True))


def _judged(answer: Answer) -> bool:
    return answer.result is not UNSET or answer.refused is not UNSET


def _equal(one: Raw, other: Raw) -> bool:
    try:
        return values.equal(values.read(bytes(one)), values.read(bytes(other)))
    except ValueError:
        return False


def _value(raw: Raw) -> Json:
    try:
        return values.read(bytes(raw))
    except ValueError:
        return "not readable"


def _kind(answer: Json) -> str:
    match answer:
        case {"refused": {"rule": rule}}:
            return str(rule)
        case {"result": value}:
            return "null" if value is None else "result"
        case dict():
            return next(iter(answer))
        case _:
            return "?"
