"""The typed models decode what their schemas accept, and refuse what they refuse, as far as a type can say."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from toolwire import schema
from toolwire.generate.models import models
from toolwire.generate.source import SourceError
from toolwire.model import carrier, conformance

DECODED = [name for name in schema.names() if name.startswith("conformance/")]

# What no type says: the models leave it to the schemas, so here it is taken away from them.
BEYOND_TYPES = {"not", "if", "then", "else", "uniqueItems", "dependentRequired"}
JUNK = (None, True, False, 0, 1, -1, 0.5, 2**70, "", "x", "L1", "bye", [], ["a.b"], [0], {}, {"a": 1}, {"message": "m"})


def as_types_say(value: Any) -> Any:
    """A schema without what is beyond types."""
    if isinstance(value, list):
        return [as_types_say(item) for item in value]
    if not isinstance(value, dict):
        return value
    kept = {key: as_types_say(item) for key, item in value.items() if key not in BEYOND_TYPES}
    if kept.get("additionalProperties") is False:
        del kept["additionalProperties"]
    if kept.get("type") == "object" and "properties" not in kept and "oneOf" not in kept:
        kept.pop("required", None)
    if isinstance(kept.get("properties"), dict):  # a member such as $schema is for tools; no model has it
        kept["properties"] = {name: part for name, part in kept["properties"].items() if not name.startswith("$")}
    if kept.get("const") is True:
        kept = {"type": "boolean"}
    return kept


SCHEMAS = {schema.load(name)["$id"]: as_types_say(schema.load(name)) for name in DECODED}
REGISTRY = Registry().with_resources((uri, Resource.from_contents(contents)) for uri, contents in SCHEMAS.items())


def identifier(name: str) -> str:
    return f"https://toolwire.dev/schemas/{name}.schema.json"


def documents(part: dict[str, Any], base: str) -> st.SearchStrategy[Any]:
    """Documents that a schema accepts, for the keywords in use."""
    if "$ref" in part:
        found = REGISTRY.resolver(base).lookup(part["$ref"])
        return st.deferred(lambda: documents(found.contents, found.resolver._base_uri))
    if "oneOf" in part:
        return st.one_of([documents(branch, base) for branch in part["oneOf"]])
    if "const" in part or "enum" in part:
        return st.sampled_from(part.get("enum", [part.get("const")]))
    if "properties" in part:
        members = {name: documents(inner, base) for name, inner in part["properties"].items()}
        required = {name: members[name] for name in part.get("required", ())}
        return st.fixed_dictionaries(required, optional={n: s for n, s in members.items() if n not in required})
    match part.get("type"):
        case "string" if "pattern" in part:
            return st.from_regex(part["pattern"]).filter(lambda text: len(text) <= part.get("maxLength", 99))
        case "string":
            return st.text(min_size=part.get("minLength", 0), max_size=part.get("maxLength", 9))
        case "integer":
            return st.integers(part.get("minimum"), part.get("maximum"))
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
        case "array":
            return st.lists(documents(part.get("items", {}), base), min_size=part.get("minItems", 0), max_size=3)
        case "object":
            values = part.get("additionalProperties", {})
            return st.dictionaries(st.text(max_size=3), documents(values, base), max_size=3)
        case None:
            return st.sampled_from(JUNK)
        case other:
            raise AssertionError(f"teach the test the type {other}")


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a document where a value stands in an object or array."""
    keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [place for key in keys for place in ((value, key), *places(value[key]))]


@pytest.mark.parametrize("name", DECODED)
@settings(max_examples=60)
@given(data=st.data())
def test_a_model_decodes_exactly_what_its_schema_accepts(name, data):
    contents = SCHEMAS[identifier(name)]
    document = json.loads(json.dumps(data.draw(documents(contents, identifier(name)))))
    where = places(document)
    damage = data.draw(st.sampled_from(["none", "replace", "remove"])) if where else "none"
    if damage != "none":
        inside, key = data.draw(st.sampled_from(where))
        if damage == "remove":
            del inside[key]
        else:
            inside[key] = data.draw(st.sampled_from(JUNK))
    model = getattr(conformance, "".join(word.capitalize() for word in contents["title"].split()))
    try:
        msgspec.json.decode(json.dumps(document).encode(), type=model)
        decoded = True
    except msgspec.ValidationError:
        decoded = False
    assert decoded is Draft202012Validator(contents, registry=REGISTRY).is_valid(document)


