"""Which text of each requirement its cases were written for: `affirmed.txt`, a line `id fingerprint` each.

When a requirement's text changes, the cases that cite it are suspect until somebody has read them and affirms them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from toolwire.specification import Requirement

from .corpus import CorpusError

AFFIRMED = "affirmed.txt"

_FIRST_LINE = (
    "# The text of each requirement that its cases were last read against. Written by toolwire conform affirm.\n"
)


def read(path: Path) -> dict[str, str]:
    """The affirmed fingerprint of each requirement; none if the file is not there.

    Raises:
        CorpusError: a line is neither a comment nor an id and a fingerprint.
    """
    found: dict[str, str] = {}
    for number, line in enumerate(path.read_text("utf-8").splitlines() if path.exists() else (), 1):
        words = line.split()
        if line.startswith("#"):
            continue
        if len(words) != 2:
            raise CorpusError(f"{AFFIRMED}:{number}: {line!r} is no line of the form `id fingerprint`; affirm it again")
        found[words[0]] = words[1]
    return found


def affirm(path: Path, names: Collection[str], requirements: Mapping[str, Requirement]) -> list[str]:
    """Write down the present text of the named requirements, and forget those that are gone; what has changed.

    Raises:
        CorpusError: a name is no requirement's, or the file is not readable.
    """
    unknown = [name for name in names if name not in requirements]
    if unknown:
        raise CorpusError(f"{', '.join(unknown)}: no such requirement; spec/annex/requirements.md lists them all")
    before = read(path)
    after = {name: before[name] for name in requirements if name in before}
    after |= {name: requirements[name].fingerprint for name in names}
    lines = [f"{name} {after[name]}\n" for name in requirements if name in after]
    path.write_text(_FIRST_LINE + "".join(lines), "utf-8", newline="\n")
    return [name for name in {**before, **after} if before.get(name) != after.get(name)]
