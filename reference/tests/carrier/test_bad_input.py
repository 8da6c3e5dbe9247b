"""Anything at all goes into classification: a result or a named refusal, in bounded time and stack."""

from __future__ import annotations

import pytest

from toolwire import carrier
from toolwire.carrier import Attachment
from toolwire.refusal import Refusal

MIB = 1 << 20


@pytest.mark.parametrize("role", ["tool", "user"])
@pytest.mark.parametrize(
    "content",
    [
        "[" * 100_000,
        '{"a":' * 100_000,
        '{"content":"b","tool_call_id":"c","attachments":' + "[" * 100_000 + "]" * 100_000 + "}",
        "[Tool results]\n[Tool attachments: " + "9" * MIB + "]\n[IMAGE:/a]\nb",
        "[Tool results]\n[Tool attachments: 1]\n[IMAGE:" + "a" * (4 * MIB),
        "[Tool results]\n[Tool attachments: 18446744073709551616]\n" + "[x\n" * 100_000,
        " " * (4 * MIB) + "[Tool results]",
        '{"content":"' + "\\u0000" * 100_000,
        "\x00" * MIB,
        "9" * MIB,
        '"' + "\\" * MIB,
        "",
    ],
    ids=lambda content: f"{content[:20]!r}-{len(content)}",
)
def test_hostile_content_is_legacy_or_no_carrier(role, content):
    parts = carrier.classify(role, content)
    assert parts is None or (not parts.declared and parts.attachments == () and parts.text == content)
    assert (parts is None) == (carrier.diagnose(role, content) is None)


def test_a_count_of_a_million_zeros_is_zero():
    parts = carrier.classify("user", "[Tool results]\n[Tool attachments: " + "0" * MIB + "]\nb")
    assert parts == carrier.CarrierParts("prompt", True, (), "b")


def test_a_hundred_megabytes_of_body_are_given_back():
    body = "x" * (100 * MIB)
    parts = carrier.classify("user", carrier.render_prompt_tool_carrier(body, [Attachment("image", "/a")]))
    assert parts is not None
    assert parts.text == body
    parts = carrier.classify("tool", carrier.render_native_tool_carrier("c", body))
    assert parts is not None
    assert parts.text == body


@pytest.mark.parametrize("role", ["tool", "user"])
def test_a_lone_surrogate_is_refused_by_name(role):
    with pytest.raises(Refusal, match=r"text\.surrogate"):
        carrier.classify(role, "[Tool results]\n[Tool attachments: 0]\n\ud800")


def test_a_message_that_is_no_carrier_is_not_looked_into():
    assert carrier.classify("assistant", "\ud800") is None


@pytest.mark.parametrize("target", ["", "a\nb", "a\x00", "\x7f", "\x9f", "\u2028", "\u2029"])
def test_no_writer_writes_a_target_that_cannot_stand_on_a_line(target):
    attachment = Attachment("image", target)
    for write in (
        lambda: carrier.marker_line(attachment),
        lambda: carrier.render_prompt_tool_carrier("b", [attachment]),
        lambda: carrier.render_native_attachments([attachment]),
        lambda: carrier.render_native_tool_carrier("c", "b", [attachment]),
        lambda: carrier.rebuild_carrier("user", "[Tool results]\n[Tool attachments: 0]\n", [attachment]),
    ):
        with pytest.raises(Refusal, match=r"carrier\.write\.target"):
            write()


@pytest.mark.parametrize("call_id", [7, True, ["c"]])
def test_a_call_id_of_another_type_is_refused(call_id):
    with pytest.raises(Refusal, match=r"carrier\.write\.call-id"):
        carrier.render_native_tool_carrier(call_id, "b")


def test_results_are_immutable():
    parts = carrier.classify("tool", "plain")
    with pytest.raises(AttributeError):
        parts.text = "other"  # type: ignore[misc, union-attr]
