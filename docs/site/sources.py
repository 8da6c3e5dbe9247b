"""What the site is drawn from: the requirements, the corpus and the terms of one checkout, read once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from toolwire import specification
from toolwire.specification import Requirement
from toolwire_conformance import corpus, index, values
from toolwire_conformance.corpus import Case
from toolwire_conformance.lint.material import read_unobservable
from toolwire_conformance.values import Json

_TERM_ROW = re.compile(r"^\| (\*[^|]+\*) \| (.+) \|$", re.MULTILINE)


@dataclass(frozen=True)
class Sources:
    """One checkout."""

    root: Path

    @cached_property
    def requirements(self) -> Mapping[str, Requirement]:
        """All requirements by id, in the order of reading."""
        return specification.requirements(self.root / "spec")

    @cached_property
    def corpus(self) -> corpus.Corpus:
        """The corpus as the runner loads it."""
        return corpus.load(self.root / "conformance")

    @property
    def cases(self) -> Mapping[str, Case]:
        """All cases by id, in the order of their files."""
        return self.corpus.cases

    @cached_property
    def written(self) -> Mapping[str, dict[str, Json]]:
        """What each case asks and expects, by its id, as its file has it: the short forms are kept."""
        found: dict[str, dict[str, Json]] = {}
        for path in corpus.files(self.corpus.folder):
            topic = cast("dict[str, Any]", values.read(path.read_bytes()))
            for case in topic["cases"]:
                found[case["id"]] = {"op": topic["op"], "input": case["input"], "expect": case["expect"]}
        return found

    @cached_property
    def rows(self) -> Mapping[str, index.Row]:
        """Each requirement with the cases that keep to it, those that break it, and its guards."""
        folder = self.root / "conformance"
        found = index.rows(
            self.requirements,
            self.corpus.cases.values(),
            read_unobservable(folder / "unobservable.toml"),
            index.zoo(folder / "adequacy" / "zoo.toml"),
        )
        return {row.requirement.id: row for row in found}

    @cached_property
    def terms(self) -> Mapping[str, str]:
        """The terms of the introduction and what each means, in Markdown."""
        rows = _TERM_ROW.findall(self.chapter("introduction.md"))
        return {term.strip(" *"): meaning for terms, meaning in rows for term in terms.split(",")}

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """The title of each chapter by its file's name."""
        return {name: self.chapter(name).partition("\n")[0].lstrip("# ") for name in specification.CHAPTERS}

    @cached_property
    def citing(self) -> Mapping[str, tuple[str, ...]]:
        """The requirements in whose block a path such as `grammars/x.lark` is named, by that path."""
        found: dict[str, list[str]] = {}
        for name in specification.CHAPTERS:
            for block in re.split(r"^(?=r\[|#)", self.chapter(name), flags=re.MULTILINE):
                mark = re.match(r"r\[([^\]]+)\]", block)
                for path in re.findall(r"`((?:grammars|schemas)/[^`]+)`", block) if mark else ():
                    if mark and mark[1] not in found.setdefault(path, []):
                        found[path].append(mark[1])
        return {path: tuple(ids) for path, ids in found.items()}

    def where(self, rule: str) -> str:
        """Where on the site a requirement stands."""
        return f"spec/{self.requirements[rule].chapter}#{rule}"

    def chapter(self, name: str) -> str:
        """The Markdown of a chapter, or of an annex."""
        return (self.root / "spec" / name).read_text("utf-8")

    def mentioned(self, text: str) -> tuple[str, ...]:
        """The requirements that a text names, `some.group.*` included, in the order of reading."""
        names = set(re.findall(r"[a-z]+(?:\.[a-z0-9-]+)*(?:\.\*)?", text))
        groups = tuple(name.removesuffix("*") for name in names if name.endswith(".*"))
        return tuple(rule for rule in self.requirements if rule in names or (groups and rule.startswith(groups)))
