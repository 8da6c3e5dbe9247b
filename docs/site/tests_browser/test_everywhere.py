"""What holds for the playground and the explorer as a whole: looks, width, keyboard, accessibility."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from docs.site.tests_browser.conftest import Open

PLACES = [
    "playground/",
    "playground/#tab=carriers&show=bidi",
    "playground/#tab=paging",
    "playground/#tab=external",
    "playground/#tab=transcripts&sample=damaged",
    "playground/#tab=transcripts&sample=sound",
    "playground/#case=one-bad-marker-of-two",
    "explorer/",
]


def settled(page: Page) -> Page:
    expect(page.locator(".tw-busy:visible")).to_have_count(0)
    return page


def serious_faults(page: Page) -> list[str]:
    """What axe finds in the playground or explorer that is serious."""
    found = page.evaluate("axe.run(document.querySelector('.tw-app'), { resultTypes: ['violations'] })")
    return [
        f"{fault['id']}: {node['html'][:160]}"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"][:3]
    ]


@pytest.mark.parametrize("place", PLACES)
def test_no_serious_fault_and_nothing_too_wide(visit: Open, axe: str, place: str) -> None:
    page = settled(visit(place))
    page.evaluate(axe)
    for width, scheme in ((1280, "default"), (1280, "slate"), (390, "slate"), (390, "default")):
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate("(scheme) => document.body.setAttribute('data-md-color-scheme', scheme)", scheme)
        page.wait_for_timeout(300)  # for what fades
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        assert serious_faults(page) == [], (width, scheme)


def test_the_scheme_can_be_switched(visit: Open) -> None:
    page = visit("playground/#tab=transcripts&sample=damaged")
    before = page.locator("textarea").first.evaluate("(box) => getComputedStyle(box).backgroundColor")
    page.locator("label[title='Switch to the dark scheme']").click()
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    assert page.locator("textarea").first.evaluate("(box) => getComputedStyle(box).backgroundColor") != before


def test_the_tabs_from_the_keyboard(visit: Open) -> None:
    page = visit("playground/")
    page.get_by_role("tab", name="Carriers").focus()
    seen: list[str] = []
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "Home", "End"):
        page.keyboard.press(key)
        focused = page.evaluate("document.activeElement.textContent")
        assert page.locator("tw-playground > .tw-tabs [aria-selected=true]").inner_text() == focused
        seen.append(focused.split()[0])
    assert seen == ["Arguments", "External", "Transcripts", "Carriers", "Transcripts", "Carriers", "Transcripts"]


def test_a_whole_walk_from_the_keyboard(visit: Open) -> None:
    page = visit("playground/")
    page.get_by_role("tab", name="Carriers").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.tw-field').innerText").startswith("Role")
    page.keyboard.press("Control+a")
    page.keyboard.type("tool")
    for _ in range(8):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.tagName") == "TEXTAREA":
            break
    page.keyboard.press("Control+a")
    page.keyboard.type("plain")
    expect(page.locator(".tw-verdict").first).to_contain_text("legacy native carrier, not-json")


def test_it_works_without_a_network(visit: Open) -> None:
    page = visit("playground/")
    page.context.set_offline(True)
    page.get_by_label("Content", exact=True).fill("[Tool results]\n[Tool attachments: 0]\n")
    expect(page.locator(".tw-verdict").first).to_contain_text("declared prompt carrier with 0 attachments")
