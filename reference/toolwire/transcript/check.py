"""Check: what every byte of a file belongs to, which rules are broken where, and what can be done.

Chapter *Check*, requirements `check.*`. It reads any file in one pass, holds no bodies, and never writes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import BinaryIO

from msgspec import UNSET, UnsetType

from toolwire import json_profile
from toolwire.grammar import recogniser
from toolwire.json_profile import Json
from toolwire.model.transcript import ByteRange, CheckReport, Finding, Repair, ToolOutcome, ToolResultMessage
from toolwire.refusal import Refusal

from . import file, foreign, line, recovery
from .collector import collector_paused
from .entry import Entry
from .validator import SessionValidator

_BOM = b"\xef\xbb\xbf"
_CHUNK = 1 << 17


@dataclass(frozen=True, slots=True)
class _Piece:
    """A line, whole lines, or the tail: where it starts, its bytes, and its length.

    A line by itself is without its line feed, but that counts. Of what is longer than a line may be there are no bytes.
    """

    start: int
    content: bytes
    length: int
    is_line: bool

    @property
    def is_long(self) -> bool:
        return self.length > line.MAX_BYTES

    @property
    def end(self) -> int:
        return self.start + self.length


def check(stream: BinaryIO) -> CheckReport:
    """The report on a file: total, in one pass; memory holds the ids of its entries and its longest line.

    Raises:
        OSError: the file cannot be read.
    """
    checker = _Checker()
    with collector_paused():
        for piece in _pieces(stream):
            if not checker.take_records(piece):
                for line_ in _lines(piece):
                    checker.take(line_)
    return checker.report()


def check_bytes(data: bytes) -> CheckReport:
    """The report on a file that is in memory."""
    return check(BytesIO(data))


def _pieces(stream: BinaryIO) -> Iterator[_Piece]:
    """Whole lines, many at a time; one that is too long, or the tail, by itself."""
    start, rest, skipped = 0, b"", 0
    while chunk := stream.read(_CHUNK):
        if skipped:  # inside of a line that is too long
            end = chunk.find(b"\n") + 1
            skipped += end or len(chunk)
            if not end:
                continue
            yield _Piece(start, b"", skipped, True)
            start, skipped, chunk = start + skipped, 0, chunk[end:]
        end = chunk.rfind(b"\n") + 1
        end += len(rest) if end else 0
        rest += chunk
        if end:
            yield _Piece(start, rest[:end], end, True)
            start, rest = start + end, rest[end:]
        if len(rest) > line.MAX_BYTES:
            rest, skipped = b"", len(rest)
    if skipped or rest:
        yield _Piece(start, rest, skipped + len(rest), False)


def _lines(piece: _Piece) -> Iterator[_Piece]:
    """The lines of a piece, each by itself and without its line feed."""
    if not piece.is_line or not piece.content:
        yield piece
        return
    start = piece.start
    for content in piece.content.split(b"\n")[:-1]:
        length = len(content) + 1
        yield _Piece(start, b"" if length > line.MAX_BYTES else content, length, True)
        start += length


@dataclass(frozen=True, slots=True)
class _Judged:
    """What the rest of a line is, the rule that it breaks, and its `seq` if it is an object that has one."""

    class_: str
    rule: str | None = None
    seq: int | None = None
    entry: Entry | None = None


class _Checker:
    """What is known of the file so far."""

    def __init__(self) -> None:
        self.ranges: list[ByteRange] = []
        self.findings: list[Finding] = []
        self.size = 0
        self.entries = 0
        self.expected = 0
        self.ids: set[str] = set()
        self.first_seen = False
        self.header: file.FileHeader | None = None
        self.format: str | None = None
        self.version: int | None = None
        self.unjudged: int | None = None  # where what is not judged begins, if anything is not
        self.session = SessionValidator()
        self.session_fault: Finding | None = None

    def take_records(self, piece: _Piece) -> bool:
        """Judge the next lines, if all of them are records where they are expected; whether they are."""
        if not self.first_seen or self.unjudged is not None or not 0 < len(piece.content) < line.MAX_BYTES:
            return False
        entries = line.read_all(piece.content) if piece.is_line else None
        ids = file.new_ids(entries, self.expected, self.ids) if entries else None
        if not entries or ids is None:
            return False
        self.size = piece.end
        self.mark("record", piece.start, piece.end)
        self.entries += len(entries)
        self.expected += len(entries)
        self.ids |= ids
        if not self.session_fault and not self.findings:
            self.validate(entries, piece.start)
        return True

    def take(self, piece: _Piece) -> None:
        """Judge the next line, or the tail."""
        self.size = piece.end
        if self.unjudged is not None:
            return
        if piece.start == 0 and piece.content.startswith(_BOM):
            self.mark("bom", 0, 3)
            self.find("text.bom", 0)
            piece = _Piece(3, piece.content[3:], piece.length - 3, piece.is_line)
        if not piece.is_line:
            self.take_tail(piece)
        elif piece.is_long:
            self.mark("oversize", piece.start, piece.end)
            self.find("file.line.limit", piece.start)
            self.count()
            self.first_seen = True
        elif piece.content.strip(file.WHITE_SPACE):
            self.take_line(piece)
        else:
            self.mark("blank", piece.start, piece.end)

    def take_line(self, piece: _Piece) -> None:
        rest, start, end = _without_nuls(piece)
        if not rest.strip(file.WHITE_SPACE):
            judged = _Judged("blank")
            self.count()
        elif self.first_seen:
            judged = self.placed(_judged(rest))
        else:
            self.first_seen = True
            judged = self.first(rest)
        if self.unjudged is not None:
            return
        self.mark("nul-run", piece.start, start)
        self.mark(judged.class_, start, end)
        self.mark("nul-run", end, piece.end)
        rule = judged.rule if len(rest) == len(piece.content) else _rule(piece.content)
        if rule:
            self.find(rule, piece.start)
            if judged.rule == "file.header.version":
                self.unjudged = piece.end
        elif judged.entry and not self.session_fault and not self.findings:
            self.validate([judged.entry], piece.start)

    def take_tail(self, piece: _Piece) -> None:
        if piece.length:
            self.find("file.tail", piece.start)
        rest, start, end = (b"", piece.start, piece.end) if piece.is_long else _without_nuls(piece)
        self.mark("nul-run", piece.start, start)
        self.mark("unterminated-record" if _judged(rest).entry else "torn-tail", start, end)
        self.mark("nul-run", end, piece.end)

    def first(self, rest: bytes) -> _Judged:
        """Judge the first line: a header, or what stands in its place."""
        try:
            self.header = file.header(rest)
        except Refusal as refusal:
            rule = refusal.rule
        else:
            self.format, self.version = "session", file.VERSION
            return _Judged("header")
        value = _parsed(rest)
        if not isinstance(value, dict):
            return self.no_header(rest, rule)
        name = "session" if rule == "file.legacy.bare" else foreign.name(value)
        if name:
            self.format, self.version = name, 1 if name == "session" else None
            self.ranges, self.findings, self.unjudged = [], [Finding(rule, 0)], 0
        elif value.get("type") == "session":
            self.format, self.version = "session", _integer(value.get("version"))
            return _Judged("header", rule)
        return self.no_header(rest, rule)

    def no_header(self, rest: bytes, rule: str) -> _Judged:
        """Judge a first line that is no header: by its class, and by its place if it has a number."""
        judged = _judged(rest)
        return _Judged((judged if judged.seq is None else self.placed(judged)).class_, rule)

    def placed(self, judged: _Judged) -> _Judged:
        """Judge the place and the id of an entry, and count its line."""
        expected, entry = self.expected, judged.entry
        self.expected = (expected if judged.seq is None else judged.seq) + 1
        if entry is None:
            return judged
        if entry.seq != expected:
            judged = _Judged("bad-sequence", "entry.seq.position")
        elif entry.id in self.ids:
            judged = _Judged("duplicate-id", "entry.id.unique")
        else:
            self.entries += 1
        self.ids.add(entry.id)
        return judged

    def count(self) -> None:
        """Count a line that has no number."""
        self.expected += self.first_seen

    def validate(self, entries: list[Entry], start: int) -> None:
        """Judge the next entries by the session rules; the line of the first starts at `start`."""
        accepted = self.session.next_seq
        try:
            self.session.replay(entries)
        except Refusal as refusal:
            before = entries[: self.session.next_seq - accepted]
            byte = start + sum(len(entry.line or b"") + 1 for entry in before)
            self.session_fault = Finding(refusal.rule, byte)

    def mark(self, class_: str, start: int, end: int) -> None:
        """Add a range, or make the last one longer."""
        if start == end:
            return
        if self.ranges and self.ranges[-1].class_ == class_:
            start = self.ranges.pop().start
        self.ranges.append(ByteRange(class_=class_, start=start, end=end))  # pyright: ignore[reportArgumentType]

    def find(self, rule: str, byte: int) -> None:
        self.findings.append(Finding(rule, byte))

    def report(self) -> CheckReport:
        """What there is to say, when the whole file has been taken."""
        if self.unjudged is not None:
            self.mark("foreign-format", self.unjudged, self.size)
        elif self.size and not self.first_seen:
            self.find("file.header.present", 0)
        if self.session_fault and not any(finding.rule != "file.tail" for finding in self.findings):
            self.find(self.session_fault.rule, self.session_fault.byte)
        self.findings.sort(key=lambda finding: (finding.byte, _RANKS.get(finding.rule, len(_RANKS))))
        damaged = any(finding.rule != "file.tail" for finding in self.findings)
        repairs = () if damaged else tuple(self.repairs())
        if damaged:
            verdict = "view-only" if self.entries else "unreadable"
        else:
            verdict = "resumable-with-repair" if repairs else "resumable"
        if self.format is None and (self.entries or not self.size):
            self.format = "session"
        return CheckReport(
            verdict, self.format, self.version, self.entries, tuple(self.ranges), tuple(self.findings), repairs
        )

    def repairs(self) -> Iterator[Repair]:
        """What recovery would do to a log that has no damage."""
        for finding in self.findings:
            yield Repair("cut", finding.byte, self.size)
        dispatch = self.header is None or self.header.records_dispatch
        for entry in recovery.repair(self.session, records_dispatch=dispatch):
            match entry.payload:
                case ToolOutcome() as outcome:
                    yield _append(entry, outcome.tool_call_id, outcome.error_code)
                case ToolResultMessage() as result:
                    yield _append(entry, result.tool_call_id)
                case _:
                    yield _append(entry)


_RANKS = {"text.bom": 0, "file.header.present": 1}


def _append(entry: Entry, call_id: str | UnsetType = UNSET, error_code: str | UnsetType = UNSET) -> Repair:
    return Repair("append", type=entry.type, call_id=call_id, error_code=error_code)


def _without_nuls(piece: _Piece) -> tuple[bytes, int, int]:
    """A piece without the NUL bytes around it, and where the rest of it starts and ends."""
    rest = piece.content.strip(b"\0")
    if not rest and piece.content:
        return rest, piece.end, piece.end
    start = piece.start + piece.content.index(rest)
    return rest, start, start + len(rest) if piece.content.endswith(b"\0") else piece.end


def _judged(rest: bytes) -> _Judged:
    """What a line is, its place aside."""
    try:
        entry = line.read(rest)
    except Refusal as refusal:
        rule = refusal.rule
    else:
        return _Judged("record", None, entry.seq, entry)
    if rule.startswith("text."):
        return _Judged("not-utf8", rule)
    if rule.startswith("json.") and not rule.startswith("json.integer."):
        entry = _spliced(rest)
        return _Judged("splice", rule, entry.seq) if entry else _Judged("not-json", rule)
    value = _parsed(rest)
    if not isinstance(value, dict):
        return _Judged("not-object", rule)
    return _Judged("unknown-type" if rule == "entry.type.known" else "bad-entry", rule, _integer(value.get("seq")))


def _spliced(rest: bytes) -> Entry | None:
    """The entry in which a line ends that is no JSON text, but text: one that begins where a writer begins one."""
    text = rest.decode()
    starts = [match.start() for match in recogniser("entry_start").finditer(text, 1)]
    return _judged(text[starts[-1] :].encode()).entry if starts else None


def _rule(content: bytes) -> str:
    """The rule by which a line with NUL bytes around it is no JSON text."""
    try:
        json_profile.parse(content)
    except Refusal as refusal:
        return refusal.rule
    raise AssertionError("NUL bytes are no white space")


def _parsed(rest: bytes) -> Json:
    """The value of a line; None if it is no JSON text."""
    try:
        return json_profile.parse(rest)
    except Refusal:
        return None


def _integer(value: Json) -> int | None:
    try:
        return json_profile.check_integer(value, signed=True)
    except Refusal:
        return None
