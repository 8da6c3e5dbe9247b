"""Starters do in each language what the tutorial says: they build, fail and say why, and pass L0 with its function.

A toolchain that is missing fails its test: what cannot be built here was not tested.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import NamedTuple

import pytest

import toolwire
import toolwire_conformance
from toolwire import tree
from toolwire_conformance.starter import STARTERS, next_commands, write

SOURCES = (Path(toolwire.__file__).parents[1], Path(toolwire_conformance.__file__).parents[1])
TUTORIAL = (tree.root() / "docs" / "tutorial.md").read_text("utf-8")
STARTED = tree.root() / "conformance" / "starters"
ADAPTERS = {
    "c": "adapter.c",
    "go": "adapter.go",
    "java": "Adapter.java",
    "javascript": "adapter.js",
    "python": "adapter.py",
    "rust": "src/main.rs",
}


class Block(NamedTuple):
    """A block of code in the tutorial: its tab, its language, and the file that it is, if it is one."""

    tab: str
    lexer: str
    file: str
    code: str


def blocks():
    tab = re.compile(r'^=== "(.+)"$', re.MULTILINE)
    fence = re.compile(r'^( *)```(\w+)(?: title="([^"\n]+)")?\n(.*?)^\1```$', re.MULTILINE | re.DOTALL)
    for match in fence.finditer(TUTORIAL):
        indent, lexer, file, code = match.groups()
        tabs = tab.findall(TUTORIAL, 0, match.start()) if indent else [""]
        yield Block(tabs[-1].lower(), lexer, file or "", textwrap.dedent(code))


SOLUTIONS = {block.tab: block for block in blocks() if block.file}


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """One in which `toolwire` is the one that is tested."""
    folder = tmp_path_factory.mktemp("bin")
    script = folder / "toolwire"
    script.write_text(f'#!/bin/sh\nexec {sys.executable} -c "from toolwire.cli import main; main()" "$@"\n')
    script.chmod(0o755)
    path = os.pathsep.join([str(folder), str(Path(sys.executable).parent), os.environ["PATH"]])
    return os.environ | {"PATH": path, "PYTHONPATH": os.pathsep.join(map(str, SOURCES))}


@pytest.fixture(scope="module")
def carriers(tmp_path_factory):
    """The corpus without the parts that no starter claims: most of a run is to load it."""
    folder = tmp_path_factory.mktemp("corpus")
    shutil.copytree(tree.root() / "conformance" / "cases" / "carrier", folder / "cases" / "carrier")
    for name in ("ledger.txt", "smoke.txt"):
        shutil.copy(tree.root() / "conformance" / name, folder)
    return folder


def shell(command, folder, environment, code=0):
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, capture_output=True, check=False)
    out, err = done.stdout.decode(), done.stderr.decode()
    assert done.returncode == code, f"{command}\n{out}{err}"
    assert "Traceback" not in out + err
    return out, " ".join(err.split())


def test_there_is_a_solution_for_each_starter():
    assert set(SOLUTIONS) == set(STARTERS) == {folder.name for folder in STARTED.iterdir()}


@pytest.mark.parametrize("language", STARTERS)
def test_an_adapter_has_forty_lines(language):
    lines = (STARTED / language / ADAPTERS[language]).read_text("utf-8").splitlines()
    assert sum(1 for line in lines if line.strip()) <= 40


@pytest.mark.parametrize("language", STARTERS)
def test_a_starter_passes_l0_once_its_function_is_filled_in(language, tmp_path, environment, carriers):
    folder = tmp_path / "an adapter"
    out, _ = shell(f"toolwire conform new --language {language} '{folder}'", tmp_path, environment)
    build, run = next_commands(STARTERS[language], folder)
    assert out.splitlines()[1:] == [f"  {build}", f"  {run}"]
    run = run.replace("conform run", f"conform --corpus {carriers} run --timeout 60")  # a busy machine is no fault

    shell(build, tmp_path, environment)
    out, err = shell(run, folder, environment, code=1)
    assert "does not conform: 0 of" in out
    solution = SOLUTIONS[language]
    assert f"fill in classify, in {solution.file}" in err

    (folder / solution.file).write_text(solution.code, "utf-8")
    shell(build, tmp_path, environment)
    out, err = shell(run, folder, environment)
    assert ("conforms: all" in out, err) == (True, "")

    everything = run.replace("--level L0", "--report json=report.json")
    shell(everything, folder, environment, code=1)
    report = json.loads((folder / "report.json").read_text("utf-8"))
    assert {case["outcome"] for case in report["cases"]} == {"pass", "fail"}  # nothing crashes or hangs


def shape(text):
    """The text without what changes from run to run or with the corpus: numbers, a case's name, how lines break."""
    text = re.sub(r"^fail [\w-]+", "fail case", text, flags=re.MULTILINE)
    return " ".join(re.sub(r"\d+", "0", text).split())


def fits(expected, came):
    if re.fullmatch(r"\d+\n", expected):  # an exit code
        return expected == came
    pattern = ".*".join(re.escape(part.strip()) for part in shape(expected).split("…"))
    return re.fullmatch(pattern.replace(".*", r"\s*.*"), shape(came))


def test_the_tutorial_is_what_happens(tmp_path, environment):
    folder, code, asked = tmp_path, 0, 0
    for block in blocks():
        if block.tab == "python":
            (folder / block.file).write_text(block.code, "utf-8")
        for step in re.split(r"^\$ ", block.code, flags=re.MULTILINE)[1:] if block.lexer == "console" else ():
            command, _, expected = step.partition("\n")
            script = f'(exit {code}); {command}\ncode=$?; pwd > "{tmp_path}/folder"; exit $code'
            done = subprocess.run(
                ["sh", "-c", script],
                cwd=folder,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                check=False,
            )
            came, code, asked = done.stdout.decode(), done.returncode, asked + 1
            assert fits(expected, came), f"{command}\n{came}"
            folder = Path((tmp_path / "folder").read_text().rstrip("\n"))
    assert asked >= 10
    assert (folder / "toolwire.svg").exists()


def test_a_folder_that_is_not_empty_is_left_alone(tmp_path, environment):
    (tmp_path / "mine").write_text("kept")
    _, err = shell(f"toolwire conform new --language c '{tmp_path}'", tmp_path, environment, code=2)
    assert err.endswith("is not empty; name a folder that is empty or not there yet")
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
    (tmp_path / "empty").mkdir()
    shell("toolwire conform new --language c empty", tmp_path, environment)
    assert (tmp_path / "empty" / "Makefile").exists()


def test_what_pip_compiled_is_not_copied(tmp_path):
    compiled = tmp_path / "installed" / "__pycache__" / "adapter.pyc"
    compiled.parent.mkdir(parents=True)
    compiled.write_bytes(b"")
    compiled.parents[1].joinpath("adapter.py").write_text("")
    assert write(compiled.parents[1], tmp_path / "new") == ["adapter.py"]
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["adapter.py"]
