"""The zoo: faulty implementations written by hand, each one plausible mistake, as an edit of the reference."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

from .code import swapped
from .mutant import Edit, Mutant
from .subject import sources


def mutants(path: Path, swaps: Callable[[str, str], bool]) -> Iterator[Mutant]:
    """The mutants of a file such as `conformance/adequacy/zoo.toml`, in its order.

    `swaps` says of a function of a file whether its code can be swapped while its module lives.

    Raises:
        ValueError: what an edit replaces does not stand exactly once in its file.
    """
    for name, entry in tomllib.loads(path.read_text("utf-8")).items():
        source = (sources() / entry["file"]).read_text("utf-8")
        if source.count(entry["old"]) != 1:
            raise ValueError(f"{name}: `old` stands {source.count(entry['old'])} times in {entry['file']}, not once")
        edited = source.replace(entry["old"], entry["new"])
        swap = swapped(entry["file"], source, edited)
        spoils = swap if swap and swaps(swap.file, swap.function) else Edit(entry["file"], edited)
        yield Mutant("zoo", entry["file"], name, entry["file"], name.replace("-", " "), spoils, entry["breaks"])
