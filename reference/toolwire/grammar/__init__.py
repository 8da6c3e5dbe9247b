"""The line languages of `grammars/`, as fast recognisers and as Lark's parse of the same files.

Readers use the recognisers: compiled regular expressions that `toolwire generate` derives from the grammars. The
oracle is slow and independent of them; it is there to test them. Importing this module compiles nothing and does not
load Lark.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from .recognisers import PATTERNS, RESULTS_PREFIX, WHITE_SPACE

TYPE_CHECKING = False  # true for type checkers; `typing` itself costs more to import than this module
if TYPE_CHECKING:
    from pathlib import Path

    from lark import Lark

__all__ = ["RESULTS_PREFIX", "WHITE_SPACE", "oracle", "prompt_head", "recogniser", "source"]


@cache
def recogniser(name: str) -> re.Pattern[str]:
    """The compiled recogniser of a grammar; use its `fullmatch`, with positions to match a part of a text.

    A rule that occurs at most once is a named group: `kind` and `target` of `marker_line`, `count` of
    `attachments_header`. Matching takes time linear in the length of the text.

    Raises:
        KeyError: there is no grammar of that name.
    """
    return re.compile(PATTERNS[name])


@lru_cache(maxsize=64)
def prompt_head(markers: int) -> re.Pattern[str]:
    """The compiled recogniser of a prompt carrier's head with exactly this number of markers, from 0 to 2^31.

    The grammar file is the one for two markers. Do not pass a count that came with a text: its value is the text's
    claim, and each one costs a compilation. Requirement: carrier.prompt.supply.
    """
    return re.compile(PATTERNS["prompt_head"].replace("{2}", f"{{{markers}}}"))


def source(name: str, markers: int = 2) -> str:
    """The text of a grammar file in Lark's notation; `markers` selects the instance of `prompt_head`.

    Raises:
        FileNotFoundError: there is no grammar of that name.
    """
    return _path(name).read_text("utf-8").replace("~2", f"~{markers}")


def oracle(name: str, markers: int = 2) -> Lark:
    """Lark's Earley parser of a grammar: about 11 µs a character. Its trees keep every character as a token.

    Raises:
        FileNotFoundError: there is no grammar of that name.
    """
    from lark import Lark

    return Lark(
        source(name, markers),
        source_path=str(_path(name)),
        start=name,
        parser="earley",
        keep_all_tokens=True,
        propagate_positions=True,
    )


def _path(name: str) -> Path:
    from toolwire.tree import root

    return root() / "grammars" / f"{name}.lark"
