"""The validator of a session: it replays a log, and judges what is to be appended before it is written.

Chapter *Session rules*, requirements `session.order` to `session.commit.*`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from toolwire.refusal import Refusal

from . import file, line
from .collector import collector_paused
from .entry import Entry
from .reducer import RULES, State


@dataclass(frozen=True, slots=True)
class Scope:
    """What is open: the ids of the run, the turn and the step, or None."""

    run: str | None
    turn: str | None
    step: str | None


class SessionValidator:
    """The state of one session behind the entries that it has accepted.

    Prepare a batch, make it durable, then commit it. The validator holds ids and pending calls, and no bodies.
    """

    __slots__ = ("_commits", "_ids", "_next_seq", "_state")

    def __init__(self) -> None:
        self._state = State()
        self._ids: set[str] = set()
        self._next_seq = 0
        self._commits = 0  # how many batches that are not empty

    @property
    def next_seq(self) -> int:
        """The number of the next entry."""
        return self._next_seq

    @property
    def scope(self) -> Scope:
        """What is open."""
        return _scope(self._state)

    @property
    def pending(self) -> tuple[str, ...]:
        """Ids of the calls that have no result, in model order."""
        return self._state.pending

    @property
    def active_compaction(self) -> str | None:
        """Id of the last compaction entry."""
        return self._state.boundary or None

    def call(self, call_id: str) -> tuple[str, bool]:
        """The tool's name of a call of the session, and whether it was dispatched.

        Raises:
            KeyError: there is no such call.
        """
        call = self._state.calls.get(call_id)
        if call is None:
            raise KeyError(call_id)
        return call.name, call.dispatched

    def accept(self, entry: Entry) -> None:
        """Judge the next entry of a log, and commit it.

        Raises:
            Refusal: the first rule that it breaks; the session is as it was.
        """
        self.replay((entry,))

    def replay(self, entries: Iterable[Entry], observe: Callable[[Entry, Scope], None] | None = None) -> None:
        """Judge the next entries of a log, and commit each; `observe` is told of it, with what is open behind it.

        Raises:
            Refusal: the first rule that one of them breaks; the session is as it was before that one.
        """
        state, ids, seq = self._state, self._ids, self._next_seq
        scope = _scope(state)
        try:
            with collector_paused():
                for entry in entries:
                    if entry.line is None:  # made by a program, and judged as if it were read
                        line.encode(entry)
                    if entry.seq != seq:
                        raise file.out_of_sequence(entry, seq)
                    if entry.id in ids:
                        raise file.used_id(entry)
                    RULES[entry.type](state, entry)
                    ids.add(entry.id)
                    seq += 1
                    if observe:
                        if entry.type in _SCOPING:
                            scope = _scope(state)
                        observe(entry, scope)
        finally:
            self._commits += seq - self._next_seq
            self._next_seq = seq

    def prepare_append(self, entries: Iterable[Entry]) -> PreparedAppend:
        """Judge a batch as if it stood behind the session, and change nothing.

        Raises:
            Refusal: the first rule that an entry breaks, with those before it applied.
        """
        staged = self._state.stage()
        new: set[str] = set()
        scopes: list[Scope] = []
        seq = self._next_seq
        for entry in entries:
            if entry.line is None:  # made by a program, and judged as if it were read
                line.encode(entry)
            if entry.seq != seq:
                raise file.out_of_sequence(entry, seq)
            if entry.id in new or entry.id in self._ids:
                raise file.used_id(entry)
            RULES[entry.type](staged, entry)
            new.add(entry.id)
            scopes.append(_scope(staged))
            seq += 1
        return PreparedAppend(self, staged, new, self._commits, scopes)

    def _install(self, prepared: PreparedAppend) -> None:
        if prepared.commits != self._commits and prepared.ids:
            advice = "Prepare the batch again: another one was committed in between."
            raise Refusal("session.commit.stale", "invalid", advice)
        if prepared.ids:
            self._state.merge(prepared.staged)
            self._ids |= prepared.ids
            self._next_seq += len(prepared.ids)
            self._commits += 1


class PreparedAppend:
    """A batch that a validator has judged.

    Attributes:
        scopes: what is open behind each of its entries.
    """

    __slots__ = ("commits", "committed", "ids", "scopes", "staged", "validator")

    def __init__(
        self, validator: SessionValidator, staged: State, ids: set[str], commits: int, scopes: list[Scope]
    ) -> None:
        self.validator = validator
        self.staged = staged
        self.ids = ids
        self.commits = commits
        self.scopes = scopes
        self.committed = False

    def commit(self) -> None:
        """Make the batch part of the session. Call it when the entries are durable.

        Raises:
            Refusal: `session.commit.once`, or `session.commit.stale` if another batch was committed since.
        """
        if self.committed:
            raise Refusal("session.commit.once", "invalid", "Commit each batch once.")
        self.validator._install(self)  # pyright: ignore[reportPrivateUsage]  (two halves of one thing)
        self.committed = True


_SCOPING = frozenset(f"{unit}/{edge}" for unit in ("run", "turn", "step") for edge in ("start", "end"))


def _scope(state: State) -> Scope:
    return Scope(state.run or None, state.turn or None, state.step or None)


def validate_session(entries: Iterable[Entry]) -> SessionValidator:
    """The validator behind a whole log.

    Raises:
        Refusal: the first rule that the first faulty entry breaks.
    """
    validator = SessionValidator()
    validator.replay(entries)
    return validator
