"""The schemas of `schemas/`, and the JSON derived from them: one file with all of them, and a copy for the corpus."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .source import SourceError, notice

SUFFIX = ".schema.json"
BUNDLE = "schemas/bundle.schema.json"

Schema = dict[str, Any]


def documents(root: Path) -> dict[str, Schema]:
    """All schemas but the bundle, by their path without suffix, such as `carrier/attachment`, in order.

    Raises:
        SourceError: a file is not JSON.
    """
    folder = root / "schemas"
    found: dict[str, Schema] = {}
    for path in sorted(folder.glob(f"*/**/*{SUFFIX}")):
        name = path.relative_to(folder).as_posix().removesuffix(SUFFIX)
        try:
            found[name] = json.loads(path.read_text("utf-8"))
        except ValueError as error:
            raise SourceError(f"schemas/{name}{SUFFIX}", f"this is not JSON ({error})") from None
    return found


def bundle(root: Path) -> dict[str, str]:
    """One file that holds every schema; each keeps its `$id`, by which references find it."""
    whole: Schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"https://toolwire.dev/{BUNDLE}",
        "title": "All schemas of Toolwire",
        "description": "Every schema under $defs, by its path; refer to one by its own $id.",
        "$defs": documents(root),
    }
    return {BUNDLE: _marked(json.dumps(whole, indent=2, ensure_ascii=False) + "\n", f"schemas/**/*{SUFFIX}")}


def case_schema(root: Path) -> dict[str, str]:
    """The schema of case files once more, beside the corpus, for those who take `conformance/` alone."""
    source = f"schemas/conformance/case{SUFFIX}"
    return {f"conformance/case{SUFFIX}": _marked((root / source).read_text("utf-8"), source)}


def _marked(text: str, source: str) -> str:
    """The JSON object with the notice as its first member, on its first line."""
    return f'{{ "$comment": {json.dumps(notice(source))},{text.removeprefix("{")}'
