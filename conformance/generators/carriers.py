"""Exhaustive families of carrier cases: each listed white space character and each that is taken for one, each line
separator at each place, each kind of digit that libraries take for one.

    python conformance/generators/carriers.py [--check]

Writes `conformance/cases/carrier/generated/*.json`, which are never edited; `--check` writes nothing and exits 1 if one
is stale. Expected values are formed from the rules here, not from an implementation.
"""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from toolwire_conformance.formatting import format_case_file

Case = dict[str, Any]

CASES = Path(__file__).parents[1] / "cases"
COMMAND = "python conformance/generators/carriers.py"
TOKEN = "[Tool results]"

# Requirement text.white-space, spelled out once more so that a slip in the grammar shows.
LISTED = [
    *range(9, 14), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000,
]  # fmt: skip
# What some library trims or does not show, and the neighbours of what is listed.
LOOK_ALIKES = [
    0x00, 0x08, 0x0E, 0x1C, 0x1D, 0x1E, 0x1F, 0x21, 0x7F, 0x84, 0x86, 0x9F, 0xA1, 0xAD, 0x167F, 0x1681, 0x180E, 0x1FFF,
    0x200B, 0x200C, 0x200D, 0x200E, 0x2027, 0x202A, 0x202E, 0x2030, 0x205E, 0x2060, 0x2FFF, 0x3001, 0x3164, 0xFEFF,
    0xFFFC,
]  # fmt: skip
# What the "lines" helpers of Python, JavaScript, Java and .NET end a line at, the line feed aside.
SEPARATORS = [0x0B, 0x0C, 0x0D, 0x1C, 0x1D, 0x1E, 0x85, 0x2028, 0x2029]


def code(point: int) -> str:
    """A code point as it stands in an id."""
    return f"u-{point:04x}"


def topic(name: str, about: str, op: str, requirements: list[str], cases: Iterator[Case]) -> dict[str, Any]:
    """A case file of this generator."""
    path = f"carrier/generated/{name}"
    head = {"topic": path, "about": about, "generator": f"{COMMAND}; never edited by hand"}
    return head | {"profile": "carrier-reader", "op": op, "requirements": requirements, "cases": list(cases)}


def legacy(content: str) -> dict[str, Any]:
    """The parts of a legacy prompt carrier."""
    return {"kind": "prompt", "declared": False, "attachments": [], "text": content}


def declared(targets: list[str], text: str) -> dict[str, Any]:
    """The parts of a declared prompt carrier with images."""
    attachments = [{"kind": "image", "target": target} for target in targets]
    return {"kind": "prompt", "declared": True, "attachments": attachments, "text": text}


def white_space() -> Iterator[Case]:
    """Each listed character makes a carrier when it stands before the token, and each other one does not."""
    for point in LISTED:
        content = f"{chr(point)}{TOKEN}\n{code(point)}"
        yield {
            "id": f"white-space-{code(point)}",
            "title": f"U+{point:04X} before the token is white space",
            "twin": f"no-white-space-{code(0x200B)}",
            "tags": ["prompt", "legacy"],
            "hunts": "a trim that leaves this character",
            "input": {"role": "user", "content": content},
            "expect": {"result": True},
        }
    for point in LOOK_ALIKES:
        content = f"{chr(point)}{TOKEN}\n{code(point)}"
        yield {
            "id": f"no-white-space-{code(point)}",
            "title": f"U+{point:04X} before the token is no white space",
            "breaks": "text.white-space",
            "twin": f"white-space-{code(0x20)}",
            "tags": ["prompt"],
            "hunts": "a trim that takes this character",
            "input": {"role": "user", "content": content},
            "expect": {"result": False},
        }


