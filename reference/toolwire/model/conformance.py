"""Derived by `toolwire generate` from schemas/conformance; do not edit.

A rule of a schema that no type can say is missing here: the schema is what counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Raw, UnsetType


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
    """ExpectRefused.

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
        refused
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
