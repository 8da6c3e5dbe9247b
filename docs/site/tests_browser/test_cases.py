"""Cases of the corpus, opened by their address."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from docs.site.tests_browser.conftest import Open


@pytest.mark.parametrize(
    ("fragment", "tab"),
    [
        ("case=one-bad-marker-of-two", "Carriers"),
        ("case=line-one-trailing-space&profile=carrier-reader", "Carriers"),
        ("case=preview-one-run", "Arguments & pages"),
        ("case=check-append-after-torn-tail&profile=transcript-check", "Transcripts"),
        ("case=check-append-after-torn-tail&profile=no-such-profile", "Transcripts"),
    ],
)
def test_a_case_opens_in_its_tab(visit: Open, fragment: str, tab: str) -> None:
    page = visit(f"playground/#{fragment}")
    panel = page.locator(".tw-case")
    expect(panel).to_contain_text("answered, as expected")
    assert page.locator("tw-playground > .tw-tabs [aria-selected=true]").inner_text() == tab
    expect(page.locator("tw-playground .tw-verdict:visible")).not_to_be_empty()
    assert page.evaluate("location.hash").startswith("#case=")


def test_an_edit_leaves_the_case(visit: Open) -> None:
    page = visit("playground/#case=one-bad-marker-of-two")
    page.locator(".tw-case").wait_for()
    page.get_by_label("Content", exact=True).fill("something else")
    expect(page).to_have_url(re.compile("#tab=carriers"))


def test_a_case_that_is_not_there(visit: Open) -> None:
    page = visit("playground/#case=no-such-case")
    expect(page.locator(".tw-notice:visible")).to_contain_text("no case no-such-case")
