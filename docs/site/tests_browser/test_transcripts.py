"""The tab on transcripts: files that are dropped, chosen and typed."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from docs.site.tests_browser.conftest import Open

HEADER = '{"type":"session","version":8}\n'
DROP = """([name, data]) => {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  const transfer = new DataTransfer();
  transfer.items.add(new File([bytes], name));
  const event = new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true });
  document.querySelector('.tw-drop').dispatchEvent(event);
}"""
WATCH = """() => {
  window.longest = 0;
  let last = performance.now();
  const tick = (now) => {
    window.longest = Math.max(window.longest, now - last);
    last = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}"""


def drop(page: Page, name: str, data: bytes) -> None:
    page.evaluate(DROP, [name, base64.b64encode(data).decode()])


def said(page: Page, text: str, timeout: float = 30_000) -> None:
    expect(page.locator("tw-playground .tw-verdict:visible")).to_contain_text(text, timeout=timeout)


def entry(seq: int, kind: str, member: str, payload: object) -> str:
    envelope = {"seq": seq, "id": f"e{seq}", "timestamp": "2026-01-02T03:04:05Z", "type": kind, member: payload}
    return json.dumps(envelope) + "\n"


@pytest.mark.parametrize(
    ("sample", "verdict", "finding"),
    [
        ("A sound session", "resumable: nothing is wrong", None),
        ("A torn tail", "resumable-with-repair", "file.tail"),
        ("A call without a result", "resumable-with-repair", None),
        ("A damaged line", "view-only", "json.syntax"),
        ("A byte that is no text", "view-only", "text.utf8"),
        ("Results out of order", "view-only", "session.result.model-order"),
        ("An older version", "unreadable", "file.header.version"),
    ],
)
def test_samples(visit: Open, sample: str, verdict: str, finding: str | None) -> None:
    page = visit("playground/#tab=transcripts")
    page.get_by_role("button", name=sample).click()
    said(page, verdict)
    assert page.get_by_role("img", name="Damage map").count() == 1
    if finding:
        page.get_by_role("tab", name="Findings").click()
        link = page.locator("[role=listitem] a").first
        assert link.inner_text() == finding
        assert (link.get_attribute("href") or "").endswith(f"/r/{finding}/")


def test_a_damaged_log_is_dropped(visit: Open) -> None:
    page = visit("playground/#tab=transcripts")
    lines = [entry(seq, "plan/mode", "planMode", {"active": True}) for seq in range(20)]
    lines[7] = lines[7].replace('"e7"', '"e7\\q"')
    drop(page, "broken.jsonl", (HEADER + "".join(lines)).encode() + b"\xff\xfe\n" + b'{"seq":')
    said(page, "view-only")
    said(page, "broken.jsonl")
    rules = page.locator("[aria-label^='Findings'] .tw-rule").all_inner_texts()
    assert rules == ["json.syntax", "text.utf8", "file.tail"]
    page.locator("[aria-label^='Findings']").get_by_role("button").nth(1).click()
    expect(page.locator(".tw-inspector")).to_contain_text("FFFE")


def test_the_same_file_can_be_chosen_twice(visit: Open, tmp_path: Path) -> None:
    log = tmp_path / "session.jsonl"
    page = visit("playground/#tab=transcripts")
    for version, verdict in ((8, "resumable:"), (7, "unreadable")):
        log.write_text(HEADER.replace("8", str(version)))
        page.get_by_label("Drop a session log here, or choose one").set_input_files(log)
        said(page, verdict)


def test_cut_behind_an_entry(visit: Open) -> None:
    page = visit("playground/#tab=transcripts&sample=sound")
    page.get_by_role("button", name="Cut behind entry 5").click()
    panel = page.get_by_role("tabpanel", name="Cut here")
    expect(panel).to_contain_text("It appends 7 entries")
    expect(panel).to_contain_text("TOOL_OUTCOME_UNKNOWN")
    expect(panel).to_contain_text("TOOL_NOT_STARTED")
    panel.get_by_label("The file ends at byte").fill("700")
    panel.get_by_label("The file ends at byte").press("Enter")
    expect(panel).to_contain_text("It cuts off bytes")


def test_model_context_and_calls(visit: Open) -> None:
    page = visit("playground/#tab=transcripts&sample=sound")
    page.get_by_role("tab", name="Model context").click()
    expect(page.get_by_role("tabpanel", name="Model context")).to_contain_text("after the summary of a compaction")
    page.get_by_role("tab", name="Tool calls (2)").click()
    expect(page.get_by_role("tabpanel", name="Tool calls")).to_contain_text("screenshot")


def test_a_typed_log(visit: Open) -> None:
    page = visit("playground/#tab=transcripts")
    page.get_by_text("Type or change a log").click()
    page.get_by_label("The log", exact=True).fill(HEADER + entry(0, "run/start", "lifecycle", {"runId": "run_1"}))
    page.get_by_role("button", name="Judge this log").click()
    said(page, "resumable-with-repair")
    expect(page).to_have_url(re.compile("#tab=transcripts&log="))


def big_log(megabytes: int) -> bytes:
    """A sound log with a turn for each tool call, but for one line that is damaged near its end."""
    lines = [entry(0, "run/start", "lifecycle", {"runId": "run_1"})]
    text = "é file " * 700
    while len(lines) * 800 < megabytes * 1_000_000:
        seq, turn = len(lines), {"runId": "run_1", "turnId": f"turn_{len(lines)}"}
        message = {"role": "user", "content": [{"type": "text", "text": text}]}
        lines += [
            entry(seq, "turn/start", "lifecycle", turn),
            entry(seq + 1, "message", "message", message),
            *(entry(seq + 2 + more, "plan/mode", "planMode", {"active": True}) for more in range(9)),
            entry(seq + 11, "turn/end", "lifecycle", turn | {"status": "completed"}),
        ]
    lines[-20] = lines[-20].replace('"seq"', '"sec"', 1)
    return (HEADER + "".join(lines)).encode()


def test_a_large_log_leaves_the_page_quick(visit: Open, tmp_path: Path) -> None:
    log = tmp_path / "large.jsonl"
    log.write_bytes(big_log(30))
    assert log.stat().st_size > 25_000_000
    page = visit("playground/#tab=transcripts")
    page.evaluate(WATCH)
    page.get_by_label("Drop a session log here, or choose one").set_input_files(log)
    page.get_by_role("progressbar").wait_for()
    page.get_by_role("tab", name="Carriers").click()
    assert page.get_by_label("Role").is_visible()
    page.get_by_role("tab", name="Transcripts").click()
    said(page, "view-only", timeout=90_000)
    page.get_by_role("tab", name="Timeline").click()
    listed = page.locator("[aria-label^='Timeline, ']")
    listed.evaluate("(box) => box.scrollTo(0, box.scrollHeight)")
    expect(listed.get_by_role("listitem").last).to_contain_text("end of turn")
    assert listed.get_by_role("listitem").count() < 100
    assert page.evaluate("window.longest") < 1000


def test_a_file_of_faults_is_capped_with_a_notice(visit: Open) -> None:
    page = visit("playground/#tab=transcripts")
    drop(page, "noise.jsonl", b"x\n" * 50_000)
    said(page, "unreadable")
    expect(page.locator(".tw-notice:visible")).to_contain_text("Only the first 10,000 of 50,000 findings")


def test_work_can_be_stopped(visit: Open, tmp_path: Path) -> None:
    log = tmp_path / "large.jsonl"
    log.write_bytes(big_log(30))
    page = visit("playground/#tab=transcripts")
    page.get_by_label("Drop a session log here, or choose one").set_input_files(log)
    page.get_by_role("button", name="Stop").click()
    said(page, "Stopped")