def separators() -> Iterator[Case]:
    """A character that some helper ends a line at is an ordinary one: at each end of a line, and inside a target."""
    for point in SEPARATORS:
        mark, name, shown = chr(point), code(point), f"U+{point:04X}"
        header = f"[Tool attachments: 1]\n[IMAGE:/{name}]\nb"
        places = {
            "token": ("line 1", f"{TOKEN}{mark}\n{header}"),
            "header": ("the header", f"{TOKEN}\n{header.replace(']', ']' + mark, 1)}"),
            "marker": ("a marker", f"{TOKEN}\n{header.replace(f'{name}]', f'{name}]{mark}')}"),
            "lines": ("every line in place of LF", f"{TOKEN}{mark}{header}".replace("\n", mark)),
        }
        for place, (where, content) in places.items():
            yield {
                "id": f"separator-{name}-{place}",
                "title": f"{shown} behind {where} ends no line" if place != "lines" else f"{shown} for {where}",
                "breaks": "text.line-feed",
                "twin": f"separator-{name}-body",
                "tags": ["prompt", "legacy"],
                "hunts": "a lines helper, or a trim of each line",
                "input": {"role": "user", "content": content},
                "expect": {"result": legacy(content)},
            }
        body = f"a{mark}b{mark}[IMAGE:/x]{mark}"
        yield {
            "id": f"separator-{name}-body",
            "title": f"{shown} in a target and in the body is a character",
            "tags": ["prompt"],
            "hunts": "a lines helper",
            "input": {
                "role": "user",
                "content": f"{TOKEN}\n[Tool attachments: 1]\n[IMAGE:/{name}{mark}]\n{body}",
            },
            "expect": {"result": declared([f"/{name}{mark}"], body)},
        }


def digits() -> Iterator[Case]:
    """A digit beyond ASCII is none: one 1 of each script, and other characters with the value 1."""
    ones = [p for p in range(0x80, 0x20000) if unicodedata.digit(chr(p), None) == 1]
    decimal = [p for p in ones if unicodedata.category(chr(p)) == "Nd"][:12]
    kept = [*decimal, 0xB9, 0x1369, 0x2081, 0x2160, 0x2460, 0x4E00, 0x1D7CF]
    for point in kept:
        content = f"{TOKEN}\n[Tool attachments: {chr(point)}]\n[IMAGE:/{code(point)}]\nb"
        yield {
            "id": f"digit-{code(point)}",
            "title": f"U+{point:04X} is no digit of a count",
            "breaks": "carrier.prompt.header",
            "twin": "digit-ascii",
            "tags": ["prompt", "legacy"],
            "hunts": "int(), isdigit() or \\d, which know more digits",
            "input": {"role": "user", "content": content},
            "expect": {"result": legacy(content)},
        }
    yield {
        "id": "digit-ascii",
        "title": "U+0031 is a digit of a count",
        "tags": ["prompt"],
        "input": {"role": "user", "content": f"{TOKEN}\n[Tool attachments: 1]\n[IMAGE:/{code(0x31)}]\nb"},
        "expect": {"result": declared([f"/{code(0x31)}"], "b")},
    }


def topics() -> list[dict[str, Any]]:
    """All files of this generator."""
    return [
        topic(
            "white-space",
            "Listed white space before the token, character by character, and what is not listed.",
            "carrier.is_carrier",
            ["text.white-space", "carrier.predicate"],
            white_space(),
        ),
        topic(
            "separators",
            "Characters that are no line feed, at every place where one is expected.",
            "carrier.classify",
            ["text.line-feed"],
            separators(),
        ),
        topic("digits", "Digits beyond ASCII in a count.", "carrier.classify", ["carrier.prompt.header"], digits()),
    ]


def main(arguments: list[str]) -> int:
    """Write the files, or with `--check` name the stale ones; 1 if there are any, 2 for other arguments."""
    if arguments not in ([], ["--check"]):
        print(f"usage: {COMMAND} [--check]", file=sys.stderr)
        return 2
    stale = 0
    for made in topics():
        path = CASES / f"{made['topic']}.json"
        text = format_case_file(json.dumps(made))
        if not path.exists() or path.read_text("utf-8") != text:
            stale += 1
            print(f"{'stale' if arguments else 'wrote'}: conformance/cases/{made['topic']}.json")
            if not arguments:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, "utf-8", newline="\n")
    return 1 if arguments and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
