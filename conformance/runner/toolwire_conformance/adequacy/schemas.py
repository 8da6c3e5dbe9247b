"""Mutants of the schemas, and the values of the corpus that tell them from the schemas.

A schema says less than the chapters, so no op answers by a schema alone. What counts is that the corpus holds a value
which the one accepts and the other does not: who takes the mutant for the schema has a case that shows it. Only schemas
that judge what a program is given are widened; what a program gives is never wrong in the corpus.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from posixpath import dirname, join, normpath
from typing import Any, NamedTuple

import jsonschema_rs

from toolwire import schema as schemas
from toolwire_conformance import values
from toolwire_conformance.corpus import Case, Result
from toolwire_conformance.values import Json

_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")

Steps = tuple[str | int, ...]

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


class Site(NamedTuple):
    """A subschema, by the schema that it stands in and its place there."""

    schema: str
    steps: Steps


class SchemaMutant(NamedTuple):
    """One change of a subschema."""

    site: Site
    words: str
    changed: Any
    wider: bool
    """Whether it can only accept more."""

    @property
    def key(self) -> str:
        return f"{self.site.schema} {'/'.join(map(str, self.site.steps))} {self.words}"


def instances(cases: Iterable[Case]) -> dict[str, dict[str, Any]]:
    """The values of the corpus by their schema, each once, by their JSON text."""
    found: dict[str, dict[str, Any]] = {}

    def add(name: str, value: Any) -> None:
        text = json.dumps(value, sort_keys=True)
        if name == "transcript/entry" and (kind := _kind(value)):
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
                add("transcript/header" if isinstance(value, dict) and value.get("type") == "session" else "transcript/entry", value)
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


def _kind(entry: Any) -> str | None:
    """The schema of entries of its type."""
    kind = entry.get("type") if isinstance(entry, dict) else None
    name = f"transcript/{kind.replace('/', '-').replace('_', '-')}-entry" if isinstance(kind, str) else ""
    return name if name in schemas.names() else None


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


def mutants() -> Iterator[SchemaMutant]:
    """All mutants of the schemas that values of the corpus have."""
    for name in schemas.names():
        if not name.startswith("conformance/"):
            yield from _below(Site(name, ()), schemas.load(name))


def _below(site: Site, node: Any) -> Iterator[SchemaMutant]:
    if not isinstance(node, dict):
        return
    yield from (SchemaMutant(site, *change) for change in _changes(node))
    for keyword, inner in node.items():
        if keyword in ("properties", "$defs"):
            for name, one in inner.items():
                yield from _below(Site(site.schema, (*site.steps, keyword, name)), one)
        elif keyword in ("items", "not", "if", "then", "else", "additionalProperties"):
            for one in _below(Site(site.schema, (*site.steps, keyword)), inner):
                yield one._replace(wider=not one.wider) if keyword == "not" else one
        elif keyword in ("anyOf", "oneOf", "allOf"):
            for place, one in enumerate(inner):
                yield from _below(Site(site.schema, (*site.steps, keyword, place)), one)


def _changes(node: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], bool]]:
    def without(keyword: str) -> dict[str, Any]:
        return {name: inner for name, inner in node.items() if name != keyword}

    for keyword, inner in node.items():
        match keyword:
            case "required":
                for name in inner:
                    yield f"does not require {name}", {**node, keyword: [one for one in inner if one != name]}, True
            case "type" if isinstance(inner, list):
                for one in inner:
                    yield f"is no {one}", {**node, keyword: [other for other in inner if other != one]}, False
            case "type" | "const" | "pattern" | "not" | "if" | "$ref" | "additionalProperties" if inner is not True:
                yield f"drops {keyword}", without(keyword), True
            case "enum":
                for one in inner:
                    yield f"does not know {one}", {**node, keyword: [other for other in inner if other != one]}, False
                yield "knows everything", without(keyword), True
            case "minimum" | "maximum" | "minLength" | "maxLength" | "maxItems":
                for step in (-1, 1):
                    wider = (step < 0) is keyword.startswith("min")
                    if inner + step >= 0 or not keyword.endswith(("Length", "Items")):
                        yield f"{keyword} is {inner + step}", {**node, keyword: inner + step}, wider
            case "anyOf" | "oneOf":
                for place in range(len(inner)):
                    rest = [*inner[:place], *inner[place + 1 :]]
                    yield f"drops choice {place + 1} of {len(inner)}", {**node, keyword: rest}, False
            case "properties" if node.get("additionalProperties") is False:
                for name in inner:
                    yield f"does not know {name}", {**node, keyword: {n: one for n, one in inner.items() if n != name}}, False
            case _:
                pass


class Judged:
    """The values of the corpus, and what the schemas say of them."""

    def __init__(self, found: Mapping[str, Mapping[str, Any]]) -> None:
        self.documents = {name: schemas.load(name) for name in schemas.names()}
        self.values = {name: list(roots.values()) for name, roots in found.items()}
        self.reached = {name: _reached(name, self.documents) for name in found}
        registry = _registry(self.documents)
        self.verdicts = {
            name: [_validator(self.documents[name]["$id"], registry).is_valid(value) for value in roots]
            for name, roots in self.values.items()
        }

    def tells(self, mutant: SchemaMutant) -> bool:
        """Whether some value of the corpus is accepted by the schema and refused by the mutant, or the other way."""
        name = mutant.site.schema
        changed = {**self.documents, name: _put(self.documents[name], mutant)}
        registry = _registry(changed)
        for root, reached in self.reached.items():
            if name in reached and (_is_given(root) or not mutant.wider):
                validator = _validator(self.documents[root]["$id"], registry)
                if any(
                    validator.is_valid(value) != verdict
                    for value, verdict in zip(self.values[root], self.verdicts[root], strict=True)
                ):
                    return True
        return False

    def is_judged(self, mutant: SchemaMutant) -> bool:
        """Whether the corpus has values that could tell the mutant: what a program gives is never wrong in it."""
        return any(
            mutant.site.schema in reached and (_is_given(root) or not mutant.wider)
            for root, reached in self.reached.items()
        )


def _is_given(name: str) -> bool:
    return name in GIVEN or name.endswith("-entry")


def _reached(name: str, documents: Mapping[str, Any]) -> frozenset[str]:
    """The schemas that one needs, itself among them."""
    found, open_names = {name}, [name]
    while open_names:
        here = open_names.pop()
        for file in _files(documents[here]):
            other = normpath(join(dirname(here), file.removesuffix(".schema.json")))
            if other not in found:
                found.add(other)
                open_names.append(other)
    return frozenset(found)


def _files(node: Any) -> Iterator[str]:
    """The files that references in a schema name."""
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str) and not node["$ref"].startswith("#"):
            yield node["$ref"].partition("#")[0]
        for inner in node.values():
            yield from _files(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from _files(inner)


def _put(document: Any, mutant: SchemaMutant) -> Any:
    if not mutant.site.steps:
        return mutant.changed
    copied = deepcopy(document)
    parent = copied
    for step in mutant.site.steps[:-1]:
        parent = parent[step]
    parent[mutant.site.steps[-1]] = mutant.changed
    return copied


def _registry(documents: Mapping[str, Any]) -> Any:
    return jsonschema_rs.Registry([(document["$id"], document) for document in documents.values()])


def _validator(id_: str, registry: Any) -> Any:
    return jsonschema_rs.Draft202012Validator({"$ref": id_}, registry=registry)
