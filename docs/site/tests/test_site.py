"""The built site as files: nothing is dead, nothing comes from elsewhere, and everything is there."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import urlsplit
from zipfile import ZipFile

from docs.site import cases, links, pages, requirements
from docs.site.sources import Sources


def test_no_link_or_anchor_is_dead_and_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    assert list(links.findings(site)) == []


def test_the_landing_page_is_light(site: Path) -> None:
    weights = links.landing(site)
    assert {"index.html", "assets/js/site.js", "assets/css/pages.css"} <= weights.keys()
    assert sum(weights.values()) < links.LANDING_LIMIT


def test_every_requirement_has_its_anchor_its_cases_and_its_permanent_address(site: Path, sources: Sources) -> None:
    documents = {chapter: _ids(site / pages.url(f"spec/{chapter}")) for chapter in _chapters(sources)}
    behind = {chapter: _ids(site / pages.url(f"requirements/{chapter}")) for chapter in _chapters(sources)}
    whole = _ids(site / "spec/all")
    for rule, requirement in sources.requirements.items():
        assert rule in documents[requirement.chapter]
        assert rule in behind[requirement.chapter]
        assert rule in whole
        assert f"#{rule}" in (site / f"r/{rule}/index.html").read_text("utf-8")


def test_a_retired_name_leads_to_what_replaced_it(site: Path, sources: Sources) -> None:
    stubs = requirements.permalinks(sources)
    retired = [uri for uri in stubs if uri.split("/")[1] not in sources.requirements]
    assert "r/carrier.predicate.agrees/index.html" in retired
    assert '#carrier.predicate"' in (site / "r/carrier.predicate.agrees/index.html").read_text("utf-8")


def test_every_case_has_a_page_and_is_in_the_data(site: Path, sources: Sources) -> None:
    shards = {path.stem: json.loads(path.read_bytes()) for path in (site / "assets/cases").glob("*.json")}
    listed = {row[0] for row in json.loads((site / "assets/corpus/index.json").read_bytes())["cases"]}
    assert listed == set(sources.cases)
    for case in sources.cases.values():
        assert (site / cases.address(case.id)).is_file()
        assert shards[case.profile][case.id].keys() == {"op", "input", "expect", "title", "profile", "requirements"}


def test_every_schema_is_at_the_path_of_its_id(site: Path, sources: Sources) -> None:
    for path in (sources.root / "schemas").rglob("*.schema.json"):
        name = urlsplit(str(json.loads(path.read_bytes())["$id"])).path.lstrip("/")
        assert (site / name).read_bytes() == path.read_bytes()


def test_the_download_is_the_corpus_and_the_same_each_time(site: Path, sources: Sources) -> None:
    uri, content = cases.download(sources)
    assert (site / uri).read_bytes() == content
    with ZipFile(site / uri) as zipped:
        names = {name.partition("/")[2] for name in zipped.namelist()}
    assert {case.file for case in sources.cases.values()} < names


def test_every_page_has_a_policy_that_keeps_it_to_itself(site: Path) -> None:
    for path in site.rglob("*.html"):
        text = path.read_text("utf-8")
        if path.relative_to(site).parts[0] == "r":
            assert "<script" not in text
            continue
        policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', text)
        assert policy, path
        assert "default-src 'self'" in policy[1]
        assert "http" not in policy[1]
        assert not re.search(r"\sstyle=|\son[a-z]+=\"", re.sub(r"<pre.*?</pre>", "", text, flags=re.DOTALL)), path


def test_cases_are_kept_out_of_the_search(site: Path) -> None:
    index = json.loads((site / "search/search_index.json").read_bytes())
    places = {entry["location"].partition("/")[0] for entry in index["docs"]}
    assert "spec" in places
    assert places.isdisjoint({"cases", "requirements", "corpus", "r"})


def test_the_implementation_in_javascript_is_published_as_it_is(site: Path, sources: Sources) -> None:
    source = sources.root / "conformance/implementations/javascript/src"
    for path in source.rglob("*.mjs"):
        assert (site / "assets/toolwire/src" / path.relative_to(source)).read_bytes() == path.read_bytes()


def _ids(folder: Path) -> frozenset[str]:
    return frozenset(links.Document((folder / "index.html").read_text("utf-8")).ids)


def _chapters(sources: Sources) -> list[str]:
    return list(dict.fromkeys(requirement.chapter for requirement in sources.requirements.values()))
