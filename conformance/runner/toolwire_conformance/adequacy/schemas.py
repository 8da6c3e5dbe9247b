"""Mutants of the schemas, and the values of the corpus that tell them from the schemas.

A schema says less than the chapters, so no op answers by a schema alone. What counts is that the corpus holds a value
which the one accepts and the other does not: who takes the mutant for the schema has a case that shows it. Only schemas
that judge what a program is given are widened; what a program gives is never wrong in the corpus.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from posixpath import dirname, join, normpath
from typing import Any, NamedTuple, cast

import jsonschema_rs

from toolwire import schema as schemas

from .instances import GIVEN

Steps = tuple[str | int, ...]


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


def mutants() -> Iterator[SchemaMutant]:
    """All mutants of the schemas that values of the corpus have."""
    for name in schemas.names():
        if not name.startswith("conformance/"):
            yield from _below(Site(name, ()), schemas.load(name))


def _below(site: Site, schema: Any) -> Iterator[SchemaMutant]:
    if not isinstance(schema, dict):
        return
    node = cast("dict[str, Any]", schema)
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
            case "type" | "enum" if isinstance(inner, list):
                names = cast("list[object]", inner)
                for one in names:
                    yield f"does without {one}", {**node, keyword: [other for other in names if other != one]}, False
                if keyword == "enum":
                    yield "knows everything", without(keyword), True
            case "type" | "const" | "pattern" | "not" | "if" | "$ref" | "additionalProperties" if not _is_true(inner):
                yield f"drops {keyword}", without(keyword), True
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
                    others = {other: one for other, one in inner.items() if other != name}
                    yield f"does not know {name}", {**node, keyword: others}, False
            case _:
                pass


def _is_true(schema: object) -> bool:
    return schema is True


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
        schema = cast("dict[str, Any]", node)
        file = str(schema.get("$ref", "")).partition("#")[0]
        if file:
            yield file
        for inner in schema.values():
            yield from _files(inner)
    elif isinstance(node, list):
        for inner in cast("list[Any]", node):
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
