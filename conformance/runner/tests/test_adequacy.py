"""Wrong implementations are made as they are said to be, and the corpus tells those from the reference that it can."""

from __future__ import annotations

import ast
import json
import shutil
import tomllib
from dataclasses import replace
from random import Random

import pytest
from rich.console import Console

from toolwire import schema, tree
from toolwire_conformance import adequacy, corpus, values
from toolwire_conformance.adequacy import code, cover, gate, instances, schemas, scores, survivors, zoo
from toolwire_conformance.adequacy.grammars import mutants as grammar_mutants
from toolwire_conformance.adequacy.grammars import tells
from toolwire_conformance.adequacy.hunt import Field, hunt
from toolwire_conformance.adequacy.judge import Judge
from toolwire_conformance.adequacy.mutant import Edit, Mutant, Swap
from toolwire_conformance.adequacy.operators import applied, changes, reverse
from toolwire_conformance.adequacy.subject import edited, live, sources
from toolwire_conformance.adequacy.variation import varied
from toolwire_conformance.adequacy.witness import search
from toolwire_conformance.corpus import CorpusError

from .test_cli import conform

CASES = corpus.load(corpus.home()).cases
MARKERS = [case for case in CASES.values() if case.op == "retained.parse_marker"]
DECODING = [case for case in CASES.values() if case.op == "text.decode"]


def changed(source):
    """Of each change of a function its words and the text that comes of it."""
    tree = ast.parse(source).body[0]
    found = []
    for change in list(changes(tree)):
        found.append((change.words, ast.unparse(applied(tree, change)).partition("\n")[2].strip()))
        applied(tree, reverse(change))
    assert ast.unparse(tree) == ast.unparse(ast.parse(source))
    return found


@pytest.mark.parametrize(
    ("statement", "words", "becomes"),
    [
        ("return a < b", "compares with LtE", "return a <= b"),
        ("return a and b", "joins with Or", "return a or b"),
        ("return a and b", "drops operand 1", "return b"),
        ("return not a", "drops `not`", "return a"),
        ("return a + b", "computes with Sub", "return a - b"),
        ("a += b", "drops the statement", "pass"),
        ("if a: b()", "takes the condition for True", "if True:\n        b()"),
        ("while a: b()", "never enters the loop", "while False:\n        b()"),
        ("return [b for b in a if b]", "drops the condition", "return [b for b in a]"),
        ("raise a", "does not raise", "pass"),
        ("a.b(c)", "drops the statement", "pass"),
        ("return a", "returns None", "return None"),
        ("return a[b:c]", "drops the lower bound", "return a[:c]"),
        ("return a[b:c]", "drops the upper bound", "return a[b:]"),
        ("return True", "says False", "return False"),
        ("return 1", "says 2", "return 2"),
        ("return 1", "says 0", "return 0"),
        ("return 'ab'", "says the text without its last character", "return 'a'"),
        ("for a in b: break", "continues", "for a in b:\n        continue"),
        ("for a in b: continue", "breaks", "for a in b:\n        break"),
    ],
)
def test_a_change_is_what_its_words_say(statement, words, becomes):
    assert (words, becomes) in changed(f"def f(a, b, c):\n    {statement}")


@pytest.mark.parametrize(
    "statement",
    [
        "'''A docstring.'''",
        "raise AssertionError('it cannot happen')",
        "return cast('int', a)",
    ],
)
def test_what_no_case_can_judge_is_left_alone(statement):
    assert [words for words, _ in changed(f"def f(a):\n    {statement}") if words.startswith("says")] == []


def test_a_key_lasts_as_long_as_its_line(tmp_path, monkeypatch):
    monkeypatch.setattr(code, "sources", lambda: tmp_path)
    file = tmp_path / "f.py"

    def keys(source):
        file.write_text(source)
        return [one.key for one in code.mutants("f.py", lambda name: name == "left_out", lambda name: False)]

    before = keys("def f(a):\n    return a < 1\n")
    assert len(before) == len(set(before)) == 5
    assert keys("import os\n\ndef left_out(a):\n    return a\n\n\ndef f(a):\n    return a < 1\n") == before
    assert not set(keys("def f(a):\n    return a  < 1\n")) & set(before)