@pytest.mark.parametrize("name", DECODED)
def test_a_model_decodes_the_examples_of_its_schema(name):
    model = getattr(conformance, "".join(word.capitalize() for word in schema.load(name)["title"].split()))
    for example in schema.load(name).get("examples", []):
        decoded = msgspec.json.decode(json.dumps(example).encode(), type=model)
        schema.validator(name).validate(json.loads(msgspec.json.encode(decoded)))


def test_an_answer_has_exactly_one_of_its_four_members():
    for line in (b'{"id":1}', b'{"id":1,"result":null,"unsupported":true}'):
        with pytest.raises(msgspec.ValidationError, match="exactly one of"):
            msgspec.json.decode(line, type=conformance.Answer)


def test_absent_differs_from_null():
    answer = msgspec.json.decode(b'{"id":1,"result":null}', type=conformance.Answer)
    assert bytes(answer.result) == b"null"
    assert answer.refused is msgspec.UNSET


def test_the_models_of_carriers_have_the_members_in_the_order_of_their_schemas():
    assert carrier.Attachment._fields == ("kind", "target")
    assert carrier.CarrierParts._fields == ("kind", "declared", "attachments", "text")
    assert carrier.Diagnosis._fields == ("declared", "reason", "skipped")


def member(**keywords: Any) -> dict[str, Any]:
    return {"title": "Thing", "type": "object", "properties": {"a": keywords}, "required": ["a"]}


@pytest.mark.parametrize(
    ("folder", "document", "complaint"),
    [
        ("part", member(patternProperties={}), "the keyword patternProperties has no translation"),
        ("part", member(format="uri"), "the keyword format has no translation"),
        ("part", member(**{"$ref": "other.schema.json"}), "names no schema"),
        ("part", member(const=1.5), "no type has the constant 1.5"),
        ("part", member(type="object", properties={}, additionalProperties={}), "further members of one type"),
        ("part", member() | {"required": ["a", "b"]}, "b is required and has no schema"),
        ("part", member() | {"properties": {"a-b": {}}, "required": []}, "cannot be the name of an attribute"),
        ("part", member(title="Thing", type="object", properties={"b": {}}), "a schema around it is called Thing"),
        ("carrier", member() | {"required": []}, "a may be absent"),
    ],
)
def test_a_schema_without_translation_is_refused_with_its_place(tmp_path, folder, document, complaint):
    file = tmp_path / "schemas" / folder / "thing.schema.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps(document), "utf-8")
    with pytest.raises(SourceError, match=complaint) as caught:
        models(tmp_path)
    assert str(caught.value).startswith(f"schemas/{folder}/thing.schema.json, ")


def test_two_schemas_of_one_title_must_have_the_same_members(tmp_path):
    folder = tmp_path / "schemas/part"
    folder.mkdir(parents=True)
    (folder / "a.schema.json").write_text(json.dumps(member(type="string")), "utf-8")
    (folder / "b.schema.json").write_text(json.dumps(member(type="string")), "utf-8")
    assert models(tmp_path)["reference/toolwire/model/part.py"].count("class Thing") == 1
    (folder / "b.schema.json").write_text(json.dumps(member(type="integer")), "utf-8")
    with pytest.raises(SourceError, match="another schema is called Thing too"):
        models(tmp_path)


def test_a_schema_that_is_no_json_is_refused_with_its_place(tmp_path):
    file = tmp_path / "schemas/part/thing.schema.json"
    file.parent.mkdir(parents=True)
    file.write_text("{", "utf-8")
    with pytest.raises(SourceError, match=r"schemas/part/thing\.schema\.json: this is not JSON"):
        models(tmp_path)


def test_a_schema_of_another_folder_is_imported_from_its_module(tmp_path):
    for name, document in {
        "one/thing": member(type="string"),
        "two/user": {"title": "User"} | member(**{"$ref": "../one/thing.schema.json"}) | {"title": "User"},
    }.items():
        file = tmp_path / "schemas" / f"{name}.schema.json"
        file.parent.mkdir(parents=True)
        file.write_text(json.dumps(document), "utf-8")
    text = models(tmp_path)["reference/toolwire/model/two.py"]
    assert "\nfrom .one import Thing\n" in text
    assert "\n    a: Thing\n" in text
