"""The specification is read as its chapters say, and keeps its own rules."""

from __future__ import annotations

import json
import re
import tomllib

import pytest

from toolwire import specification, tree

CHAPTER = """# A chapter

r[a.first]
A reader MUST do one thing,
on two lines.

Example: e[one-case].

Reason: because.

r[a.second]
A reader SHOULD NOT do another.

Example: in words.

## Next
"""


def test_a_requirement_is_the_paragraph_behind_its_mark():
    first, second = specification.read_chapter("a.md", CHAPTER)
    assert (first.id, first.level, first.text) == ("a.first", "MUST", "A reader MUST do one thing, on two lines.")
    assert (first.line, first.examples) == (3, ("one-case",))
    assert (second.id, second.level, second.examples) == ("a.second", "SHOULD NOT", ())


def test_a_paragraph_without_a_keyword_is_no_requirement():
    with pytest.raises(ValueError, match=r"a\.md:1: r\[a\.b\] has no MUST"):
        specification.read_chapter("a.md", "r[a.b]\nA reader does something.\n")


def test_an_id_is_used_once(tmp_path):
    for chapter in specification.CHAPTERS:
        (tmp_path / chapter).write_text("")
    (tmp_path / "carriers.md").write_text(CHAPTER + CHAPTER)
    with pytest.raises(ValueError, match="used twice"):
        specification.requirements(tmp_path)


def test_no_id_is_a_prefix_of_another():
    ids = list(specification.requirements())
    assert not [(a, b) for a in ids for b in ids if b.startswith(a + ".")]


def test_every_requirement_has_an_example_or_is_for_hosts_and_adapters():
    without = [r.id for r in specification.requirements().values() if not r.examples]
    in_words = [i for i in without if not i.startswith(("conform.", "store.", "registry.", "request.online."))]
    of_one_run = ["recovery.prefix", "check.read-only", "fork.source"]
    of_a_host = [
        "external.locator.opaque",
        "external.make.locator",
        "external.read.again",
        "marker.authority",
        "page.authority",
        "preview.page",
        "read.no-effect",
        "read.prepared",
        "read.refused",
    ]
    assert sorted(in_words) == sorted(["text.surrogate", "carrier.ingress.envelope", *of_one_run, *of_a_host])


def test_every_normative_sentence_of_the_chapters_has_a_mark():
    marked = {requirement.text for requirement in specification.requirements().values()}
    for chapter in specification.CHAPTERS[1:]:
        source = (tree.root() / "spec" / chapter).read_text("utf-8")
        for paragraph in re.split(r"\n\n+", source):
            text = " ".join(re.sub(r"^r\[.*\]\n", "", paragraph).split())
            if re.search(r"\b(MUST|SHOULD|MAY)\b", text):
                assert text in marked, f"{chapter}: {text[:80]}"


def test_the_annex_of_divergences_lists_exactly_the_cases_that_are_tagged():
    tagged: set[str] = set()
    for path in (tree.root() / "conformance" / "cases").rglob("*.json"):
        cases = json.loads(path.read_text("utf-8"))["cases"]
        tagged |= {c["id"] for c in cases if any(tag.startswith("divergence:") for tag in c.get("tags", ()))}
    annex = (tree.root() / "spec" / "annex" / "divergences.md").read_text("utf-8")
    listed = re.findall(r"e\[([a-z0-9-]+)\]", annex)
    assert sorted(listed) == sorted(tagged)


def test_the_tests_that_stand_in_for_cases_exist():
    reasons = tomllib.loads((tree.root() / "conformance" / "unobservable.toml").read_text("utf-8")).values()
    named = {name for entry in reasons for name in re.findall(r"([\w/]+\.py)::(\w+)", entry["reason"])}
    assert len(named) > 20
    for file, test in named:
        assert f"def {test}(" in (tree.root() / file).read_text("utf-8"), f"{file}::{test}"
