"""`src/index.rs` of the crate: every file, and where in its file each case has its input and its expectation.

So the crate needs no build script and no JSON reader, and the corpus is in it once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from contents import Files
from toolwire import json_profile


def index(files: Files, corpus_version: str) -> bytes:
    """The source text; `files` are those of the crate under their paths in it."""
    paths = sorted(path for path in files if not path.startswith("LICENSE"))
    included = [f"    ({literal(path)}, include_str!({literal('../' + path)})),\n" for path in paths]
    cases = [row for path in paths if path.startswith("conformance/cases/") for row in _rows(path, files[path], paths)]
    return (
        "// Written by packaging/rust_index.py.\nuse crate::Row;\n\n"
        f"pub static VERSION: &str = {literal(corpus_version)};\n\n"
        f"pub static FILES: &[(&str, &str)] = &[\n{''.join(included)}];\n\n"
        f"pub(crate) static ROWS: &[Row] = &[\n{''.join(cases)}];\n"
    ).encode()


def _rows(path: str, document: bytes, paths: Sequence[str]) -> Iterator[str]:
    topic: Any = json.loads(document)
    _, spans = json_profile.locate(document)
    if not document.isascii():
        raise ValueError(f"{path} is not ASCII, so places in its text are not places in its bytes")
    for number, case in enumerate(topic["cases"]):
        yield "    Row {{ file: {}, id: {}, title: {}, profile: {}, op: {}, requirements: &[{}], {} }},\n".format(
            paths.index(path),
            *(literal(text) for text in (case["id"], case["title"], topic["profile"], topic["op"])),
            ", ".join(map(literal, case.get("requirements", topic["requirements"]))),
            ", ".join(
                [
                    *(f"{name}: {_optional(case.get(name))}" for name in ("breaks", "twin")),
                    *(f"{name}: {_span(spans[f'/cases/{number}/{name}'])}" for name in ("input", "expect")),
                ]
            ),
        )


def _span(span: tuple[int, int]) -> str:
    return f"({span[0]}, {span[1]})"


def _optional(text: str | None) -> str:
    return "None" if text is None else f"Some({literal(text)})"


def literal(text: str) -> str:
    """A text as a string of Rust.

    Raises:
        ValueError: it has characters that do not show.
    """
    if not text.isprintable():
        raise ValueError(f"{text!r} has characters that a Rust literal would have to escape")
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
