"""`make packages`: five packages from one tree, each compared with it, each tried by its example in a clean folder.

    python packaging/build.py [KIND]...

A kind's folder has what is written by hand; `dist/KIND` gets what is published.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import examples
import rust_index
from contents import MANIFEST, ROOT, Files, below, damage, from_tree, manifest, promise, shipped, version

HERE = Path(__file__).resolve().parent
DIST = ROOT / "dist"
NAME = "toolwire-corpus"

_VERSIONED = {"package.json", "Cargo.toml"}

_LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the zip: the first that the format can say."""


class Kind(NamedTuple):
    """How a package is made and tried."""

    pack: Callable[[Path], Path]
    """Given its folder below `dist`, what is published: a file or a folder."""
    example: Callable[[Path, Path], str]
    """Given that and an empty folder, what the example says."""
    tool: str
    """Without which neither goes."""
    specification: bool = False
    """Whether the chapters are in it."""


def assemble(kind: str, folder: Path, files: Files) -> Path:
    """Write files and the templates of a kind, in the version of the tree."""
    written = below(HERE / kind)
    for path in _VERSIONED & written.keys():
        written[path] = written[path].replace(b"0.0.0", version().encode())
    example = next(path for path in written if "example" in path)
    words = (HERE / "readme.md").read_text("utf-8")
    code = f"```{example.rpartition('.')[2]}\n{written[example].decode()}```\n"
    readme = words.replace("{example}", code).encode()
    write(folder, {**files, **written, "README.md": readme})
    return folder


def write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files below a folder."""
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)


def wheel(folder: Path) -> Path:
    """The Python package; its manifest lies beside it, for hatchling takes what is in the tree."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    write(folder, {MANIFEST: manifest(from_tree(specification=True))})
    return next(folder.glob("*.whl"))


def npm(folder: Path) -> Path:
    """The tarball that a registry would get."""
    files = from_tree()
    package = assemble("npm", folder / NAME, {**files, MANIFEST: manifest(files)})
    pack = ["npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", str(folder)]
    subprocess.run(pack, cwd=package, check=True, capture_output=True)
    return next(folder.glob("*.tgz"))


def go(folder: Path) -> Path:
    """The folder of the module, which is published as it is."""
    files = from_tree()
    return assemble("go", folder / NAME, {**files, MANIFEST: manifest(files)})


def rust(folder: Path) -> Path:
    """The crate that a registry would get."""
    files = from_tree()
    corpus_version = promise().rpartition(" ")[2]
    index = {"src/index.rs": rust_index.index(files, corpus_version)}
    package = assemble("rust", folder / NAME, {**files, **index, MANIFEST: manifest(files)})
    with tempfile.TemporaryDirectory() as target:
        pack = ["cargo", "package", "--offline", "--no-verify", "--allow-dirty", "--target-dir", target]
        subprocess.run(pack, cwd=package, check=True, capture_output=True)
        crate = next(Path(target, "package").glob("*.crate"))
        return Path(shutil.copy(crate, folder))


def archive(folder: Path) -> Path:
    """The zip: the same bytes whenever it is built from the same files."""
    name = f"toolwire-{version()}"
    files = below(assemble("zip", folder / name, from_tree(specification=True)))
    files[MANIFEST] = manifest(files)
    made = folder / f"{name}.zip"
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as into:
        for path in sorted(files):
            entry = zipfile.ZipInfo(f"{name}/{path}", _LONG_AGO)
            entry.external_attr = 0o100644 << 16
            into.writestr(entry, files[path], zipfile.ZIP_DEFLATED)
    return made


KINDS = {
    "wheel": Kind(wheel, examples.python, sys.executable, specification=True),
    "npm": Kind(npm, examples.node, "npm"),
    "go": Kind(go, examples.go, "go"),
    "rust": Kind(rust, examples.rust, "cargo"),
    "zip": Kind(archive, examples.shell, "sh", specification=True),
}


def build(kind: str) -> Path:
    """Build a package anew; what is published of it."""
    shutil.rmtree(DIST / kind, ignore_errors=True)
    (DIST / kind).mkdir(parents=True)
    return KINDS[kind].pack(DIST / kind)


def main(kinds: list[str]) -> int:
    """Build, compare and try packages; 0 if all is well, 1 if one is damaged, not built, or tried in vain."""
    code = 0
    for kind in kinds or KINDS:
        if not shutil.which(KINDS[kind].tool):
            print(f"{kind:6} NOT BUILT: there is no {KINDS[kind].tool} here; install it, or name the other kinds")
            code = 1
            continue
        start = time.monotonic()
        artefact = build(kind)
        said = damage(shipped(artefact), specification=KINDS[kind].specification)
        with tempfile.TemporaryDirectory() as clean:
            answer = KINDS[kind].example(artefact, Path(clean)).splitlines()[-1]
        if answer != promise():
            said.append(f"its example ends with {answer!r}, not with {promise()!r}")
        print(f"{kind:6} {artefact.relative_to(DIST)}: {'as the tree' if not said else 'DAMAGED'}; {answer}", end="")
        print(f" ({time.monotonic() - start:.1f} s)")
        for finding in said:
            code = 1
            print(f"       {finding}")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
