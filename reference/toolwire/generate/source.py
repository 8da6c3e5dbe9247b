"""What every generator says about itself and about a source that it cannot translate."""

from __future__ import annotations

MARK = "Derived by `toolwire generate`"


class SourceError(Exception):
    """A source that a generator cannot translate: which one, where, and what to do."""

    def __init__(self, place: str, advice: str) -> None:
        super().__init__(f"{place}: {advice}")


def notice(*sources: str) -> str:
    """The sentence that the first line of a derived file carries."""
    return f"{MARK} from {', '.join(sources)}; do not edit."
