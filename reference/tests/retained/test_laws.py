"""The laws of arguments, pages, previews and markers, for all outputs that Hypothesis can think of."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from toolwire import retained, schema
from toolwire.refusal import Refusal
from toolwire.retained import arguments
from toolwire.text import decode

ID = "7c9e6679-7425-40de-944b-e07fc1f90ae7"

TEXTS = st.text(st.sampled_from("aé€𝄞\n\ufeff\u0301"), min_size=1, max_size=60) | st.text(min_size=1, max_size=30)
BINARY = st.binary(min_size=1, max_size=60)
OUTPUTS = st.lists(
    st.sampled_from([b"a", b"bc\n", "é€𝄞".encode(), b"\xff", b"\xe2\x82", b"\xf0\x9f", b"\xed\xa0\x80", b"\n[tool "]),
    max_size=400,
).map(b"".join)
BUDGETS = st.just(0) | st.integers(256, 600)


def kept(data: bytes) -> retained.CaptureRecord:
    return retained.capture(data, ID, budget=0, ceiling=len(data)).record


def page_of(record: retained.CaptureRecord, data: bytes, offset: int, most: int | None, limit: int) -> retained.Page:
    start, end = retained.window(record, retained.PageRequest(ID, offset, most), limit)
    return retained.cut_page(record, data[start : end + 7], start, end)


@given(TEXTS.map(str.encode) | BINARY, st.lists(st.none() | st.integers(1, 9), min_size=1), st.integers(1, 12))
def test_pages_are_the_retained_bytes_each_once(data: bytes, wanted: list[int | None], limit: int):
    record, offset, read, turn = kept(data), 0, b"", 0
    while True:
        page = page_of(record, data, offset, wanted[turn % len(wanted)], limit)
        read += page.data
        if page.next_offset is None:
            break
        assert page.next_offset > offset
        offset, turn = page.next_offset, turn + 1
    assert read == data


@given(TEXTS, st.data(), st.none() | st.integers(1, 9), st.integers(1, 12))
def test_no_page_of_a_text_splits_a_character(text: str, data: st.DataObject, most: int | None, limit: int):
    body = text.encode()
    offset = data.draw(st.integers(0, len(body) - 1))
    page = page_of(kept(body), body, offset, most, limit)
    page.data.decode()
    assert 0 <= page.offset - offset <= 3
    assert page.next_offset is None or page.next_offset > offset
    window = min(limit, most or limit)
    assert len(page.data) <= max(window, 4)
    assert len(page.data) <= window or len(page.data.decode()) == 1


@given(TEXTS.map(str.encode) | BINARY, st.data(), st.integers(1, 12))
def test_a_rendered_page_reads_back(body: bytes, data: st.DataObject, limit: int):
    page = page_of(kept(body), body, data.draw(st.integers(0, len(body) - 1)), None, limit)
    parsed = retained.parse_page(page.render())
    assert parsed is not None
    assert (parsed.capture_id, parsed.captured_bytes, parsed.encoding) == (ID, len(body), page.encoding)
    assert parsed.next_offset == page.next_offset
    assert parsed.first == (page.offset if page.data else None)


@given(st.integers(256, 70_000), st.sampled_from(["utf-8", "binary"]))
def test_a_page_and_its_footer_fit_the_budget_from_1024_on(budget: int, encoding: Any):
    limit = retained.page_limit(budget, encoding)
    assert limit >= 3
    widest = retained.Page(ID, (1 << 64) - 2, b"x", (1 << 64) - 1, (1 << 64) - 1, True, None, encoding, None).render()
    body = limit if encoding == "utf-8" else (limit + 2) // 3 * 4
    if budget >= 1024:
        assert body + len(widest) <= budget
        assert len(widest) <= 512


@given(OUTPUTS, BUDGETS)
def test_a_preview_is_text_within_its_budget(output: bytes, budget: int):
    shown = retained.shape_preview(output, budget)
    assert budget == 0 or len(shown.encode()) <= budget
    repaired = output.decode("utf-8", "surrogateescape")
    whole = re.sub("[\udc80-\udcff]+", "\ufffd", repaired)
    if budget == 0 or len(whole.encode()) <= budget:
        assert shown == whole
        return
    found = re.search(r"\n\[tool output truncated: omitted (\d+) of (\d+) bytes\]\n", shown)
    assert found
    head, tail = shown[: found.start()], shown[found.end() :]
    assert whole.startswith(head)
    assert whole.endswith(tail)
    assert int(found[2]) == len(output)
    middle = repaired_bytes(output, len(head), len(tail))
    assert int(found[1]) == middle


def repaired_bytes(output: bytes, head: int, tail: int) -> int:
    """How many bytes of an output its repaired text hides between so many first and last characters."""
    pieces = re.findall("[\udc80-\udcff]+|.", output.decode("utf-8", "surrogateescape"), re.DOTALL)
    hidden = pieces[head : len(pieces) - tail]
    return sum(len(piece.encode("utf-8", "surrogateescape")) for piece in hidden)


@given(OUTPUTS, st.integers(256, 600), st.booleans())
def test_a_preview_of_what_was_kept_ends_with_its_marker(output: bytes, budget: int, readable: bool):
    captured = retained.capture(output, ID, budget=budget, readable=readable)
    parsed = retained.parse_marker(captured.preview)
    if captured.record.digest is None:
        assert captured.preview.encode() == output
        return
    assert parsed is not None
    assert parsed[1] == retained.marker_of(captured.record, readable=readable)
    assert len(captured.preview.encode()) <= max(budget, len(parsed[1].render()))


@given(
    st.integers(0, (1 << 64) - 1),
    st.integers(0, (1 << 64) - 1),
    st.booleans(),
    st.sampled_from([None, "capture_ceiling", "source_limit"]),
    st.sampled_from([None, ID]),
    TEXTS,
)
def test_a_marker_reads_back(captured: int, original: int, exact: bool, reason: Any, name: str | None, before: str):
    marker = retained.Marker(captured, original, exact, reason, name)
    try:
        text = marker.render()
    except Refusal as refusal:
        assert refusal.rule in ("capture.record.exact", "capture.record.bound")
        return
    assert retained.parse_marker(before + text) == (before, marker)


@given(TEXTS)
def test_a_text_without_bracket_at_its_end_is_neither_page_nor_preview(text: str):
    if not text.endswith("]"):
        assert retained.parse_page(text) is None
    if not text.endswith("]\n"):
        assert retained.parse_marker(text) is None


_PIECES = [
    "{", "}", "[", "]", ",", ":", '"capture_id"', '"offset"', '"max_bytes"', f'"{ID}"', '"capture\\u005fid"', "null",
    "0", "7", "65537", "18446744073709551615", "18446744073709551616", "-0", "-1", "1.0", "1e2", "01", "true", '"x"',
    '""', " ", "\n", "\t", "\ufeff", "\x00", "\\", '"', '"\\ud800"', "NaN", "9" * 400,
]  # fmt: skip
_MEMBERS = [
    f'"capture_id":"{ID}"', f'"capture\\u005fid":"{ID}"', '"capture_id":null', '"capture_id":""', '"capture_id":"x"',
    '"offset":5', '"offset":null', '"offset":18446744073709551616', '"offset":1.0', '"max_bytes":0', '"max_bytes":9',
    '"max_bytes":70000', '"x":{"a":1,"a":2}', '"x":1', '"offset":-0', '"OFFSET":1',
]  # fmt: skip
DOCUMENTS = st.lists(st.sampled_from(_PIECES), max_size=14).map("".join) | st.tuples(
    st.sampled_from(["", " ", "\ufeff"]),
    st.lists(st.sampled_from(_MEMBERS), max_size=4),
    st.sampled_from(["}", "} ", "}}", "} {}", "", ",}"]),
).map(lambda parts: parts[0] + "{" + ",".join(parts[1]) + parts[2])


@given(DOCUMENTS | st.text(max_size=20))
@example('{"capture_id":"' + ID + '","offset":' + "9" * 5000 + "}")
def test_the_fast_path_and_the_strict_one_give_one_verdict(document: str):
    fast = arguments._sound(document)
    try:
        strict = arguments._strict(document)
    except retained.PrepareError:
        strict = None
    assert fast == strict


class Unasked:
    """A reader that must not be asked."""

    def read(self, request: retained.PageRequest) -> retained.Page:
        raise AssertionError(request)


@given(DOCUMENTS | st.binary(max_size=30))
def test_what_is_refused_tells_nothing_and_reaches_no_reader(document: str | bytes):
    tool = retained.ReadToolResult(Unasked())
    try:
        prepared = tool.prepare_call(document)
    except retained.PrepareError as refusal:
        assert refusal.text in TEXTS_OF_REFUSALS
    else:
        assert retained.ReadToolResult(Unasked()).run(prepared) == "error: read_tool_result: the call was not prepared"


TEXTS_OF_REFUSALS = {f"read_tool_result: {text}" for text in arguments._TEXTS.values()} | {
    f'read_tool_result: the argument "{name}" is given twice' for name in ("capture_id", "offset", "max_bytes")
}


@given(st.text(min_size=1), st.sampled_from(["", "integrity", "secret", "unavailable "]))
def test_no_error_tells_what_is_behind_it(secret: str, kind: str):
    class Fails:
        def read(self, request: retained.PageRequest) -> retained.Page:  # noqa: ARG002
            raise retained.ReadError(kind) from OSError(secret)

    tool = retained.ReadToolResult(Fails())
    said = tool.run(tool.prepare_call(f'{{"capture_id":"{ID}"}}'))
    assert said in {retained.error_text("integrity"), retained.error_text("unavailable")}


@given(DOCUMENTS)
def test_what_is_accepted_is_valid_by_the_schema(document: str):
    try:
        request = retained.prepare_arguments(document)
    except retained.PrepareError:
        return
    assert schema.validator("retained/read-arguments").is_valid(json.loads(document))
    value = {"capture_id": request.capture_id, "offset": request.offset, "max_bytes": request.max_bytes}
    assert schema.validator("retained/page-request").is_valid(value)


ILL_FORMED = [
    b"\x80", b"\xbf", b"\xc0\xaf", b"\xc1\xbf", b"\xc3", b"\xe0\x80\x80", b"\xe2\x82", b"\xed\xa0\x80", b"\xed\xbf\xbf",
    b"\xf0\x80\x80\x80", b"\xf0\x9f\x98", b"\xf4\x90\x80\x80", b"\xf5", b"\xf8", b"\xfe", b"\xff",
]  # fmt: skip


@pytest.mark.parametrize("bad", ILL_FORMED, ids=lambda bad: bad.hex())
def test_every_class_of_ill_formed_bytes(bad: bytes):
    with pytest.raises(Refusal):
        decode(bad)
    with pytest.raises(retained.PrepareError) as refused:
        retained.prepare_arguments(b'{"capture_id":"' + bad + b'"}')
    assert refused.value.rule == "argument.json"
    assert retained.shape_preview(b"a" + bad + b"b", 0) == "a\ufffdb"
    assert kept(b"a" + bad).encoding == "binary"


@pytest.mark.parametrize(
    ("document", "rule"),
    [
        ("[" * 100_000 + "]" * 100_000, "argument.json"),
        ('{"x":' * 100_000 + "1" + "}" * 100_000, "argument.json"),
        (f'{{"capture_id":"{ID}","x":"{"a" * 10_000_000}"}}', "argument.member"),
        (f'{{"capture_id":"{"a" * 10_000_000}"}}', "argument.canonical"),
        (f'{{"capture_id":"{ID}"}}' + " " * 10_000_000 + "x", "argument.single"),
        (f'{{"capture_id":"{ID}","offset":{"9" * 10_000_000}}}', "argument.json"),
        ('{"offset":1,"offset":' + "[" * 10_000_000, "argument.duplicate"),
        ("{" + ",".join(f'"m{number}":0' for number in range(500_000)) + "}", "argument.member"),
        (" " * 10_000_000, "argument.json"),
        ('"' + "\\u0041" * 1_500_000 + '"', "argument.object"),
    ],
)
def test_large_documents_are_refused_by_name(document: str, rule: str):
    with pytest.raises(retained.PrepareError) as refused:
        retained.prepare_arguments(document)
    assert refused.value.rule == rule