def test_one_edit_makes_one_mutant_whether_code_is_swapped_or_loaded():
    source = "def f(a):\n    return a\n\n\nB = 1\n"
    assert code.swapped("f.py", source, source) is None
    assert code.swapped("f.py", source, source.replace("1", "2")) is None
    assert code.swapped("f.py", source, source.replace("f(a)", "f(a=1)")) is None
    swap = code.swapped("f.py", source, source.replace("return a", "return -a"))
    assert (swap.file, swap.function) == ("f.py", "f")
    with live() as copy:
        field = Field(MARKERS, copy)
        file = "retained/marker.py"
        made = list(code.mutants(file, lambda name: False, lambda name: field.swaps(file, name)))
        swaps = [one for one in made if isinstance(one.spoils, Swap)]
        assert swaps
        verdicts = {one.mutant.key: one for one in hunt(field, swaps, (), lambda more: None, 1)}
        # The copy is as it was.
        assert all(field.judge.line(one, copy.answer) == one.right for one in field.cases)
    assert verdicts.keys() == {one.key for one in swaps}
    assert {one.killer for one in verdicts.values()} - {None} <= {case.id for case in MARKERS}
    assert sum(one.killer is not None for one in verdicts.values()) > len(swaps) / 2


def test_a_mutant_of_a_source_answers_as_it_reads_and_is_gone_afterwards():
    source = "def answer(op, given):\n    return {'result': [op, given]}\n"
    with edited("adapter.py", source) as answer:
        assert answer("text.decode", 1) == {"result": ["text.decode", 1]}
    with live() as copy:
        assert copy.answer("text.decode", {"document": "a"}) == {"result": "a"}


def test_a_mutant_that_hangs_is_stopped_and_an_answer_that_is_no_json_is_none():
    with live() as copy:
        judge = Judge()
        (one,) = judge.prepare(DECODING[:1], copy.answer)

        def hangs(op, given):  # noqa: ARG001
            while True:
                try:
                    while True:
                        pass
                except Exception:
                    pass

        with judge.watch():
            assert judge.line(one, hangs) is None
        assert judge.line(one, lambda op, given: {"result": object()}) is None
        assert not judge.accepts(one, judge.line(one, lambda op, given: {"result": float("inf")}))
        assert judge.accepts(one, one.right)
        assert not judge.accepts(one, b'{"id":0}')
        assert not judge.accepts(one, None)


def test_the_reference_has_to_pass_first():
    with live() as copy, pytest.raises(ValueError, match=f"the reference fails {DECODING[0].id}"):
        Judge().prepare(DECODING[:1], lambda op, given: {"result": "no"})
    assert copy


def test_the_zoo_names_requirements_and_fits_the_sources(tmp_path):
    mutants = list(zoo.mutants(gate.folder() / "zoo.toml", lambda file, function: False))
    assert len(mutants) >= 60
    assert all(isinstance(one.spoils, Edit) and one.breaks for one in mutants)
    (tmp_path / "zoo.toml").write_text('[a-b]\nbreaks = "text.bom"\nfile = "text.py"\nold = "no such text"\nnew = ""\n')
    with pytest.raises(ValueError, match=r"a-b: `old` stands 0 times in text\.py, not once"):
        list(zoo.mutants(tmp_path / "zoo.toml", lambda file, function: True))


def test_a_mutant_of_the_zoo_counts_only_if_a_case_of_its_requirement_notices():
    mutant = Mutant("zoo", "text.py", "x", "text.py", "x", Edit("text.py", ""), "carrier.marker.line")
    with live() as copy:
        field = Field(DECODING, copy)
        assert list(field.places(mutant)) == []
        assert len(field.places(mutant._replace(breaks="text.utf8"))) > 0


def test_grammars_are_changed_production_by_production():
    made = list(grammar_mutants(tree.root()))
    keys = [one.key for one in made]
    assert len(keys) == len(set(keys))
    assert any("without its last character" in key for key in keys)
    assert any("times becomes" in key for key in keys)
    (one, *_) = [one for one in made if one.group == "elision_marker"]
    assert tells(one, CASES.values()) in CASES
    assert tells(one, DECODING) is None


def test_a_value_tells_a_mutant_of_a_schema():
    made = {one.key: one for one in schemas.mutants()}
    assert len(made) == len(list(schemas.mutants()))
    mutant = made["retained/page-request  does not require max_bytes"]
    whole = {"capture_id": "0f8fad5b-d9cb-469f-a165-70867728950e", "offset": 0, "max_bytes": 1024}
    lacking = {name: member for name, member in whole.items() if name != "max_bytes"}
    root = "retained/read-arguments"
    mutant = next(one for key, one in made.items() if key.startswith(f"{root} ") and "does not require" in key)
    name = mutant.words.rpartition(" ")[2]
    assert name in schema.load(root)["required"]
    lacking = {member: value for member, value in whole.items() if member != name}
    assert schemas.Judged({root: {"1": whole, "2": lacking}}).tells(mutant)
    assert not schemas.Judged({root: {"1": whole}}).tells(mutant)
    assert not schemas.Judged({}).is_judged(mutant)


