"""What a tool can put right by itself: the form of files, and new ids in the ledger."""

from __future__ import annotations

import json
from pathlib import Path

from toolwire_conformance import corpus
from toolwire_conformance.corpus import CorpusError
from toolwire_conformance.formatting import format_case_file

from .material import LEDGER, read_ledger

_FIRST_LINE = (
    "# Corpus 1.0.0. Append-only: new ids go to the end; a state may go from live to retired; nothing else changes.\n"
)


def fix(folder: Path) -> list[str]:
    """Rewrite case files to the canonical form and enter new ids in the ledger; the files that were changed.

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
    known = read_ledger(ledger)
    new = [name for name in dict.fromkeys(issued) if name not in known]
    if new:
        before = ledger.read_text("utf-8") if ledger.exists() else ""
        ledger.write_text((before or _FIRST_LINE) + "".join(f"{name} live\n" for name in new), "utf-8", newline="\n")
        changed.append(LEDGER)
    return changed
