"""The tab on external results."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from docs.site.tests_browser.conftest import Open


def test_a_stored_result_is_read_back(visit: Open) -> None:
    page = visit("playground/#tab=external")
    expect(page.locator(".tw-verdict:visible")).to_contain_text("A result, external")
    assert "State: present" in page.locator("section:has(> h3:text-is('Read back'))").inner_text()
    page.get_by_label("What is stored at its locator").fill("something else")
    assert "State: mismatch" in page.locator("section:has(> h3:text-is('Read back'))").inner_text()
    page.get_by_label("The body is").select_option("missing")
    assert "the stored result is not there" in page.locator("section:has(> h3:text-is('Read back'))").inner_text()


@pytest.mark.parametrize(
    ("pick", "rule", "place"),
    [
        ("size as a number", "external.size", "at /original_size"),
        ("digest in upper case", "external.digest", "at /digest"),
        ("a member of its own", "external.member", "at /retries"),
        ("no disposition", "external.disposition", "in /result, at its member disposition"),
        ("one name twice", "json.duplicate-name", "at character 31"),
        ("cut off", "json.syntax", "at character 97"),
    ],
)
def test_refusals_name_rule_and_place(visit: Open, pick: str, rule: str, place: str) -> None:
    page = visit("playground/#tab=external")
    page.get_by_role("button", name=pick).click()
    said = page.locator(".tw-verdict:visible")
    expect(said).to_contain_text(rule)
    expect(said).to_contain_text(place)
    assert page.locator("mark.tw-here").count() == 1


def test_the_policy_of_the_host_can_refuse(visit: Open) -> None:
    page = visit("playground/#tab=external")
    page.get_by_label("Inline threshold").fill("100")
    assert "external.admit.external" in page.locator("section:has(> h3:text-is('Under the policy'))").inner_text()