def test_values_are_found_where_their_schema_describes_them():
    found = instances.instances(CASES.values())
    assert set(instances.RESULTS.values()) | {name for _, name in instances.DOCUMENTS.values()} <= set(found)
    assert set(found) <= set(schema.names())


def test_the_list_of_survivors_expires(tmp_path):
    listed = {"gone": "why", "noticed": "why", "alive": "why"}
    stale = survivors.stale(listed, ["noticed", "alive"], {"noticed": "some-case"})
    assert [(one.key, one.why) for one in stale] == [
        ("gone", "there is no such mutant; its line was changed"),
        ("noticed", "some-case notices it"),
    ]
    file = tmp_path / "survivors.toml"
    file.write_text('[[survivors]]\nmutants = ["a"]\nreason = ""\n')
    with pytest.raises(ValueError, match="an entry has no reason: a"):
        survivors.read(file)
    file.write_text('[[survivors]]\nmutants = ["a", "a"]\nreason = "so"\n')
    with pytest.raises(ValueError, match="a stands twice"):
        survivors.read(file)


FATE = gate.Fate("code", "k", "p", "w", None, None)
KILLED = replace(FATE, killer="some-case")
LISTED = replace(FATE, reason="alike")


@pytest.mark.parametrize(
    ("fates", "suffices", "score"),
    [
        ([KILLED], True, 1.0),
        ([KILLED, LISTED, replace(FATE, aside=True)], True, 1.0),
        ([KILLED, FATE], False, 0.5),
        ([LISTED], False, 0.0),
    ],
)
def test_a_population_suffices_if_every_mutant_is_killed_or_known(fates, suffices, score):
    found = gate.Adequacy(tuple(fates), ())
    assert (found.suffices, found.tallies()["code"].score) == (suffices, score)
    document = scores.document(found, "1.0.0", (1, 2))
    assert document["populations"].keys() == {"code"}
    assert document["guarded"] == {"requirements": 1, "of": 2}


def test_a_list_that_is_not_true_does_not_suffice():
    assert not gate.Adequacy((KILLED,), (survivors.Stale("k", "some-case notices it"),)).suffices


def test_the_scores_on_record_are_of_this_corpus():
    document = json.loads((gate.folder() / "scores.json").read_text("utf-8"))
    assert document["corpus"] == corpus.load(corpus.home()).version
    for name, population in document["populations"].items():
        assert population["open"] == 0
        assert population["score"] >= gate.LEAST[name]


def test_a_cover_takes_twins_too_and_no_more_than_it_may():
    cases = {case.id: case for case in DECODING}
    alone = next(case.id for case in DECODING if not case.twin)
    paired = next(case.id for case in DECODING if case.twin)
    assert cover.cover(cases, {alone: {1, 2}, paired: {2}})["text-json"] == [alone]
    both = cover.cover(cases, {alone: {1}, paired: {2, 3, 4, 5, 6, 7}})["text-json"]
    assert {alone, paired, cases[paired].twin} <= set(both)
    everything = cover.cover(cases, {name: {place} for place, name in enumerate(cases)})["text-json"]
    assert len(everything) <= cover.MOST
    assert cover.cover(cases, {})["text-json"] == [DECODING[0].id]


def test_the_cases_of_l0_are_few_and_of_every_profile():
    few = [case for case in CASES.values() if case.smoke]
    profiles = {case.profile for case in CASES.values()}
    assert {case.profile for case in few} == profiles
    ids = {case.id for case in few}
    for profile in profiles:
        assert sum(case.profile == profile for case in few) <= cover.MOST
    assert all(case.twin is None or case.twin in ids for case in few)


def test_variations_are_reproducible_and_json():
    case = next(case for case in CASES.values() if case.op == "carrier.classify")
    others = [case.input for case in CASES.values() if case.op == "carrier.classify"][:50]

    def drawn(seed):
        random = Random(seed)
        return [values.compact(varied(case.input, others, random)) for _ in range(200)]

    assert drawn(1) == drawn(1) != drawn(2)
    assert len(set(drawn(1))) > 150
    assert all(isinstance(values.read(text), dict) for text in drawn(1))


