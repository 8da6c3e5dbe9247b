"""A faulty implementation, and how it comes to be: by other source, other code for a function, or another pattern."""

from __future__ import annotations

from types import CodeType
from typing import NamedTuple


class Edit(NamedTuple):
    """One file of the reference with other text."""

    file: str
    source: str


class Swap(NamedTuple):
    """One function of the reference with other code."""

    file: str
    function: str
    code: CodeType


class Pattern(NamedTuple):
    """One of the reference's recognisers with another pattern."""

    grammar: str
    pattern: str


class Mutant(NamedTuple):
    """One faulty implementation.

    Attributes:
        population: `zoo`, `grammars` or `code`.
        group: what lies near it: killers of one are likely to be killers of the next.
        key: its name, for people and for lists.
        place: where the mistake is.
        words: what the mistake is.
        spoils: how it comes to be.
        breaks: the requirement that it breaks, if one is named.
    """

    population: str
    group: str
    key: str
    place: str
    words: str
    spoils: Edit | Swap | Pattern
    breaks: str | None = None
