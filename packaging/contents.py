"""What goes into the packages, and whether it got there: every file is compared with the tree, byte by byte."""

from __future__ import annotations

import re
import tarfile
import zipfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from toolwire_conformance import corpus

ROOT = Path(__file__).resolve().parents[1]
MANIFEST = "MANIFEST.sha256"

_LICENCES = ("LICENSE", "LICENSES")
_CORPUS = (
    *("grammars", "schemas", "conformance/cases"),
    *("conformance/case.schema.json", "conformance/ledger.txt", "conformance/smoke.txt", "conformance/protocol.md"),
)
_SPECIFICATION = ("spec",)
_FOLDERS = {"grammars", "schemas", "conformance", "spec"}

Files = Mapping[str, bytes]
"""Contents by path, with slashes."""


def from_tree(*, specification: bool = False) -> dict[str, bytes]:
    """What every package has from the tree: the corpus, schemas, grammars, licences; if asked for, the chapters."""
    return below(ROOT, *_CORPUS, *_LICENCES, *(_SPECIFICATION if specification else ()))


def below(folder: Path, *names: str) -> dict[str, bytes]:
    """The files in a folder, or those of them that have, or are in a folder of, one of the names."""
    tops = [folder / name for name in names] or [folder]
    found = [path for top in tops for path in ([top] if top.is_file() else top.rglob("*")) if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(found)}


def manifest(files: Files) -> bytes:
    """The hashes of files, as `sha256sum` writes and checks them."""
    return "".join(f"{sha256(files[path]).hexdigest()}  {path}\n" for path in sorted(files)).encode()


def version() -> str:
    """The version of all packages: that of pyproject.toml."""
    found = re.search(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    assert found, "pyproject.toml has no version"
    return found[1]


def promise() -> str:
    """What every example prints last."""
    loaded = corpus.load(ROOT / "conformance")
    return f"{len(loaded.cases)} cases of corpus {loaded.version}"


def shipped(artefact: Path) -> dict[str, bytes]:
    """The files of a package as it is published, under the paths that they have in the tree."""
    if artefact.is_dir():
        return below(artefact)
    if artefact.suffix == ".whl":
        files = {
            re.sub(r"^(toolwire/data|[^/]+\.dist-info/licenses)/", "", path): data for path, data in _zip(artefact)
        }
        return files | {MANIFEST: artefact.with_name(MANIFEST).read_bytes()}
    archive = _zip(artefact) if artefact.suffix == ".zip" else _tar(artefact)
    return {path.partition("/")[2]: data for path, data in archive}


def damage(found: Files, *, specification: bool) -> list[str]:
    """What is wrong with a package, a sentence each: every file is that of the tree, and the manifest says so."""
    wanted = from_tree(specification=specification)
    said = [f"{path} is missing" for path in wanted if path not in found]
    for path, data in found.items():
        if path in wanted or path.partition("/")[0] in _FOLDERS:
            source = ROOT / path
            if not source.is_file():
                said.append(f"{path} is not in the tree")
            elif source.read_bytes() != data:
                said.append(f"{path} is not as it is in the tree")
    lines = [line.partition("  ") for line in found.get(MANIFEST, b"").decode().splitlines()]
    listed = {path: digest for digest, _, path in lines}
    said += [f"{path} is not in the manifest" for path in wanted if path not in listed]
    for path, digest in listed.items():
        if path not in found or sha256(found[path]).hexdigest() != digest:
            said.append(f"{path} has not the hash of the manifest")
    return said


def _zip(path: Path) -> list[tuple[str, bytes]]:
    with zipfile.ZipFile(path) as archive:
        return [(name, archive.read(name)) for name in archive.namelist() if not name.endswith("/")]


def _tar(path: Path) -> list[tuple[str, bytes]]:
    with tarfile.open(path) as archive:
        opened = [(member.name, archive.extractfile(member)) for member in archive if member.isfile()]
        return [(name, file.read()) for name, file in opened if file]
