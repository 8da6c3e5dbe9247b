"""Measure what the issues set targets for: `make bench`. Writes results.json and README.md beside this file."""

from __future__ import annotations

import json
import pipes
import platform
import sys
from pathlib import Path
from typing import Any

import carriers
import kept
import startup
import transcripts

HERE = Path(__file__).parent
COMMAND = "make bench"

Result = dict[str, Any]


def main() -> int:
    """Run all measurements; 0 if every target is met, else 1."""
    results: list[Result] = []
    for part in (carriers, kept, transcripts, startup, pipes):
        for name, ratio, target, note in part.rows():
            met = None if target is None else ratio <= target
            results.append({"name": name, "ratio": round(ratio, 2), "target": target, "met": met, "note": note})
            print(f"{ratio:6.2f}  {'' if target is None else f'≤ {target:g}':7} {name}  ({note})", flush=True)
    document = {"results": results, "machine": machine(), "command": COMMAND}
    (HERE / "results.json").write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", "utf-8")
    (HERE / "README.md").write_text(page(document), "utf-8")
    return 0 if all(result["met"] is not False for result in results) else 1


def machine() -> str:
    """The kind of machine, without its name."""
    return f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"


def page(document: dict[str, Any]) -> str:
    """The results as a page."""
    lines = [
        "<!-- Written by `make bench`; do not edit. -->",
        "# Benchmarks",
        "",
        f"`{document['command']}` on {document['machine']}.",
        "Each line is a ratio of two things timed in turn within one run, the best of many rounds of each, so that it",
        "means something on another machine. Lower is better. A line without a target is there to be known.",
        "",
        "| measured | ratio | target | times |",
        "|---|---:|---:|---|",
    ]
    for result in document["results"]:
        target = "" if result["target"] is None else f"≤ {result['target']:g}{'' if result['met'] else ', missed'}"
        lines.append(f"| {result['name']} | {result['ratio']:.2f} | {target} | {result['note']} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
