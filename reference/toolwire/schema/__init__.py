"""The JSON Schemas of `schemas/`: found, read, and compiled to validators that load nothing from a network."""

from __future__ import annotations

from functools import cache
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING, Any, cast

from toolwire.tree import root

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from jsonschema import Draft202012Validator
    from referencing import Registry

__all__ = ["load", "names", "standalone", "validator"]

_SUFFIX = ".schema.json"


def names() -> tuple[str, ...]:
    """The names of all schemas, such as `carrier/attachment`, in order. The bundle of all of them is not among them."""
    return tuple(
        path.relative_to(_folder()).as_posix().removesuffix(_SUFFIX)
        for path in sorted(_folder().glob(f"*/**/*{_SUFFIX}"))
    )


def load(name: str) -> dict[str, Any]:
    """The schema of this name, as it stands in `schemas/NAME.schema.json`. Each call reads the file.

    Raises:
        FileNotFoundError: there is no schema of that name.
    """
    import json

    return json.loads((_folder() / f"{name}{_SUFFIX}").read_bytes())


def standalone(name: str) -> dict[str, Any]:
    """The schema of this name without `$id`, with all that it refers to put in its place.

    Raises:
        FileNotFoundError: there is no schema of that name.
        RecursionError: it refers to itself.
    """
    document = load(name)
    del document["$id"]
    return _put_in_place(document, name)


def _put_in_place(value: Any, name: str) -> Any:
    if isinstance(value, list):
        return [_put_in_place(element, name) for element in cast(list[Any], value)]
    if not isinstance(value, dict):
        return value
    value = cast(dict[str, Any], value)
    members = {member: _put_in_place(inner, name) for member, inner in value.items() if member not in ("$ref", "$defs")}
    if "$ref" not in value:
        return members
    file, _, pointer = value["$ref"].partition("#")
    target = normpath(join(dirname(name), file.removesuffix(_SUFFIX))) if file else name
    found: Any = load(target)
    for step in pointer.split("/")[1:]:
        found = found[step]
    return _put_in_place(found, target) | members


@cache
def validator(name: str) -> Draft202012Validator:
    """A validator for the schema of this name; what it refers to is found among the local schemas.

    It judges values that a JSON reader made. Rules about the text, such as json.duplicate-name, are the reader's.

    Raises:
        FileNotFoundError: there is no schema of that name.
    """
    from jsonschema import Draft202012Validator

    return Draft202012Validator(load(name), registry=_registry())


@cache
def _registry() -> Registry[Any]:
    from referencing import Registry
    from referencing.jsonschema import DRAFT202012

    return Registry[Any]().with_contents(_contents(), default_specification=DRAFT202012).crawl()


def _contents() -> Iterator[tuple[str, dict[str, Any]]]:
    for name in names():
        schema = load(name)
        yield schema["$id"], schema


def _folder() -> Path:
    return root() / "schemas"
