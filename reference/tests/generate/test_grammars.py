"""Grammars are translated or refused; the pictures of them can be read by people and by programs."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from toolwire.generate.abnf import abnf
from toolwire.generate.diagrams import diagrams
from toolwire.generate.productions import Choice, Literal, Range, Reference, Repeat, Sequence, read
from toolwire.generate.regexes import DIALECTS, pattern
from toolwire.generate.source import SourceError
from toolwire.tree import root

SVG = "{http://www.w3.org/2000/svg}"


def folder(path: Path, **texts: str) -> Path:
    """A tree with these grammars."""
    (path / "grammars").mkdir()
    for name, text in texts.items():
        (path / "grammars" / f"{name}.lark").write_text(text, "utf-8")
    return path


def test_every_form_of_the_notation_is_read(tmp_path):
    text = (
        '// What it is.\n// And more.\nx: "a" Y? [Y] (Y | "b" "c")* Y+ Y~2 Y~1..3\n\nY: "0".."9" | "\\n" | "\\u00e9"\n'
    )
    grammar = read(folder(tmp_path, x=text) / "grammars")["x"]
    y = Reference("Y")
    assert grammar.start.comment == ("What it is.", "And more.")
    assert grammar.start.expression == Sequence(
        (
            Literal("a"),
            Repeat(y, 0, 1),
            Repeat(y, 0, 1),
            Repeat(Choice((y, Sequence((Literal("b"), Literal("c"))))), 0, None),
            Repeat(y, 1, None),
            Repeat(y, 2, 2),
            Repeat(y, 1, 3),
        )
    )
    assert grammar.productions["Y"].expression == Choice((Range(0x30, 0x39), Literal("\n"), Literal("é")))
    expression = pattern(grammar, DIALECTS["python"])
    assert re.fullmatch(expression, "a" + "bcbc" + "1" + "22" + "3")
    assert re.fullmatch(expression, "a" + "01" + "9bc" + "é" + "\n\n" + "333")
    assert not re.fullmatch(expression, "a" + "1" + "22")
    assert 'x = %s"a" [Y] [Y] *(Y / %s"b" %s"c") 1*Y 2Y 1*3Y' in abnf(tmp_path)["grammars/derived/x.abnf"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("x: /a+/\n", r"line 1: `literal` in this form has no translation"),
        ('x: "a"i\n', r"line 1: `literal` in this form has no translation"),
        ('x: y\n\ny: "a" -> z\n', r"line 3: `alias` in this form has no translation"),
        ('x.2: "a"\n', r"line 1: `rule` in this form has no translation"),
        ('x: y{"a"}\ny{z}: z\n', r"line 1: `template_usage` in this form has no translation"),
        ('x: "a"\n%ignore " "\n', r"line 2: `ignore` in this form has no translation"),
        ("%import common.DIGIT\nx: DIGIT\n", r"line 1: `import` in this form has no translation"),
        ("%import .y.y\nx: y\n", r"line 1: `import` in this form has no translation"),
        ('x: "a" )\n', r"line 1: this is not Lark's notation"),
        ('y: "a"\n', r"it has no rule `x`"),
    ],
)
def test_what_has_no_translation_is_refused_with_its_place(tmp_path, text, complaint):
    with pytest.raises(SourceError, match=complaint) as caught:
        read(folder(tmp_path, x=text) / "grammars")
    assert str(caught.value).startswith("grammars/x.lark")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('x: "a" x?\n', "`x` refers to itself"),
        ('x: ("a"+ "b"?)+\n', "an endless repetition in another is not linear"),
        ('x: y+\ny: "a"*\n', "an endless repetition in another is not linear"),
        ('x: y "," y\ny: "a"\n', "a rule that is used twice would be two groups of one name"),
    ],
)
def test_what_is_not_one_linear_expression_is_refused(tmp_path, text, complaint):
    grammar = read(folder(tmp_path, x=text) / "grammars")["x"]
    with pytest.raises(SourceError, match=complaint):
        pattern(grammar, DIALECTS["python"])


def test_an_imported_name_that_is_taken_is_refused(tmp_path):
    with pytest.raises(SourceError, match="a name of an imported grammar is taken"):
        read(folder(tmp_path, x='%import .y.y\nx: y A\nA: "a"\n', y='y: A\nA: "b"\n') / "grammars")


def test_characters_with_a_meaning_in_expressions_stand_for_themselves(tmp_path):
    special = "\\\\^$.*+?()[]{}|/-'#&~ \\\""
    grammar = read(folder(tmp_path, x=f'x: "{special}" ("\\u002d" | "]" | "^" | "\\\\")\n') / "grammars")["x"]
    text = special.replace("\\\\", "\\").replace('\\"', '"')
    expression = pattern(grammar, DIALECTS["python"])
    assert '"' not in expression  # the derived module puts it between these
    assert {last for last in map(chr, range(128)) if re.fullmatch(expression, text + last)} == {*"-]^\\"}


PICTURES = diagrams(root())


@pytest.mark.parametrize("path", PICTURES)
def test_a_picture_is_named_and_its_links_lead_somewhere(path):
    tree = ElementTree.fromstring(PICTURES[path])
    assert (tree.get("role"), tree.get("aria-label")) == ("group", f"Grammar {Path(path).stem}")
    rules = read(root() / "grammars")[Path(path).stem].own
    assert [track.get("aria-label") for track in tree.findall(f"{SVG}g")] == [rule.name for rule in rules]
    for link in tree.iter(f"{SVG}a"):
        file, _, anchor = link.attrib["href"].partition("#")
        target = PICTURES[f"grammars/derived/{file}" if file else path]
        assert f'<g id="{anchor}"' in target
        assert len(link) == 1, "the text of a link is there twice"
    assert "xlink" not in PICTURES[path]


@pytest.mark.parametrize("path", PICTURES)
def test_a_picture_takes_its_colours_from_variables_for_light_and_dark(path):
    style = ElementTree.fromstring(PICTURES[path]).find(f"{SVG}style")
    assert style is not None
    assert style.text is not None
    assert "prefers-color-scheme: dark" in style.text
    rules = re.sub(r"--[a-z]+: #[0-9a-f]{6};", "", style.text)
    assert "#" not in rules, "a colour that no page can change"
