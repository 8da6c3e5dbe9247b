"""Checks of a file by itself: JSON, schema, canonical form, its topic, its texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from toolwire.schema import validator
from toolwire.visible import shortened
from toolwire_conformance.formatting import format_case_file

from .material import Finding, Material


def readable(material: Material) -> Iterator[Finding]:
    """Every case file is JSON in UTF-8 without two members of one name."""
    for file, reason in material.unreadable.items():
        yield Finding(file, None, f"this is no case file: {reason}; make it JSON in UTF-8")


def text(material: Material) -> Iterator[Finding]:
    """A file holds text: a lone surrogate cannot be sent to every adapter."""
    for file, document in material.documents.items():
        if any("\ud800" <= character <= "\udfff" for string in _strings(document) for character in string):
            yield Finding(file, None, 'it holds a lone surrogate; send the bytes as {"base64":…}')


def schema(material: Material) -> Iterator[Finding]:
    """Every case file is valid against its schema."""
    advice = "see schemas/conformance/case.schema.json"
    check: Any = validator("conformance/case")
    for file, document in material.documents.items():
        for error in check.iter_errors(document):
            case = _case_at(document, [*error.absolute_path])
            yield Finding(file, case, f"{shortened(error.message, 200)}; {advice}")


def canonical(material: Material) -> Iterator[Finding]:
    """Every case file is written in the one way."""
    for file, document in material.documents.items():
        if material.files[file] != format_case_file(material.files[file]).encode():
            derived = "generator" in document
            advice = (
                "let its generator write it with format_case_file" if derived else "run toolwire conform lint --fix"
            )
            yield Finding(file, None, f"it is not in canonical form; {advice}")


def topic(material: Material) -> Iterator[Finding]:
    """A topic is the path of its file."""
    for file, document in material.documents.items():
        own = file.removeprefix("cases/").removesuffix(".json")
        if document["topic"] != own:
            yield Finding(file, None, f"its topic is {document['topic']}; write {own}, or move the file")


def _case_at(topic: Any, path: list[Any]) -> str | None:
    match path:
        case ["cases", int() as index, *_]:
            match topic["cases"][index]:
                case {"id": str() as name}:
                    return name
                case _:
                    return None
        case _:
            return None


def _strings(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for name, member in cast("dict[str, Any]", value).items():
                yield name
                yield from _strings(member)
        case list():
            for element in cast("list[Any]", value):
                yield from _strings(element)
        case _:
            pass
