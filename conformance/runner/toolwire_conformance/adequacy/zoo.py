"""The zoo: faulty implementations written by hand, each one plausible mistake, as an edit of the reference."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

from .mutant import Edit, Mutant
from .subject import sources


def mutants(path: Path) -> Iterator[Mutant]:
    """The mutants of a file such as `conformance/adequacy/zoo.toml`, in its order.

    Raises:
        ValueError: what an edit replaces does not stand exactly once in its file.
    """
    for name, entry in tomllib.loads(path.read_text("utf-8")).items():
        source = (sources() / entry["file"]).read_text("utf-8")
        if source.count(entry["old"]) != 1:
            raise ValueError(f"{name}: `old` stands {source.count(entry['old'])} times in {entry['file']}, not once")
        edit = Edit(entry["file"], source.replace(entry["old"], entry["new"]))
        yield Mutant("zoo", entry["file"], name, entry["file"], name.replace("-", " "), edit, entry["breaks"])
