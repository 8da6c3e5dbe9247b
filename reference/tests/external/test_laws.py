"""The laws of external and inline results."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire import external, json_profile, schema
from toolwire.refusal import Refusal

IDS = st.text(st.sampled_from("ab/é €\u200b:."), min_size=1, max_size=20)
DIGESTS = st.binary(max_size=8).map(lambda data: f"sha256:{sha256(data).hexdigest()}")
SIZES = st.integers(0, (1 << 64) - 1).map(str)
DISPOSITIONS = st.sampled_from(["recoverable", "fatal"])
TEXTS = st.text(max_size=30)
NAMED = st.text(min_size=1, max_size=8)
OPTIONS = st.dictionaries(st.text(max_size=5), st.none() | st.booleans() | st.integers() | TEXTS, max_size=3)
SOURCES = st.one_of(
    st.fixed_dictionaries({"kind": st.just("url"), "url": NAMED}),
    st.fixed_dictionaries({"kind": st.just("base64"), "data": st.sampled_from(["/w==", "AAAA", "+/8="])}),
    st.fixed_dictionaries({"kind": st.just("object"), "handle": NAMED, "owner": NAMED, "payload_ref": IDS}),
    st.fixed_dictionaries(
        {
            "kind": st.just("file_id"),
            "id": NAMED,
            "affinity": st.fixed_dictionaries({"provider_id": NAMED, "endpoint_id": NAMED}),
        }
    ),
)
BLOCKS = st.fixed_dictionaries({"type": st.just("text"), "text": TEXTS}) | st.fixed_dictionaries(
    {"type": st.sampled_from(["image", "audio", "video", "file"]), "source": SOURCES},
    optional={"media_type": NAMED, "provider_options": OPTIONS},
)
FACTS: dict[str, Any] = {"is_error": st.booleans()}
EXTERNAL = st.fixed_dictionaries(
    {
        "kind": st.just("external"),
        "call_id": IDS,
        "payload_ref": IDS,
        "digest": DIGESTS,
        "original_size": SIZES,
        "preview": TEXTS,
        "disposition": DISPOSITIONS,
    },
    optional=FACTS,
)
INLINE = st.fixed_dictionaries(
    {
        "kind": st.just("inline"),
        "call_id": IDS,
        "result": st.fixed_dictionaries(
            {"output": TEXTS, "disposition": DISPOSITIONS},
            optional=FACTS | {"durable_content": st.fixed_dictionaries({"blocks": st.lists(BLOCKS, max_size=2)})},
        ),
    }
)
RESULTS = EXTERNAL | INLINE


@given(RESULTS.map(lambda value: json.dumps(value)))
def test_writing_normalises_once(document: str):
    once = external.encode(external.decode(document))
    assert external.encode(external.decode(once)) == once
    assert external.decode(once) == external.decode(document)
    assert " :" not in once.split('"')[0]


@given(RESULTS, st.data())
def test_what_a_reader_accepts_is_valid_by_the_schema(value: dict[str, Any], data: st.DataObject):
    changed = data.draw(st.sampled_from(["nothing", "drop", "null", "extra", "number"]))
    name = data.draw(st.sampled_from(sorted(value)))
    match changed:
        case "drop":
            del value[name]
        case "null":
            value[name] = None
        case "number":
            value[name] = 7
        case "extra":
            value["x"] = 1
        case _:
            pass
    try:
        external.from_value(value)
    except Refusal as refusal:
        assert refusal.rule.startswith("external.")
        assert changed != "nothing"
    else:
        assert schema.validator("external/payload").is_valid(value)


@given(EXTERNAL, IDS)
def test_nothing_but_the_locator_depends_on_the_locator(value: dict[str, Any], locator: str):
    other = external.from_value(value | {"payload_ref": locator})
    assert external.view(other) == external.view(external.from_value(value)) | {"payload_ref": locator}
    policy = external.Policy(1, 1)
    admitted = external.Policy(inline_threshold=4294967295, preview_limit=4294967295)
    for chosen in (policy, admitted):
        assert verdict(chosen, value) == verdict(chosen, value | {"payload_ref": locator})


def verdict(policy: external.Policy, value: dict[str, Any]) -> str:
    try:
        external.admit_values(policy, [value["call_id"]], [value])
    except Refusal as refusal:
        return refusal.rule
    return "admitted"


@given(st.text(max_size=80), st.integers(1, 40), st.integers(1, 40), DISPOSITIONS, st.booleans())
def test_what_is_made_is_admitted_and_verified(text: str, threshold: int, limit: int, disposition: Any, error: bool):
    policy = external.Policy(max(threshold, limit), limit)
    made = external.make("c", text, is_error=error, disposition=disposition, policy=policy, locator="r-1")
    assert external.admit(policy, ["c"], [made]).missing == ()
    shown = external.view(made)
    facts = shown if isinstance(made, external.ExternalToolResult) else shown["result"]
    assert (facts.get("is_error", False), facts["disposition"]) == (error, disposition)
    if isinstance(made, external.ExternalToolResult):
        assert external.verify(made, text.encode()).preview_is_prefix
        assert len(made.preview.encode()) <= limit
        assert len(text.encode()) >= policy.inline_threshold


@pytest.mark.parametrize(
    ("document", "rule"),
    [
        ("[" * 100_000 + "]" * 100_000, "json.depth"),
        ('{"kind":"external","call_id":"' + "a" * 10_000_000 + '"}', "external.id"),
        ('{"kind":"external","original_size":"' + "9" * 10_000_000 + '"}', "external.size"),
        ('{"kind":"external","digest":"' + "0" * 10_000_000 + '"}', "external.digest"),
        ('{"kind":"external",' + ",".join(f'"m{number}":0' for number in range(500_000)) + "}", "external.member"),
    ],
)
def test_large_documents_are_refused_by_name(document: str, rule: str):
    with pytest.raises(Refusal) as refused:
        external.decode(document)
    assert refused.value.rule == rule


def test_numbers_in_options_stay_exact():
    options = '{"a":9007199254740993,"b":1.10,"c":[1e5]}'
    document = (
        '{"kind":"inline","call_id":"c","result":{"output":"","durable_content":{"blocks":[{"type":"image","source":'
        f'{{"kind":"url","url":"u"}},"provider_options":{options}}}]}},"disposition":"fatal"}}}}'
    )
    written = external.encode(external.decode(document))
    assert '"a":9007199254740993' in written
    assert json_profile.equal(json_profile.parse(document), json_profile.parse(written))
