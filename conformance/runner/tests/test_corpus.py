"""Case files are read whole, their short forms expanded, their defaults filled in."""

from __future__ import annotations

import json

import pytest

from toolwire_conformance import corpus, selection, values
from toolwire_conformance.corpus import CorpusError, Refusal, Result

from .corpora import cases, echo, refusal, topic, write


def expanded(text):
    return values.compact(corpus.expand(values.read(text)))


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ('{"repeat":["ab",3]}', '"ababab"'),
        ('{"repeat":["ab",0]}', '""'),
        ('{"concat":["a",{"repeat":["b",2]},"c"]}', '"abbc"'),
        ('{"concat":[]}', '""'),
        ('{"content":{"repeat":["x",2]},"list":[{"concat":["y"]}]}', '{"content":"xx","list":["y"]}'),
        ('{"base64":"/w=="}', '{"base64":"/w=="}'),
        ('{"repeat":["a",2],"other":1}', '{"repeat":["a",2],"other":1}'),
        ('{"repeat":[1,2]}', '{"repeat":[1,2]}'),
    ],
)
def test_short_forms_stand_for_text_and_nothing_else_is_touched(short, long):
    assert expanded(short) == long


def test_a_case_has_its_topics_requirements_unless_it_names_its_own():
    loaded = cases(echo("plain"), refusal())
    assert loaded["plain"].requirements == ("text.verbatim",)
    assert loaded["ill-formed"].requirements == ("text.utf8",)
    assert loaded["ill-formed"].expect == Refusal(("text.utf8",), "malformed")
    assert isinstance(loaded["plain"].expect, Result)


def test_an_expected_result_is_expanded_and_numbers_keep_their_spelling():
    (case,) = cases(echo("big") | {"expect": {"result": {"repeat": ["x", 5]}}}).values()
    assert case.expect.value == "xxxxx"
    document = json.dumps(topic([echo("n", "0")])).replace('"result": "0"', '"result": 9007199254740993.50')
    (case,) = corpus.read("f", document.encode())
    assert [bytes(spelling) for spelling in case.expect.spellings] == [b"9007199254740993.50"]


REFUSED = {"refused": {"rule": "text.utf8", "phase": "malformed"}}


@pytest.mark.parametrize(
    ("members", "topic_members", "level"),
    [
        ({}, {}, "L2"),
        ({"expect": {"result": None}}, {}, "L1"),
        ({"expect": {"result": True}}, {}, "L1"),
        ({"expect": {"result": False}}, {}, "L1"),
        ({"expect": {"result": 0}}, {}, "L2"),
        ({"expect": {"result": ""}}, {}, "L2"),
        ({"expect": REFUSED}, {}, "L3"),
        ({"expect": {"result": None}}, {"op": "carrier.diagnose"}, "L3"),
        ({}, {"profile": "carrier-writer"}, "L4"),
        ({"expect": REFUSED}, {"profile": "carrier-writer"}, "L4"),
        ({"tags": ["adversarial"]}, {}, "L5"),
        ({"tags": ["golden", "limits"], "expect": REFUSED}, {"profile": "carrier-writer"}, "L5"),
        ({"tags": ["adversarial"], "level": "L1"}, {}, "L1"),
    ],
)
def test_a_home_level_is_written_or_follows_from_the_expectation(members, topic_members, level):
    (case,) = cases(echo("plain", **members), **topic_members).values()
    assert case.level == level


def test_a_corpus_is_its_files_in_order_and_the_version_of_its_ledger(tmp_path):
    write(tmp_path, topic([echo("b")], name="z/last"), topic([echo("a")], name="a/first"))
    loaded = corpus.load(tmp_path)
    assert list(loaded.cases) == ["a", "b"]
    assert loaded.cases["a"].file == "cases/a/first.json"
    assert loaded.version == "1.2.3"


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ([topic([echo("a")]), topic([echo("a")], name="text/other")], "a is an id of cases/text/echo.json too"),
        ([topic([echo("a", twin="b")])], "a has the twin b, which is no case"),
        ([topic([])], "cases/text/echo.json: Expected `array` of length >= 1"),
        ([{**topic([echo("a")]), "profile": 1}], r"Expected `str`, got `int` - at `\$.profile`"),
    ],
)
def test_a_corpus_that_cannot_be_run_is_said_to_be_so(tmp_path, broken, said):
    write(tmp_path, *broken)
    with pytest.raises(CorpusError, match=said):
        corpus.load(tmp_path)


def test_an_unknown_case_is_answered_with_ids_like_it(tmp_path):
    loaded = corpus.load(write(tmp_path, topic([echo("count-leading-zeros")])))
    assert loaded.case("count-leading-zeros").op == "text.decode"
    with pytest.raises(CorpusError, match=r"no case count-leading-zero; did you mean count-leading-zeros\?"):
        loaded.case("count-leading-zero")


def test_selection_is_by_profile_and_home_level_and_twins_come_along():
    loaded = cases(
        echo("value"), echo("null", expect={"result": None}, twin="value"), echo("attack", tags=["adversarial"])
    )
    chosen = selection.select(loaded.values(), {"text-json"}, "L1")
    assert [case.id for case in chosen] == ["null"]
    assert [case.id for case in selection.with_twins(chosen, loaded)] == ["null", "value"]
    assert len(selection.select(loaded.values(), {"text-json"}, "L5")) == 3
    assert selection.select(loaded.values(), {"carrier-reader"}, "L5") == []
