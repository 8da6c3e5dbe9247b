"""The derived annexes of the specification: the index of requirements, and their examples in full."""

from __future__ import annotations

import json
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any

from toolwire.specification import Requirement, requirements

from .source import SourceError, notice

Case = dict[str, Any]


def index(root: Path) -> dict[str, str]:
    """The annex that lists every requirement with the number of cases that keep to it and that break it."""
    cited: dict[str, int] = defaultdict(int)
    broken: dict[str, int] = defaultdict(int)
    for case in _cases(root).values():
        for requirement in case["requirements"]:
            (broken if requirement == case.get("breaks") else cited)[requirement] += 1
    unobservable = tomllib.loads((root / "conformance/unobservable.toml").read_text("utf-8"))
    lines = [
        f"<!-- {notice('spec/*.md', 'conformance/cases', 'conformance/unobservable.toml')} -->",
        "",
        "# Annex: requirement index",
        "",
        "*Kept* counts the cases that exercise a requirement with an input that keeps to it, *broken* those whose",
        "input breaks it and nothing else. The *fingerprint* is the beginning of the SHA-256 of the requirement's",
        "sentence: when it changes, the cases that cite it are to be read again.",
    ]
    chapter = ""
    for requirement in requirements(root / "spec").values():
        if requirement.chapter != chapter:
            chapter = requirement.chapter
            title = (root / "spec" / chapter).read_text("utf-8").partition("\n")[0].lstrip("# ")
            lines += ["", f"## [{title}](../{chapter})", "", "| requirement | level | kept | broken | fingerprint |"]
            lines += ["|---|---|---:|---:|---|"]
        counts = f"{cited[requirement.id]} | {broken[requirement.id]}"
        lines += [f"| `{requirement.id}` | {requirement.level} | {counts} | `{requirement.fingerprint}` |"]
    lines += ["", "## Not observed by cases", "", "| requirement | lacks | why |", "|---|---|---|"]
    for name, entry in sorted(unobservable.items()):
        lines += [f"| `{name}` | {entry.get('lacks', 'both')} | {entry['reason']} |"]
    return {"spec/annex/requirements.md": "\n".join(lines) + "\n"}


def examples(root: Path) -> dict[str, str]:
    """The annex that shows, for each requirement, the input and the expected answer of its example.

    Raises:
        SourceError: a chapter cites a case that does not exist.
    """
    cases = _cases(root)
    lines = [
        f"<!-- {notice('spec/*.md', 'conformance/cases')} -->",
        "",
        "# Annex: examples",
        "",
        "The examples that the chapters cite. Ops and answers are those of the adapter protocol",
        "(`conformance/protocol.md`). In `input` and `expect`, the forms `repeat` and `concat` stand for the",
        "text that they spell: a text so many times, and parts one after the other.",
    ]
    for requirement in requirements(root / "spec").values():
        for example in requirement.examples:
            if example not in cases:
                raise SourceError(f"spec/{requirement.chapter}:{requirement.line}", f"e[{example}] is no case")
            lines += ["", f"## {example}", "", *_example(requirement, cases[example])]
    return {"spec/annex/examples.md": "\n".join(lines) + "\n"}


def _example(requirement: Requirement, case: Case) -> list[str]:
    breaks = case.get("breaks")
    part = f"breaks `{breaks}`" if breaks else f"keeps to `{requirement.id}`"
    shown = {"op": case["op"], "input": case["input"], "expect": case["expect"]}
    text = "".join(map(_spelled, json.dumps(shown, indent=2, ensure_ascii=False)))
    return [f"For `{requirement.id}`: {case['title']}; {part}.", "", "```json", text, "```"]


def _spelled(character: str) -> str:
    """What a reader of the page could not see is an escape."""
    return character if character.isprintable() or character == "\n" else json.dumps(character)[1:-1]


def _cases(root: Path) -> dict[str, Case]:
    """Every case by its id, with the op of its topic, and the requirements of its topic where it names none."""
    cases: dict[str, Case] = {}
    for path in sorted((root / "conformance/cases").rglob("*.json")):
        topic = json.loads(path.read_text("utf-8"))
        for case in topic["cases"]:
            cases[case["id"]] = {"op": topic["op"], "requirements": topic["requirements"], **case}
    return cases
