"""The projection registry: several projections that follow one session and are read at one moment.

Chapter *Projection registry*, requirements `registry.*`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from toolwire.grammar import WHITE_SPACE
from toolwire.refusal import Refusal

from . import entry as entries_module
from . import recovery
from .entry import Entry
from .validator import PreparedAppend, Scope, SessionValidator


class ProjectionUnit(Protocol):
    """One projection of a session that goes on."""

    @property
    def key(self) -> str:
        """Its name in a registry."""
        ...

    def apply(self, entry: Entry, scope: Scope) -> None:
        """Follow the next entry; `scope` is what is open behind it. Never refused: the entry is committed."""
        ...

    def snapshot(self) -> Any:
        """What it says now: a value that later entries do not change."""
        ...


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What all units say at one moment.

    Attributes:
        as_of: `seq` of the last entry that they have seen, or -1.
        values: by their keys.
    """

    as_of: int
    values: dict[str, Any]


class ProjectionRegistry:
    """Units that follow one session: register them, replay the log, then commit batches through the registry."""

    def __init__(self) -> None:
        self._units: dict[str, ProjectionUnit] = {}
        self._validator = SessionValidator()

    @property
    def as_of(self) -> int:
        """`seq` of the last entry that the units have seen, or -1."""
        return self._validator.next_seq - 1

    @property
    def validator(self) -> SessionValidator:
        """The validator of the session; commit to it through the registry only."""
        return self._validator

    def register(self, unit: ProjectionUnit) -> None:
        """Add a unit, before the first entry.

        Raises:
            Refusal: `registry.key` or `registry.late`.
        """
        if not unit.key or unit.key.strip(WHITE_SPACE) != unit.key or unit.key in self._units:
            raise Refusal("registry.key", "invalid", "Give the unit a key of its own, without white space around it.")
        if self.as_of >= 0:
            raise Refusal("registry.late", "invalid", "Register all units before the log is replayed.")
        self._units[unit.key] = unit

    def replay(self, entries: Iterable[Entry]) -> None:
        """Judge the next entries of a log, and let the units see each.

        Raises:
            Refusal: the first rule that one of them breaks; the units have seen those before it.
        """
        self._validator.replay(entries, self._show)

    def prepare_append(self, entries: Iterable[Entry]) -> PreparedProjections:
        """Judge a batch; the units see it when it is committed.

        Raises:
            Refusal: as `SessionValidator.prepare_append`.
        """
        batch = list(entries)
        return PreparedProjections(self, self._validator.prepare_append(batch), batch)

    def snapshot(self) -> Snapshot:
        """What all units say now; if one fails, its error is raised, and there is no snapshot."""
        return Snapshot(self.as_of, {key: unit.snapshot() for key, unit in self._units.items()})

    def snapshot_key(self, key: str) -> Any:
        """What one unit says now.

        Raises:
            KeyError: it is not registered.
        """
        return self._units[key].snapshot()

    def _show(self, entry: Entry, scope: Scope) -> None:
        for unit in self._units.values():
            unit.apply(entry, scope)


class PreparedProjections:
    """A batch that was judged and that no unit has seen."""

    def __init__(self, registry: ProjectionRegistry, prepared: PreparedAppend, batch: list[Entry]) -> None:
        self._registry = registry
        self._prepared = prepared
        self._batch = batch

    def commit(self) -> None:
        """Make the batch part of the session, and let the units see it.

        Raises:
            Refusal: as `PreparedAppend.commit`.
        """
        scopes = self._prepared.scopes
        self._prepared.commit()
        for entry, scope in zip(self._batch, scopes, strict=True):
            self._registry._show(entry, scope)  # pyright: ignore[reportPrivateUsage]  (two halves of one thing)


def recover_session_with_projections(
    entries: Iterable[Entry],
    registry: ProjectionRegistry,
    *,
    records_dispatch: bool = True,
    new_id: Callable[[], str] = entries_module.new_id,
    now: Callable[[], str] = entries_module.now,
) -> list[Entry]:
    """The repairs of a log, which the registry then stands behind: append them, in one batch, to the log.

    Raises:
        Refusal: as `recover_session`.
    """
    registry.replay(entries)
    repairs = recovery.repairs(registry.validator, records_dispatch=records_dispatch, new_id=new_id, now=now)
    registry.prepare_append(repairs).commit()
    return repairs
