"""The small pure parts: addresses, text made visible, names turned into links."""

from __future__ import annotations

import pytest

from docs.site import finish, glyphs, pages
from docs.site.archive import archive
from docs.site.sources import Sources
from toolwire_conformance import values


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("index.md", "spec/carriers.md#a", "spec/carriers/#a"),
        ("spec/carriers.md", "index.md", "../../"),
        ("spec/carriers.md", "spec/entries.md", "../entries/"),
        ("spec/carriers.md", "spec/carriers.md#a", "./#a"),
        ("grammars/index.md", "grammars/digest.md", "digest/"),
        ("grammars/digest.md", "grammars/derived/digest.svg", "../derived/digest.svg"),
        ("corpus.md", "index.md", "../"),
        ("index.md", "index.md", "./"),
    ],
)
def test_addresses_are_relative(source: str, target: str, expected: str) -> None:
    assert pages.link(source, target) == expected


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a<b", "a&lt;b"),
        ("a\nb", 'a<i class="lf">LF</i>\nb'),
        ("a\tb", 'a<i class="ch">TAB</i>b'),
        ("\u202eb", '<i class="ch">U+202E</i>b'),
        (" a b  c ", '<i class="sp"> </i>a b<i class="sp">  </i>c<i class="sp"> </i>'),
    ],
)
def test_what_does_not_show_is_made_visible(text: str, shown: str) -> None:
    assert glyphs.text(text) == shown


def test_bytes_that_are_no_text_are_shown_as_digits() -> None:
    assert glyphs.data(b"a\xff") == 'a<i class="by">FF</i>'


def test_short_forms_are_named_and_not_written_out() -> None:
    value = values.read('{"concat": ["a", {"repeat": ["[", 200000]}]}')
    assert glyphs.spelled(value) == 'a<i class="rep">[<b>× 200,000</b></i>'


def test_numbers_keep_their_spelling() -> None:
    assert glyphs.json(values.read('{"a": 1.50, "b": 9007199254740993}')) == '{"a": 1.50, "b": 9007199254740993}'


def test_a_slot_without_a_place_is_an_error() -> None:
    with pytest.raises(ValueError, match="no place"):
        pages.filled("<p>", {"a": "b"})


def test_a_name_in_code_becomes_a_link_once(sources: Sources) -> None:
    html = '<code>text.utf8</code> <a href="x"><code>text.utf8</code></a> <code>text.unknown</code>'
    linked = finish.with_links(html, "spec/carriers.md", sources.requirements, frozenset())
    assert linked.count('href="../text-and-json/#text.utf8"') == 1
    assert linked.endswith('<a href="x"><code>text.utf8</code></a> <code>text.unknown</code>')


def test_a_name_in_prose_becomes_a_link_outside_of_code(sources: Sources) -> None:
    linked = finish.with_words_linked("<p>see text.utf8.</p><pre>text.utf8</pre>", "a.md", sources.requirements)
    assert linked.count("#text.utf8") == 1
    assert linked.endswith("</a>.</p><pre>text.utf8</pre>")


def test_an_archive_is_the_same_bytes_each_time() -> None:
    assert archive({"b": b"1", "a": b"2"}) == archive({"a": b"2", "b": b"1"})
