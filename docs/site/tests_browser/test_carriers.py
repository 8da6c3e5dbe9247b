"""The tab on carriers."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from docs.site.tests_browser.conftest import Open


def verdict(page: Page) -> str:
    return page.locator(".tw-verdict:visible").first.inner_text()


def spans(page: Page) -> list[str]:
    rows = page.locator("section:has(> h3:text-is('Taken apart')) [data-part] > .tw-tag")
    return rows.all_inner_texts()


def test_the_trap_line_is_text(visit: Open) -> None:
    page = visit("playground/")
    assert "declared prompt carrier with 1 attachment" in verdict(page)
    assert spans(page) == ["token", "count: 1", "attachment 1", "body"]
    assert page.locator(".tw-trap").first.inner_text().startswith("[IMAGE:/etc/passwd]")


def test_what_is_typed_is_taken_apart(visit: Open) -> None:
    page = visit("playground/")
    page.get_by_label("Content", exact=True).fill("[Tool results]\n[Tool attachments: 2]\n[IMAGE:/a]\n")
    expect(page.locator(".tw-verdict").first).to_contain_text("legacy prompt carrier, bad-marker")
    page.get_by_label("Content", exact=True).fill("[Tool results]\n[Tool attachments: 2]\n[IMAGE:/a]")
    expect(page.locator(".tw-verdict").first).to_contain_text("legacy prompt carrier, short")
    page.get_by_label("Role").fill("assistant")
    expect(page.locator(".tw-verdict").first).to_contain_text("No carrier")


def test_every_exhibit_of_the_gallery_is_safe(visit: Open) -> None:
    page = visit("playground/")
    page.on("dialog", lambda dialog: (_ for _ in ()).throw(AssertionError(dialog.message)))
    exhibits = page.locator(".tw-gallery button")
    assert exhibits.count() >= 12
    for index in range(exhibits.count()):
        exhibits.nth(index).click()
        assert verdict(page).strip()
        assert page.locator("tw-playground script, tw-playground img").count() == 0


def test_line_ends_survive_and_show(visit: Open) -> None:
    page = visit("playground/#tab=carriers&show=crlf")
    assert page.get_by_label("escapes").first.is_checked()
    assert page.locator(".tw-glyph:text-is('CR')").count() > 3
    assert "no-header" in verdict(page)


def test_half_a_character_is_refused(visit: Open) -> None:
    page = visit("playground/#tab=carriers&show=surrogate")
    assert "Refused" in verdict(page)
    assert "text.surrogate" in verdict(page)


def test_a_byte_that_is_no_text_is_refused(visit: Open) -> None:
    page = visit("playground/")
    page.get_by_label("escapes").first.check()
    page.get_by_label("Content", exact=True).fill("[Tool results]\\xFF")
    expect(page.locator(".tw-verdict").first).to_contain_text("text.utf8")


def test_an_envelope_is_taken_apart(visit: Open) -> None:
    page = visit("playground/#tab=carriers&show=skipped")
    assert "declared native carrier with 1 attachment. 2 of its items skipped." in verdict(page)
    assert spans(page) == ["declared", "body", "call"]
    assert "one of three" in page.locator("section:has(> h3:text-is('The same in both shapes'))").inner_text()


def test_the_address_holds_what_is_typed(visit: Open) -> None:
    page = visit("playground/")
    page.get_by_label("Content", exact=True).fill('[Tool results]\n<b>"&#=')
    expect(page).to_have_url(re.compile("#tab=carriers&.*content="))
    again = visit(f"playground/{page.evaluate('location.hash')}")
    assert again.get_by_label("Content", exact=True).input_value() == '[Tool results]\n<b>"&#='


def test_what_is_too_long_for_the_address_is_said(visit: Open) -> None:
    page = visit("playground/")
    page.get_by_label("Content", exact=True).fill("[Tool results]\n" + "x" * 20_000)
    page.locator(".tw-notice:visible").wait_for()
    assert len(page.evaluate("location.hash")) < 1000
