"""The schemas are valid, described, found by their names, and say what the chapters say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from toolwire import schema

NAMES = schema.names()


def subschemas(value: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema within a schema, with its place. Values of `examples`, `enum` and `const` are not among them."""
    if isinstance(value, dict):
        yield path, value
        for key, inner in value.items():
            if key in ("properties", "$defs"):
                for name, member in inner.items():
                    yield from subschemas(member, f"{path}/{key}/{name}")
            elif key not in ("examples", "enum", "const", "required"):
                yield from subschemas(inner, f"{path}/{key}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from subschemas(inner, f"{path}/{index}")


def test_there_are_schemas():
    assert "carrier/attachment" in NAMES
    assert "conformance/case" in NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_valid_and_named_by_its_path(name):
    document = schema.load(name)
    Draft202012Validator.check_schema(document)
    assert document["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert document["$id"] == f"https://toolwire.dev/schemas/{name}.schema.json"
    assert document["title"]
    assert document["description"].endswith(".")


@pytest.mark.parametrize("name", NAMES)
def test_every_member_is_described(name):
    for path, part in subschemas(schema.load(name)):
        *_, keyword, member = ["", "", *path.split("/")]
        # In a condition nothing is defined; a mere group is described by its members, a reference by its target.
        defines = keyword in ("properties", "$defs") and not {"if", "then", "else"} & {*path.split("/")}
        if defines and not {"properties", "$ref"} & part.keys():
            assert part.get("description", "").endswith((".", "…")), f"{name} {path} ({member})"


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_validate(name):
    assert schema.load(name)["examples"]
    for example in schema.load(name)["examples"]:
        schema.validator(name).validate(example)


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("carrier/")])
def test_a_schema_of_carriers_has_examples(name):
    assert len(schema.load(name)["examples"]) >= 2


def test_the_bundle_serves_every_schema_by_its_id():
    from referencing import Registry, Resource

    bundle = schema.load("bundle")
    assert list(bundle["$defs"]) == list(NAMES)
    registry = Registry().with_resource(bundle["$id"], Resource.from_contents(bundle))
    for name in NAMES:
        whole = Draft202012Validator({"$ref": schema.load(name)["$id"]}, registry=registry)
        for example in schema.load(name).get("examples", []):
            whole.validate(example)


def test_an_unknown_schema_is_a_missing_file():
    with pytest.raises(FileNotFoundError):
        schema.validator("carrier/no-such-schema")


ATTACHMENT = {"kind": "image", "target": "/a"}
PARTS = {"kind": "native", "declared": True, "attachments": [ATTACHMENT], "text": ""}
DIAGNOSIS = {"declared": False, "reason": "short", "skipped": 0}
ENVELOPE = {"attachments": [ATTACHMENT], "content": "", "tool_call_id": None}


@pytest.mark.parametrize(
    ("name", "base", "change", "valid"),
    [
        # carrier.write.kind and carrier.write.target
        ("attachment", ATTACHMENT, {"kind": "document"}, True),
        ("attachment", ATTACHMENT, {"kind": "IMAGE"}, False),
        ("attachment", ATTACHMENT, {"kind": "photo"}, False),
        ("attachment", ATTACHMENT, {"target": " ]:[\u00a0\u200b😀"}, True),
        ("attachment", ATTACHMENT, {"target": ""}, False),
        *[("attachment", ATTACHMENT, {"target": f"a{c}"}, False) for c in "\0\t\n\r\x1f\x7f\x80\x85\x9f\u2028\u2029"],
        ("attachment", ATTACHMENT, {"target": "a\nb"}, False),
        ("attachment", ATTACHMENT, {"size": 1}, False),
        # carrier.write.native: exactly three members
        ("native-envelope-writer", ENVELOPE, {"tool_call_id": "c"}, True),
        ("native-envelope-writer", ENVELOPE, {"tool_call_id": 1}, False),
        ("native-envelope-writer", ENVELOPE, {"attachments": None}, False),
        ("native-envelope-writer", ENVELOPE, {"attachments": [{"kind": "image", "target": ""}]}, False),
        ("native-envelope-writer", ENVELOPE, {"is_error": False}, False),
        # carrier.native.content, carrier.native.call-id, carrier.native.undeclared
        ("native-envelope-reader", ENVELOPE, {"attachments": None, "more": [1]}, True),
        ("native-envelope-reader", ENVELOPE, {"content": None}, False),
        ("native-envelope-reader", ENVELOPE, {"tool_call_id": 1}, False),
        # carrier.legacy.empty, carrier.marker.target
        ("carrier-parts", PARTS, {"declared": False}, False),
        ("carrier-parts", PARTS, {"declared": False, "attachments": []}, True),
        ("carrier-parts", PARTS, {"attachments": [{"kind": "image", "target": "\r\u2028\0"}]}, True),
        ("carrier-parts", PARTS, {"attachments": [{"kind": "image", "target": "a\n"}]}, False),
        ("carrier-parts", PARTS, {"attachments": [{"kind": "image", "target": ""}]}, False),
        ("carrier-parts", PARTS, {"kind": "raw"}, False),
        # carrier.legacy.reason, carrier.native.skipped
        ("diagnosis", DIAGNOSIS, {"reason": None}, False),
        ("diagnosis", DIAGNOSIS, {"reason": "other"}, False),
        ("diagnosis", DIAGNOSIS, {"skipped": 1}, False),
        ("diagnosis", DIAGNOSIS, {"declared": True}, False),
        ("diagnosis", DIAGNOSIS, {"declared": True, "reason": None, "skipped": 3}, True),
        ("diagnosis", DIAGNOSIS, {"declared": True, "reason": None, "skipped": -1}, False),
    ],
)
def test_a_schema_of_carriers_judges_as_its_chapter_says(name, base, change, valid):
    judge = schema.validator(f"carrier/{name}")
    assert judge.is_valid(base)
    assert judge.is_valid(base | change) is valid


@pytest.mark.parametrize(
    ("name", "base", "optional"),
    [
        ("attachment", ATTACHMENT, set()),
        ("native-envelope-writer", ENVELOPE, set()),
        ("native-envelope-reader", ENVELOPE, {"attachments"}),
        ("carrier-parts", PARTS, set()),
        ("diagnosis", DIAGNOSIS, set()),
    ],
)
def test_a_member_of_a_carrier_may_be_absent_only_where_its_chapter_says(name, base, optional):
    for member in base:
        without = {key: value for key, value in base.items() if key != member}
        assert schema.validator(f"carrier/{name}").is_valid(without) is (member in optional)
