"""Captures, pages and external results from the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from toolwire import external, retained

from ..command import toolwire

OUTPUT = "".join(f"{number} é€𝄞\n" for number in range(200_000)).encode()  # 3.6 MB
ID = re.compile(r'capture_id="([0-9a-f-]{36})"\]\n')


def ask(store: Path, *arguments: object, **members: object) -> tuple[int, str, str]:
    return toolwire("read", "--store", store, *arguments, given=json.dumps(members).encode())


def kept(store: Path, output: bytes = OUTPUT, *arguments: object) -> str:
    code, preview, err = toolwire("capture", "--store", store, *arguments, given=output)
    assert (code, err) == (0, "")
    found = ID.search(preview)
    assert found
    return found[1]


def test_a_model_reads_the_whole_of_a_large_output(tmp_path: Path):
    code, preview, _ = toolwire("capture", "--store", tmp_path, "--budget", 2000, given=OUTPUT)
    assert code == 0
    assert len(preview.removesuffix("\n").encode()) <= 2000
    assert preview.startswith("0 é€𝄞\n1 é€𝄞\n")
    parsed = retained.parse_marker(preview.removesuffix("\n"))
    assert parsed is not None
    marker = parsed[1]
    assert marker.original_bytes == len(OUTPUT)
    store = retained.CaptureStore(tmp_path / "captures", "cli")
    tool = retained.ReadToolResult(store)
    offset: int | None = 0
    read: list[str] = []
    while offset is not None:  # as a model does it: it follows the footers
        shown = tool.run(tool.prepare_call(json.dumps({"capture_id": marker.capture_id, "offset": offset})))
        page = retained.parse_page(shown)
        assert page is not None
        read.append(page.body)
        offset = page.next_offset
    assert "".join(read).encode() == OUTPUT


def test_a_page_is_printed_as_the_model_sees_it(tmp_path: Path):
    capture_id = kept(tmp_path)
    code, out, err = ask(tmp_path, capture_id=capture_id, offset=3, max_bytes=4)
    size = len(OUTPUT)
    footer = f"[capture {capture_id}: bytes 4-6 of {size} retained (original {size}); next_offset=7]"
    assert (code, out, err) == (0, f"€\n{footer}\n", "")


def test_a_page_as_json(tmp_path: Path):
    capture_id = kept(tmp_path)
    code, out, _ = ask(tmp_path, "--json", capture_id=capture_id, max_bytes=2)
    shown = json.loads(out)
    assert code == 0
    assert (shown["offset"], shown["bytes"], shown["next_offset"]) == (0, 2, 2)
    assert shown["text"].startswith("0 \n[capture ")


def test_a_record_as_json(tmp_path: Path):
    code, out, _ = toolwire("capture", "--store", tmp_path, "--ceiling", 10, "--json", given=b"0123456789ab")
    shown = json.loads(out)
    assert code == 0
    assert (shown["record"]["captured_bytes"], shown["record"]["truncation_reason"]) == (10, "capture_ceiling")
    assert shown["preview"].startswith("0123456789ab\n[tool output shaped; 10 of 12 bytes retained; ")


@pytest.mark.parametrize(
    ("members", "rule", "text"),
    [
        ({"capture_id": "x"}, "argument.canonical", "read_tool_result: capture_id is not an id as a retention marker"),
        (
            {"capture_id": "0" * 8 + "-0000" * 3 + "-" + "0" * 12},
            "read.unknown-capture",
            "error: read_tool_result: this",
        ),
    ],
)
def test_a_failed_read_is_printed_too(tmp_path: Path, members: dict[str, object], rule: str, text: str):
    code, out, err = ask(tmp_path, **members)
    assert code == 1
    assert out.startswith(text)
    assert err.startswith(rule)
    code, out, _ = ask(tmp_path, "--json", **members)
    assert (code, json.loads(out)["refused"]) == (1, rule)


def test_another_loop_has_nothing(tmp_path: Path):
    capture_id = kept(tmp_path)
    code, out, _ = ask(tmp_path, "--loop", "other", capture_id=capture_id)
    assert code == 1
    assert "no tool result with that capture_id" in out


@pytest.mark.parametrize("verb", ["capture", "read"])
def test_a_budget_that_bounds_nothing(tmp_path: Path, verb: str):
    code, out, err = toolwire(verb, "--store", tmp_path, "--budget", 255, given=b"{}")
    assert (code, out) == (1, "")
    assert err.startswith("preview.budget: ")
    assert list(tmp_path.iterdir()) == []


def test_a_store_behind_a_link_is_refused(tmp_path: Path):
    (tmp_path / "captures").mkdir()
    (tmp_path / "elsewhere").mkdir()
    digest = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"  # of hello
    (tmp_path / "captures" / "objects").mkdir()
    (tmp_path / "captures" / "objects" / digest).symlink_to(tmp_path / "elsewhere")
    code, out, err = toolwire("capture", "--store", tmp_path, "--ceiling", 5, given=b"hello world")
    assert (code, out) == (2, "")
    assert "store.path.link" in err


BODY = "é" * 30_000


def test_a_large_body_is_stored_and_checked(tmp_path: Path):
    options = ("--store", tmp_path, "--call-id", "call 1", "--disposition", "fatal", "--error")
    code, out, _ = toolwire("external", "make", *options, given=BODY.encode())
    assert code == 0
    assert out.startswith("external, 60,000 bytes, call call 1, failed, fatal\nstored as r-")
    code, document, _ = toolwire("external", "make", *options, "--json", given=BODY.encode())
    assert code == 0
    made = external.decode(document)
    assert isinstance(made, external.ExternalToolResult)
    code, out, _ = toolwire("external", "check", "--store", tmp_path, given=document.encode())
    assert (code, out) == (0, "external, 60,000 bytes, call call 1, failed, fatal; body: present\n")
    code, out, _ = toolwire("external", "check", "--store", tmp_path, "--scope", "x", "--json", given=document.encode())
    assert (code, json.loads(out)["body"]) == (1, "missing")


def test_a_small_body_is_inline(tmp_path: Path):
    options = ("--store", tmp_path, "--call-id", "c", "--disposition", "recoverable")
    code, out, _ = toolwire("external", "make", *options, given=b"ok\n")
    assert (code, out) == (0, "inline, 3 bytes, call c, not failed, recoverable\n")
    assert list(tmp_path.iterdir()) == []
    code, document, _ = toolwire("external", "make", *options, "--json", given=b"ok\n")
    assert json.loads(document)["result"] == {"output": "ok\n", "disposition": "recoverable"}
    code, out, _ = toolwire("external", "check", "--store", tmp_path, given=document.encode())
    assert (code, out) == (0, "inline, 3 bytes, call c, not failed, recoverable; body: inline\n")


def test_a_document_that_is_refused(tmp_path: Path):
    given = b'{"kind":"external","x\\u001b/y":1}'
    code, out, err = toolwire("external", "check", "--store", tmp_path, given=given)
    assert (code, out) == (1, "")
    assert err.startswith("external.member in /x⟨U+001B⟩~1y: ")
    code, out, _ = toolwire("external", "check", "--json", given=given)
    assert (code, json.loads(out)["refused"]["rule"]) == (1, "external.member")


@pytest.mark.parametrize(
    ("options", "given", "code", "said"),
    [
        (("--preview", "51201"), b"x", 1, "external.policy"),
        (("--preview", "-1"), b"x", 2, "numbers of bytes"),
        ((), b"\xff", 1, "external.make.body at byte 0"),
    ],
)
def test_a_body_that_cannot_be_made_a_result(options: tuple[str, ...], given: bytes, code: int, said: str):
    done = toolwire("external", "make", "--call-id", "c", "--disposition", "fatal", *options, given=given)
    assert done[0] == code
    assert said in done[2]
