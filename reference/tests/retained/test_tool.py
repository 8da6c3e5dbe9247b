"""The tool, bound to a reader: what it calls, and what it shows."""

from __future__ import annotations

import pytest

from toolwire import retained

ID = "7c9e6679-7425-40de-944b-e07fc1f90ae7"
OTHER = "0b5f1c3e-9d2a-4c6b-8e7f-1a2b3c4d5e6f"
PAGE = retained.Page(ID, 0, b"abc", 9, 9, True, None, "utf-8", 3)


class Reader:
    """Gives one page, or raises one error, and counts how often it is asked."""

    def __init__(self, answer: retained.Page | Exception) -> None:
        self.answer = answer
        self.asked: list[retained.PageRequest] = []

    def read(self, request: retained.PageRequest) -> retained.Page:
        self.asked.append(request)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def arguments(capture_id: str = ID, **more: int) -> str:
    return "".join(["{", f'"capture_id":"{capture_id}"', *(f',"{name}":{value}' for name, value in more.items()), "}"])


def test_a_call_runs_with_what_was_prepared():
    reader = Reader(PAGE)
    tool = retained.ReadToolResult(reader)
    prepared = tool.prepare_call(arguments(offset=0, max_bytes=3))
    assert tool.run(prepared) == PAGE.render()
    assert reader.asked == [retained.PageRequest(ID, 0, 3)]


@pytest.mark.parametrize("prepared", ["none", "another tool's"])
def test_what_was_not_prepared_here_reaches_no_reader(prepared: str):
    reader = Reader(PAGE)
    other = retained.ReadToolResult(Reader(PAGE)).prepare_call(arguments())
    said = retained.ReadToolResult(reader).run(None if prepared == "none" else other)
    assert said == "error: read_tool_result: the call was not prepared"
    assert reader.asked == []


def test_refused_arguments_reach_no_reader():
    reader = Reader(PAGE)
    with pytest.raises(retained.PrepareError) as refused:
        retained.ReadToolResult(reader).prepare_call(arguments(secret=1))
    assert refused.value.rule == "argument.member"
    assert "secret" not in refused.value.text
    assert reader.asked == []


def test_a_prepared_call_asks_for_no_permission():
    assert retained.ReadToolResult(Reader(PAGE)).prepare_call(arguments()).permissions == ()


def test_a_tool_without_reader_refuses_every_call():
    tool = retained.ReadToolResult(None)
    with pytest.raises(retained.PrepareError) as refused:
        tool.prepare_call("{")
    assert refused.value.rule == "argument.reader"
    assert tool.run(None) == "error: read_tool_result: no tool results can be read in this conversation"


@pytest.mark.parametrize(
    ("error", "cancelled", "said"),
    [
        (RuntimeError("s3://bucket/key"), False, "the retained bytes cannot be read now"),
        (retained.ReadError("integrity"), False, "the retained bytes are not the ones that were stored"),
        (retained.ReadError("integrity"), True, "the read was cancelled"),
        (TimeoutError("10 s"), False, "the read was cancelled"),
    ],
)
def test_an_error_is_told_by_its_kind(error: Exception, cancelled: bool, said: str):
    tool = retained.ReadToolResult(Reader(error))
    answer = tool.run(tool.prepare_call(arguments()), cancelled=lambda: cancelled)
    assert answer == f"error: read_tool_result: {said}"


def test_a_page_of_another_capture_is_not_shown():
    tool = retained.ReadToolResult(Reader(PAGE))
    said = tool.run(tool.prepare_call(arguments(OTHER)))
    assert said == "error: read_tool_result: the retained bytes cannot be read now"


def test_a_page_that_is_none_is_not_shown():
    tool = retained.ReadToolResult(Reader(retained.Page(ID, 7, b"abc", 9, 9, True, None, "utf-8", None)))
    assert tool.run(tool.prepare_call(arguments())) == "error: read_tool_result: the retained bytes cannot be read now"


def test_a_page_is_shown_as_it_is():
    body = b"x" * 600
    page = retained.Page(ID, 0, body, 600, 600, True, None, "utf-8", None)
    tool = retained.ReadToolResult(Reader(page))
    shown = tool.run(tool.prepare_call(arguments()))
    assert shown.startswith(body.decode())
    assert retained.parse_page(shown) is not None
    assert retained.parse_marker(shown) is None


def test_what_a_text_says_gives_no_right(tmp_path):
    theirs, ours = retained.CaptureStore(tmp_path, "theirs"), retained.CaptureStore(tmp_path, "ours")
    kept = retained.capture(b"secret" * 100, ID, budget=256)
    theirs.put(kept.record, kept.data)
    assert retained.parse_marker(kept.preview) is not None  # our tool printed this very text
    tool = retained.ReadToolResult(ours)
    said = tool.run(tool.prepare_call(arguments()))
    assert said == "error: read_tool_result: this conversation has no tool result with that capture_id"


def test_the_description_is_a_schema_without_references():
    info = retained.ReadToolResult(None).info()
    assert info.name == "read_tool_result"
    assert "$ref" not in str(info.parameters)
    assert set(info.parameters["properties"]) == {"capture_id", "offset", "max_bytes"}
