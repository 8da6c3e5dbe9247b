"""The pages of the API reference: mkdocstrings fills them from the docstrings."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from .pages import Page

MODULES = {
    "carrier": "Carriers",
    "retained": "Retained results",
    "external": "External results",
    "transcript": "Transcripts",
    "composition": "Composition",
    "refusal": "Refusals",
    "text": "Text",
    "json_profile": "JSON profile",
    "schema": "Schemas",
    "specification": "Requirements",
}
"""The public modules, and what their pages are called."""


def pages(package: Path) -> list[Page]:
    """A page for each public module that the package has."""
    return [
        Page(f"python/api/{name}.md", _markdown(name, title))
        for name, title in MODULES.items()
        if (package / name).is_dir() or (package / f"{name}.py").exists()
    ]


def _markdown(name: str, title: str) -> str:
    """The module's own words, and then each of its public names.

    A name that is a submodule's too is asked for where it is defined: mkdocstrings would take the submodule.
    """
    module = import_module(f"toolwire.{name}")
    public: list[str] = getattr(module, "__all__", [])
    lines = [f"---\ntitle: toolwire.{name}\n---\n\n# {title}\n", f"::: toolwire.{name}"]
    if public:
        lines += ["    options:", "      members: false", "      summary: false"]
    for member in public:
        defined = getattr(getattr(module, member), "__module__", "")
        shadowed = defined == f"toolwire.{name}.{member}"
        lines += ["", f"::: {defined if shadowed else f'toolwire.{name}'}.{member}"]
        lines += ["    options:", "      show_root_heading: true", "      show_root_toc_entry: true"]
        lines += ["      show_root_full_path: false"]
    return "\n".join(lines) + "\n"
