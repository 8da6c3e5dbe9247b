"""Every check of the corpus finds its fault, and no other check does."""

from __future__ import annotations

import json

import pytest

from toolwire import specification
from toolwire_conformance import affirmed, lint
from toolwire_conformance.corpus import CorpusError

from .corpora import echo, refusal, topic, write

# Of the whole specification, a small corpus exercises next to nothing.
WHOLE = {"traceability", "unobservable", "example"}

SOUND = [echo("plain", twin="other"), echo("other", twin="plain"), refusal()]


def found(folder, *, but=WHOLE):
    return [finding for finding in lint.findings(folder) if finding.check not in but]


def test_a_sound_corpus_has_no_findings(tmp_path):
    assert found(write(tmp_path, topic(SOUND))) == []


@pytest.mark.parametrize(
    ("check", "case", "cases", "said"),
    [
        ("id", "plain", [*SOUND, echo("plain", "x", title="again", twin="other")], "give this case another"),
        ("title", "other", [SOUND[0], echo("other", title="plain comes back", twin="plain")], "is that of plain"),
        ("duplicate", "same", [*SOUND, echo("same", "plain", twin="other")], "asks the same as plain in cases/"),
        ("twin", "plain", [echo("plain", twin="nobody")], "twin nobody is no case"),
        ("twin", "plain", [echo("plain", twin="plain")], "twin plain is answered alike"),
        ("twin", "a", [echo("a", expect={"result": [1.0]}, twin="b"), echo("b", expect={"result": [1]}, twin="a")],
         "twin b is answered alike"),
        ("needs-twin", "plain", [echo("plain")], "giving back the input would be right"),
        ("needs-twin", "n", [echo("n", expect={"result": None})], "answering null to everything"),
        ("needs-twin", "n", [echo("n", expect={"result": True})], "answering true to everything"),
        ("needs-twin", "n", [echo("n", expect={"result": False})], "answering false to everything"),
        ("needs-twin", "n", [echo("n", expect={"result": []})], "answering [] to everything"),
        ("needs-twin", "n", [echo("n", expect={"result": ""})], 'answering "" to everything'),
        ("needs-twin", "n", [echo("n", expect={"refused": {"rule": "text.utf8", "phase": "malformed"}})],
         "refusing everything"),
        ("breaks", "ill-formed", [*SOUND[:2], refusal(breaks="text.bom")], "it breaks text.bom; list that"),
        ("requirement", "plain", [echo("plain", twin="other", requirements=["text.utf-8"]), SOUND[1]],
         "text.utf-8 is no requirement; cite text.utf8"),
        ("requirement", "plain", [echo("plain", twin="other", requirements=["carrier.marker"]), SOUND[1]],
         "carrier.marker is the beginning of several ids; cite carrier.marker."),
        ("requirement", "ill-formed", [*SOUND[:2], refusal(expect={"refused": {"rule": "text.no", "phase": "limit"}})],
         "text.no is no requirement"),
    ],
)  # fmt: skip
def test_a_fault_is_found_by_its_check(tmp_path, check, case, cases, said):
    faults = found(write(tmp_path, topic(cases)))
    assert {(fault.check, fault.case) for fault in faults} >= {(check, case)}
    assert {fault.check for fault in faults} == {check}
    assert all(fault.file == "cases/text/echo.json" for fault in faults)
    assert any(said in fault.message for fault in faults)


def test_a_twin_is_of_the_same_profile(tmp_path):
    other = topic(
        [echo("other", twin="third"), echo("third", twin="other")], name="text/more", profile="carrier-reader"
    )
    faults = found(write(tmp_path, topic([echo("plain", twin="other")]), other))
    assert [str(fault) for fault in faults] == [
        "cases/text/echo.json: plain: its twin other is of carrier-reader; name one of text-json [twin]"
    ]


def test_a_topic_is_the_path_of_its_file(tmp_path):
    write(tmp_path, topic(SOUND))
    (tmp_path / "cases/text/echo.json").rename(tmp_path / "cases/text/moved.json")
    assert [fault.check for fault in found(tmp_path)] == ["topic"]


@pytest.mark.parametrize(
    ("document", "check", "said"),
    [
        (b"{", "readable", "make it JSON in UTF-8"),
        (b'{"topic":"a/b","topic":"a/b"}', "readable", "two members 'topic'"),
        (b"\xef\xbb\xbf{}", "readable", "this is no case file"),
        (json.dumps(topic([echo("plain", "a\ud800")])).encode(), "text", 'send the bytes as {"base64":…}'),
        (b"{}", "schema", "'about' is a required property"),
        (json.dumps(topic([echo("Plain")])).encode(), "schema", "'Plain' does not match"),
        (json.dumps(topic([echo("plain", breaks="text.utf8")])).encode(), "schema", "'twin' is a dependency"),
        (json.dumps(topic([echo("plain", title="x" * 71)])).encode(), "schema", "is too long"),
    ],
)  # fmt: skip
def test_a_file_without_shape_is_the_only_thing_that_is_said(tmp_path, document, check, said):
    write(tmp_path, topic(SOUND, name="text/other"))
    (tmp_path / "cases/text/echo.json").write_bytes(document)
    faults = lint.findings(tmp_path)
    assert {fault.check for fault in faults} == {check}
    assert {fault.file for fault in faults} == {"cases/text/echo.json"}
    assert any(said in fault.message for fault in faults)


