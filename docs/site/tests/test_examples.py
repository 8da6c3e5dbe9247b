"""The Python of the guides runs: each page is one program, block by block."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

_BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
_GUIDES = sorted((Path(__file__).parents[2] / "guide").glob("*.md"))


@pytest.mark.parametrize(
    "guide", [guide for guide in _GUIDES if _BLOCK.search(guide.read_text("utf-8"))], ids=lambda p: p.stem
)
def test_the_examples_of_a_guide_run(guide: Path) -> None:
    text = guide.read_text("utf-8")
    names: dict[str, object] = {}
    for block in _BLOCK.finditer(text):
        line = text.count("\n", 0, block.start()) + 1  # so that an error names the guide's own line
        exec(compile("\n" * line + block[1], str(guide), "exec"), names)
