"""The examples of the README and of docstrings do what they show."""

from __future__ import annotations

import doctest
import re

from toolwire import carrier, tree


def test_the_python_of_the_readme_runs():
    blocks = re.findall(r"```python\n(.*?)```", (tree.root() / "README.md").read_text("utf-8"), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, "README.md", "exec"), {})


def test_the_files_that_the_readme_links_exist():
    links = re.findall(r"\]\(([^)#]+)\)", (tree.root() / "README.md").read_text("utf-8"))
    assert [link for link in links if not (tree.root() / link).exists()] == []


def test_the_example_of_the_carrier_package_is_true():
    assert doctest.testmod(carrier).attempted > 3
    assert doctest.testmod(carrier).failed == 0
