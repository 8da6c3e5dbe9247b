"""The scores of adequacy, as a document and as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .gate import LEAST, POPULATIONS, Adequacy

if TYPE_CHECKING:
    from rich.console import Console

SHOWN = 20


def document(adequacy: Adequacy, version: str, guarded: tuple[int, int]) -> dict[str, Any]:
    """The scores as JSON: of each population the numbers; of requirements how many are guarded, of how many."""
    return {
        "corpus": version,
        "populations": {
            name: {
                "about": POPULATIONS[name],
                "made": tally.made,
                "killed": tally.killed,
                "aside": tally.aside,
                "listed": tally.listed,
                "open": tally.open,
                "raw": round(tally.raw, 4),
                "score": round(tally.score, 4),
                "least": LEAST[name],
            }
            for name, tally in adequacy.tallies().items()
        },
        "guarded": {"requirements": guarded[0], "of": guarded[1]},
    }


def show(adequacy: Adequacy, guarded: tuple[int, int] | None, console: Console) -> None:
    """Print the table of populations, what lives without a reason, and what of the list is no longer true."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("mutants")
    for heading in ("made", "aside", "killed", "alike", "open", "raw", "score"):
        table.add_column(heading, justify="right")
    for name, tally in adequacy.tallies().items():
        numbers = [tally.made, tally.aside, tally.killed, tally.listed, tally.open]
        table.add_row(name, *map(str, numbers), f"{tally.raw:.1%}", f"{tally.score:.1%}")
    console.print(table)
    if guarded:
        console.print(f"guarded: {guarded[0]} of {guarded[1]} requirements that bind and can be observed")
    still = [fate for fate in adequacy.fates if fate.is_open]
    for fate in still[:SHOWN]:
        console.print(f"lives: {fate.place}  {fate.key}", style="red", markup=False, soft_wrap=True)
    if len(still) > SHOWN:
        console.print(f"… and {len(still) - SHOWN} more; --json has all of them")
    for one in adequacy.stale:
        console.print(f"no longer true: {one.key}: {one.why}; remove it from survivors.toml", style="red", markup=False)
