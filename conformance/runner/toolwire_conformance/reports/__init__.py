"""What a run came to, as files: every format is made of the report's JSON document, and of nothing else.

So a report that was kept can be shown again, in another format or beside another one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from . import badge, document, html, junit, markdown, tap
from .document import Document

FORMATS: Mapping[str, Callable[[Document], str]] = {
    "json": document.text,
    "markdown": markdown.text,
    "html": html.text,
    "junit": junit.text,
    "tap": tap.text,
    "badge": badge.endpoint,
    "svg": badge.svg,
}
"""Name of a format to what writes it."""

__all__ = ["FORMATS", "Document", "document"]