def test_a_schema_finding_names_the_case(tmp_path):
    write(tmp_path, topic([*SOUND, {**echo("long"), "title": ""}]))
    assert [fault.case for fault in lint.findings(tmp_path)] == ["long"]


@pytest.mark.parametrize(
    ("ledger", "case", "said"),
    [
        (
            "# Corpus 1.0.0.\nplain live\nother live\n",
            "ill-formed",
            "not in ledger.txt; run toolwire conform lint --fix",
        ),
        (
            "# Corpus 1.0.0.\nplain live\nother retired\nill-formed live\n",
            "other",
            "is retired and is never used again",
        ),
        ("# Corpus 1.0.0.\nplain live\nother live\nill-formed live\ngone live\n", "gone", "its case is gone"),
        ("plain live\nother live\nill-formed live\n", None, "first line must begin with `# Corpus`"),
    ],
)
def test_the_ledger_has_every_id_in_its_state(tmp_path, ledger, case, said):
    write(tmp_path, topic(SOUND))
    (tmp_path / "ledger.txt").write_text(ledger)
    (fault,) = found(tmp_path)
    assert (fault.check, fault.case) == ("ledger", case)
    assert said in fault.message


def test_a_retired_id_needs_no_case(tmp_path):
    write(tmp_path, topic(SOUND))
    with (tmp_path / "ledger.txt").open("a") as ledger:
        ledger.write("old retired\n")
    assert found(tmp_path) == []


@pytest.mark.parametrize("line", ["plain live", "new", "new alive", "New live", " new live", ""])
def test_a_ledger_that_is_not_readable_stops_the_lint(tmp_path, line):
    write(tmp_path, topic(SOUND))
    with (tmp_path / "ledger.txt").open("a") as ledger:
        ledger.write(f"{line}\n")
    with pytest.raises(CorpusError, match=r"ledger\.txt:5: .*; take it back"):
        lint.findings(tmp_path)


def coverage(folder):
    return {(f.check, f.message.partition(";")[0]) for f in lint.findings(folder) if f.check in WHOLE}


def test_every_must_needs_a_case_on_either_side(tmp_path):
    before = coverage(write(tmp_path, topic([echo("plain", twin="other"), SOUND[1]])))
    assert ("traceability", "no case of text.utf8 keeps to it") in before
    assert ("traceability", "no case of text.utf8 breaks it") in before
    assert ("traceability", "no case of text.verbatim keeps to it") not in before
    assert ("traceability", "no case of text.verbatim breaks it") in before
    # A SHOULD and a MAY need none.
    assert not [said for _, said in before if "conform.adapter.reason" in said or "conform.adapter.order" in said]
    kept = echo("bytes", expect={"result": [1]}, requirements=["text.utf8"])
    after = coverage(write(tmp_path, topic([*SOUND, kept])))
    assert not [said for check, said in after if check == "traceability" and "text.utf8" in said]


def test_an_example_of_the_specification_is_a_case_that_cites_its_requirement(tmp_path):
    missing = ("example", "e[utf8-truncated-sequence], the example of text.utf8, is no case")
    alien = ("example", "it is the example of text.utf8")
    assert missing in coverage(write(tmp_path, topic(SOUND)))
    found = coverage(write(tmp_path, topic([*SOUND, echo("utf8-truncated-sequence", twin="plain")])))
    assert (missing in found, alien in found) == (False, True)
    found = coverage(write(tmp_path, topic([*SOUND, refusal("utf8-truncated-sequence", "4oI=")])))
    assert (missing in found, alien in found) == (False, False)


ENTRY = '["text.utf8"]\nreason = "so"\nreviewer = "me"\n'


@pytest.mark.parametrize(
    ("lacks", "missing"),
    [("", set()), ('lacks = "both"', set()), ('lacks = "positive"', {"breaks"}), ('lacks = "negative"', {"keeps to"})],
)
def test_what_cannot_be_observed_is_excused_as_far_as_it_is_said(tmp_path, lacks, missing):
    write(tmp_path, topic(SOUND[:2]))
    (tmp_path / "unobservable.toml").write_text(ENTRY + lacks + "\n")
    assert coverage(tmp_path) >= {("traceability", f"no case of text.utf8 {verb} it") for verb in missing}
    named = [said for check, said in coverage(tmp_path) if check == "traceability" and "text.utf8" in said]
    assert len(named) == len(missing)


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        (ENTRY, "text.utf8 has a negative case by now"),
        ('["text.verbatim"]\nreason = "so"\nreviewer = "me"\n', "text.verbatim has a positive case by now"),
        ('["text.never"]\nreason = "so"\nreviewer = "me"\n', "text.never is no requirement"),
        ('["text.bom"]\nreviewer = "me"\n', "text.bom has no reason"),
        ('["text.bom"]\nreason = "so"\nreviewer = " "\n', "text.bom has no reviewer"),
        ('["text.bom"]\nreason = "so"\nreviewer = "me"\nlacks = "all"\n', "text.bom lacks 'all'"),
        ('text = "so"\n', "text is no requirement"),
    ],
)
def test_an_excuse_that_is_not_true_or_not_whole_is_a_finding(tmp_path, entries, said):
    write(tmp_path, topic(SOUND))
    (tmp_path / "unobservable.toml").write_text(entries)
    assert [found for check, found in coverage(tmp_path) if check == "unobservable"] == [said]


