"""The corpus on the site: a small page a case, the data that the browser and the playground load, the download."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from posixpath import dirname
from typing import Any, NamedTuple, cast

from markupsafe import Markup

from toolwire_conformance import values
from toolwire_conformance.corpus import Case, Refusal
from toolwire_conformance.values import Json

from . import glyphs
from .archive import archive
from .pages import Page, link, source_link
from .sources import Sources
from .templates import plain, render

PARTS = {
    "text-json": "Text and JSON",
    "carrier": "Carriers",
    "retained": "Retained results",
    "external": "External results",
    "transcript": "Transcripts",
}
"""The parts of the specification, by how the names of their profiles begin."""

_WHOLE = 4000
_INLINE = 700


class Field(NamedTuple):
    """A member of an input or of a result, ready to be shown."""

    name: str
    html: Markup
    is_text: bool


def part(profile: str) -> str:
    """The part that a profile belongs to."""
    return next(title for start, title in PARTS.items() if profile.startswith(start))


def address(case: str) -> str:
    """Where the page of a case is."""
    return f"cases/{case}/index.html"


def linker(source: str) -> Callable[[str], str]:
    """Gives the address of a case's page, from its id, for the page `source`."""
    return lambda case: link(source, address(case)).removesuffix("index.html")


def article(sources: Sources, case: Case, source: str, *, whole: bool = False) -> str:
    """A case as HTML, for the page `source`: its input with everything visible, and what is expected."""
    limit = _WHOLE if whole else _INLINE
    written = sources.written[case.id]
    expected = cast("dict[str, Json]", written["expect"])
    refusal = case.expect if isinstance(case.expect, Refusal) else None
    to = _linker(source)
    return render(
        "case.html",
        case=case,
        whole=whole,
        to=to,
        plays=sources_have_playground(sources),
        address=address,
        input=[_field(name, value, limit) for name, value in glyphs.members(written["input"])],
        result=None if refusal else [_field(*member, limit) for member in glyphs.members(expected["result"])],
        rules=[(rule, to(sources.where(rule))) for rule in refusal.rules] if refusal else [],
        phase=refusal.phase if refusal else None,
        requirements=[
            (
                rule,
                link(source, f"spec/{sources.requirements[rule].chapter}#{rule}"),
                plain(sources.requirements[rule].text),
            )
            for rule in dict.fromkeys((*case.requirements, *((case.breaks,) if case.breaks else ())))
        ],
        twin=sources.cases[case.twin] if case.twin else None,
        json=glyphs.json(written) if whole else None,
    )


def page(sources: Sources, case: Case) -> bytes:
    """The page of a case: small, without the theme, and good without scripts."""
    uri = address(case.id)
    return render(
        "case_page.html",
        case=case,
        to=_linker(uri),
        article=Markup(article(sources, case, uri, whole=True)),
        part=part(case.profile),
    ).encode()


def pages(sources: Sources) -> dict[str, bytes]:
    """The pages of all cases."""
    return {address(case.id): page(sources, case) for case in sources.cases.values()}


def shards(sources: Sources) -> dict[str, bytes]:
    """The cases by id, one file a profile. Numbers are spelled and short forms kept as in the corpus."""
    found: dict[str, dict[str, Json]] = {}
    for case in sources.cases.values():
        about: dict[str, Json] = {"title": case.title, "profile": case.profile, "requirements": [*case.requirements]}
        found.setdefault(case.profile, {})[case.id] = sources.written[case.id] | about
    return {
        f"assets/cases/{profile}.json": values.compact(shard, escaped=False).encode()
        for profile, shard in found.items()
    }


def catalogue(sources: Sources) -> bytes:
    """What the corpus browser filters, as rows; names that recur are numbers into lists."""
    names = {
        "profiles": _distinct(case.profile for case in sources.cases.values()),
        "levels": ["L1", "L2", "L3", "L4", "L5"],
        "tags": _distinct(tag for case in sources.cases.values() for tag in case.tags),
        "requirements": list(sources.requirements),
        "ops": _distinct(case.op for case in sources.cases.values()),
    }
    number = {kind: {name: at for at, name in enumerate(listed)} for kind, listed in names.items()}
    rows: list[list[Any]] = [
        [
            case.id,
            case.title,
            case.hunts or "",
            number["profiles"][case.profile],
            number["levels"][case.level],
            number["ops"][case.op],
            int(isinstance(case.expect, Refusal)),
            [number["tags"][tag] for tag in case.tags],
            [number["requirements"][rule] for rule in case.requirements],
            number["requirements"][case.breaks] if case.breaks else -1,
        ]
        for case in sources.cases.values()
    ]
    parts = [part(profile) for profile in names["profiles"]]
    return json.dumps(names | {"parts": parts, "cases": rows}, ensure_ascii=False, separators=(",", ":")).encode()


def download(sources: Sources) -> tuple[str, bytes]:
    """The corpus as a zip, the same bytes each time: its uri, and its content."""
    folder = sources.root / "conformance"
    files = sorted(
        [
            *(folder / "cases").rglob("*.json"),
            *(folder / name for name in ("README.md", "case.schema.json", "protocol.md", "ledger.txt", "smoke.txt")),
            folder / "unobservable.toml",
        ]
    )
    name = f"toolwire-corpus-{sources.corpus.version}"
    content = {f"{name}/{path.relative_to(folder).as_posix()}": path.read_bytes() for path in files}
    terms = (sources.root / "LICENSES" / "CC0-1.0.txt").read_bytes()
    return f"downloads/{name}.zip", archive(content | {f"{name}/LICENSE": terms})


def browser(sources: Sources) -> Page:
    """The page on which the corpus is searched."""
    uri = "corpus.md"
    zip_uri, zipped = download(sources)
    markdown = render(
        "corpus.md",
        cases=len(sources.cases),
        version=sources.corpus.version,
        zip=source_link(uri, zip_uri),
        size=f"{len(zipped) / 1000:,.0f} kB",
        profiles=[
            (part(profile), profile, sum(case.profile == profile for case in sources.cases.values()))
            for profile in _distinct(case.profile for case in sources.cases.values())
        ],
    )
    return Page(uri, markdown)


def sources_have_playground(sources: Sources) -> bool:
    """Whether the playground is part of this checkout."""
    return (sources.root / "docs/playground/index.md").exists()


def _field(name: str, value: Json, limit: int) -> Field:
    shown = glyphs.spelled(value, limit)
    if shown is not None:
        return Field(name, Markup(shown), True)
    return Field(name, Markup(glyphs.text(glyphs.json(value), limit * 2).replace('<i class="lf">LF</i>', "")), False)


def _linker(source: str) -> Callable[[str], str]:
    at = f"{dirname(source)}/index.md" if source.endswith("/index.html") else source
    return lambda target: link(at, target).removesuffix("index.html")


def _distinct(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))
