"""Pages: which bytes of a capture they hold, and how a model is shown them.

Chapter *Pages*, requirements `page.*`.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from dataclasses import dataclass
from typing import cast

from toolwire import text as text_rules
from toolwire.grammar import recogniser
from toolwire.model.retained import CaptureRecord, Encoding, PageRequest, TruncationReason
from toolwire.refusal import Refusal
from toolwire.retained.preview import check_budget
from toolwire.retained.record import check_numbers

PAGE_LIMIT = 65536
"""The most bytes that the body of a page has without a budget (`page.limit.text`)."""

LOOK_AHEAD = 7
"""How many bytes behind a window may still count: a start that moves by 3, and a character of 4."""

_FOOTER_RESERVE = 512
_UNSIGNED_END = 1 << 64
_BASE64 = r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?"


@dataclass(frozen=True, slots=True)
class Page:
    """A part of the retained bytes of a capture. Offsets and numbers are in bytes."""

    capture_id: str
    offset: int
    data: bytes
    captured_bytes: int
    original_bytes: int
    original_exact: bool
    truncation_reason: TruncationReason | None
    encoding: Encoding
    next_offset: int | None

    @property
    def end(self) -> int:
        """The byte behind the last one."""
        return self.offset + len(self.data)

    def render(self) -> str:
        """The page as the model sees it: body and footer (`page.body`, `page.footer`).

        Raises:
            Refusal: `page.valid`.
        """
        check_page(self)
        body = self.data.decode() if self.encoding == "utf-8" else b64encode(self.data).decode()
        return body + self._footer()

    def _footer(self) -> str:
        least = "" if self.original_exact else "at least "
        held = f"bytes {self.offset}-{self.end - 1}" if self.data else "no bytes"
        encoded = "; encoding=base64" if self.encoding == "binary" else ""
        following = "; end" if self.next_offset is None else f"; next_offset={self.next_offset}"
        missing = f"{least}{self.original_bytes - self.captured_bytes}"
        gone = f"; truncated: {missing} bytes not retained ({self.truncation_reason})" if self.truncation_reason else ""
        kept = f"{held} of {self.captured_bytes} retained (original {least}{self.original_bytes})"
        return f"\n[capture {self.capture_id}: {kept}{encoded}{following}{gone}]"


def page_limit(budget: int, encoding: Encoding) -> int:
    """How many retained bytes a page may hold under a preview budget in bytes; 0 or less: no budget.

    Raises:
        Refusal: `preview.budget`.
    """
    check_budget(budget)
    limit = PAGE_LIMIT if budget <= 0 else min(PAGE_LIMIT, max(budget - _FOOTER_RESERVE, budget // 2))
    return limit if encoding == "utf-8" else binary_limit(limit)


def binary_limit(limit: int) -> int:
    """How many bytes a binary page may hold when a text page may hold `limit` (`page.limit.binary`)."""
    return max(limit // 4 * 3, 3)


def window(record: CaptureRecord, request: PageRequest, limit: int) -> tuple[int, int]:
    """Start and end of the window that a request opens on the retained bytes; `limit` is that of a text.

    Raises:
        Refusal: `read.offset`.
    """
    if request.offset >= record.captured_bytes:
        raise Refusal("read.offset", "invalid", f"Ask for an offset below {record.captured_bytes}.")
    most = limit if record.encoding == "utf-8" else binary_limit(limit)
    size = most if request.max_bytes is None else min(most, request.max_bytes)
    return request.offset, min(request.offset + size, record.captured_bytes)


def cut_page(record: CaptureRecord, seen: bytes, start: int, end: int) -> Page:
    """The page of a window from `start` to `end`.

    `seen` are the retained bytes from `start` on: to `end`, and `LOOK_AHEAD` more if there are so many.
    """
    size = end - start
    first, behind = _characters(seen, size) if record.encoding == "utf-8" else (0, size)
    stop = start + behind
    return Page(
        record.capture_id,
        start + first,
        seen[first:behind],
        record.captured_bytes,
        record.original_bytes,
        record.original_exact,
        record.truncation_reason,
        record.encoding,
        stop if stop < record.captured_bytes else None,
    )


def _characters(seen: bytes, size: int) -> tuple[int, int]:
    """Where the whole characters of a window of `size` bytes begin and end (`page.text.start`, `page.text.whole`)."""
    first = _next_character(seen, 0)
    behind = size
    while behind > first and behind < len(seen) and _continues(seen[behind]):
        behind -= 1
    if behind <= first < len(seen):
        behind = _next_character(seen, first + 1)
    return first, max(first, behind)


def _next_character(seen: bytes, position: int) -> int:
    while position < len(seen) and _continues(seen[position]):
        position += 1
    return position


def _continues(byte: int) -> bool:
    return byte & 0xC0 == 0x80


def check_page(page: Page) -> None:
    """Judge whether a page is one of any capture.

    Raises:
        Refusal: `page.valid`.
    """
    try:
        check_numbers(page.captured_bytes, page.original_bytes, page.original_exact, page.truncation_reason)
    except Refusal:
        sound = False
    else:
        following = page.captured_bytes if page.next_offset is None else page.next_offset
        last = page.next_offset is None
        sound = (
            recogniser("canonical_uuid").fullmatch(page.capture_id) is not None
            and page.encoding in ("utf-8", "binary")
            and page.truncation_reason in ("capture_ceiling", "source_limit", None)
            and page.offset >= 0
            and page.end <= page.captured_bytes
            and page.original_bytes < _UNSIGNED_END
            and page.end == following
            and last is (following == page.captured_bytes)
            and (bool(page.data) or (page.encoding == "utf-8" and last and page.captured_bytes > 0))
            and (page.encoding == "binary" or is_text(page.data))
        )
    if not sound:
        raise Refusal(
            "page.valid", "invalid", "Render pages as a reader gives them; the members contradict each other."
        )


def is_text(data: bytes) -> bool:
    """Whether bytes are well-formed UTF-8."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class ParsedPage:
    """What a rendered page says. It is no more than a text that says so (`page.authority`). Numbers are in bytes."""

    body: str
    capture_id: str
    first: int | None
    last: int | None
    captured_bytes: int
    original_bytes: int
    original_exact: bool
    encoding: Encoding
    next_offset: int | None
    missing_bytes: int | None
    truncation_reason: TruncationReason | None


