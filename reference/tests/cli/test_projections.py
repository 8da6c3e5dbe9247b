"""`toolwire context`, `project`, `fork`, `request` and `diff-requests`."""

from __future__ import annotations

import json
import stat

import pytest

from toolwire.transcript import (
    AssistantMessage,
    Context,
    RequestAttachment,
    RequestHeader,
    TextBlock,
    ToolDefinition,
    UserMessage,
    load,
    new_context,
    new_message,
    new_request_header,
    new_run_end,
    new_run_start,
    new_step_end,
    new_step_start,
    new_turn_end,
    new_turn_start,
)

from ..command import toolwire
from .logs import TORN, answered, ended, put


def said(text, stop):
    return new_message(AssistantMessage((TextBlock(text),), stop_reason=stop))


def asked(number, **members):
    header = {"provider": "acme", "model": "m-1", "protocol": "openai-responses", "input_seq": -1} | members
    ids = {"run_id": "run_1", "turn_id": "turn_1", "step_id": f"step_{number}"}
    return new_request_header(RequestHeader(provider_request_id=f"req_{number}", **ids, **header))


def requests():
    """Two steps with a request each; the second has another tool, an attachment, and one message more."""
    rules = Context(attachment_id="a1", epoch=1, kind="rules", placement="end", revision="r1", rendered="be brief")
    tools = (ToolDefinition("read"),)
    more = (ToolDefinition("read", "reads"), ToolDefinition("write"))
    return [
        new_run_start("run_1"),
        new_turn_start("run_1", "turn_1"),
        new_message(UserMessage((TextBlock("first \x1b[31mquestion"),))),
        new_step_start("run_1", "turn_1", "step_1"),
        asked(1, tools=tools, system_prompt="you are"),
        said("an answer", "stop"),
        new_step_end("run_1", "turn_1", "step_1", "completed"),
        new_step_start("run_1", "turn_1", "step_2"),
        new_context(rules),
        asked(2, tools=more, system_prompt="you are", attachments=(RequestAttachment("a1", 0),)),
        said("another", "stop"),
        new_step_end("run_1", "turn_1", "step_2", "completed"),
        new_turn_end("run_1", "turn_1", "completed"),
        new_run_end("run_1", "completed"),
    ]


def test_the_context_in_lines_and_as_json(tmp_path):
    path = tmp_path / "a.jsonl"
    put(path, ended())
    code, out, err = toolwire("context", path)
    assert (code, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 80
    assert "behind the compaction" in out
    assert "let me see [toolCall web] [toolCall read]" in out
    shown = json.loads(toolwire("context", "--json", path)[1])
    assert [message["role"] for message in shown["messages"]] == [
        "user",
        "user",
        "assistant",
        "toolResult",
        "toolResult",
    ]
    assert shown["as_of"] == 14


def test_the_projection_as_counts_and_as_json(tmp_path):
    path = tmp_path / "a.jsonl"
    put(path, answered(), TORN)
    code, out, err = toolwire("project", path)
    assert (code, err) == (0, "")
    assert "2  tool calls, 1 without result" in out
    assert "open: run_1, turn_1, step_1" in out
    shown = json.loads(toolwire("project", "--json", "--at", 3, path)[1])
    assert (shown["asOfSeq"], len(shown["messages"]), shown["open"]["stepId"]) == (3, 1, "step_1")
    code, out, err = toolwire("project", "--at", 99, path)
    assert (code, out) == (1, "")
    assert "projection.upto" in err


def test_a_fork_is_a_new_private_file_and_the_source_stays(tmp_path):
    path, new = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    content = put(path, requests())
    entries = load(content).entries
    code, out, _ = toolwire("fork", path, entries[2].id, "--before-user", " again ", "--out", new)
    assert code == 0
    assert out == f"written: {new}, 3 entries of 14\n"
    assert path.read_bytes() == content
    assert new.read_bytes().startswith(b"".join(content.splitlines(keepends=True)[:3]))
    assert load(new.read_bytes()).entries[2].payload.content[0].text == "again"
    assert stat.S_IMODE(new.stat().st_mode) == 0o600
    code, _, err = toolwire("fork", path, entries[2].id, "--before-user", "x", "--out", new)
    assert code == 2
    assert "exists" in err
    code, out, _ = toolwire("fork", "--json", path, entries[10].id, "--after-assistant", "--out", tmp_path / "c.jsonl")
    assert (code, json.loads(out)["entries"]) == (0, 14)


def test_a_fork_that_cannot_be_is_one_sentence(tmp_path):
    path = tmp_path / "a.jsonl"
    entries = load(put(path, requests())).entries
    for arguments, code, said_ in (
        ((entries[5].id, "--before-user", "x"), 1, "fork.before.answer"),
        (("missing", "--after-assistant"), 1, "fork.message"),
        ((entries[5].id,), 2, "give either"),
        ((entries[5].id, "--after-assistant", "--before-user", "x"), 2, "give either"),
    ):
        got, out, err = toolwire("fork", path, *arguments, "--out", tmp_path / "b.jsonl")
        assert (got, out) == (code, "")
        assert said_ in err
    assert [found.name for found in tmp_path.iterdir()] == ["a.jsonl"]


def test_a_request_in_lines_and_as_json(tmp_path):
    path = tmp_path / "a.jsonl"
    put(path, requests())
    code, out, err = toolwire("request", path, "req_2")
    assert (code, err) == (0, "")
    assert "acme m-1 openai-responses" in out
    assert "tools    read, write" in out
    assert "    0 + user       be brief" in out
    assert "    1   user       first ⟨U+001B⟩[31mquestion" in out
    shown = json.loads(toolwire("request", "--json", path, "req_1")[1])
    assert (shown["headerSeq"], len(shown["input"]["messages"])) == (4, 1)
    code, out, err = toolwire("request", path, "req_9")
    assert (code, out) == (1, "")
    assert "request.found" in err


def test_what_changed_between_two_requests(tmp_path):
    path = tmp_path / "a.jsonl"
    put(path, requests())
    code, out, err = toolwire("diff-requests", path, "req_1", "req_2")
    assert (code, err) == (1, "")
    assert out.splitlines() == [
        "changed  tools",
        "tools added: write",
        "tools changed: read",
        "0 messages in common, of 1 and 3",
        "-     0 user       first ⟨U+001B⟩[31mquestion",
        "+     0 user       be brief",
    ]
    shown = json.loads(toolwire("diff-requests", "--json", path, "req_1", "req_2")[1])
    assert (shown["changed"], shown["tools"]["added"], shown["common_messages"]) == (["tools"], ["write"], 0)
    code, out, _ = toolwire("diff-requests", path, "req_1", "req_1")
    assert (code, out) == (0, "1 message in common, of 1 and 1\n")


@pytest.mark.parametrize(
    "arguments", [("context",), ("project",), ("request", "x"), ("diff-requests", "x", "y"), ("fork", "x")], ids=str
)
def test_a_log_that_does_not_validate_is_refused(tmp_path, arguments):
    path = tmp_path / "a.jsonl"
    put(path, [new_run_end("r", "failed")])
    verb, *others = arguments
    more = ("--after-assistant", "--out", tmp_path / "b.jsonl") if verb == "fork" else ()
    code, out, err = toolwire(verb, path, *others, *more)
    assert (code, out) == (1, "")
    assert "session.lifecycle.open-run in line 2" in err
