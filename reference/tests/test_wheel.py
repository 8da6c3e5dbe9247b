"""The wheel carries the whole specification package, and what is installed finds it."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from toolwire import tree


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """A folder with the contents of the wheel, as an installer would lay them out."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=tree.root(), check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def run(installed: Path, *arguments: str) -> str:
    environment = os.environ | {"PYTHONPATH": str(installed)}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=installed, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_the_data_is_beside_the_code(installed):
    found = run(installed, "-c", "from toolwire import tree; print(tree.root())").strip()
    assert Path(found) == installed / "toolwire" / "data"


@pytest.mark.parametrize("folder", ["spec", "grammars", "schemas", "conformance/cases"])
def test_every_source_file_is_in_the_wheel(installed, folder):
    def files(root: Path) -> dict[str, bytes]:
        return {str(p.relative_to(root)): p.read_bytes() for p in (root / folder).rglob("*") if p.is_file()}

    assert files(installed / "toolwire" / "data") == files(tree.root())


def test_what_is_installed_runs_the_corpus(installed):
    main = "from toolwire.cli import main; main()"
    assert "cases pass" in run(installed, "-c", main, "conform", "run", "--profile", "carrier-ingress")


def test_the_licences_are_in_the_wheel(installed):
    (information,) = installed.glob("*.dist-info")
    names = {path.name for path in information.rglob("*")}
    assert {"LICENSE", "Apache-2.0.txt", "CC0-1.0.txt", "CC-BY-4.0.txt"} <= names
