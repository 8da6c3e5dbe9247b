"""What a tool can put right by itself: the form of files, new ids in the ledger, and new requirements in the list."""

from __future__ import annotations

import json
from pathlib import Path

from toolwire import specification
from toolwire_conformance import affirmed, corpus
from toolwire_conformance.corpus import CorpusError
from toolwire_conformance.formatting import format_case_file

from .material import LEDGER, read_ledger

_FIRST_LINE = (
    "# Corpus 1.0.0. Append-only: new ids go to the end; a state may go from live to retired; nothing else changes.\n"
)


def fix(folder: Path) -> list[str]:
    """Rewrite case files to the canonical form, and enter new ids and requirements; the files that were changed.

    A derived file is left to its generator, a file that is not JSON to its author.
    """
    changed: list[str] = []
    issued: list[str] = []
    for path in corpus.files(folder):
        document = path.read_bytes()
        file = path.relative_to(folder).as_posix()
        try:
            formatted = format_case_file(document)
            issued += [case.id for case in corpus.read(file, document)]
        except (ValueError, CorpusError):
            continue
        if document != formatted.encode() and "generator" not in json.loads(document):
            path.write_text(formatted, "utf-8", newline="\n")
            changed.append(file)
    ledger = folder / LEDGER
    states = read_ledger(ledger)
    new = [name for name in dict.fromkeys(issued) if name not in states]
    if new:
        before = ledger.read_text("utf-8") if ledger.exists() else ""
        ledger.write_text((before or _FIRST_LINE) + "".join(f"{name} live\n" for name in new), "utf-8", newline="\n")
        changed.append(LEDGER)
    known = affirmed.read(folder / affirmed.AFFIRMED)
    requirements = specification.requirements()
    if affirmed.affirm(folder / affirmed.AFFIRMED, [name for name in requirements if name not in known], requirements):
        changed.append(affirmed.AFFIRMED)
    return changed
