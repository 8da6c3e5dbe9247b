"""Dependencies point one way, and importing is cheap."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import toolwire

PACKAGE = Path(toolwire.__file__).parent

# From the bottom up: a room may import from itself and from those before it.
ORDER = [
    "refusal", "tree", "visible", "grammar", "model", "text", "json_profile", "schema", "specification", "carrier",
    "disk", "transcript", "retained", "external", "adapter", "generate", "cli",
]  # fmt: skip


def room(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in found if name.split(".")[0] in ("toolwire", "toolwire_conformance")}


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_room_imports_from_one_above_it_or_from_the_runner(path):
    own = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    allowed = ORDER[: ORDER.index(own) + 1] if own in ORDER else []
    for name in imports(path):
        if name != "toolwire":  # the package itself holds its version and nothing else
            assert room(name) in allowed, f"{own} imports {name}"


@pytest.mark.parametrize(
    ("statement", "unwanted"),
    [
        ("import toolwire", {"re", "json", "dataclasses", "click", "lark", "msgspec"}),
        ("from toolwire import carrier", {"lark", "jsonschema", "msgspec", "rich", "click", "referencing", "railroad"}),
        ("import toolwire.cli", {"lark", "jsonschema", "msgspec", "rich", "toolwire.carrier", "toolwire_conformance"}),
    ],
)
def test_an_import_loads_nothing_that_it_does_not_need(statement, unwanted):
    code = f"import sys; before = set(sys.modules); {statement}; print(*(set(sys.modules) - before))"
    loaded = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}; {code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert not unwanted & set(loaded.stdout.split())
