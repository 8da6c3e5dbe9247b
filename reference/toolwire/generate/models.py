"""Typed models: one module for each folder of schemas. Its classes are frozen dataclasses; named tuples where the
time of an import counts; msgspec structs where documents are decoded and encoded by the hundred thousand.

A model says what a type can say. What it cannot stays with the schema: that an object is closed, which names a
dictionary must have, `not`, `if`, unique items, dependent members, a constant `true`. A keyword that this generator
does not know stops it.
"""

from __future__ import annotations

import json
import keyword
import posixpath
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .classes import Alias, Class, Field, Style, module
from .schemas import SUFFIX, Schema, documents
from .source import SourceError

# Documents that are checked and never decoded into objects: a carrier's reader and writer work on the text itself.
WITHOUT_MODEL = frozenset({"carrier/native-envelope-reader", "carrier/native-envelope-writer"})

# Folders whose classes are not dataclasses. Tuples are made by code and never decoded; structs know which members are
# always written, and in which order.
STYLES: Mapping[str, Style] = {"carrier": "tuple", "external": "struct", "retained": "struct", "transcript": "struct"}

_ANNOTATIONS = frozenset(
    {"$schema", "$id", "$comment", "$defs", "title", "description", "examples", "default", "alwaysWritten"}
)
_TYPES = frozenset(
    {"$ref", "type", "enum", "const", "properties", "required", "items", "additionalProperties", "oneOf"}
)
_BEYOND_TYPES = frozenset({"anyOf", "not", "if", "then", "else", "uniqueItems", "dependentRequired"})
_LIMITS: Mapping[str, Mapping[str, str]] = {
    "string": {"minLength": "min_length", "maxLength": "max_length", "pattern": "pattern"},
    "integer": {"minimum": "ge", "maximum": "le"},
    "number": {"minimum": "ge", "maximum": "le"},
    "array": {"minItems": "min_length", "maxItems": "max_length"},
}
_KNOWN = _ANNOTATIONS | _TYPES | _BEYOND_TYPES | {limit for limits in _LIMITS.values() for limit in limits}
_ANY: Mapping[Style, str] = {"dataclass": "Raw", "tuple": "object", "struct": "Any"}
_UNSIGNED_MAX = (1 << 64) - 1
_SCALARS: Mapping[str, str] = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def models(root: Path) -> dict[str, str]:
    """The modules of `toolwire.model`, one for each folder of `schemas/`.

    Raises:
        SourceError: a schema uses a keyword or a form that has no translation.
    """
    schemas = documents(root)
    folders = sorted({posixpath.dirname(name) for name in schemas})
    return {f"reference/toolwire/model/{_snake(folder)}.py": _Folder(folder, schemas).text() for folder in folders}


@dataclass(frozen=True, slots=True)
class _Place:
    """A schema, the document it stands in, and what a class for it is called when it has no title."""

    schema: Schema
    document: str
    name: str

    def inside(self, schema: Schema, name: str) -> _Place:
        return _Place(schema, self.document, name)

    def fault(self, advice: str) -> SourceError:
        return SourceError(f"schemas/{self.document}{SUFFIX}, {self.name}", advice)