def test_a_witness_is_small_and_tells_the_mutant_from_the_reference():
    source = (sources() / "text.py").read_text("utf-8")
    wrong = source.replace(
        "def check(", "def check(text):\n    return _check(text).replace('a', 'b')\n\n\ndef _check(", 1
    )
    assert wrong != source
    mutant = Mutant("code", "text.py", "text.py check", "text.py:1", "each a is a b", Edit("text.py", wrong))
    with live() as copy:
        (found,) = search(Field(DECODING, copy), [mutant], 400, 1, 1)
    assert found.given == {"document": "a"}
    assert json.loads(found.draft())["cases"][0]["expect"] == {"result": "a"}
    assert json.loads(found.wrong)["result"] == "b"


def test_the_core_is_what_stands_in_the_tree():
    core = tomllib.loads((gate.folder() / "core.toml").read_text("utf-8"))
    assert [file for file in core["files"] if not (sources() / file).exists()] == []
    for place in core["outside"]:
        file, _, name = place.partition(" ")
        assert name.rpartition(".")[2] in (sources() / file).read_text("utf-8"), place


@pytest.fixture
def small(tmp_path, monkeypatch):
    """A corpus of texts alone, and one module to spoil."""
    workshop = tmp_path / "adequacy"
    workshop.mkdir()
    drops = "breaks = 'text.bom'\nfile = 'text.py'\nold = 'if data.startswith(_BOM):'\nnew = 'if False:'\n"
    (workshop / "zoo.toml").write_text(f"[bom-is-dropped]\n{drops}")
    (workshop / "core.toml").write_text('files = ["text.py"]\noutside = []\n')
    (workshop / "survivors.toml").write_text("")
    monkeypatch.setattr(gate, "folder", lambda: workshop)
    monkeypatch.setattr(gate.grammars, "mutants", lambda root: [])
    few = list(schemas.mutants())[:3]
    monkeypatch.setattr(gate.schemas, "mutants", lambda: few)
    folder = tmp_path / "corpus"
    shutil.copytree(corpus.home() / "cases" / "text", folder / "cases" / "text")
    for name in ("ledger.txt", "unobservable.toml"):
        shutil.copy(corpus.home() / name, folder / name)
    return folder


def measured(folder, *keys, as_json=False, save=False):
    return adequacy.run(folder, as_json, save, 1, keys, Console(width=80), Console(stderr=True, width=80))


def test_the_verbs_say_what_they_found(small, capsys):
    assert measured(small, "bom-is", as_json=True) == 0
    (fate,) = json.loads(capsys.readouterr().out)["fates"]
    assert (fate["key"], fate["killer"] in CASES) == ("bom-is-dropped", True)
    with pytest.raises(CorpusError, match="no mutant has such a name"):
        measured(small, "no-such-mutant")
    with pytest.raises(CorpusError, match="no mutant has such a name"):
        adequacy.witnesses(small, 50, 1, 1, ["no-such-mutant"], Console(stderr=True))
    status, _, err = conform(small, "adequacy", "--save", "bom-is")
    assert (status, "leave KEY out" in err) == (2, True)


def test_what_lives_is_shown_and_a_witness_is_looked_for(small, capsys):
    assert measured(small, save=True) == 1
    out = capsys.readouterr().out
    assert json.loads((gate.folder() / "scores.json").read_text("utf-8"))["populations"]["zoo"]["score"] == 1
    assert "bom" in (small / "smoke.txt").read_text("utf-8")
    lives = next(line for line in out.splitlines() if line.startswith("lives: text.py"))
    status = adequacy.witnesses(small, 50, 1, 1, [lives.partition("  ")[2]], Console(stderr=True))
    out, err = capsys.readouterr()
    assert ("mutants, up to 50 inputs" in err, status == (1 if out else 0)) == (True, True)


def test_requirements_are_listed_with_what_stands_behind_them():
    status, out, _ = conform(corpus.home(), "requirements")
    assert status == 0
    assert max(map(len, out.splitlines())) <= 80
    status, out, _ = conform(corpus.home(), "requirements", "--json")
    rows = json.loads(out)
    bound = [row for row in rows if row["level"].startswith("MUST") and not row["unobservable"]]
    assert status == 0
    assert all(row["positive"] and row["negative"] for row in bound)


def test_texts_are_affirmed_by_name(tmp_path):
    assert conform(tmp_path, "affirm")[0] == 2
    assert conform(tmp_path, "affirm", "--all", "text.bom")[0] == 2
    assert conform(tmp_path, "affirm", "text.bom")[:2] == (0, "affirmed text.bom\n")
    assert conform(tmp_path, "affirm", "text.bom")[:2] == (0, "")
