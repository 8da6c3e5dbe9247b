"""The adapter protocol as a page, from `conformance/protocol.md`."""

from __future__ import annotations

import re

from .pages import Page
from .sources import Sources


def page(sources: Sources) -> Page:
    """The protocol; what it links to in the tree is linked to on the site."""
    text = (sources.root / "conformance/protocol.md").read_text("utf-8")
    text = re.sub(r"\]\(\.\./schemas/([\w/-]+)\.schema\.json\)", r"](../schemas/\1.md)", text)
    return Page("conformance/protocol.md", text)
