"""The requirements of the specification, read from its chapters.

A requirement is the paragraph behind a line `r[its.id]`. An `Example: e[case-id].` paragraph behind it names
the corpus case that shows it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from toolwire import tree

# In the order of reading.
CHAPTERS = (
    "introduction.md",
    "text-and-json.md",
    "carriers.md",
    "retained-results.md",
    "read-arguments.md",
    "pages.md",
    "preview.md",
    "external-results.md",
    "transcript-file.md",
    "entries.md",
    "session-rules.md",
    "recovery.md",
    "check.md",
    "storage.md",
    "model-context.md",
    "session-projection.md",
    "projection-registry.md",
    "fork.md",
    "provider-requests.md",
    "conformance.md",
)

_BLOCK = re.compile(r"^r\[(?P<id>[a-z0-9.-]+)\]\n(?P<text>(?:(?!\n).+\n)+)(?P<rest>(?:(?!r\[|#).*\n)*)", re.MULTILINE)
_EXAMPLE = re.compile(r"^Example: (?P<example>.+)$", re.MULTILINE)
_CASE = re.compile(r"e\[([a-z0-9-]+)\]")
_STRENGTH = ("MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "MAY")
_LEVEL = re.compile(r"\b(MUST NOT|MUST|SHOULD NOT|SHOULD|MAY)\b")


@dataclass(frozen=True, slots=True)
class Requirement:
    """One requirement of the specification."""

    id: str
    level: str
    """The strongest keyword of its text: MUST, MUST NOT, SHOULD, SHOULD NOT or MAY."""
    text: str
    """Its sentence, on one line."""
    chapter: str
    """File name of its chapter below `spec/`."""
    line: int
    """Line of its marker in that file, from 1."""
    examples: tuple[str, ...]
    """Ids of the corpus cases that show it; empty if the example is in words."""

    @property
    def fingerprint(self) -> str:
        """First 12 hexadecimal digits of the text's SHA-256: when it changes, the cases that cite it are suspect."""
        return sha256(self.text.encode()).hexdigest()[:12]


@cache
def requirements(spec: Path | None = None) -> dict[str, Requirement]:
    """All requirements by id, in the order of reading; `spec` is the folder of the chapters.

    Raises:
        ValueError: an id is used twice, or a requirement has no keyword.
    """
    folder = spec or tree.root() / "spec"
    found: dict[str, Requirement] = {}
    for chapter in CHAPTERS:
        for requirement in read_chapter(chapter, (folder / chapter).read_text("utf-8")):
            if requirement.id in found:
                raise ValueError(f"{chapter}:{requirement.line}: r[{requirement.id}] is used twice; rename the new one")
            found[requirement.id] = requirement
    return found


def read_chapter(chapter: str, source: str) -> list[Requirement]:
    """The requirements of one chapter's Markdown `source`, in order."""
    found: list[Requirement] = []
    for block in _BLOCK.finditer(source + "\n"):
        line = source.count("\n", 0, block.start()) + 1
        text = " ".join(block["text"].split())
        levels = _LEVEL.findall(text)
        if not levels:
            raise ValueError(f"{chapter}:{line}: r[{block['id']}] has no MUST, SHOULD or MAY in its first paragraph")
        example = _EXAMPLE.search(block["rest"])
        cases = tuple(cited(example["example"])) if example else ()
        found.append(Requirement(block["id"], min(levels, key=_STRENGTH.index), text, chapter, line, cases))
    return found


def cited(text: str) -> list[str]:
    """The ids of the cases that a text cites as `e[id]`, in order."""
    return _CASE.findall(text)
