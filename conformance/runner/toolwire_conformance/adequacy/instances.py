"""The values of the corpus that some schema describes, by the schema."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from toolwire import schema as schemas
from toolwire_conformance import values
from toolwire_conformance.corpus import Case, Result
from toolwire_conformance.values import Json

DOCUMENTS: Mapping[str, tuple[str, str]] = {
    "retained.prepare": ("arguments", "retained/read-arguments"),
    "retained.refusal_text": ("arguments", "retained/read-arguments"),
    "retained.decode_record": ("document", "retained/capture-record"),
    "external.decode": ("document", "external/payload"),
    "transcript.decode_entry": ("line", "transcript/entry"),
    "carrier.parse_native": ("content", "carrier/native-envelope-reader"),
    "carrier.classify": ("content", "carrier/native-envelope-reader"),
}
"""Of each op the member of its input that is a document, and the schema of what that says."""

RESULTS: Mapping[str, str] = {
    "carrier.classify": "carrier/carrier-parts",
    "carrier.parse_prompt": "carrier/carrier-parts",
    "carrier.parse_native": "carrier/carrier-parts",
    "carrier.parse_marker_line": "carrier/attachment",
    "carrier.diagnose": "carrier/diagnosis",
    "transcript.decode_entry": "transcript/entry",
    "transcript.context": "transcript/model-context",
    "transcript.project": "transcript/session-projection",
    "transcript.request": "transcript/provider-request",
    "transcript.check": "transcript/check-report",
    "external.decode": "external/payload",
    "external.make": "external/payload",
    "retained.decode_record": "retained/capture-record",
}
"""Of each op the schema of its result."""

GIVEN = frozenset({"external/policy", "transcript/header", *(name for _, name in DOCUMENTS.values())})
"""Schemas of what a program is given: it judges them, and the corpus has values that they refuse."""


_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def instances(cases: Iterable[Case]) -> dict[str, dict[str, Any]]:
    """The values of the corpus by their schema, each once, by their JSON text."""
    found: dict[str, dict[str, Any]] = {}
    known = frozenset(schemas.names())

    def add(name: str, value: Any) -> None:
        text = json.dumps(value, sort_keys=True)
        if name == "transcript/entry" and (kind := _kind(value)) in known:
            add(kind, value)
        if not _SURROGATE.search(text):  # no text, and no schema's to judge
            found.setdefault(name, {})[text] = value

    for case in cases:
        given: Any = case.input
        if case.op in DOCUMENTS:
            member, name = DOCUMENTS[case.op]
            for value in _documents(given.get(member)):
                add(name, value)
        if "entry" in given:
            add("transcript/entry", _plain(given["entry"]))
        for line in _lines(given.get("log")):
            for value in _documents(line):
                add("transcript/header" if _type(value) == "session" else "transcript/entry", value)
        for member, name in (("policy", "external/policy"), ("page", "retained/page"), ("payload", "external/payload")):
            if member in given:
                add(name, _plain(given[member]))
        if case.op == "external.admit":
            add("external/batch", _plain(given["results"]))
        if isinstance(case.expect, Result) and case.expect.value is not None:
            value = _plain(case.expect.value)
            if case.op in RESULTS:
                add(RESULTS[case.op], value)
            if case.op == "retained.read":
                add("retained/page", value["page"])
            if case.op == "retained.capture":
                add("retained/capture-record", value["record"])
            if case.op == "retained.prepare":
                add("retained/page-request", value)
    return found


def _type(value: Any) -> Any:
    return cast("dict[str, Any]", value).get("type") if isinstance(value, dict) else None


def _kind(entry: Any) -> str:
    """The name of the schema of entries of its type, if its type is one that is known."""
    kind = str(_type(entry)).replace("/", "-").replace("_", "-")
    return f"transcript/{kind}-entry"


def _lines(log: Json) -> list[str]:
    return log.split("\n") if isinstance(log, str) else []


def _documents(text: Json) -> Iterator[Any]:
    """The value that a text says, if it is a small JSON text."""
    if isinstance(text, str) and len(text) < 20_000:
        try:
            yield _plain(values.read(text))
        except ValueError:
            return


def _plain(value: Json) -> Any:
    return json.loads(values.compact(value))