def parse_page(text: str) -> ParsedPage | None:
    """What a rendered page says; None for a text that does not end in a footer which fits its body.

    Raises:
        Refusal: `text.surrogate`.
    """
    text_rules.check(text)
    start = text.rfind("\n")
    found = recogniser("page_footer").fullmatch(text, start) if start >= 0 else None
    if found is None:
        return None
    part = found.groupdict()
    body = text[:start]
    encoding: Encoding = "utf-8" if part["base64"] is None else "binary"
    parsed = ParsedPage(
        body,
        part["capture_id"],
        _number(part["first"]),
        _number(part["last"]),
        int(part["captured"]),
        int(part["original"]),
        part["original_bound"] is None,
        encoding,
        _number(part["next_offset"]),
        _number(part["missing"]),
        cast("TruncationReason | None", part["reason"]),
    )
    data = body_bytes(body, encoding)
    return parsed if data is not None and _agrees(parsed, data, text[start:]) else None


def _number(digits: str | None) -> int | None:
    return None if digits is None else int(digits)


def body_bytes(body: str, encoding: Encoding) -> bytes | None:
    """The bytes that a page's body stands for; None if it is no base64 as a writer writes it."""
    if encoding == "utf-8":
        return body.encode()
    data = b64decode(body) if re.fullmatch(_BASE64, body) else None
    return data if data is not None and b64encode(data).decode() == body else None


def _agrees(parsed: ParsedPage, data: bytes, footer: str) -> bool:
    """Whether a page that may be rendered has this footer."""
    page = Page(
        parsed.capture_id,
        parsed.captured_bytes if parsed.first is None else parsed.first,
        data,
        parsed.captured_bytes,
        parsed.original_bytes,
        parsed.original_exact,
        parsed.truncation_reason,
        parsed.encoding,
        parsed.next_offset,
    )
    try:
        check_page(page)
    except Refusal:
        return False
    return page._footer() == footer  # pyright: ignore[reportPrivateUsage]  (the writer's other half)
