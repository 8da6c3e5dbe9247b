"""The templates of `templates/`: with escaping in HTML, without it in Markdown."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from toolwire_conformance.corpus import Refusal


def _is_html(name: str | None) -> bool:
    return name is None or name.endswith(".html")


def _is_refused(value: Any) -> bool:
    return isinstance(value.expect, Refusal)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=_is_html,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.tests["refused"] = _is_refused
    return environment


def render(template: str, /, **context: object) -> str:
    """The HTML of a template; texts in `context` are escaped, `Markup` is not."""
    return _environment().get_template(template).render(**context)


@cache
def inline(markdown: str) -> Markup:
    """A sentence of the chapters or of a schema as HTML: code, emphasis, and links to their texts."""
    html = escape(markdown, quote=False)
    html = re.sub(r"`([^`]+)`", r"<code>\1</code>", html)
    html = re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", html)
    return Markup(re.sub(r"\*([^*<>]+)\*", r"<em>\1</em>", html))


@cache
def plain(markdown: str) -> str:
    """The same as text without any markup, for a tooltip."""
    return re.sub(r"[`*]", "", re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", markdown))
