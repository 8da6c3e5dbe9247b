"""Text is checked and never changed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire import text
from toolwire.refusal import Refusal


@given(st.binary(max_size=12))
def test_bytes_are_decoded_as_they_are_or_refused(data):
    try:
        decoded = text.decode(data)
    except Refusal as refusal:
        assert refusal.rule in ("text.utf8", "text.bom")
        assert refusal.byte is not None
        data[: refusal.byte].decode()  # what lies before the place is well-formed
    else:
        assert decoded.encode() == data


@pytest.mark.parametrize(
    ("data", "rule", "byte"),
    [
        (b"\xef\xbb\xbfa", "text.bom", 0),
        (b"a\xc0\x80", "text.utf8", 1),
        (b"\xed\xa0\x80", "text.utf8", 0),
        (b"ab\xe2\x82", "text.utf8", 2),
        (b"\xf4\x90\x80\x80", "text.utf8", 0),
        (b"\x80", "text.utf8", 0),
    ],
)
def test_ill_formed_bytes_are_refused_by_name_and_place(data, rule, byte):
    with pytest.raises(Refusal) as caught:
        text.decode(data)
    assert (caught.value.rule, caught.value.phase, caught.value.byte) == (rule, "malformed", byte)


def test_a_byte_order_mark_inside_is_an_ordinary_character():
    assert text.decode(b"a\xef\xbb\xbf") == "a\ufeff"


@given(st.text(st.characters(), max_size=8))
def test_a_string_with_a_surrogate_is_no_text(candidate):
    if any("\ud800" <= c <= "\udfff" for c in candidate):
        with pytest.raises(Refusal, match=r"text\.surrogate"):
            text.check(candidate)
    else:
        assert text.check(candidate) is candidate


def test_the_place_of_a_surrogate_is_in_bytes():
    with pytest.raises(Refusal) as caught:
        text.check("é😀\udc00")
    assert caught.value.byte == 6


LISTED = [*range(9, 14), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000]


def test_exactly_25_characters_are_listed_white_space():
    assert len(LISTED) == 25
    taken = [code for code in range(0x110000) if text.skip_white_space(chr(code) + "x") == 1]
    assert taken == LISTED
