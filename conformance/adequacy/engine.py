"""Faulty copies of the reference: its sources with one edit, loaded beside it and asked like any implementation."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import toolwire

HERE = Path(__file__).parent
SOURCES = Path(toolwire.__file__).parent

Answer = Callable[[str, dict[str, Any]], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Mutant:
    """One mistake: its name, the requirement that it breaks, and the edit of one source file."""

    name: str
    breaks: str
    file: str
    old: str
    new: str

    def source(self) -> str:
        """The file with the edit made.

        Raises:
            ValueError: what the edit replaces does not stand exactly once in the file.
        """
        source = (SOURCES / self.file).read_text("utf-8")
        if source.count(self.old) != 1:
            raise ValueError(f"{self.name}: `old` stands {source.count(self.old)} times in {self.file}, not once")
        return source.replace(self.old, self.new)


def zoo() -> list[Mutant]:
    """The mutants of `zoo.toml`, in order."""
    entries = tomllib.loads((HERE / "zoo.toml").read_text("utf-8"))
    return [Mutant(name, **entry) for name, entry in entries.items()]


@contextmanager
def faulty(mutant: Mutant) -> Iterator[Answer]:
    """How the mutant answers an op; the reference itself is back in place afterwards."""
    kept = {name: sys.modules.pop(name) for name in list(sys.modules) if name.split(".")[0] == "toolwire"}
    finder = _Finder(mutant)
    sys.meta_path.insert(0, finder)
    try:
        yield importlib.import_module("toolwire.adapter").answer
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if name.split(".")[0] == "toolwire"]:
            del sys.modules[name]
        sys.modules.update(kept)


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.SourceLoader):
    """Finds the one module that the mutant edits; the others are found as ever."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        self.module = "toolwire." + mutant.file.removesuffix(".py").replace("/", ".")

    def find_spec(self, name: str, path: object, target: ModuleType | None = None) -> Any:  # noqa: ARG002
        return importlib.util.spec_from_loader(name, self) if name == self.module else None

    def get_filename(self, name: str) -> str:
        return f"<{self.mutant.name}>/{name}"

    def get_data(self, path: str) -> bytes:  # noqa: ARG002
        return self.mutant.source().encode()
