"""The command line: exit codes, help, JSON beside everything, and never a traceback."""

from __future__ import annotations

import json

import pytest

from toolwire import carrier, tree
from toolwire.cli import VERBS
from toolwire.visible import visible

from .command import toolwire

SAMPLE = tree.root() / "docs" / "samples" / "history.jsonl"


def test_a_history_is_a_table_within_80_columns():
    code, out, _ = toolwire("classify", SAMPLE)
    assert code == 0
    assert max(map(len, out.splitlines())) <= 80
    assert "14 messages, 10 carriers: 4 declared, 6 legacy" in out


def test_json_says_what_the_library_says():
    code, out, _ = toolwire("classify", "--json", SAMPLE)
    assert code == 0
    messages = [json.loads(line) for line in SAMPLE.read_text("utf-8").splitlines()]
    for row, message in zip(json.loads(out), messages, strict=True):
        parts = carrier.classify(message["role"], message["content"])
        assert row["role"] == message["role"]
        if parts is None:
            assert row["carrier"] is None
        else:
            assert (row["carrier"], row["declared"]) == (parts.kind, parts.declared)
            assert [a["target"] for a in row["attachments"]] == [a.target for a in parts.attachments]
            assert row["text_bytes"] == len(parts.text.encode())


def test_an_array_of_messages_is_a_history_too():
    history = json.dumps([{"role": "tool", "content": "x"}, {"role": "user", "content": ["part"]}, 7]).encode()
    code, out, _ = toolwire("classify", "--json", given=history)
    assert code == 0
    assert [row["carrier"] for row in json.loads(out)] == ["native", None, None]


def test_one_content_is_shown_in_spans_and_controls_do_not_reach_the_terminal():
    content = carrier.render_prompt_tool_carrier("\x1b[31mred\n[IMAGE:/x]", [carrier.Attachment("image", "/a")])
    code, out, _ = toolwire("classify", "--role", "user", given=content.encode())
    assert code == 0
    assert "prompt carrier, declared, 1 attachment" in out
    assert "marker │ [IMAGE:/a]" in out
    assert "body │ ⟨U+001B⟩[31mred" in out
    assert "\x1b" not in out


@pytest.mark.parametrize("role", ["tool", "user", "assistant"])
def test_one_content_as_json(role):
    code, out, _ = toolwire("classify", "--role", role, "--json", given=b"[Tool results]\n[Tool attachments: 0]")
    row = json.loads(out)
    assert code == 0
    assert (row["role"], row["carrier"]) == (role, {"tool": "native", "user": "prompt"}.get(role))


@pytest.mark.parametrize(
    ("damaged", "said"),
    [(b'{"role":"tool","role":"user"}', "json.duplicate-name at byte 15"), (b'{"role":"\xff"}', "text.utf8 at byte 9")],
)
def test_a_damaged_line_is_a_finding_and_the_others_are_still_read(damaged, said):
    given = b'{"role":"tool","content":"x"}\n' + damaged + b'\n\n{"role":"tool","content":"y"}\n'
    code, out, _ = toolwire("classify", "--json", given=given)
    assert code == 1
    rows = json.loads(out)
    assert [row["place"] for row in rows] == ["line 1", "line 2", "line 4"]
    assert rows[1]["refused"].startswith(said)


@pytest.mark.parametrize(
    ("given", "arguments", "code", "said"),
    [
        (b"\xff\xfe", ("--role", "tool"), 1, "text.utf8 at byte 0"),
        (b"[\xff]", (), 1, "text.utf8 at byte 1"),
        (b"\xef\xbb\xbf{}", ("--role", "tool"), 1, "text.bom at byte 0"),
        (b"plain", (), 2, "--role"),
        (b"[1,", (), 1, "json.syntax at byte 3"),
        (b"", ("no-such-file",), 2, "no-such-file"),
        (b"", ("--colour",), 2, "--colour"),
    ],
)
def test_bad_input_is_one_sentence_and_an_exit_code(given, arguments, code, said):
    got, out, err = toolwire("classify", *arguments, given=given)
    assert got == code
    assert said in err
    assert out == ""


def test_classify_does_not_touch_its_file(tmp_path):
    file = tmp_path / "history.jsonl"
    file.write_bytes(b'{"role":"tool","content":"x"}\n{"torn')
    before = (file.read_bytes(), file.stat().st_mtime_ns)
    assert toolwire("classify", file)[0] == 1
    assert (file.read_bytes(), file.stat().st_mtime_ns) == before


@pytest.mark.parametrize("verb", [(), *((verb,) for verb in VERBS)])
def test_every_help_has_an_example(verb):
    code, out, _ = toolwire(*verb, "--help")
    assert code == 0
    assert "Example:" in out
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_printed_for_a_shell(shell):
    code, out, _ = toolwire("completion", shell)
    assert code == 0
    assert "_TOOLWIRE_COMPLETE" in out


def test_an_unknown_verb_is_a_usage_error():
    assert toolwire("fly")[0] == 2


def test_hidden_characters_are_made_visible():
    assert visible("a\n\t\x1b\x7f\u2028\u202eb\ud800é😀") == "a␊⟨U+0009⟩⟨U+001B⟩⟨U+007F⟩⟨U+2028⟩⟨U+202E⟩b⟨U+D800⟩é😀"
