"""The last touch on finished HTML: links from names, a policy for the browser, names for what has none."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import escape

from toolwire.specification import Requirement

from .pages import link
from .templates import plain

_CODE = re.compile(r"(?P<before><a\b[^>]*>)?<code>(?P<text>[a-z][\w./-]*[\w])</code>")
_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_CASE_FILE = re.compile(r'(href="[^"]*(?:cases|r)/[^"/]+/)index\.html"')
_TAG = re.compile(r"(<[^>]*>)")
_OPENS = re.compile(r"<(?:a|pre|svg|code|h1|h2|h3|h4)\b")
_CLOSES = re.compile(r"</(?:a|pre|svg|code|h1|h2|h3|h4)>")
_NAME = re.compile(r"(?<![\w./-])[a-z]+(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+(?![\w*/-])")
_CHARSET = '<meta charset="utf-8">'


def with_links(html: str, uri: str, requirements: Mapping[str, Requirement], uris: frozenset[str]) -> str:
    """Names of requirements, grammars and schemas in code as links, wherever they stand outside of one."""

    def linked(found: re.Match[str]) -> str:
        text = found["text"]
        if found["before"]:
            return found[0]
        if text in requirements:
            requirement = requirements[text]
            title = escape(plain(requirement.text))
            return (
                f'<a class="id" href="{link(uri, f"spec/{requirement.chapter}#{text}")}" title="{title}">{found[0]}</a>'
            )
        for suffix in (".lark", ".schema.json", ".md"):
            page = f"{text.removesuffix(suffix)}.md"
            if text.endswith(suffix) and page in uris:
                return f'<a href="{link(uri, page)}">{found[0]}</a>'
        return found[0]

    return _CASE_FILE.sub(r'\1"', _CODE.sub(linked, html))


def with_words_linked(html: str, uri: str, requirements: Mapping[str, Requirement]) -> str:
    """Names of requirements that stand in prose, as in docstrings and descriptions, as links too."""

    def linked(found: re.Match[str]) -> str:
        name = found[0]
        if name not in requirements:
            return name
        title = escape(plain(requirements[name].text))
        target = link(uri, f"spec/{requirements[name].chapter}#{name}")
        return f'<a class="id" href="{target}" title="{title}"><code>{name}</code></a>'

    parts: list[str] = []
    inside = 0
    for part in _TAG.split(html):
        if part.startswith("<"):
            inside += 1 if _OPENS.match(part) else -1 if _CLOSES.match(part) else 0
            parts.append(part)
        else:
            parts.append(part if inside else _NAME.sub(linked, part))
    return "".join(parts)


def guarded(html: str) -> str:
    """A page with a policy under which it can load nothing from, and send nothing to, any other origin."""
    scripts = dict.fromkeys(_SCRIPT.findall(html))
    hashes = " ".join(f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" for script in scripts)
    policy = (
        f"default-src 'self'; script-src 'self' {hashes}; style-src 'self'; img-src 'self' data:; "
        "object-src 'none'; base-uri 'self'; form-action 'none'"
    )
    return html.replace(_CHARSET, f'{_CHARSET}<meta http-equiv="Content-Security-Policy" content="{policy}">', 1)


def named(html: str) -> str:
    """The theme's search dialog and its toggles with names."""
    return html.replace(
        'class="md-search" data-md-component="search" role="dialog"',
        'class="md-search" data-md-component="search" role="dialog" aria-label="Search"',
    )
