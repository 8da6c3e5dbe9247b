"""The derived files of this tree are up to date, and `toolwire generate` says and mends where a tree is not."""

from __future__ import annotations

import json
import shutil

import pytest
from click.testing import CliRunner

from toolwire import tree
from toolwire.cli.generate import command
from toolwire.generate import differences, outputs

SOURCES = (
    "grammars",
    "schemas",
    "spec",
    "conformance/cases",
    "conformance/unobservable.toml",
)
DERIVED = outputs(tree.root())


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """A copy of the sources, with what is derived from them, in which the command works."""
    for name in SOURCES:
        source, target = tree.root() / name, tmp_path / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
    for path, text in DERIVED.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8", newline="\n")
    monkeypatch.setattr("toolwire.tree.root", lambda: tmp_path)
    return tmp_path


def run(*arguments: str):
    return CliRunner().invoke(command, arguments)


def test_this_tree_is_up_to_date():
    assert differences(tree.root(), DERIVED) == {}


def test_the_same_sources_give_the_same_files():
    assert outputs(tree.root()) == DERIVED


@pytest.mark.parametrize("path", DERIVED)
def test_a_derived_file_says_so_in_its_first_line_and_ends_with_one_line_feed(path):
    text = DERIVED[path]
    assert "Derived by `toolwire generate` from " in text.partition("\n")[0]
    assert "do not edit." in text.partition("\n")[0]
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert "\r" not in text


def test_every_kind_of_derived_file_is_there():
    for name in ("attachments_header", "marker_line", "prompt_head", "results_prefix", "white_space"):
        assert {f"grammars/derived/{name}.abnf", f"grammars/derived/{name}.svg"} <= DERIVED.keys()
    assert {
        "grammars/derived/regexes.json",
        "reference/toolwire/grammar/recognisers.py",
        "reference/toolwire/model/carrier.py",
        "reference/toolwire/model/conformance.py",
        "schemas/bundle.schema.json",
        "conformance/case.schema.json",
    } <= DERIVED.keys()


@pytest.mark.usefixtures("copy")
def test_a_clean_tree_passes_the_check():
    result = run("--check")
    assert (result.exit_code, result.output) == (0, f"{len(DERIVED)} derived files, all up to date\n")


def test_the_check_names_stale_missing_and_left_over_files_and_changes_nothing(copy):
    stale = copy / "grammars/derived/marker_line.abnf"
    missing = copy / "schemas/bundle.schema.json"
    left_over = copy / "grammars/derived/old.svg"
    stale.write_text(stale.read_text("utf-8") + "; by hand\n", "utf-8")
    missing.unlink()
    left_over.write_text("<!-- Derived by `toolwire generate` from grammars/old.lark; do not edit. -->\n", "utf-8")
    result = run("--check")
    assert result.exit_code == 1
    assert result.output.split("\n")[:3] == [
        "stale: grammars/derived/marker_line.abnf",
        "left over: grammars/derived/old.svg",
        "missing: schemas/bundle.schema.json",
    ]
    assert stale.read_text("utf-8").endswith("; by hand\n")
    assert not missing.exists()
    assert left_over.exists()


def test_generate_mends_a_tree_and_says_what_it_did(copy):
    untouched = copy / "grammars/derived/white_space.abnf"
    before = untouched.stat().st_mtime_ns
    (copy / "grammars/derived/marker_line.abnf").write_bytes(b"; by hand\r\n")
    (copy / "grammars/derived/old.svg").write_text("<!-- Derived by `toolwire generate` -->\n", "utf-8")
    (copy / "grammars/derived/mine.svg").write_text("<svg/>\n", "utf-8")
    result = run()
    assert result.exit_code == 0
    assert result.output.split("\n")[:2] == [
        "wrote grammars/derived/marker_line.abnf",
        "removed grammars/derived/old.svg",
    ]
    assert (copy / "grammars/derived/mine.svg").exists(), "a file that is not derived was removed"
    assert untouched.stat().st_mtime_ns == before
    assert run("--check").exit_code == 0


def test_the_list_comes_as_json_too(copy):
    (copy / "schemas/bundle.schema.json").unlink()
    result = run("--check", "--json")
    assert result.exit_code == 1
    assert json.loads(result.output) == {
        "derived": len(DERIVED),
        "differences": [{"file": "schemas/bundle.schema.json", "state": "missing"}],
    }


def test_a_source_that_cannot_be_translated_is_one_line_and_exit_2(copy):
    (copy / "grammars/new.lark").write_text("new: /a/\n", "utf-8")
    result = run("--check")
    assert result.exit_code == 2
    assert result.output.startswith("toolwire generate: grammars/new.lark line 1: `literal` in this form")
    assert result.output.count("\n") == 1


def test_an_installed_toolwire_says_that_it_needs_a_checkout(tmp_path, monkeypatch):
    monkeypatch.setattr("toolwire.tree.root", lambda: tmp_path)
    result = run()
    assert result.exit_code == 2
    assert "run it from a clone of the repository" in result.output
