"""Starting: what an import and the command line cost beside a bare interpreter."""

from __future__ import annotations

from collections.abc import Iterator

from measure import process, ratio

MEASURED = [
    ("import toolwire / bare interpreter", ("-c", "import toolwire"), 1.5),
    ("from toolwire import carrier / bare interpreter", ("-c", "from toolwire import carrier"), 4.0),
    ("toolwire --help / bare interpreter", ("-c", "from toolwire.cli import main; main()", "--help"), 6.0),
]


def rows() -> Iterator[tuple[str, float, float | None, str]]:
    """Name, ratio, target and a note with absolute times, one row a measurement."""
    for name, arguments, target in MEASURED:
        ours, base, r = ratio(process(*arguments), process("-c", "pass"), calls=1, rounds=25)
        yield name, r, target, f"{ours * 1e3:.1f} ms / {base * 1e3:.1f} ms"
