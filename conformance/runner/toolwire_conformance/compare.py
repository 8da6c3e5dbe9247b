"""Two reports side by side: which cases are answered otherwise than before."""

from __future__ import annotations

from typing import NamedTuple

from .reports import Document


class Change(NamedTuple):
    """A case whose outcome differs; None: the report does not have it."""

    case: str
    old: str | None
    new: str | None

    @property
    def worse(self) -> bool:
        """Whether it passed, and does not any more."""
        return self.old == "pass" and self.new != "pass"


def changes(old: Document, new: Document) -> list[Change]:
    """The cases whose outcome differs, in the order of the new report and then of the old one."""
    before, after = ({case["id"]: str(case["outcome"]) for case in report["cases"]} for report in (old, new))
    order = dict.fromkeys([*after, *before])
    found = [Change(case, before.get(case), after.get(case)) for case in order]
    return [change for change in found if change.old != change.new]