class _Folder:
    """The definitions of one folder, gathered while its schemas are read: what a type needs comes before it."""

    def __init__(self, folder: str, schemas: Mapping[str, Schema]) -> None:
        self.folder = folder
        self.schemas = schemas
        self.style: Style = STYLES.get(folder, "dataclass")
        self.definitions: dict[str, Class | Alias] = {}
        self.unfinished: dict[str, Schema] = {}
        self.siblings: set[str] = set()
        for name, schema in schemas.items():
            if posixpath.dirname(name) == folder and name not in WITHOUT_MODEL:
                self.type(_Place(schema, name, _camel(posixpath.basename(name))))

    def text(self) -> str:
        """The folder's module."""
        return module(f"schemas/{self.folder}", self.definitions.values(), sorted(self.siblings), self.style)

    def type(self, place: _Place) -> str:
        """The type of a schema's values."""
        schema = place.schema
        if unknown := schema.keys() - _KNOWN:
            raise place.fault(f"the keyword {min(unknown)} has no translation; teach it to the model generator")
        if "$ref" in schema:
            return self.referred_type(self.referred(place))
        if "oneOf" in schema:
            return self.choice(place)
        if "const" in schema or "enum" in schema:
            return _literal(schema.get("enum", [schema.get("const")]), place)
        types: str | list[str] = schema.get("type", [])
        names = [types] if isinstance(types, str) else types
        return " | ".join(self.typed(name, place) for name in names) or _ANY[self.style]

    def typed(self, name: str, place: _Place) -> str:
        """The type of those values of a schema that are of one JSON type."""
        schema = place.schema
        match name:
            case "object" if "properties" in schema:
                return self.class_of(place, [place])
            case "object":
                values: Schema | bool = schema.get("additionalProperties", True)
                inner = "Any" if isinstance(values, bool) else self.type(place.inside(values, f"{place.name}Value"))
                text = f"dict[str, {inner}]"
            case "array":
                text = f"tuple[{self.type(place.inside(schema.get('items', {}), f'{place.name}Item'))}, ...]"
            case _:
                text = "int | float" if (self.style, name) == ("struct", "number") else _SCALARS[name]
        limits = [
            f"{argument}={json.dumps(schema[limit], ensure_ascii=False)}"
            for limit, argument in _LIMITS.get(name, {}).items()
            if limit in schema and schema[limit] != _UNSIGNED_MAX  # no decoder takes more, and Meta not as much
        ]
        return f"Annotated[{text}, Meta({', '.join(limits)})]" if limits and self.style != "tuple" else text

    def referred(self, place: _Place) -> _Place:
        """The place that a `$ref` means."""
        file, _, pointer = place.schema["$ref"].partition("#")
        folder = posixpath.dirname(place.document)
        document = posixpath.normpath(posixpath.join(folder, file.removesuffix(SUFFIX))) if file else place.document
        steps = pointer.split("/")[1:]
        try:
            schema: Any = self.schemas[document]
            for step in steps:
                schema = schema[step]
        except KeyError:
            raise place.fault(f"{place.schema['$ref']} names no schema") from None
        return _Place(schema, document, _camel([posixpath.basename(document), *steps][-1]))

    def referred_type(self, target: _Place) -> str:
        """The type of a schema that is referred to: the name of its class, or a name for what is no class."""
        text = self.type(target)
        if not text.startswith(("Annotated[", "Literal[")):
            return text
        self.define(Alias(target.name, self.described(target), text), target)
        return target.name

    def choice(self, place: _Place) -> str:
        """A union; branches that are objects become one class, because JSON does not say which of two it holds."""
        branches = [place.inside(branch, place.name) for branch in place.schema["oneOf"]]
        targets = [self.referred(branch) if "$ref" in branch.schema else branch for branch in branches]
        objects = [target for target in targets if "properties" in target.schema]
        if objects and all(self.tag(target) for target in objects):
            return " | ".join(dict.fromkeys(self.type(branch) for branch in branches))
        others = [self.type(b) for b, target in zip(branches, targets, strict=True) if target not in objects]
        return " | ".join(dict.fromkeys([*others, *([self.class_of(place, objects)] if objects else [])]))

    def tag(self, place: _Place) -> tuple[str, str] | None:
        """The member that tells a struct from its siblings, and its value: a constant that is written first."""
        member, schema = next(iter(place.schema["properties"].items()))
        value = schema.get("const")
        return (member, value) if self.style == "struct" and isinstance(value, str) else None

    def class_of(self, place: _Place, branches: list[_Place]) -> str:
        """The name of the class for an object, or for objects of which each document is one."""
        named = (place, *branches) if len(branches) == 1 else (place,)
        name = next(
            (_camel(candidate.schema["title"]) for candidate in named if "title" in candidate.schema), place.name
        )
        folder = posixpath.dirname(branches[0].document)
        if folder != self.folder:
            self.siblings.add(f"from .{_snake(folder)} import {name}")
        elif name not in self.unfinished:
            self.unfinished[name] = branches[0].schema
            self.define(self.class_made(name, place, branches), place)
            del self.unfinished[name]
        elif self.unfinished[name] is not branches[0].schema:
            raise place.fault(f"a schema around it is called {name} too; change a title")
        return name

    def class_made(self, name: str, place: _Place, branches: list[_Place]) -> Class:
        """The class with the members of all branches; one that not every branch asks for may be absent."""
        members: dict[str, list[_Place]] = {}
        for branch in branches:
            if isinstance(branch.schema.get("additionalProperties"), dict):
                raise branch.fault("a class cannot hold further members of one type; name them, or use no properties")
            for member, schema in branch.schema["properties"].items():
                if not member.startswith("$"):  # such a member is for editors and other tools
                    members.setdefault(member, []).append(branch.inside(schema, name + _camel(member)))
        required: list[set[str]] = [set(branch.schema.get("required", ())) for branch in branches]
        for member in sorted(set(members).union(*required)):
            if not member.isidentifier() or (keyword.iskeyword(member) and self.style != "struct"):
                raise place.fault(f"the member {member} cannot be the name of an attribute")
            if member not in members:
                raise place.fault(f"{member} is required and has no schema")
            if self.style == "tuple" and not all(member in names for names in required):
                raise place.fault(f"{member} may be absent, which the models of this folder cannot say")
        tag = self.tag(place) if len(branches) == 1 else None
        fields = [
            Field(
                name=self.attribute(member, place),
                type=" | ".join(dict.fromkeys(self.type(inner) for inner in places)),
                optional=not all(member in names for names in required),
                description=self.described(places[0]),
                default=self.default(member, places[0], branches[0]) if self.style == "struct" else None,
            )
            for member, places in members.items()
            if not tag or member != tag[0]
        ]
        marks = [m for m in members if len(members[m]) == 1 and any(m in names for names in required)]
        return Class(
            name=name,
            description=self.described(place) or f"{name}.",
            fields=tuple(fields if self.style == "struct" else sorted(fields, key=lambda field: field.optional)),
            exactly_one=tuple(marks) if len(branches) > 1 else (),
            tag=tag,
            closed=branches[0].schema.get("additionalProperties") is False,
            renamed=any(member != member.lower() for member in members),
        )

    def attribute(self, member: str, place: _Place) -> str:
        """The name of the attribute for a member; that of a struct is in the style of Python."""
        if self.style != "struct":
            return member
        name = re.sub("[A-Z]", lambda capital: f"_{capital[0].lower()}", member)
        if name != member and _camel(name)[1:] != member[1:]:
            raise place.fault(f"the member {member} has no name in the style of Python that leads back to it")
        return f"{name}_" if keyword.iskeyword(name) else name

    def default(self, member: str, place: _Place, owner: _Place) -> str | None:
        """What an absent member of a struct is set to, as source code; None for a required one.

        A member that is always written must not be left out for having its default; msgspec leaves out a plain
        default, and not one that a function makes.
        """
        schema = place.schema
        if member in owner.schema.get("required", ()):
            return 'field(name="class")' if keyword.iskeyword(member) else None
        if "default" not in schema:
            return "UNSET"
        match schema["default"]:
            case []:
                text = "()"
            case {} if "$ref" in schema:
                text = f"{self.type(place)}()"
            case value:
                text = repr(value)
        return f"field(default_factory=lambda: {text})" if member in owner.schema.get("alwaysWritten", ()) else text

    def define(self, definition: Class | Alias, place: _Place) -> None:
        """Add a definition to the module; one and the same may come more than once."""
        if not self.definitions.setdefault(definition.name, definition).same(definition):
            raise place.fault(f"another schema is called {definition.name} too; change a title")

    def described(self, place: _Place) -> str:
        """The description of a schema, or of what it refers to."""
        if "$ref" in place.schema and "description" not in place.schema:
            return self.described(self.referred(place))
        return place.schema.get("description", "")


def _literal(values: Iterable[Any], place: _Place) -> str:
    """The type of an enumeration. There is no constant `true` among types: it is a bool."""
    spelled: list[str] = []
    others: dict[str, None] = {}
    for value in values:
        match value:
            case None:
                others["None"] = None
            case bool():
                others["bool"] = None
            case str() | int():
                spelled.append(json.dumps(value, ensure_ascii=False))
            case _:
                raise place.fault(f"no type has the constant {json.dumps(value)}")
    return " | ".join([*([f"Literal[{', '.join(spelled)}]"] if spelled else []), *others])


def _camel(text: str) -> str:
    return "".join(word[0].upper() + word[1:] for word in re.findall(r"[A-Za-z0-9]+", text))


def _snake(folder: str) -> str:
    return folder.replace("-", "_").replace("/", "_")
