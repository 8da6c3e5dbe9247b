"""The example of each package, run as one who has just installed it would, in a folder with nothing else in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent

_CRATE = """[package]
name = "example"
version = "0.0.0"
edition = "2021"

[dependencies]
toolwire-corpus = {{ path = "{path}" }}

[workspace]
"""


def python(wheel: Path, clean: Path) -> str:
    """The wheel is installed beside nothing; its dependencies are those of this environment."""
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"]
    _run(clean, *install, "--no-deps", "--no-compile", "--target", "site", str(wheel))
    site = clean / "site"
    where = "import toolwire; print(toolwire.__file__)"
    found = Path(_run(clean, sys.executable, "-c", where, PYTHONPATH=str(site)).strip())
    assert found.is_relative_to(site), f"what was tried is not the wheel, but {found}"
    return _run(clean, sys.executable, str(_copy("wheel/example.py", clean)), PYTHONPATH=str(site))


def node(tarball: Path, clean: Path) -> str:
    """The tarball is installed from the disk."""
    (clean / "package.json").write_text('{"private": true}\n')
    _run(clean, "npm", "install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", "--silent", str(tarball))
    return _run(clean, "node", str(_copy("npm/example.mjs", clean)))


def go(module: Path, clean: Path) -> str:
    """The module stands in for the one that would be downloaded."""
    needs = "require toolwire.dev/corpus v0.0.0\n\nreplace toolwire.dev/corpus => "
    (clean / "go.mod").write_text(f"module example\n\ngo 1.23\n\n{needs}{module}\n")
    _copy("go/example/main.go", clean)
    return _run(clean, "go", "run", ".", GOPROXY="off", GOFLAGS="-mod=mod", GOWORK="off", GOTOOLCHAIN="local")


def rust(crate: Path, clean: Path) -> str:
    """The crate is unpacked, and is a dependency by its path."""
    with tarfile.open(crate) as archive:
        archive.extractall(clean, filter="data")
    (clean / "Cargo.toml").write_text(_CRATE.format(path=crate.stem))
    (clean / "src").mkdir()
    _copy("rust/examples/example.rs", clean / "src").rename(clean / "src" / "main.rs")
    return _run(clean, "cargo", "run", "--quiet", "--offline", CARGO_TARGET_DIR=str(clean / "target"))


def shell(archive: Path, clean: Path) -> str:
    """The archive is unpacked."""
    with zipfile.ZipFile(archive) as opened:
        opened.extractall(clean)
    return _run(clean, "sh", str(clean / archive.stem / "example.sh"))


def _copy(example: str, clean: Path) -> Path:
    return Path(shutil.copy(HERE / example, clean))


def _run(folder: Path, *command: str, **environment: str) -> str:
    done = subprocess.run(command, cwd=folder, env=os.environ | environment, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}"
    return done.stdout
