"""JSON values are exact: read, compared and written as they are spelled."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire_conformance import values
from toolwire_conformance.formatting import format_case_file

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20)


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("1", "1.0", True),
        ("1", "1e0", True),
        ("1", "10E-1", True),
        ("0", "-0", True),
        ("0", "0e99", True),
        ("9007199254740993", "9007199254740992", False),
        ("9007199254740993", "9007199254740993.0", True),
        ("0.1", "0.1000000000000000055511151231257827", False),
        ("1e400", "10e399", True),
        ("1e400", "1e401", False),
        ("1e9999999999999999999", "1e9999999999999999999", True),
        ("1e9999999999999999999", "1", False),
        ("1e9999999999999999999", "10e9999999999999999998", True),
        ("0e99999999999999999999", "0", True),
        ("-0.0e5", "0", True),
        ("-1.50", "-15e-1", True),
        ("-1", "1", False),
        ("1", "true", False),
        ("0", "false", False),
        ("1", '"1"', False),
        ("null", "false", False),
        ("null", '""', False),
        ("[]", "{}", False),
        ("[1,2]", "[2,1]", False),
        ("[1]", "[1,1]", False),
        ('{"a":1,"b":2}', '{"b":2.0,"a":1}', True),
        ('{"a":1}', '{"a":1,"b":null}', False),
        ('{"a":1,"b":null}', '{"a":1}', False),
        ('"\\u00e9"', '"é"', True),
        ('"é"', '"e\\u0301"', False),
        ('"\\ud83d\\ude00"', '"😀"', True),
        ('{"A":1}', '{"a":1}', False),
    ],
)
def test_values_are_equal_type_by_type_and_numbers_by_exact_decimal_value(left, right, same):
    assert values.equal(values.read(left), values.read(right)) is same
    assert values.equal(values.read(right), values.read(left)) is same


@pytest.mark.parametrize(
    ("left", "right", "found"),
    [
        ('{"a":[1,{"b/c~":2}]}', '{"a":[1,{"b/c~":3}]}', ("/a/1/b~1c~0", "2", "3")),
        ('{"a":1}', "{}", ("/a", "1", "nothing")),
        ("{}", '{"a":1}', ("/a", "nothing", "1")),
        ("[1]", "[1,2]", ("", "1 elements", "2 elements")),
        ("[[1],2]", "[[1],[2]]", ("/1", "2", "[2]")),
        ("null", "false", ("", "null", "false")),
    ],
)
def test_the_first_difference_has_a_pointer(left, right, found):
    difference = values.difference(values.read(left), values.read(right))
    words = [side.words if isinstance(side, values.Missing) else values.compact(side) for side in difference[1:]]
    assert (difference.pointer, *words) == found


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        (b'{"a":1,"a":2}', "two members 'a'"),
        (b'{"a":1,"\\u0061":2}', "two members 'a'"),
        (b"NaN", "NaN"),
        (b'"\xff"', "utf-8"),
        (b"[1,]", "Expecting value|trailing comma"),  # 3.13 has words of its own for it
        (b"[" * 200_000, "deep"),
    ],
)
def test_what_is_no_json_text_is_not_read(document, reason):
    with pytest.raises(ValueError, match=reason):
        values.read(document)


@given(VALUES)
def test_what_is_written_is_read_back_the_same_and_numbers_keep_their_spelling(value):
    exact = values.read(json.dumps(value))
    assert values.read(values.compact(exact)) == exact
    assert values.read(values.pretty(exact)) == exact
    assert values.compact(exact).isascii()


@given(VALUES)
def test_the_canonical_form_is_the_same_value_in_ascii_and_its_own_canonical_form(value):
    text = format_case_file(json.dumps(value))
    assert values.read(text) == values.read(json.dumps(value))
    assert text.isascii()
    assert "\x7f" not in text
    assert format_case_file(text) == text


def test_the_canonical_form_gives_a_line_to_each_member_and_keeps_the_spelling_of_numbers():
    topic = {
        "topic": "a/b",
        "requirements": ["x.y", "x.z"],
        "cases": [{"id": "one", "input": {"n": [1], "t": "x" * 90}}],
    }
    assert format_case_file(json.dumps(topic).replace("[1]", "[1.50,-0,1E400]")) == (
        '{\n  "topic": "a/b",\n  "requirements": ["x.y", "x.z"],\n  "cases": [\n    {\n      "id": "one",\n'
        '      "input": {\n        "n": [1.50, -0, 1E400],\n        "t": "' + "x" * 90 + '"\n      }\n    }\n  ]\n}\n'
    )
