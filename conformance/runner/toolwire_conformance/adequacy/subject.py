"""Copies of the reference, apart from the one that the runner itself is built on, to be spoilt.

Two ways. `edited` loads a copy with other source text for one module, which takes a quarter of a second. `Live` is one
copy whose functions get other code for a moment, which takes next to nothing.
"""

from __future__ import annotations

import gc
import importlib
import importlib.abc
import importlib.util
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from functools import _lru_cache_wrapper  # pyright: ignore[reportPrivateUsage]
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

Answer = Callable[[str, Any], dict[str, Any]]
"""An op and its input, to the members of an answer."""

REFERENCE = "toolwire"


def sources() -> Path:
    """The folder of the reference's sources."""
    return Path(str(importlib.import_module(REFERENCE).__file__)).parent


@contextmanager
def edited(file: str, source: str) -> Generator[Answer]:
    """How the reference answers when `file`, a path below its folder, reads `source`."""
    with _copy(_Finder(_module(file), source)) as modules:
        yield modules["toolwire.adapter"].answer


@contextmanager
def _copy(finder: importlib.abc.MetaPathFinder | None) -> Generator[Mapping[str, ModuleType]]:
    """The modules of a fresh copy, which stand where modules are looked up: types are resolved late, by name.

    Afterwards those that were loaded are back in place, and the copy is forgotten.
    """
    kept = {name: sys.modules.pop(name) for name in _loaded()}
    if finder:
        sys.meta_path.insert(0, finder)
    try:
        importlib.import_module("toolwire.adapter")
        yield {name: sys.modules[name] for name in _loaded()}
    finally:
        if finder:
            sys.meta_path.remove(finder)
        for name in _loaded():
            del sys.modules[name]
        sys.modules.update(kept)


def _loaded() -> list[str]:
    return [name for name in sys.modules if name.split(".")[0] == REFERENCE]


def _module(file: str) -> str:
    return f"{REFERENCE}." + file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.SourceLoader):
    """Finds the one module that is edited; the others are found as ever."""

    def __init__(self, module: str, source: str) -> None:
        self.module = module
        self.source = source

    def find_spec(self, name: str, path: object, target: ModuleType | None = None) -> Any:  # noqa: ARG002
        return importlib.util.spec_from_loader(name, self) if name == self.module else None

    def get_filename(self, fullname: str) -> str:
        return f"<edited>/{fullname}"

    def get_data(self, path: str) -> bytes:  # noqa: ARG002
        return self.source.encode()


@contextmanager
def live() -> Generator[Live]:
    """One copy of the reference, whose functions can be given other code."""
    with _copy(None) as modules:
        yield Live(modules)


class Live:
    """A copy whose functions can be given other code.

    Attributes:
        answer: how it answers.
    """

    def __init__(self, modules: Mapping[str, ModuleType]) -> None:
        self.answer: Answer = modules["toolwire.adapter"].answer
        self._patterns: dict[str, str] = modules["toolwire.grammar"].PATTERNS
        scopes = {id(vars(module)): module for module in modules.values()}
        everything = gc.get_objects()
        self._functions = {
            (one.__module__, one.__qualname__): one
            for one in everything
            if isinstance(one, FunctionType)
            and id(one.__globals__) in scopes
            and one.__code__.co_filename == scopes[id(one.__globals__)].__file__
        }
        self._caches: list[_lru_cache_wrapper[Any]] = [
            one
            for one in everything
            if isinstance(one, _lru_cache_wrapper) and id(one.__wrapped__.__globals__) in scopes
        ]

    def function(self, file: str, qualname: str) -> FunctionType | None:
        """The function of that name; None if there is none that lives as long as its module."""
        return self._functions.get((_module(file), qualname))

    @contextmanager
    def with_code(self, function: FunctionType, code: CodeType) -> Generator[Answer]:
        """The copy with other code for one of its functions."""
        kept = function.__code__
        function.__code__ = code
        self._forget(function.__module__)
        try:
            yield self.answer
        finally:
            function.__code__ = kept
            self._forget(function.__module__)

    @contextmanager
    def with_pattern(self, grammar: str, pattern: str) -> Generator[Answer]:
        """The copy with another pattern for the recogniser of a grammar."""
        kept = self._patterns[grammar]
        self._patterns[grammar] = pattern
        self._forget("toolwire.grammar")
        try:
            yield self.answer
        finally:
            self._patterns[grammar] = kept
            self._forget("toolwire.grammar")

    def _forget(self, module: str) -> None:
        """Empty what functions of a module have cached."""
        for cache in self._caches:
            if cache.__module__ == module:
                cache.cache_clear()
