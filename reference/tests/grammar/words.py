"""Words to try the grammars with: built from pieces that reach every branch, and one step beyond each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

# For each grammar: sets of pieces, each with the largest number of them in one word.
PIECES: Mapping[str, tuple[tuple[tuple[str, ...], int], ...]] = {
    "white_space": (
        (
            tuple(
                "\u0008\t\n\u000b\f\r\u000e\u001c\u001f \u0021\u0084\u0085\u0086\u009f\u00a0\u00a1\u167f\u1680"
                "\u1681\u180e\u1fff\u2000\u2001\u2009\u200a\u200b\u2027\u2028\u2029\u202a\u202e\u202f\u2030\u205e\u205f"
                "\u2060\u2fff\u3000\u3001\ufeffx"
            ),
            2,
        ),
    ),
    "results_prefix": ((("[Tool results]", "[", "Tool", " ", "results", "]", "\n", "[tool results]"), 5),),
    "attachments_header": (
        (("[Tool attachments: ", "[Tool attachments:", "0", "7", "9", "/", ":", "٣", "]", "\n"), 4),
    ),
    "marker_line": (
        (("[", "IMAGE", "DOCUMENT", ":", "]", "\n", "x"), 6),
        (("[VIDEO:", "[AUDIO:", "[image:", "]", "\0", "\t", "\u000b", "\ud7ff", "\ud800", "\udfff", "\ue000", "😀"), 4),
    ),
    "timestamp": (
        # A time, its hours, minutes, seconds, fraction and zone each changed; then days of the months.
        (("2026-01-02T", "03:04:05", ":", "Z", "."), 3),
        (("2026-12-31T23:59:59", "+23:59", "-24:00", "Z", ".000000000", ".1", "z", "60"), 3),
        (("1900-", "02-", "04-", "12-", "28", "29", "30", "31", "32", "00", "T00:00:00Z", "t00:00:00Z"), 4),
        (("0000-01-01T", "2", "4", "9", "٣", ":00:60", ":00:00Z", ":6"), 4),
    ),
    "entry_start": ((('{"seq":', "0", "9", "-", ',"id":"', '{"seq":1,"id":', " ", "٣"), 5),),
}

HEAD_LINES = ("[Tool results]", "[Tool attachments: 1]", "[IMAGE:a]", "[DOCUMENT:]]", "[AUDIO:]", "")
HEAD_MARKERS = (0, 1, 2, 3)


def words(name: str) -> Iterator[str]:
    """Every word of at most so many pieces of a grammar."""
    for pieces, most in PIECES[name]:
        for length in range(most + 1):
            yield from map("".join, product(pieces, repeat=length))


def heads() -> Iterator[str]:
    """Every text of at most five of the lines, and every whole beginning of a head with four more."""
    for length in range(6):
        yield from map("\n".join, product(HEAD_LINES, repeat=length))
    for markers in product(HEAD_LINES[2:], repeat=4):
        yield "\n".join((*HEAD_LINES[:2], *markers))
