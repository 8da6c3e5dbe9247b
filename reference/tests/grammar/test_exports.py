"""The expressions for other languages and the ABNF say what the recognisers say, which the Earley parse confirms."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
import re2

from toolwire.tree import root

from .languages import LANGUAGES, Language, enumerated, matched, pattern

HERE = Path(__file__).parent
SURROGATE = re.compile(r"[\ud800-\udfff]")
LANGUAGE_IDS = [f"{name}-{markers}" if name == "prompt_head" else name for name, markers in LANGUAGES]


def _expression(language: Language, dialect: str) -> str:
    name, markers = language
    table = json.loads((root() / "grammars/derived/regexes.json").read_bytes())
    return table[name][dialect].replace("{2}", f"{{{markers}}}")


def _answers(command: list[str], dialect: str, words: list[list[str]]) -> list[list[dict[str, str] | None]]:
    batches = [
        {"Expression": _expression(language, dialect), "Words": tried}
        for language, tried in zip(LANGUAGES, words, strict=True)
    ]
    done = subprocess.run(command, input=json.dumps(batches), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_node_agrees_on_the_ecmascript_expressions():
    # In UTF-16, which Node reads, these two stand for one character.
    words = [[word for word in enumerated(language) if "\ud800\udfff" not in word] for language in LANGUAGES]
    answers = _answers(["node", str(HERE / "match.mjs")], "ecmascript", words)
    for language, tried, got in zip(LANGUAGES, words, answers, strict=True):
        assert got == [matched(pattern(language), word) for word in tried], language


@pytest.mark.parametrize("language", LANGUAGES, ids=LANGUAGE_IDS)
def test_re2_agrees_on_its_expression(language):
    expression = re2.compile(_expression(language, "re2"))
    for word in enumerated(language):
        if not SURROGATE.search(word):  # UTF-8 has none, so RE2 cannot be given any
            assert matched(expression, word) == matched(pattern(language), word), word


@pytest.mark.parametrize("language", LANGUAGES, ids=LANGUAGE_IDS)
def test_the_python_expression_of_the_table_is_the_recogniser(language):
    assert _expression(language, "python") == pattern(language).pattern


@pytest.mark.parametrize("language", LANGUAGES, ids=LANGUAGE_IDS)
def test_the_abnf_describes_the_same_words(language):
    name, markers = language
    abnf = (root() / f"grammars/derived/{name}.abnf").read_text("utf-8").replace("2(", f"{markers}(")
    expression = re.compile(_from_abnf(abnf))
    for word in enumerated(language):
        assert bool(expression.fullmatch(word)) == bool(pattern(language).fullmatch(word)), repr(word)


_ABNF = re.compile(
    r'(?P<rule>[A-Za-z][A-Za-z0-9-]*)|%s"(?P<text>[^"]*)"|%x(?P<first>[0-9A-F]+)(?:-(?P<last>[0-9A-F]+))?'
    r"|(?P<times>\d*\*\d*|\d+)|(?P<mark>[/()\[\]])|(?P<space> +)"
)


def _from_abnf(abnf: str) -> str:
    """The first rule of an ABNF as a regular expression. Knows the operators that RFC 5234 and 7405 define."""
    rules = dict(line.split(" = ", 1) for line in abnf.split("\n") if line and not line.startswith(";"))

    def group(body: str) -> str:
        return f"(?:{alternatives(body)})"

    def alternatives(body: str) -> str:
        out: list[str] = []
        pending = ""  # the repetition that belongs behind the next element
        open_at: list[tuple[int, str]] = []
        at = 0
        while at < len(body):
            token = _ABNF.match(body, at)
            assert token is not None, f"not ABNF: {body[at:]}"
            at = token.end()
            element = None
            match token.lastgroup, token.group():
                case "rule", rule:
                    element = group(rules[rule])
                case "text", _:
                    element = group_of_text(token["text"])
                case "first" | "last", _:
                    first = int(token["first"], 16)
                    element = f"[\\U{first:08x}-\\U{int(token['last'] or token['first'], 16):08x}]"
                case "times", times:
                    least, star, most = times.partition("*")
                    pending = f"{{{least or 0},{most}}}" if star else f"{{{least}}}"
                case "mark", "/":
                    out.append("|")
                case "mark", "(" | "[":
                    open_at.append((len(out), pending))
                    pending = ""
                case "mark", close:
                    start, times = open_at.pop()
                    element, pending = f"(?:{''.join(out[start:])}){'?' if close == ']' else ''}", times
                    del out[start:]
                case _:
                    pass
            if element is not None:
                out.append(element + pending)
                pending = ""
        return "".join(out)

    def group_of_text(text: str) -> str:
        return f"(?:{re.escape(text)})"

    return alternatives(next(iter(rules.values())))
