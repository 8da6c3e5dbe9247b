"""The strict JSON profile: the fast path and the strict reader give one verdict, and refusals name rule and place."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire import json_profile
from toolwire.refusal import Refusal

from .strategies import ENVELOPE_LIKE, JSON_LIKE, TEXTS

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


def outcome(read, document):
    """The value, or rule and byte of the refusal."""
    try:
        return ("result", read(document))
    except Refusal as refusal:
        return ("refused", refusal.rule, refusal.byte)


@given(JSON_LIKE | ENVELOPE_LIKE)
def test_the_fast_path_and_the_strict_reader_agree(document):
    assert outcome(json_profile.parse, document) == outcome(lambda d: json_profile.locate(d)[0], document)


@given(JSON_LIKE | ENVELOPE_LIKE)
def test_what_is_accepted_is_json_for_the_standard_library_with_the_same_value(document):
    verdict = outcome(json_profile.parse, document)
    if verdict[0] == "result":
        assert json_profile.equal(verdict[1], json.loads(document, parse_float=Decimal))


@given(VALUES)
def test_what_is_written_reads_back(value):
    assert json_profile.equal(json_profile.parse(json_profile.write(value)), value)


@given(VALUES, st.sampled_from([None, 2]), st.booleans())
def test_every_span_holds_the_source_of_its_value(value, indent, ascii_only):
    source = " " + json.dumps(value, indent=indent, ensure_ascii=ascii_only) + "\n"
    read, spans = json_profile.locate(source)
    for pointer, (start, end) in spans.items():
        inner = read
        for key in pointer.split("/")[1:]:
            inner = inner[int(key)] if isinstance(inner, list) else inner[key.replace("~1", "/").replace("~0", "~")]
        assert json_profile.equal(json_profile.parse(source[start:end]), inner)
    assert spans[""] == (1, len(source) - 1)


@pytest.mark.parametrize(
    ("document", "rule", "byte", "pointer"),
    [
        ('{"é":1,"é":2}', "json.duplicate-name", 8, ""),
        ('{"a":[{"b":1,"\\u0062":2}]}', "json.duplicate-name", 13, "/a/0"),
        ('{"a":1,"a"', "json.duplicate-name", 7, ""),
        ('{"a":1,"\\u0061"}', "json.duplicate-name", 7, ""),
        ('["\\ud800', "json.string.surrogate", 2, ""),
        ('["\\ud800\\uZZ"]', "json.string.surrogate", 2, ""),
        ("1\xa0", "json.single-text", 1, ""),
        ("nullx", "json.single-text", 4, ""),
        ('"a\n', "json.string.control", 2, ""),
        ("[1,2,]", "json.syntax", 5, ""),
        ("[01]", "json.syntax", 2, ""),
        ("01", "json.syntax", 1, ""),
        ("[+1]", "json.syntax", 1, ""),
        ("", "json.syntax", 0, ""),
        ('"abc', "json.syntax", 4, ""),
        ('{"a" 1}', "json.syntax", 5, ""),
        ("[NaN]", "json.syntax", 1, ""),
        ("{}x", "json.single-text", 2, ""),
        ("[\xa01]", "json.white-space", 1, ""),
        ('["a\nb"]', "json.string.control", 3, ""),
        ('{"x":["\\ude00\\ud83d"]}', "json.string.surrogate", 7, "/x"),
        ('["\\ud83dx"]', "json.string.surrogate", 2, ""),
        ("[1e400]", "json.number.finite", 1, ""),
        ("[" + "9" * 400 + "]", "json.number.finite", 1, ""),
        ('{"a/b":[' + "[" * 126, "json.depth", 133, "/a~1b" + "/0" * 125),
    ],
)
def test_a_refusal_names_the_rule_the_byte_and_the_container(document, rule, byte, pointer):
    with pytest.raises(Refusal) as caught:
        json_profile.parse(document)
    assert (caught.value.rule, caught.value.byte, caught.value.pointer) == (rule, byte, pointer)
    assert rule in str(caught.value)


@pytest.mark.parametrize("innermost", ["", "1"])
def test_127_containers_may_be_open_and_no_more(innermost):
    json_profile.parse("[" * 127 + innermost + "]" * 127)
    with pytest.raises(Refusal, match=r"json\.depth"):
        json_profile.parse("[" * 128 + innermost + "]" * 128)


@pytest.mark.parametrize(
    ("document", "signed", "value"),
    [
        ("0", False, 0),
        ("18446744073709551615", False, 2**64 - 1),
        ("-9223372036854775808", True, -(2**63)),
        ("9223372036854775807", True, 2**63 - 1),
    ],
)
def test_64_bit_integers_are_exact(document, signed, value):
    assert json_profile.integer(document, signed=signed) == value


@pytest.mark.parametrize(
    ("document", "signed", "rule"),
    [
        ("18446744073709551616", False, "json.integer.range"),
        ("9223372036854775808", True, "json.integer.range"),
        ("-9223372036854775809", True, "json.integer.range"),
        ("-1", False, "json.integer.spelling"),
        ("-0", True, "json.integer.spelling"),
        ("1.0", True, "json.integer.spelling"),
        ("1e0", True, "json.integer.spelling"),
        ("true", True, "json.integer.spelling"),
        ('"1"', True, "json.integer.spelling"),
    ],
)
def test_an_integer_of_another_spelling_or_range_is_refused(document, signed, rule):
    with pytest.raises(Refusal) as caught:
        json_profile.integer(document, signed=signed)
    assert caught.value.rule == rule


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("1", "1.0", True),
        ("1", "1e0", True),
        ("100", "1.0e2", True),
        ("9007199254740993", "9007199254740992", False),
        ("0.1", "0.10000000000000000555", False),
        ("1", "true", False),
        ("0", "false", False),
        ('"1"', "1", False),
        ('{"a":1,"b":2}', '{"b":2,"a":1.0}', True),
        ("[1,2]", "[2,1]", False),
        ('{"a":null}', "{}", False),
        ('"\\u00e9"', '"é"', True),
        ('"e\\u0301"', '"é"', False),
        ("[]", "{}", False),
    ],
)
def test_equality_is_by_type_and_exact_value(left, right, same):
    assert json_profile.equal(json_profile.parse(left), json_profile.parse(right)) is same


def test_a_number_nearer_to_zero_than_any_exponent_is_accepted():
    assert json_profile.parse("1e-" + "9" * 40) == 0
