"""A page a schema: members, types, requirements, examples; the raw files at the paths of their `$id`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from posixpath import dirname, join, normpath
from typing import Any, NamedTuple, cast

from markupsafe import Markup, escape

from toolwire.generate import schemas as documents

from .archive import archive
from .pages import Page, link, slot, source_link
from .sources import Sources
from .templates import inline, render

Schema = dict[str, Any]

GROUPS = {
    "carrier": "Carriers",
    "retained": "Retained results",
    "external": "External results",
    "transcript": "Transcripts",
    "composition": "Composition",
    "conformance": "Conformance",
}
"""The folders of schemas and what is in them, in the order in which they are listed."""

BUNDLE = "downloads/toolwire-schemas.zip"

_TOLD = {"$schema", "$id", "title", "description", "examples", "properties", "$defs", "alwaysWritten"}
"""Keywords that have a place of their own on the page; a type is told of the others."""


class Member(NamedTuple):
    """A member of an object, ready to be shown."""

    name: str
    type: Markup
    limits: list[Markup]
    description: Markup
    required: bool
    always_written: bool


class Shape(NamedTuple):
    """A schema or one of its definitions, ready to be shown."""

    anchor: str
    title: str
    description: Markup
    type: Markup
    limits: list[Markup]
    members: list[Member]
    closed: str


def pages(sources: Sources) -> list[Page]:
    """The index of schemas, and a page each."""
    found = documents.documents(sources.root)
    return [_index(found), *(_page(sources, name, schema, found) for name, schema in found.items())]


def files(sources: Sources) -> dict[str, bytes]:
    """Each schema at the path of its `$id`, the bundle, and a zip of all."""
    folder = sources.root / "schemas"
    raw = {
        f"schemas/{path.relative_to(folder).as_posix()}": path.read_bytes() for path in sorted(folder.rglob("*.json"))
    }
    return raw | {BUNDLE: archive({f"toolwire-{name}": content for name, content in raw.items()})}


def _index(found: Mapping[str, Schema]) -> Page:
    uri = "schemas/index.md"
    groups = [
        (
            title,
            [
                (link(uri, f"schemas/{name}.md"), name, schema["title"], inline(_first_sentence(schema["description"])))
                for name, schema in found.items()
                if name.startswith(f"{folder}/")
            ],
        )
        for folder, title in GROUPS.items()
    ]
    markdown = render("schemas.md", slot=slot("groups"), number=len(found), zip=source_link(uri, BUNDLE))
    return Page(uri, markdown, {"groups": render("schemas.html", groups=groups)})


def _first_sentence(text: str) -> str:
    return text.partition(". ")[0].rstrip(".") + "."


def _page(sources: Sources, name: str, schema: Schema, found: Mapping[str, Schema]) -> Page:
    uri = f"schemas/{name}.md"
    describe = _Describer(uri, name, found)
    shapes = [describe.shape("", schema)]
    shapes += [describe.shape(inner, cast(Schema, definition)) for inner, definition in schema.get("$defs", {}).items()]
    path = f"schemas/{name}{documents.SUFFIX}"
    ids = {*sources.citing.get(path, ()), *sources.mentioned(json.dumps(schema, ensure_ascii=False))}
    users = [other for other in found if other != name and any(used == name for used in _used(other, found[other]))]
    slots = {f"shape-{shape.anchor}": render("schema.html", shape=shape) for shape in shapes}
    if ids:
        slots["requirements"] = render(
            "requirement_list.html",
            rows=[
                (rule, link(uri, f"spec/{requirement.chapter}#{rule}"), inline(requirement.text))
                for rule, requirement in sources.requirements.items()
                if id in ids
            ],
        )
    markdown = render(
        "schema.md",
        title=schema["title"],
        id=schema["$id"],
        file=source_link(uri, path),
        shapes=[(shape, slot(f"shape-{shape.anchor}")) for shape in shapes],
        requirements=slot("requirements") if ids else "",
        examples=[json.dumps(example, indent=2, ensure_ascii=False) for example in schema.get("examples", ())],
        users=[(found[user]["title"], source_link(uri, f"schemas/{user}.md")) for user in users],
    )
    return Page(uri, markdown, slots)


def _used(name: str, value: Any) -> Iterator[str]:
    """The schemas that a schema refers to."""
    if isinstance(value, list):
        for element in cast("list[Any]", value):
            yield from _used(name, element)
    elif isinstance(value, dict):
        for key, inner in cast(Schema, value).items():
            if key == "$ref" and isinstance(inner, str):
                file = inner.partition("#")[0]
                yield normpath(join(dirname(name), file)).removesuffix(documents.SUFFIX) if file else name
            elif key not in ("examples", "const", "enum"):
                yield from _used(name, inner)


class _Describer:
    """Puts the schemas of one page into words."""

    def __init__(self, uri: str, name: str, found: Mapping[str, Schema]) -> None:
        self.uri, self.name, self.found = uri, name, found

    def shape(self, anchor: str, schema: Schema) -> Shape:
        """A schema, or the definition under the name `anchor`."""
        required = schema.get("required", ())
        always = schema.get("alwaysWritten", ())
        members = [
            Member(
                name,
                self.type(member),
                self.limits(member),
                self.description(member),
                name in required,
                name in always,
            )
            for name, member in cast("dict[str, Schema]", schema.get("properties", {})).items()
        ]
        return Shape(
            anchor,
            schema.get("title", anchor),
            inline(schema.get("description", "")),
            self.type(schema),
            self.limits(schema, whole=True),
            members,
            _openness(schema),
        )

    def description(self, schema: Schema) -> Markup:
        """What a member is: its own words, or those of what it refers to."""
        if "description" not in schema and "$ref" in schema:
            return inline(_first_sentence(self.target(schema["$ref"])[2].get("description", "")))
        return inline(schema.get("description", ""))

    def target(self, reference: str) -> tuple[str, str, Schema]:
        """Schema, definition within it (perhaps empty), and content of what a `$ref` refers to."""
        file, _, pointer = reference.partition("#")
        name = normpath(join(dirname(self.name), file)).removesuffix(documents.SUFFIX) if file else self.name
        schema = self.found[name]
        for step in pointer.split("/")[1:]:
            schema = schema[step]
        return name, pointer.removeprefix("/$defs/"), schema

    def type(self, schema: Schema) -> Markup:
        """What a value may be, in a phrase."""
        _known(schema)
        if "$ref" in schema:
            return self.reference(schema["$ref"])
        if "const" in schema:
            return _value(schema["const"])
        if "enum" in schema:
            return Markup(" or ").join(map(_value, schema["enum"]))
        match schema.get("type"):
            case "array" if "items" in schema:
                return Markup("array of {}").format(self.type(schema["items"]))
            case "object" if isinstance(schema.get("additionalProperties"), dict):
                return Markup("object, each member {}").format(self.type(schema["additionalProperties"]))
            case None:
                return self.untyped(schema)
            case str() as one:
                return escape(one)
            case several:
                return escape(" or ".join(several))

    def untyped(self, schema: Schema) -> Markup:
        """The same for a schema without a type of its own."""
        options: list[Schema] = schema.get("oneOf", schema.get("anyOf", []))
        members: dict[str, Schema] = schema.get("properties", {})
        if options:
            return Markup(" or ").join(dict.fromkeys(map(self.type, options)))
        if members:
            fixed = [f"{name} {json.dumps(member['const'])}" for name, member in members.items() if "const" in member]
            return Markup("with {}").format(", ".join(fixed)) if fixed else Markup("object")
        if "required" in schema:
            return Markup("with {}").format(Markup(", ").join(map(_code, schema["required"])))
        return Markup("any value")

    def reference(self, reference: str) -> Markup:
        """A link to what a `$ref` refers to, by its title."""
        name, definition, schema = self.target(reference)
        href = link(self.uri, f"schemas/{name}.md") if name != self.name else ""
        anchor = f"#{definition}" if definition else ("" if href else "#members")
        return Markup('<a href="{}{}">{}</a>').format(href, anchor, schema.get("title", definition.replace("-", " ")))

    def limits(self, schema: Schema, *, whole: bool = False) -> list[Markup]:
        """What else is asked of a value, a phrase each."""
        return [phrase for keyword, value in schema.items() if (phrase := self.limit(keyword, value, schema, whole))]

    def limit(self, keyword: str, value: Any, schema: Schema, whole: bool) -> Markup | None:
        """One keyword in words; None if it is told elsewhere."""
        number = _number(value)
        match keyword, number:
            case "minLength", "1":
                return Markup("not empty")
            case "minItems" | "maxItems", "1":
                return Markup("at least one item" if keyword == "minItems" else "at most one item")
            case _:
                pass
        match keyword:
            case "minLength" | "maxLength" | "minimum" | "maximum" | "minItems" | "maxItems":
                unit = {"L": " characters", "I": " items"}.get(keyword[3], "")
                return Markup("at {} {}{}").format("least" if keyword.startswith("min") else "most", number, unit)
            case "pattern":
                return Markup("matches <code>{}</code>").format(value)
            case "default":
                return Markup("<code>{}</code> when absent").format(json.dumps(value))
            case "uniqueItems":
                return Markup("no two items equal")
            case "not":
                absent = _absent(value)
                return Markup("without {}").format(absent) if absent else Markup("not: {}").format(self.phrase(value))
            case "if":
                then, otherwise = schema.get("then"), schema.get("else")
                said = Markup("where {}: {}").format(self.phrase(value), self.phrase(then) if then else "anything")
                return said + (Markup("; otherwise: {}").format(self.phrase(otherwise)) if otherwise else Markup(""))
            case "dependentRequired":
                asked = cast("dict[str, list[str]]", value)
                rules = [f"{name} asks for {', '.join(others)}" for name, others in asked.items()]
                return escape("; ".join(rules))
            case "oneOf" | "anyOf" if whole or "type" in schema:
                count = "exactly one" if keyword == "oneOf" else "at least one"
                return Markup("{} of: {}").format(count, self.phrases(value, "; "))
            case "additionalProperties" if not whole and value is False:
                return Markup("no other members")
            case _:
                return None

    def phrases(self, options: list[Schema], between: str) -> Markup:
        """Several schemas inside of a sentence."""
        return Markup(between).join(map(self.phrase, options))

    def phrase(self, schema: Schema) -> Markup:
        """A schema inside of a sentence."""
        parts: list[Markup] = []
        members: dict[str, Schema] = schema.get("properties", {})
        required: list[str] = schema.get("required", [])
        if members and "type" not in schema:
            for name, member in members.items():
                parts.append(Markup("{} is {}").format(_code(name), self.phrase(member) if member else "anything"))
            parts += [Markup("{} is there").format(_code(name)) for name in required if name not in members]
        elif "anyOf" in schema or "oneOf" in schema:
            return self.phrases(schema.get("anyOf", schema.get("oneOf", [])), ", or ")
        elif required and "type" not in schema:
            parts.append(Markup("{} there").format(Markup(" and ").join(map(_code, required))))
        elif schema.keys() & {"type", "$ref", "const", "enum"}:
            parts.append(self.type(schema))
        return Markup(", ").join([*parts, *self.limits(schema)])


def _absent(schema: Schema) -> Markup | None:
    """The members of which none may be there, if that is what the schema under a `not` says."""
    options: list[Schema] = schema.get("anyOf", [schema])
    if any(option.keys() != {"required"} or len(option["required"]) != 1 for option in options):
        return None
    return Markup(", ").join(_code(option["required"][0]) for option in options)


def _number(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) and value < 10**6 else str(value)


def _value(value: Any) -> Markup:
    return _code(json.dumps(value, ensure_ascii=False))


def _code(name: str) -> Markup:
    return Markup("<code>{}</code>").format(name)


def _openness(schema: Schema) -> str:
    if "properties" not in schema:
        return ""
    match schema.get("additionalProperties"):
        case False:
            return "No other members."
        case dict():
            return "Other members are as told above."
        case _:
            return "Other members are allowed."


_KEYWORDS = _TOLD | {
    *(
        "type",
        "$ref",
        "required",
        "default",
        "additionalProperties",
        "minLength",
        "maxLength",
        "const",
        "items",
        "enum",
    ),
    *(
        "pattern",
        "not",
        "minimum",
        "maximum",
        "oneOf",
        "anyOf",
        "uniqueItems",
        "if",
        "then",
        "else",
        "minItems",
        "maxItems",
    ),
    *("dependentRequired", "$comment"),
}


def _known(schema: Schema) -> None:
    """Stop at a keyword that nothing here puts into words: a page that leaves a rule out is worse than none.

    Raises:
        ValueError: the schema uses such a keyword.
    """
    if unknown := schema.keys() - _KEYWORDS:
        raise ValueError(f"docs/site/schemas.py cannot tell of {', '.join(sorted(unknown))}")
