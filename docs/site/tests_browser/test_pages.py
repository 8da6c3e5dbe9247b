"""The tab on arguments and pages."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from docs.site.tests_browser.conftest import Open


def test_pages_follow_each_other_to_the_end(visit: Open) -> None:
    page = visit("playground/#tab=paging")
    follow = page.get_by_role("button", name="Next page")
    bodies: list[str] = []
    for _ in range(60):
        bodies.append(page.locator("[aria-label='The page'] .tw-row").first.locator(".tw-tag").inner_text())
        if follow.is_disabled():
            break
        follow.click()
    assert bodies[0] == "bytes 7 to 45"
    assert bodies[1].startswith("bytes 46 to ")
    expect(page.locator(".tw-verdict:visible")).to_contain_text("It is the last one")


@pytest.mark.parametrize(
    ("pick", "rule"),
    [
        ("a name twice", "argument.duplicate"),
        ("1e1 is no integer", "argument.integer"),
        ("upper case id", "argument.canonical"),
        ("an unknown name", "argument.member"),
        ("nothing to read", "argument.least"),
        ("two documents", "argument.single"),
        ("past the end", "read.offset"),
    ],
)
def test_refusals_name_their_requirement(visit: Open, pick: str, rule: str) -> None:
    page = visit("playground/#tab=paging")
    page.get_by_role("button", name=pick).click()
    link = page.locator(".tw-verdict:visible a")
    assert link.inner_text() == rule
    assert (link.get_attribute("href") or "").endswith(f"/r/{rule}/")
    assert page.locator("section:has(> h3:text-is('What the model is told'))").inner_text().strip()


def test_a_window_in_a_character_gives_whole_ones(visit: Open) -> None:
    page = visit("playground/#tab=paging")
    page.get_by_label("Output of the tool").fill("aé世🚀" * 200)
    page.get_by_label("max_bytes").fill("4")
    page.get_by_label("offset").fill("2")
    expect(page.locator(".tw-verdict:visible")).to_contain_text("bytes 3 to 5")
    assert page.locator(".tw-cell[data-given]").count() == 1
    assert page.locator(".tw-cell[data-asked]").count() == 2


def test_a_budget_that_is_too_small_is_refused(visit: Open) -> None:
    page = visit("playground/#tab=paging")
    page.get_by_label("Budget in bytes").fill("255")
    expect(page.locator(".tw-verdict:visible")).to_contain_text("preview.budget")


def test_the_preview_ends_with_its_marker(visit: Open) -> None:
    page = visit("playground/#tab=paging")
    assert (
        "read the rest with read_tool_result" in page.locator("[aria-label='Preview'] [data-part=header]").inner_text()
    )
