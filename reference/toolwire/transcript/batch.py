"""What a batch must be before a store writes it.

Chapter *Storage*, requirements `store.append.check`, `store.replace.check` and `store.replace.verbatim`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from . import file, line
from .entry import Entry


@dataclass(slots=True)
class Taken:
    """The numbers and the ids that the entries of a log have."""

    next_seq: int = 0
    ids: set[str] = field(default_factory=set[str])

    def judge(self, entries: Iterable[Entry]) -> tuple[bytes, set[str]]:
        """The lines of a batch, and its ids; it costs what the batch costs, however long the log is.

        Raises:
            Refusal: an entry that cannot be written, `entry.seq.position` or `entry.id.unique`.
        """
        batch = [entry if entry.line is None else _unchanged(entry) for entry in entries]
        lines = line.encode_all(batch)
        ids = file.new_ids(batch, self.next_seq, self.ids)
        if ids is None:
            ids = {entry.id for entry in file.sequenced(batch, self.next_seq, self.ids)}
        return lines, ids

    def take(self, ids: set[str]) -> None:
        """Count a batch that was written."""
        self.ids |= ids
        self.next_seq += len(ids)


def _unchanged(entry: Entry) -> Entry:
    """The entry, without its source line if that says something else: it was made from the one that was read."""
    assert entry.line is not None
    if line.read(entry.line) != entry:
        return Entry(entry.seq, entry.id, entry.timestamp, entry.type, entry.payload)
    return entry