def test_excuses_that_are_not_toml_stop_the_lint(tmp_path):
    write(tmp_path, topic(SOUND))
    (tmp_path / "unobservable.toml").write_text("[")
    with pytest.raises(CorpusError, match=r"unobservable\.toml: this is not TOML"):
        lint.findings(tmp_path)


def test_fix_brings_files_into_form_and_new_ids_into_the_ledger(tmp_path):
    write(tmp_path, topic(SOUND))
    file = tmp_path / "cases/text/echo.json"
    file.write_text(json.dumps({**topic(SOUND), "about": "é\x7f"}, ensure_ascii=False))
    (tmp_path / "ledger.txt").unlink()
    assert [fault.check for fault in found(tmp_path)] == ["format", "ledger", "ledger", "ledger", "ledger"]
    assert lint.fix(tmp_path) == ["cases/text/echo.json", "ledger.txt"]
    assert found(tmp_path) == []
    assert '"about": "\\u00e9\\u007f"' in file.read_text()
    assert (tmp_path / "ledger.txt").read_text().splitlines()[1:] == ["plain live", "other live", "ill-formed live"]
    assert lint.fix(tmp_path) == []


def test_fix_only_appends_to_the_ledger(tmp_path):
    write(tmp_path, topic(SOUND))
    before = "# Corpus 3.0.0. Mine.\nold retired\nother live\n"
    (tmp_path / "ledger.txt").write_text(before)
    lint.fix(tmp_path)
    assert (tmp_path / "ledger.txt").read_text() == before + "plain live\nill-formed live\n"


def test_fix_leaves_a_derived_file_to_its_generator(tmp_path):
    write(tmp_path, topic(SOUND))
    file = tmp_path / "cases/text/echo.json"
    file.write_text(json.dumps({**topic(SOUND), "generator": "make cases"}))
    assert lint.fix(tmp_path) == []
    (fault,) = found(tmp_path)
    assert (fault.check, "let its generator write it" in fault.message) == ("format", True)


def test_cases_are_suspect_from_the_change_of_a_text_until_they_are_affirmed(tmp_path):
    write(tmp_path, topic(SOUND))
    file = tmp_path / "affirmed.txt"
    before = file.read_text()
    line = next(line for line in before.splitlines() if line.startswith("text.verbatim "))
    file.write_text(before.replace(line, "text.verbatim 0123456789abcdef"))
    (fault,) = found(tmp_path)
    assert (fault.file, fault.check) == ("spec/text-and-json.md", "suspect")
    assert fault.message.endswith("read its cases (2), then toolwire conform affirm text.verbatim")
    assert lint.fix(tmp_path) == []  # nobody has read them yet
    requirements = specification.requirements()
    assert affirmed.affirm(file, ["text.verbatim"], requirements) == ["text.verbatim"]
    assert file.read_text() == before


def test_a_new_requirement_is_entered_by_fix(tmp_path):
    write(tmp_path, topic(SOUND))
    (tmp_path / "affirmed.txt").unlink()
    assert {fault.message for fault in found(tmp_path)} == {
        f"{name} is not in affirmed.txt; run toolwire conform lint --fix" for name in ("text.verbatim", "text.utf8")
    }
    assert lint.fix(tmp_path) == ["affirmed.txt"]
    assert found(tmp_path) == []


@pytest.mark.parametrize("line", ["text.utf8", "text.utf8 a b"])
def test_affirmed_texts_that_are_not_readable_stop_the_lint(tmp_path, line):
    write(tmp_path, topic(SOUND))
    (tmp_path / "affirmed.txt").write_text(f"# x\n{line}\n")
    with pytest.raises(CorpusError, match=r"affirmed\.txt:2: .*; affirm it again"):
        lint.findings(tmp_path)


def test_only_requirements_are_affirmed(tmp_path):
    with pytest.raises(CorpusError, match=r"text\.no: no such requirement"):
        affirmed.affirm(tmp_path / "affirmed.txt", ["text.no"], specification.requirements())


def test_every_check_has_a_fault_in_these_tests():
    tested = {"format", "topic", "title", "id", "ledger", "duplicate", "twin", "needs-twin", "breaks", "suspect"}
    assert set(lint.CHECKS) == tested | {"requirement"} | WHOLE
