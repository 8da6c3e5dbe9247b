"""The laws of check, for any bytes."""

from __future__ import annotations

import json
from io import BytesIO
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire import schema
from toolwire.refusal import Refusal
from toolwire.transcript import encode_log, load, recover_session, validate_session
from toolwire.transcript.check import check, check_bytes

from .strategies import damaged, sessions

LOGS = sessions(12).map(encode_log)
FILES = st.binary(max_size=60) | LOGS | LOGS.flatmap(damaged)
TABLE = [
    "bom", "nul-run", "blank", "oversize", "not-utf8", "splice", "not-json", "header", "not-object", "unknown-type",
    "bad-entry", "bad-sequence", "duplicate-id", "record", "unterminated-record", "torn-tail", "foreign-format",
]  # fmt: skip


@given(FILES)
def test_the_ranges_are_a_partition(content):
    ranges = check_bytes(content).ranges
    assert [part.start for part in ranges] == [0, *(part.end for part in ranges[:-1])][: len(ranges)]
    assert (ranges[-1].end if ranges else 0) == len(content)
    assert all(part.start < part.end and part.class_ in TABLE for part in ranges)
    assert all(a.class_ != b.class_ for a, b in pairwise(ranges))


@given(FILES)
def test_there_is_no_finding_exactly_if_both_verdicts_are_good(content):
    report = check_bytes(content)
    rules = [finding.rule for finding in report.findings]
    try:
        log = load(content)
    except Refusal as refusal:
        assert refusal.rule in rules
        first = next(finding for finding in report.findings if finding.rule != "file.tail")
        assert refusal.byte is not None
        assert first.byte <= refusal.byte or first.rule == "file.header.present"
        assert report.verdict in ("view-only", "unreadable")
        return
    tail = ["file.tail"] if log.torn_tail else []
    try:
        validate_session(log.entries)
    except Refusal as refusal:
        assert sorted(rules) == sorted([refusal.rule, *tail])
        assert report.verdict in ("view-only", "unreadable")
    else:
        assert rules == tail
        repairs = recover_session(log.entries)[1]
        needed = bool(repairs or tail)
        assert report.verdict == ("resumable-with-repair" if needed else "resumable")
        assert len(report.repairs) == len(repairs) + len(tail)
    assert report.entries == len(log.entries)


@given(FILES)
def test_findings_and_verdicts_are_as_the_chapter_says(content):
    report = check_bytes(content)
    starts = [finding.byte for finding in report.findings]
    assert starts == sorted(starts)
    others = [finding for finding in report.findings if finding.rule != "file.tail"]
    classes = {part.class_ for part in report.ranges}
    assert (report.verdict in ("view-only", "unreadable")) == bool(others)
    assert not others or (report.verdict == "view-only") == ("record" in classes)
    assert not others or report.repairs == ()
    if "record" in classes:
        assert report.format == "session"


@given(FILES, st.integers(1, 50))
def test_where_a_chunk_ends_does_not_matter(content, size):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("toolwire.transcript.check._CHUNK", size)
        report = check(BytesIO(content))
    assert report == check_bytes(content)


@given(FILES)
def test_a_report_is_what_its_schema_says(content):
    document = json.loads(msgspec.json.encode(check_bytes(content)))
    schema.validator("transcript/check-report").validate(document)
