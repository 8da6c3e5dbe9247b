"""The runner knows implementations through the protocol only, and starts quickly."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import toolwire_conformance

PACKAGE = Path(toolwire_conformance.__file__).parent

# Data about the specification, and what reads and prints its grammars. Nothing that reads or writes what it specifies.
ALLOWED = {
    *("toolwire.tree", "toolwire.schema", "toolwire.model", "toolwire.specification", "toolwire.visible"),
    "toolwire.generate",
}


def imported(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_module_imports_an_implementation(path):
    for name in imported(path):
        if name.split(".")[0] == "toolwire":
            assert ".".join(name.split(".")[:2]) in ALLOWED, name


def test_the_command_line_is_loaded_without_what_its_verbs_need():
    code = f"import sys; sys.path[:0] = {sys.path!r}; import toolwire_conformance.cli; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True)
    assert not {"rich", "msgspec", "jsonschema", "toolwire.specification", "subprocess"} & set(done.stdout.split())
