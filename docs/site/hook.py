"""What mkdocs calls: it takes the pages from `whole` and gives them back finished. All else knows nothing of mkdocs."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT)] * (str(ROOT) not in sys.path)
os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")

from docs.site import finish, pages, whole  # noqa: E402

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

_made: list[whole.Site] = []


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what is made to what stands in `docs/`."""
    _made[:] = [whole.build(ROOT)]
    site = _made[0]
    for page in site.pages.values():
        files.append(File.generated(config, page.uri, content=page.markdown))
    for uri, content in site.files.items():
        files.append(File.generated(config, uri, content=content))
    config.nav = site.navigation
    return files


def on_page_content(html: str, page: Page, files: Files, **_: object) -> str:
    """Fill the slots, and link names."""
    site, uri = _made[0], page.file.src_uri
    made = site.pages.get(uri)
    filled = pages.filled(html, made.slots) if made else html
    uris = frozenset(file.src_uri for file in files.documentation_pages())
    linked = finish.with_links(filled, uri, site.sources.requirements, uris)
    prose = uri.startswith(("python/api/", "grammars/", "schemas/"))
    return finish.with_words_linked(linked, uri, site.sources.requirements) if prose else linked


def on_post_page(output: str, **_: object) -> str:
    """Names and policy."""
    return finish.guarded(finish.named(output))


def on_post_template(output_content: str, template_name: str, **_: object) -> str:
    """The same for the page of what is not found."""
    return finish.guarded(finish.named(output_content)) if template_name.endswith(".html") else output_content
