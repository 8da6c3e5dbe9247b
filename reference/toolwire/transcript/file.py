"""The file of a transcript: header, lines, tail; loaded whole, or read entry by entry.

Chapter *Transcript file*, requirements `file.*`. Nothing here writes to a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from toolwire import json_profile
from toolwire.json_profile import Json
from toolwire.refusal import Refusal

from . import line
from .collector import collector_paused
from .entry import Entry

VERSION = 8
HEADER_LINE = b'{"type":"session","version":8}\n'
WHITE_SPACE = b" \t\r"
"""What a blank line consists of, and what may stand around an entry."""

_CHUNK = 1 << 17  # bytes that are read at a time: few enough for the caches of a processor


@dataclass(frozen=True, slots=True)
class FileHeader:
    """The first line of a log.

    Attributes:
        records: what the writer records, if that is not everything.
        line: its bytes, without the line feed.
    """

    records: tuple[str, ...] | None
    line: bytes

    @property
    def records_dispatch(self) -> bool:
        """Whether the absence of a dispatch says that a tool was not started (`recovery.records`)."""
        return self.records is None or "dispatch" in self.records


@dataclass(frozen=True, slots=True)
class Log:
    """A log that loads.

    Attributes:
        header: None for a log of no bytes.
        entries: the entries in order.
        committed_bytes: how many bytes the lines take.
        torn_tail: how many bytes follow them, and are no part of the log.
    """

    header: FileHeader | None
    entries: list[Entry]
    committed_bytes: int
    torn_tail: int

    @property
    def next_seq(self) -> int:
        """The number of the next entry."""
        return len(self.entries)

    @property
    def records_dispatch(self) -> bool:
        """Whether the absence of a dispatch says that a tool was not started (`recovery.records`)."""
        return self.header is None or self.header.records_dispatch


@dataclass(slots=True)
class Reading:
    """A log that is being read: its entries come from iterating it; the rest is whole when they are all read.

    Raises:
        Refusal: while it is iterated, at the first faulty line, with the line's number and the byte.
    """

    stream: BinaryIO
    header: FileHeader | None = None
    committed_bytes: int = 0
    torn_tail: int = 0
    next_seq: int = 0
    lines: int = 0
    ids: set[str] = field(default_factory=set[str])

    def __iter__(self) -> Iterator[Entry]:
        for chunk in self._chunks():
            rest = chunk if self.header else self._read_header(chunk)
            entries = self._read_all(rest)
            yield from self._read_each(rest) if entries is None else entries
        if self.header is None and self.committed_bytes + self.torn_tail:
            advice = "The log has no line that says what it is; start a new one."
            raise Refusal("file.header.present", "invalid", advice, byte=0, line=1)

    def _chunks(self) -> Iterator[bytes]:
        """Whole lines, many at a time; of one that is longer than a line may be, not all of its middle."""
        parts: list[bytes] = []  # of the line whose end was not read yet
        while chunk := self.stream.read(_CHUNK):
            end = chunk.rfind(b"\n") + 1
            if end:
                yield b"".join([*parts, chunk[:end]])
                parts, self.torn_tail = [], 0
            if self.torn_tail <= line.MAX_BYTES:
                parts.append(chunk[end:])
            self.torn_tail += len(chunk) - end

    def _read_header(self, chunk: bytes) -> bytes:
        """What is behind the header, if it is in these lines."""
        start = 0
        while self.header is None and start < len(chunk):
            end = chunk.index(b"\n", start)
            self._take(chunk[start:end])
            start = end + 1
        return chunk[start:]

    def _read_all(self, chunk: bytes) -> list[Entry] | None:
        """The entries of lines of which none is faulty, or blank, or odd in any way; None for others."""
        # So long a chunk holds a line that may be too long.
        entries = line.read_all(chunk) if len(chunk) < line.MAX_BYTES else None
        if entries is None:
            return None
        ids = new_ids(entries, self.next_seq, self.ids)
        if ids is None:
            return None
        self.ids |= ids
        self.next_seq += len(entries)
        self.lines += len(entries)
        self.committed_bytes += len(chunk)
        return entries

    def _read_each(self, chunk: bytes) -> Iterator[Entry]:
        start = 0
        while start < len(chunk):
            end = chunk.index(b"\n", start)
            entry = self._take(chunk[start:end])
            if entry:
                yield entry
            start = end + 1

    def _take(self, content: bytes) -> Entry | None:
        """Judge the next line: the entry that it is, or None for the header and blank lines."""
        try:
            entry = self._judge(content)
        except Refusal as refusal:
            raise refusal.at(self.lines + 1, self.committed_bytes) from None
        self.lines += 1
        self.committed_bytes += len(content) + 1
        return entry

    def _judge(self, content: bytes) -> Entry | None:
        if len(content) >= line.MAX_BYTES:
            raise Refusal("file.line.limit", "limit", f"Keep lines at {line.MAX_BYTES} bytes or less.")
        if not content.strip(WHITE_SPACE):
            return None
        if self.header is None:
            self.header = header(content)
            return None
        entry = line.read(content)
        if entry.seq != self.next_seq:
            raise out_of_sequence(entry, self.next_seq)
        if entry.id in self.ids:
            raise used_id(entry)
        self.ids.add(entry.id)
        self.next_seq += 1
        return entry


def iter_entries(stream: BinaryIO) -> Iterator[Entry]:
    """The entries of a log of any length, one by one; memory holds their ids and one piece of the file.

    Raises:
        Refusal: at the first faulty line, when it is reached, with the line's number and the byte.
    """
    return iter(Reading(stream))


def load(data: bytes) -> Log:
    """The log that `data` holds, whole.

    Raises:
        Refusal: the fault of the first faulty line, with the line's number and the byte.
    """
    return _load(BytesIO(data))


def read_log(path: str | Path) -> Log:
    """The log at `path`, whole; a file that does not exist is an empty log.

    Raises:
        Refusal: as `load`.
        OSError: the file cannot be read.
    """
    try:
        with Path(path).open("rb") as stream:
            return _load(stream)
    except FileNotFoundError:
        return Log(None, [], 0, 0)


def encode_log(entries: Iterable[Entry], records: Iterable[str] | None = None) -> bytes:
    """The bytes of a whole log: a header, and a line for each entry.

    Raises:
        Refusal: an entry that cannot be written, or `entry.seq.position` or `entry.id.unique`.
    """
    lines: list[bytes] = []

    def encoded() -> Iterator[Entry]:
        for entry in entries:
            lines.append(line.encode(entry))
            yield entry

    for _ in sequenced(encoded(), 0, frozenset()):
        pass
    return header_line(records) + b"".join(lines)


def header_line(records: Iterable[str] | None = None) -> bytes:
    """The first line of a new log, line feed included; `records` if its writer does not record everything."""
    if records is None:
        return HEADER_LINE
    return json_profile.write({"type": "session", "version": VERSION, "records": list(records)}).encode() + b"\n"


def new_ids(entries: list[Entry], first: int, taken: Set[str]) -> set[str] | None:
    """The ids of entries that are numbered from `first`, if all ids are new; None if `sequenced` refuses one."""
    ids = {entry.id for entry in entries}
    in_order = [entry.seq for entry in entries] == list(range(first, first + len(entries)))
    return ids if in_order and len(ids) == len(entries) and ids.isdisjoint(taken) else None


def sequenced(entries: Iterable[Entry], first: int, taken: Set[str]) -> Iterator[Entry]:
    """The entries, as they come, if they are numbered from `first` and each has an id of its own that is not taken.

    Raises:
        Refusal: `entry.seq.position` or `entry.id.unique`.
    """
    ids: set[str] = set()
    for seq, entry in enumerate(entries, first):
        if entry.seq != seq:
            raise out_of_sequence(entry, seq)
        if entry.id in ids or entry.id in taken:
            raise used_id(entry)
        ids.add(entry.id)
        yield entry


def header(content: bytes) -> FileHeader:
    """The header that a line is, line feed aside.

    Raises:
        Refusal: the first rule of texts, JSON or headers that it breaks.
    """
    value = json_profile.parse(content)
    members = value if isinstance(value, dict) else {}
    if "type" not in members and isinstance(members.get("role"), str):
        raise Refusal("file.legacy.bare", "unsupported", "This is a log of version 1, which nothing here reads.")
    if members.get("type") != "session":
        raise Refusal("file.header.type", "invalid", 'A transcript begins with {"type":"session","version":8}.')
    if "version" not in members or _version(members["version"]) != VERSION:
        raise Refusal("file.header.version", "unsupported", f"Only version {VERSION} is read; nothing is migrated.")
    records = members.get("records")
    if "records" in members and not (isinstance(records, list) and all(isinstance(name, str) for name in records)):
        raise Refusal("file.header.records", "invalid", "Make records an array of strings.", pointer="/records")
    names = tuple(map(str, records)) if isinstance(records, list) else None
    return FileHeader(names, content)


def out_of_sequence(entry: Entry, expected: int) -> Refusal:
    """The refusal of an entry that is not at its place."""
    return Refusal("entry.seq.position", "invalid", f"Number it {expected}, not {entry.seq}.", pointer="/seq")


def used_id(entry: Entry) -> Refusal:
    """The refusal of an entry whose id is taken."""
    return Refusal("entry.id.unique", "invalid", f"Give it an id of its own; {entry.id[:40]!r} is used.", pointer="/id")


def _version(value: Json) -> int:
    return json_profile.check_integer(value, signed=False, pointer="/version")


def _load(stream: BinaryIO) -> Log:
    reading = Reading(stream)
    with collector_paused():
        entries = list(reading)
    return Log(reading.header, entries, reading.committed_bytes, reading.torn_tail)
