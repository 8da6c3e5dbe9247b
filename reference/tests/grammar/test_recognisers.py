"""The derived recognisers are the grammars: verdicts and groups, against Lark's Earley parse."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwire import grammar
from toolwire.tree import root

from .languages import LANGUAGES, enumerated, matched, parsed, parser, pattern, written

# The 25 characters as text.white-space lists them.
LISTED = {*range(0x09, 0x0E), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000}
GROUPS = {
    "attachments_header": {"count"},
    "canonical_decimal": set(),
    "canonical_uuid": set(),
    "digest": set(),
    "elision_marker": {"omitted", "total"},
    "entry_start": set(),
    "marker_line": {"kind", "target"},
    "page_footer": {
        *("capture_id", "first", "last", "captured", "original_bound", "original", "base64", "next_offset"),
        *("gone", "missing_bound", "missing", "reason"),
    },
    "prompt_head": {"results_prefix", "attachments_header", "count"},
    "results_prefix": set(),
    "retention_marker": {
        *("complete", "all_bytes", "rest_id", "partial", "captured", "exact", "original", "missing", "bounded"),
        *("least_original", "least_missing", "cause", "retained_id"),
    },
    "timestamp": {"year", "month_and_day", "clock", "fraction", "zone"},
    "white_space": set(),
}
BORDER = "[]:: \n\n\r\t0129/٣IMAGEDOCUMENTimage\u000b\u0085\u00a0\u2028\ufeff\u001c\0\ud800😀"


def test_every_grammar_is_tried():
    assert {name for name, _ in LANGUAGES} == {path.stem for path in (root() / "grammars").glob("*.lark")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_recogniser_agrees_with_the_parse_of_every_short_word(language):
    expression, lark = pattern(language), parser(*language)
    names = frozenset(expression.groupindex)
    verdicts = {True: 0, False: 0}
    for word in enumerated(language):
        groups = parsed(lark, word, names)
        assert matched(expression, word) == groups, repr(word)
        verdicts[groups is not None] += 1
    assert all(verdicts.values()), "the words reach only one verdict"


@pytest.mark.parametrize("language", LANGUAGES)
@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_a_recogniser_agrees_with_the_parse_of_words_of_the_language(language, data):
    word = data.draw(written(language))
    expression = pattern(language)
    groups = matched(expression, word)
    assert groups is not None
    assert groups == parsed(parser(*language), word, frozenset(expression.groupindex))


@pytest.mark.parametrize("language", LANGUAGES)
@settings(deadline=None, max_examples=100)
@given(data=st.data())
def test_a_recogniser_agrees_with_the_parse_of_words_beside_the_language(language, data):
    word = data.draw(written(language))
    at = data.draw(st.integers(0, len(word)))
    cut = data.draw(st.integers(0, 2))
    word = word[:at] + data.draw(st.text(st.sampled_from(BORDER), max_size=2)) + word[at + cut :]
    expression = pattern(language)
    assert matched(expression, word) == parsed(parser(*language), word, frozenset(expression.groupindex))


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_outside_of_repetitions_are_named_groups(language):
    assert set(pattern(language).groupindex) == GROUPS[language[0]]


def test_white_space_is_the_25_listed_characters():
    white_space = grammar.recogniser("white_space")
    assert {code for code in range(0x110000) if white_space.fullmatch(chr(code))} == LISTED
    assert set(map(ord, grammar.WHITE_SPACE)) == LISTED
    assert white_space.fullmatch("")


def test_the_results_prefix_is_one_text():
    assert grammar.RESULTS_PREFIX == "[Tool results]"


def test_a_target_is_any_scalar_value_but_the_line_feed():
    marker_line = grammar.recogniser("marker_line")
    refused = [code for code in range(0x110000) if not marker_line.fullmatch(f"[IMAGE:{chr(code)}]")]
    assert refused == [0x0A, *range(0xD800, 0xE000)]


def test_the_kind_ends_at_the_first_colon_and_the_target_at_the_last_bracket():
    match = grammar.recogniser("marker_line").fullmatch("[IMAGE:/a][IMAGE::b]]")
    assert match is not None
    assert match.groupdict() == {"kind": "IMAGE", "target": "/a][IMAGE::b]"}


def test_a_part_of_a_text_is_matched_by_positions():
    content = "[Tool results]\n[Tool attachments: 007]\nbody]"
    match = grammar.recogniser("attachments_header").fullmatch(content, 15, content.index("\n", 15))
    assert match is not None
    assert match["count"] == "007"
    assert match.span("count") == (34, 37)


def test_a_head_has_exactly_the_number_of_markers():
    head = "[Tool results]\n[Tool attachments: 9]" + 3000 * "\n[IMAGE:a]"
    assert grammar.prompt_head(3000).fullmatch(head)
    assert not grammar.prompt_head(2999).fullmatch(head)
    assert not grammar.prompt_head(3001).fullmatch(head)


def test_an_unknown_grammar_is_a_key_error():
    with pytest.raises(KeyError):
        grammar.recogniser("no_such_grammar")


def test_importing_the_grammars_neither_loads_lark_nor_compiles():
    program = (
        "import sys, toolwire.grammar as g; "
        "print('lark' in sys.modules, 'typing' in sys.modules, g.recogniser.cache_info().currsize)"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path = {sys.path!r}; {program}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "False False 0\n"
