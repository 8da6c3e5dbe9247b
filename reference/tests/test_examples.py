"""The examples of the README and of docstrings do what they show."""

from __future__ import annotations

import doctest
import json
import re

import pytest

from toolwire import carrier, transcript, tree


def test_the_python_of_the_readme_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", (tree.root() / "README.md").read_text("utf-8"), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, "README.md", "exec"), {})


def test_the_files_that_the_readmes_link_exist():
    for page in (tree.root() / "README.md", tree.root() / "conformance" / "README.md"):
        links = re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8"))
        assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("package", [carrier, transcript])
def test_the_example_of_a_package_is_true(package):
    assert doctest.testmod(package).attempted > 3
    assert doctest.testmod(package).failed == 0


def test_the_case_that_the_conformance_page_shows_is_the_corpus_case():
    page = (tree.root() / "conformance" / "README.md").read_text("utf-8")
    (block,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    shown = json.loads(block)
    topic = json.loads((tree.root() / "conformance/cases/carrier/prompt/header.json").read_text("utf-8"))
    assert shown in topic["cases"]
