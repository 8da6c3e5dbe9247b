"""The laws of carriers, for all contents that Hypothesis can think of."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from toolwire import carrier, json_profile
from toolwire.carrier import Attachment

from ..strategies import ATTACHMENTS, CONTENTS, KINDS, PROMPT_LIKE, ROLES, SCALARS, TARGETS, TEXTS

CALL_IDS = st.none() | TEXTS


@given(ROLES, CONTENTS)
def test_the_predicate_agrees_with_classification(role, content):
    assert carrier.is_tool_result_carrier(role, content) == (carrier.classify(role, content) is not None)


@given(ROLES, CONTENTS)
def test_the_shape_follows_from_the_role(role, content):
    parts = carrier.classify(role, content)
    if parts is not None:
        assert {"tool": "native", "user": "prompt"}[role] == parts.kind


@given(CONTENTS)
def test_every_tool_message_is_a_carrier(content):
    assert carrier.classify("tool", content) is not None


@given(ROLES, CONTENTS)
def test_a_legacy_carrier_has_a_reason_and_no_attachments(role, content):
    parts, diagnosis = carrier.classify(role, content), carrier.diagnose(role, content)
    assert (parts is None) == (diagnosis is None)
    if parts is not None and diagnosis is not None:
        assert parts.declared == diagnosis.declared == (diagnosis.reason is None)
        assert parts.declared or (parts.attachments == () and diagnosis.skipped == 0)


@given(PROMPT_LIKE)
def test_the_text_of_a_prompt_carrier_is_a_suffix_of_its_content(content):
    parts = carrier.classify("user", content)
    if parts is not None:
        assert content.endswith(parts.text)
        assert parts.declared or parts.text == content


@given(CONTENTS)
def test_the_text_of_a_native_carrier_is_its_content_or_the_member(content):
    parts = carrier.classify("tool", content)
    assert parts is not None
    assert parts.text == content or parts.text == json.loads(content)["content"]


@given(TEXTS, ATTACHMENTS)
def test_a_prompt_carrier_reads_back(text, attachments):
    parts = carrier.parse_prompt_tool_carrier(carrier.render_prompt_tool_carrier(text, attachments))
    assert parts == carrier.CarrierParts("prompt", True, attachments, text)


@given(CALL_IDS, TEXTS, ATTACHMENTS)
def test_a_native_carrier_reads_back(call_id, text, attachments):
    content = carrier.render_native_tool_carrier(call_id, text, attachments)
    assert carrier.parse_native_tool_carrier(content) == carrier.CarrierParts("native", True, attachments, text)
    assert json.loads(content)["tool_call_id"] == call_id


@given(ATTACHMENTS, TEXTS, TEXTS)
def test_the_body_never_changes_what_is_declared(attachments, one, other):
    for render in (carrier.render_prompt_tool_carrier, lambda t, a: carrier.render_native_tool_carrier("c", t, a)):
        role = "user" if render is carrier.render_prompt_tool_carrier else "tool"
        first, second = (
            carrier.classify(role, render(one, attachments)),
            carrier.classify(role, render(other, attachments)),
        )
        assert first is not None
        assert second is not None
        assert (first.declared, first.attachments) == (second.declared, second.attachments)


@given(KINDS, TARGETS)
def test_a_marker_line_reads_back(kind, target):
    attachment = Attachment(kind, target)
    assert carrier.parse_marker_line(carrier.marker_line(attachment)) == attachment


@given(st.text(st.sampled_from("[]:IMAGEx \r\n"), max_size=12) | PROMPT_LIKE)
def test_a_line_that_is_read_as_a_marker_spells_itself(line):
    attachment = carrier.parse_marker_line(line)
    if attachment is not None:
        assert f"[{attachment.kind.upper()}:{attachment.target}]" == line


@given(ATTACHMENTS)
def test_the_array_of_attachments_reads_back(attachments):
    assert carrier.native_attachments([*carrier.render_native_attachments(attachments)]) == attachments


@given(ROLES, CONTENTS, ATTACHMENTS)
def test_rebuild_changes_the_attachments_and_nothing_else(role, content, attachments):
    before = carrier.classify(role, content)
    if before is not None and before.declared:
        after = carrier.classify(role, carrier.rebuild_carrier(role, content, attachments))
        assert after == carrier.CarrierParts(before.kind, True, attachments, before.text)


@given(ROLES, CONTENTS, ATTACHMENTS, TEXTS)
def test_rebuild_is_idempotent(role, content, attachments, text):
    before = carrier.classify(role, content)
    if before is not None and before.declared:
        once = carrier.rebuild_carrier(role, content, attachments, text=text)
        assert carrier.rebuild_carrier(role, once, attachments, text=text) == once


@given(TEXTS, TEXTS, ATTACHMENTS, st.dictionaries(TEXTS, TEXTS, max_size=3), st.sampled_from([None, 1]))
def test_rebuild_of_an_envelope_keeps_every_byte_outside_of_the_two_values(text, new_text, attachments, others, indent):
    members = {"x": others, "content": text, "y": [1, 2], "attachments": [], "tool_call_id": "c", "z": "😀"}
    content = json.dumps(members, indent=indent)
    rebuilt = carrier.rebuild_carrier("tool", content, attachments, text=new_text)
    before, after = json_profile.locate(content)[1], json_profile.locate(rebuilt)[1]

    def around(source, spans):
        places = sorted((spans["/content"], spans["/attachments"]))
        return source[: places[0][0]], source[places[0][1] : places[1][0]], source[places[1][1] :]

    assert around(content, before) == around(rebuilt, after)


@given(ROLES, CONTENTS)
def test_image_references_are_the_declared_images_in_order(role, content):
    parts = carrier.classify(role, content)
    if parts is not None:
        assert list(carrier.image_refs(parts)) == [a.target for a in parts.attachments if a.kind == "image"]


@given(CONTENTS | st.text(SCALARS, max_size=3))
def test_a_guarded_text_is_no_carrier_and_stays_as_it_is(text):
    guarded = carrier.guard_user_text(text)
    assert not carrier.is_prompt_tool_carrier(guarded)
    assert carrier.guard_user_text(guarded) == guarded
    assert guarded.removeprefix("[User text]\n") == text or guarded == text
    assert (guarded == text) == (not carrier.is_prompt_tool_carrier(text))


@given(PROMPT_LIKE)
def test_crlf_for_lf_undeclares_a_prompt_carrier(content):
    parts = carrier.classify("user", content.replace("\r", "").replace("\n", "\r\n"))
    assert parts is None or not parts.declared
