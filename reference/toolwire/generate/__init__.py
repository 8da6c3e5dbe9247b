"""What is derived from the sources of the specification package: `toolwire generate`.

A generator is a pure function from the root of a checkout to the text of files, by their paths from there. To add one,
write it in a module of its own and give it a row in `GENERATORS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from .abnf import abnf
from .annexes import examples, index
from .diagrams import diagrams
from .models import models
from .regexes import recognisers, table
from .schemas import bundle, case_schema
from .source import MARK, SourceError

__all__ = ["GENERATORS", "SourceError", "differences", "outputs"]

# Where derived files lie (what else is found there and says that it is derived is left over), and what makes them.
GENERATORS: Mapping[str, Callable[[Path], dict[str, str]]] = {
    "reference/toolwire/grammar/recognisers.py": recognisers,
    "grammars/derived/*.json": table,
    "grammars/derived/*.abnf": abnf,
    "grammars/derived/*.svg": diagrams,
    "reference/toolwire/model/[a-z]*.py": models,
    "schemas/bundle.schema.json": bundle,
    "conformance/case.schema.json": case_schema,
    "spec/annex/requirements.md": index,
    "spec/annex/examples.md": examples,
}


def outputs(root: Path) -> dict[str, str]:
    """All derived files: their text by their path from the root. Nothing is written.

    Raises:
        SourceError: a source cannot be translated.
        FileNotFoundError: `root` is not a checkout.
    """
    return {path: text for generator in GENERATORS.values() for path, text in generator(root).items()}


def differences(root: Path, derived: Mapping[str, str]) -> dict[str, str]:
    """Where the tree differs from the derived files: `missing`, `stale` or `left over`, by path in order."""
    states: dict[str, str] = {}
    for path in {path for pattern in GENERATORS for path in root.glob(pattern)}:
        name, content = path.relative_to(root).as_posix(), path.read_bytes()
        if name in derived and content != derived[name].encode():
            states[name] = "stale"
        elif name not in derived and MARK.encode() in content.partition(b"\n")[0]:
            states[name] = "left over"
    states |= {name: "missing" for name in derived if not (root / name).exists()}
    return dict(sorted(states.items()))
