"""The state explorer."""

from __future__ import annotations

from playwright.sync_api import expect

from docs.site.tests_browser.conftest import Open


def test_walking_from_start_to_end(visit: Open) -> None:
    page = visit("explorer/#sample=sound&at=0")
    allowed = page.locator(".tw-next li[data-open=yes] > div > b")
    expect(allowed).to_have_text(["run/start", "plan/mode"])
    page.get_by_role("button", name="One entry on").click()
    expect(page.locator(".tw-scope").first).to_contain_text("run_1")
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".tw-verdict")).to_contain_text("After 18 of 18 entries")
    expect(page.locator(".tw-outputs")).to_contain_text("Recovery would append nothing")


def test_pending_calls_and_a_crash(visit: Open) -> None:
    page = visit("explorer/#sample=sound&at=6")
    expect(page.locator(".tw-waiting li")).to_have_count(2)
    expect(page.locator(".tw-waiting li").first).to_contain_text("its result comes first")
    expect(page.locator(".tw-repairs li")).to_have_count(7)
    refused = page.locator(".tw-next li", has_text="step/end").locator("a")
    assert refused.inner_text() == "session.lifecycle.pending"


def test_an_entry_is_appended(visit: Open) -> None:
    page = visit("explorer/#sample=dangling&at=6")
    page.get_by_role("button", name="Append tool result").click()
    expect(page.locator(".tw-verdict")).to_contain_text("After 7 of 7 entries")
    expect(page.locator(".tw-waiting li")).to_have_count(1)


def test_a_log_that_breaks_a_rule_is_walked_up_to_there(visit: Open) -> None:
    page = visit("explorer/#sample=order&at=99")
    expect(page.locator(".tw-verdict")).to_contain_text("session.result.model-order")


def test_a_log_that_does_not_load_is_refused(visit: Open) -> None:
    page = visit("explorer/#sample=damaged")
    expect(page.locator(".tw-verdict")).to_contain_text("does not load")
