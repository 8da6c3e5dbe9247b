"""The languages under test: what Lark's Earley parser says of a word, and what a regular expression says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark
from lark import Lark, UnexpectedInput

from toolwire.grammar import oracle, prompt_head, recogniser, source

from .words import HEAD_MARKERS, PIECES, heads, words

# A language is a grammar, or the instance of prompt_head for a number of markers.
LANGUAGES: tuple[tuple[str, int], ...] = (*((name, 2) for name in PIECES), *(("prompt_head", n) for n in HEAD_MARKERS))
Language = tuple[str, int]
Groups = dict[str, str | None]

parser = cache(oracle)


@cache
def written(language: Language) -> st.SearchStrategy[str]:
    """Words of the language, from its grammar. Only the largest class is written out here, because from the grammar's
    ranges Hypothesis would need ten seconds to set it up."""
    text = re.sub(r"(?m)^CHARACTER:.*(\n +\|.*)*", "%declare CHARACTER", _inlined(*language))
    character = st.characters(exclude_categories=["Cs"], exclude_characters="\n")
    lark = Lark(text, start=language[0], parser="lalr")
    used = {symbol.name for rule in lark.rules for symbol in rule.expansion}
    return from_lark(lark, explicit={"CHARACTER": character} if "CHARACTER" in used else {})


def _inlined(name: str, markers: int = 2) -> str:
    """A grammar with the grammars that it imports in place of the imports."""
    return re.sub(r"(?m)^%import \.(\w+)\.\w+$", lambda found: _inlined(found[1]), source(name, markers))


def pattern(language: Language) -> re.Pattern[str]:
    """The derived recogniser."""
    name, markers = language
    return prompt_head(markers) if name == "prompt_head" else recogniser(name)


def enumerated(language: Language) -> Iterator[str]:
    """The words that are tried one and all."""
    return heads() if language[0] == "prompt_head" else words(language[0])


def parsed(lark: Lark, word: str, names: frozenset[str]) -> Groups | None:
    """What the rules of these names cover in the tree of a word; None if the word is not of the language."""
    try:
        tree = lark.parse(word)
    except UnexpectedInput:
        return None
    covered = {
        str(part.data).rpartition("__")[2]: word[part.meta.start_pos : part.meta.end_pos]
        for part in (tree.iter_subtrees() if names else ())
        if not part.meta.empty
    }
    return {name: covered.get(name) for name in names}


def matched(expression: re.Pattern[str], word: str) -> Groups | None:
    """The groups of a whole match."""
    match = expression.fullmatch(word)
    return match.groupdict() if match else None
