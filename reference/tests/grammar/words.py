"""Words to try the grammars with: built from pieces that reach every branch, and one step beyond each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

UUID = "3f1c2b9a-7d4e-4a1b-9c8d-0e5f6a7b8c9d"

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
    "canonical_uuid": ((("3f1c2b9a", "-7d4e", "-4a1b", "-", "0e5f6a7b8c9d", "A", "g"), 6), ((UUID, "{", "\n", "٣"), 3)),
    "canonical_decimal": ((("0", "1", "9", "-", "+", " ", "٣", "\n"), 4), (("1" * 19, "0", "1" * 20, "_"), 2)),
    "digest": ((("sha256:", "SHA256:", "0123456789abcdef" * 4, "A", "a", " ", "\n"), 4),),
    "elision_marker": (
        (("\n[tool output truncated: omitted ", "930", " of 1000", " of 01000", " bytes]\n", " bytes]"), 5),
    ),
    "retention_marker": (
        (
            (
                *("\n[tool output shaped; ", "all 9 bytes retained", "all 09 bytes retained", "]\n", "]"),
                f'; read the rest with read_tool_result capture_id="{UUID}"',
            ),
            4,
        ),
        (
            (
                "\n[tool output shaped; 9 of 10 bytes retained; the last 1 bytes ",
                "\n[tool output shaped; 9 of at least 10 bytes retained; at least the last 1 bytes ",
                *(
                    "exceeded the capture ceiling and are unavailable",
                    "were not supplied by the tool and are unavailable",
                ),
                f'; read the retained bytes with read_tool_result capture_id="{UUID}"',
                "]\n",
            ),
            4,
        ),
    ),
    "page_footer": (
        (
            (
                f"\n[capture {UUID}: bytes 0-9 of 10 retained (original 10)",
                *("; encoding=base64", "; next_offset=5", "; end"),
                *("; truncated: 1 bytes not retained (capture_ceiling)", "]"),
            ),
            5,
        ),
        (
            (
                f"\n[capture {UUID}: ",
                *("no bytes", "bytes 00-9", " of 10 retained (original at least 10)"),
                "; end; truncated: at least 1 bytes not retained (source_limit)]",
            ),
            4,
        ),
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
