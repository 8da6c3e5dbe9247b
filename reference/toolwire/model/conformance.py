"""Derived by `toolwire generate` from schemas/conformance; do not edit.

A rule of a schema that no type can say is missing here: the schema is what counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Raw, UnsetType


@dataclass(frozen=True, slots=True)
class Refused:
    """The implementation judged the input and refused it. Further members, such as the place of the fault, are for
    readers.

    Attributes:
        rule: The requirement that the input breaks. Absent or null: only the verdict is judged.
        phase: How far the input came: malformed, invalid, unsupported or limit. Absent or null: not judged.
    """

    rule: str | None | UnsetType = UNSET
    phase: str | None | UnsetType = UNSET


@dataclass(frozen=True, slots=True)
class AdapterError:
    """The adapter itself failed. It never counts as a refusal.

    Attributes:
        message: What happened, for a person.
    """

    message: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one run request: its id and exactly one of result, refused, unsupported and error (requirement
    conform.adapter.answer). Other members are ignored.

    Attributes:
        id: The id of the request.
        result: What the implementation gave: any JSON value.
        refused: The implementation judged the input and refused it. Further members, such as the place of the
            fault, are for readers.
        unsupported: The implementation does not have the op.
        error: The adapter itself failed. It never counts as a refusal.
    """

    id: int
    result: Raw | UnsetType = UNSET
    refused: Refused | UnsetType = UNSET
    unsupported: bool | UnsetType = UNSET
    error: AdapterError | UnsetType = UNSET

    def __post_init__(self) -> None:
        if (self.result is not UNSET) + (self.refused is not UNSET) + (self.unsupported is not UNSET) + (self.error is not UNSET) != 1:
            raise ValueError("exactly one of `result`, `refused`, `unsupported`, `error` is expected")


@dataclass(frozen=True, slots=True)
class ByeRequest:
    """The last line that an adapter is sent. It has no answer: the adapter exits.

    Attributes:
        cmd: What the line is.
    """

    cmd: Literal["bye"]


# The profile that a claim names.
Profile = Annotated[str, Meta(pattern="^[a-z]+(-[a-z]+)*$")]


# The operation of the adapter protocol.
Op = Annotated[str, Meta(pattern="^[a-z]+\\.[a-z_]+$")]


# A requirement id of the specification, whole, never a prefix.
Requirement = Annotated[str, Meta(pattern="^[a-z]+(\\.[a-z0-9-]+)+$")]


# The requirements that the cases exercise.
Requirements = Annotated[tuple[Requirement, ...], Meta(min_length=1)]


@dataclass(frozen=True, slots=True)
class ExpectRefused:
    """Which requirement refuses the input, and how far it came.

    Attributes:
        rule: The requirement named by the refusal, or a list of which each is right.
        phase: How far the input came.
    """

    rule: Requirement | Requirements
    phase: Literal["malformed", "invalid", "unsupported", "limit"]


@dataclass(frozen=True, slots=True)
class Expect:
    """A result, or a refusal.

    Attributes:
        result: Compared as a JSON value: member order is free, numbers compare by exact decimal value. `repeat` and
            `concat` are expanded as in inputs.
        refused: Which requirement refuses the input, and how far it came.
    """

    result: Raw | UnsetType = UNSET
    refused: ExpectRefused | UnsetType = UNSET

    def __post_init__(self) -> None:
        if (self.result is not UNSET) + (self.refused is not UNSET) != 1:
            raise ValueError("exactly one of `result`, `refused` is expected")


@dataclass(frozen=True, slots=True)
class Case:
    """One input and what every conforming implementation answers.

    Attributes:
        id: Permanent, global, never reused; the ledger records it.
        title: What happens, in at most 70 characters.
        input: The op's input. Anywhere in it {"repeat":[text,n]} and {"concat":[…]} stand for the text that they
            spell; {"base64":"…"} goes to the adapter as it is.
        expect: A result, or a refusal.
        requirements: Instead of the topic's, where this case exercises others.
        breaks: The one requirement that the input breaks; absent in a positive case.
        twin: Id of the nearest case that is answered otherwise. Mandatory beside `breaks`; this case earns credit
            only if its twin passes.
        level: Home level. Absent: computed from the expectation.
        tags: golden, legacy, native, prompt, adversarial, limits, divergence:<system>, …
        hunts: The plausible bug that this case catches, in one line.
        refs: Public reports that stand behind the case.
    """

    id: Annotated[str, Meta(max_length=48, pattern="^[a-z0-9]+(-[a-z0-9]+)*$")]
    title: Annotated[str, Meta(min_length=1, max_length=70)]
    input: dict[str, Any]
    expect: Expect
    requirements: Requirements | UnsetType = UNSET
    breaks: Requirement | UnsetType = UNSET
    twin: str | UnsetType = UNSET
    level: Literal["L1", "L2", "L3", "L4", "L5"] | UnsetType = UNSET
    tags: tuple[Annotated[str, Meta(pattern="^[a-z0-9-]+(:[a-z0-9-]+)?$")], ...] | UnsetType = UNSET
    hunts: Annotated[str, Meta(min_length=1)] | UnsetType = UNSET
    refs: tuple[str, ...] | UnsetType = UNSET


