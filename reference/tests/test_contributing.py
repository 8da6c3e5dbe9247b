"""The recipes of CONTRIBUTING.md do what they say, step by step, in a copy of the tree."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from toolwire import tree

SHARED = ("spec", "grammars", "schemas", "conformance", "reference", "pyproject.toml", "CONTRIBUTING.md")


@pytest.fixture
def copy(tmp_path):
    ignored = shutil.ignore_patterns("__pycache__", "node_modules", "implementations")
    for name in SHARED:
        source = tree.root() / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=ignored)
        else:
            shutil.copy(source, tmp_path / name)
    commands = tmp_path / "bin"
    commands.mkdir()
    script = f'#!/bin/sh\nexec {sys.executable} -c "from toolwire.cli import main; main()" "$@"\n'
    (commands / "toolwire").write_text(script)
    (commands / "toolwire").chmod(0o755)
    return tmp_path


def steps() -> list[str]:
    source = (tree.root() / "CONTRIBUTING.md").read_text("utf-8")
    return [textwrap.dedent(block) for block in re.findall(r"^ *```sh\n(.*?)^ *```$", source, re.MULTILINE | re.DOTALL)]


def test_the_recipes_run_from_top_to_bottom(copy: Path):
    path = f"{copy / 'bin'}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    sources = f"{copy / 'reference'}:{copy / 'conformance/runner'}"
    environment = os.environ | {"PATH": path, "PYTHONPATH": sources, "PYTEST_ADDOPTS": "-p no:cacheprovider"}
    assert len(steps()) >= 6
    for step in steps():
        done = subprocess.run(
            ["sh", "-eu", "-c", step], cwd=copy, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{step}\n{done.stdout}\n{done.stderr}"
