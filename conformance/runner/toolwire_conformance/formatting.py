"""The one way in which case files are written, so that a change of a file is a change of its meaning."""

from __future__ import annotations

from . import values


def format_case_file(document: str | bytes) -> str:
    """The canonical text of a case file: as `json.dumps(…, indent=2)` with LF at the end.

    ASCII alone, so that what does not show in an editor shows as an escape; numbers as they are spelled.

    Raises:
        ValueError: the document is not JSON.
    """
    return values.pretty(values.read(document)) + "\n"