@dataclass(frozen=True, slots=True)
class CaseFile:
    """One topic of the corpus: cases that share a profile, an op and requirements. Ids are permanent; wording may
    change; an expectation changes only with an erratum.

    Attributes:
        topic: The file's own path below cases/ without its ending, such as carrier/prompt/count.
        about: One or two sentences: what the topic is about and what may never change in it.
        profile: The profile that a claim names.
        op: The operation of the adapter protocol.
        requirements: The requirements that the cases exercise.
        cases: The cases, in reading order.
        generator: Present in a derived file: the command that made it. Such a file is never edited.
    """

    topic: Annotated[str, Meta(pattern="^[a-z0-9-]+(/[a-z0-9-]+)+$")]
    about: Annotated[str, Meta(min_length=1)]
    profile: Profile
    op: Op
    requirements: Requirements
    cases: Annotated[tuple[Case, ...], Meta(min_length=1)]
    generator: Annotated[str, Meta(min_length=1)] | UnsetType = UNSET


@dataclass(frozen=True, slots=True)
class Implementation:
    """Who answers.

    Attributes:
        name: Name of the implementation.
        version: Its version, as it states it.
        language: The language that it is written in, in lower case.
    """

    name: Annotated[str, Meta(min_length=1)]
    version: str
    language: str


@dataclass(frozen=True, slots=True)
class HelloAnswer:
    """What an adapter says of itself and of the implementation behind it (requirement conform.adapter.hello). Other
    members are ignored.

    Attributes:
        protocol: Version of the protocol that the adapter speaks.
        implementation: Who answers.
        profiles: The profiles that the implementation claims: every op of each is supported.
        window: How many requests may be outstanding at once. Absent: as many as the runner likes.
        limits: Limits of the implementation, by names of its own; for readers of reports.
    """

    protocol: Literal[1]
    implementation: Implementation
    profiles: tuple[Profile, ...]
    window: Annotated[int, Meta(ge=1)] | UnsetType = UNSET
    limits: dict[str, Any] | UnsetType = UNSET


@dataclass(frozen=True, slots=True)
class HelloRequest:
    """The first line that an adapter is sent.

    Attributes:
        cmd: What the line is.
        protocol: Version of the protocol that the runner speaks.
        corpus: Version of the corpus that will be run.
    """

    cmd: Literal["hello"]
    protocol: Literal[1]
    corpus: Annotated[str, Meta(pattern="^[0-9]+\\.[0-9]+\\.[0-9]+$")]


# A number of cases.
Count = Annotated[int, Meta(ge=0)]


@dataclass(frozen=True, slots=True)
class CorpusRun:
    """The corpus that the cases are from.

    Attributes:
        version: Its version.
        cases: How many cases it has, those that were not asked for included.
    """

    version: Annotated[str, Meta(pattern="^[0-9]+\\.[0-9]+\\.[0-9]+$")]
    cases: Count


# pass: right. fail: wrong, or right while the twin is not. crash: the adapter ended. timeout: it gave no answer in
# time. protocol: it printed what is no answer. unsupported: so answered, of a profile that is not claimed.
# not_measured: the run stopped before.
Outcome = Literal["pass", "fail", "crash", "timeout", "protocol", "unsupported", "not_measured"]


@dataclass(frozen=True, slots=True)
class CaseResult:
    """The outcome of one case, its twin considered (requirement conform.score.twin).

    Attributes:
        id: The case.
        profile: The profile that a claim names.
        outcome: pass: right. fail: wrong, or right while the twin is not. crash: the adapter ended. timeout: it
            gave no answer in time. protocol: it printed what is no answer. unsupported: so answered, of a profile
            that is not claimed. not_measured: the run stopped before.
        level: The home level of the case.
        detail: Absent for a pass. One short sentence.
    """

    id: str
    profile: Profile
    outcome: Outcome
    level: Literal["L1", "L2", "L3", "L4", "L5"]
    detail: Annotated[str, Meta(min_length=1)] | UnsetType = UNSET


@dataclass(frozen=True, slots=True)
class Report:
    """What a run of the corpus came to (requirement conform.report.members). The same answers and the same seed
    give the same report.

    Attributes:
        protocol: Version of the protocol.
        implementation: Who answers.
        corpus: The corpus that the cases are from.
        seed: Seed of the order in which the cases were sent.
        totals: How many cases were asked for, and how many had each outcome.
        profiles: For each profile that was run, and each level that it has cases for: how many count there
            (`cases`), and how many of them are right (`pass`).
        cases: Every case that was asked for, in the order of the corpus.
        stderr: The last 64 KiB that the adapter wrote to standard error; for readers, it decides nothing.
    """

    protocol: Literal[1]
    implementation: Implementation
    corpus: CorpusRun
    seed: Annotated[int, Meta(ge=0, le=4294967295)]
    totals: dict[str, Count]
    profiles: dict[str, dict[str, dict[str, Count]]]
    cases: tuple[CaseResult, ...]
    stderr: str


@dataclass(frozen=True, slots=True)
class RunRequest:
    """One question to an adapter.

    Attributes:
        cmd: What the line is.
        id: Number under which the answer is given; not used before in this session. It says nothing about the case.
        op: The operation of the adapter protocol.
        input: Members that the op asks for. A text or document may be a string, or {"base64":"…"} for bytes.
    """

    cmd: Literal["run"]
    id: Annotated[int, Meta(ge=0)]
    op: Op
    input: dict[str, Any]
