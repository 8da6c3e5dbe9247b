"""What is wrong with a built site: dead links and anchors, ids that are used twice, loads from elsewhere, weight.

python -m docs.site.links site
"""

from __future__ import annotations

import gzip
import re
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urlsplit

LANDING_LIMIT = 120_000
"""How many bytes the landing page may transfer, compressed, with its scripts and styles."""

_LOADS = {("script", "src"), ("link", "href"), ("img", "src"), ("iframe", "src"), ("source", "src")}
_KEEPS_OUT = {"canonical", "prev", "next"}
_CSS_URL = re.compile(r"url\(\s*['\"]?((?:https?:)?//[^)'\"]+)")
_WORKER = re.compile(r'"search": ?"([^"]+)"')
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_STATE = re.compile(r"[a-z]+=")


_TAG = re.compile(r"<([a-z][a-z0-9-]*)\s([^>]*)>")
_ATTRIBUTE = re.compile(r"""(?:^|\s)(id|href|src|rel)=(?:"([^"]*)"|([^\s"'>]+))""")


class Document:
    """The ids of a page, what it links to, and what it loads."""

    def __init__(self, text: str) -> None:
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.loads: list[str] = []
        for tag, inside in _TAG.findall(_COMMENT.sub("", text)):
            given = {name: unescape(quoted or bare) for name, quoted, bare in _ATTRIBUTE.findall(inside)}
            if "id" in given:
                self.ids.append(given["id"])
            for name in given.keys() & {"href", "src"}:
                loads = (tag, name) in _LOADS and given.get("rel") not in _KEEPS_OUT
                (self.loads if loads else self.targets).append(given[name])


def read(folder: Path) -> dict[str, Document]:
    """All pages of a site, by their path below it."""
    return {
        path.relative_to(folder).as_posix(): Document(path.read_text("utf-8"))
        for path in sorted(folder.rglob("*.html"))
    }


def findings(folder: Path) -> Iterator[str]:
    """What is wrong, a sentence each. `404.html` is left out: its links begin at the root of the site's address."""
    documents = read(folder)
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    ids = {name: frozenset(document.ids) for name, document in documents.items()}
    for name, document in documents.items():
        if name == "404.html":
            continue
        for twice in sorted(
            {one for one in document.ids if document.ids.count(one) > 1} if len(ids[name]) < len(document.ids) else ()
        ):
            yield f"{name}: the id {twice} is used twice"
        for target in dict.fromkeys((*document.targets, *document.loads)):
            if problem := _problem(name, target, files, ids):
                yield f"{name}: {target} {problem}"
        for load in document.loads:
            if urlsplit(load).scheme not in ("", "data") or load.startswith("//"):
                yield f"{name}: loads {load}"
    for style in folder.rglob("*.css"):
        for found in _CSS_URL.findall(style.read_text("utf-8")):
            yield f"{style.relative_to(folder)}: loads {found}"


def landing(folder: Path) -> dict[str, int]:
    """What the landing page transfers at once, in compressed bytes: itself, styles, scripts, and what those import."""
    text = (folder / "index.html").read_text("utf-8")
    loads = (load for load in Document(text).loads if not load.startswith("data:"))
    wanted = ["index.html", *map(normpath, loads), *_WORKER.findall(text)]
    weights: dict[str, int] = {}
    while wanted:
        name = unquote(wanted.pop(0).partition("?")[0])
        if name in weights or not (folder / name).is_file():
            continue
        content = (folder / name).read_bytes()
        weights[name] = len(gzip.compress(content, 9))
        if name.endswith(".js"):
            imported = re.findall(r"""^import (?:.* from )?["'](\.[^"']+)["']""", content.decode(), re.MULTILINE)
            wanted += [normpath(join(dirname(name), path)) for path in imported]
    return weights


def _problem(page: str, target: str, files: set[str], ids: dict[str, frozenset[str]]) -> str | None:
    parts = urlsplit(target)
    if parts.scheme or parts.netloc:
        return None
    if parts.path.startswith("/"):
        return "begins at the server's root"
    path = normpath(join(dirname(page), unquote(parts.path))) if parts.path else page
    if not parts.path or parts.path.endswith("/") or path == ".":
        path = page if not parts.path else normpath(join(path, "index.html"))
    if path not in files:
        return "leads to nothing" if path + "/index.html" not in files else "lacks the slash at its end"
    fragment = unquote(parts.fragment)
    if fragment and path in ids and fragment not in ids[path] and not _STATE.match(fragment):
        return "has no such anchor"
    return None


def main() -> int:
    """Check the site in the folder that is given."""
    folder = Path(sys.argv[1])
    found = list(findings(folder))
    weights = landing(folder)
    if sum(weights.values()) > LANDING_LIMIT:
        found.append(f"index.html: transfers {sum(weights.values()):,} bytes compressed, more than {LANDING_LIMIT:,}")
    for finding in found[:100]:
        print(finding)
    print(
        f"{len(found)} findings"
        if found
        else f"no findings; the landing page transfers {sum(weights.values()):,} bytes compressed"
    )
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
