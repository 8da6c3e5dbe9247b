"""The whole specification on one page, to print or to keep."""

from __future__ import annotations

import re
from posixpath import dirname, normpath

from .chapters import outside_code
from .pages import Page, source_link
from .sources import Sources

URI = "spec/all.md"

_LINK = re.compile(r"\]\((?P<path>[^)#:\s]+\.md)(?P<fragment>#[^)\s]*)?\)")
_HEADING = re.compile(r"^(#+) ", re.MULTILINE)


def page(sources: Sources, chapters: list[Page]) -> Page:
    """All chapters and the divergences, one behind the other; links among them stay on the page."""
    anchors = {chapter.uri: f"chapter-{chapter.uri.removesuffix('.md').rpartition('/')[2]}" for chapter in chapters}
    slots: dict[str, str] = {}
    parts: list[str] = []
    for chapter in chapters:
        title, _, rest = chapter.markdown.partition("\n")
        rest = outside_code(rest, lambda prose: _HEADING.sub(r"#\1 ", prose))
        rest = _rewritten(rest, chapter.uri, anchors)
        if chapter.uri.startswith("spec/annex/"):
            rest = re.sub(r'^<details class="cases".*?^</details>\n', "", rest, flags=re.MULTILINE | re.DOTALL)
        parts.append(f"## {title.lstrip('# ')} {{ #{anchors[chapter.uri]} .chapter }}\n{rest}")
        slots |= chapter.slots
    head = (
        "---\ntitle: On one page\nsearch:\n  exclude: true\nhide: [toc]\n---\n\n# Toolwire, the whole specification\n\n"
        f"Version 1.0, draft. {len(sources.requirements)} requirements, corpus {sources.corpus.version}.\n\n"
    )
    contents = "\n".join(
        f"- [{chapter.markdown.partition(chr(10))[0].lstrip('# ')}](#{anchors[chapter.uri]})" for chapter in chapters
    )
    return Page(URI, f"{head}{contents}\n\n" + "\n".join(parts), slots)


def _rewritten(text: str, uri: str, anchors: dict[str, str]) -> str:
    """Links to chapters as links on the page; others from where the page is."""

    def change(found: re.Match[str]) -> str:
        target = normpath(f"{dirname(uri)}/{found['path']}")
        fragment = found["fragment"] or ""
        if target in anchors:
            return f"]({fragment or f'#{anchors[target]}'})"
        return f"]({source_link(URI, target + fragment)})"

    text = outside_code(text, lambda prose: _LINK.sub(change, prose))
    text = re.sub(r'<a class="term" href="[^"#]*(#[^"]+)"', r'<a class="term" href="\1"', text)
    return re.sub(r"\]\((?:\.\./)+(cases/[^)]+)\)", r"](../\1)", text)
