"""The site in a real browser, from a plain file server, under a base path that is not its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

expect.set_options(timeout=30_000)  # a busy machine is no fault of a page

PAGES = {
    "home": "",
    "chapter": "spec/carriers/#carrier.prompt.supply",
    "whole": "spec/all/",
    "grammar": "grammars/timestamp/",
    "schema": "schemas/transcript/message/",
    "requirements": "requirements/",
    "behind": "requirements/carriers/",
    "corpus": "corpus/",
    "case": "cases/native-marker-in-content/",
    "board": "conformance/board/",
    "guide": "guide/",
    "api": "python/api/transcript/",
    "cli": "python/cli/",
}


class Visit:
    """A page of the browser that remembers what went wrong on it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.faults: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda m: self.faults.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))

    def open(self, path: str) -> Page:
        """Go there."""
        self.page.goto(self.address + path)
        return self.page


@pytest.fixture(params=[(1280, "light"), (390, "dark")], ids=["wide-light", "narrow-dark"])
def visit(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Visit]:
    width, scheme = request.param
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    made = Visit(context.new_page(), address)
    yield made
    context.close()
    assert made.faults == []
    assert {urlsplit(url).netloc for url in made.requests if not url.startswith("data:")} == {urlsplit(address).netloc}


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
def test_a_page_shows_without_fault_and_does_not_scroll_sideways(visit: Visit, path: str) -> None:
    page = visit.open(path)
    expect(page.locator("h1")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_the_search_index_is_fetched_when_someone_searches_and_finds_requirements(visit: Visit) -> None:
    page = visit.open("")
    page.wait_for_timeout(300)
    assert not [url for url in visit.requests if "search_index" in url]
    page.keyboard.press("/")
    page.keyboard.type("prompt.supply")
    first = page.locator(".md-search-result__item a").first
    expect(first).to_have_attribute("href", re.compile(r"spec/carriers/"))


def test_the_corpus_is_filtered_and_the_filter_stands_in_the_address(visit: Visit) -> None:
    page = visit.open("corpus/#profile=carrier-ingress")
    items = page.locator("tw-corpus .cases > li")
    expect(items).to_have_count(23)
    page.locator("input[name=text]").fill("guard")
    expect(page.locator("tw-corpus > output")).to_contain_text("of 4,")
    assert page.url.endswith("#text=guard&profile=carrier-ingress")


def test_a_case_opens_where_it_stands(visit: Visit) -> None:
    page = visit.open("requirements/carriers/")
    link = page.locator(".case-link").first
    link.click()
    expect(page.locator(".opened article.case").first).to_be_visible()
    link.click()
    expect(page.locator(".opened article.case").first).to_be_hidden()


def test_a_case_is_found_by_its_id_in_the_address(visit: Visit) -> None:
    page = visit.open("corpus/#case=native-marker-in-content")
    expect(page.locator(".detail h2")).to_have_text("a marker quoted in the content")


def test_requirements_are_filtered(visit: Visit) -> None:
    page = visit.open("requirements/")
    page.locator("tw-filter input").fill("carrier.prompt.supply")
    expect(page.locator("tw-filter output")).to_contain_text("1 of ")


def test_a_permanent_address_leads_to_the_requirement(visit: Visit) -> None:
    page = visit.open("r/carrier.predicate.agrees/")
    page.wait_for_url("**/spec/carriers/#carrier.predicate")
