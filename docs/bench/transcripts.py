"""Transcripts: reading and judging a log, appending to one, and what checking a large one holds in memory."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from unittest.mock import patch

import msgspec
import orjson
from measure import ratio
from workload import log

from toolwire.transcript import (
    Entry,
    JSONLStore,
    ModelContextProjectionUnit,
    ProjectionRegistry,
    SessionProjectionUnit,
    SessionValidator,
    iter_entries,
    load,
    reconstruct_provider_requests,
    validate_session,
)
from toolwire.transcript.entry import SHAPES

TURNS = 4_000  # 116,000 entries, 58 MB
MEMORY_TARGET = 600.0  # MB
_PEAK = """
import resource, sys
from pathlib import Path
from toolwire.transcript import SessionValidator, check, iter_entries
with Path(sys.argv[2]).open("rb") as log:
    if sys.argv[1] == "check":
        assert check.check(log).verdict == "resumable"
    else:
        SessionValidator().replay(iter_entries(log))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def rows() -> Iterator[tuple[str, float, float | None, str]]:
    """Name, ratio, target and a note with absolute times, one row a measurement."""
    with tempfile.TemporaryDirectory() as folder:
        logs = Path(folder)
        (logs / "a.jsonl").write_text("".join(log(TURNS)))
        yield _both_verdicts((logs / "a.jsonl").read_bytes())
        with (logs / "b.jsonl").open("w") as long:
            long.writelines(log(10 * TURNS))
        yield _linear(logs / "a.jsonl", logs / "b.jsonl")
        for verb in ("check", "validate"):
            yield _memory(verb, logs / "b.jsonl")
        (logs / "b.jsonl").unlink()
        yield _projections((logs / "a.jsonl").read_bytes())
        yield _all_requests()
        yield _one_entry(logs)
        yield _batches(logs)


def _both_verdicts(data: bytes) -> tuple[str, float, float, str]:
    lines = data.split(b"\n")[:-1]

    def base() -> None:
        for line in lines:
            orjson.loads(line)

    ours, theirs, r = ratio(lambda: validate_session(load(data).entries), base, calls=1, rounds=7)
    name = f"load and validate {len(data) / 1e6:.0f} MB, {len(lines) - 1:,} entries / orjson.loads of each line"
    return name, r, 5.0, f"{ours:.2f} s / {theirs:.2f} s"


def _linear(short: Path, long: Path) -> tuple[str, float, float, str]:
    times = {short: float("inf"), long: float("inf")}
    for _ in range(3):
        for path in times:
            start = perf_counter()
            with path.open("rb") as stream:
                SessionValidator().replay(iter_entries(stream))
            times[path] = min(times[path], perf_counter() - start)
    sizes = f"{long.stat().st_size / 1e6:.0f} MB / {short.stat().st_size / 1e6:.0f} MB"
    return f"reading and validating {sizes}", times[long] / times[short], 11.0, _seconds(times[long], times[short])


def _projections(data: bytes) -> tuple[str, float, float, str]:
    def ours() -> None:
        registry = ProjectionRegistry()
        registry.register(SessionProjectionUnit())
        registry.register(ModelContextProjectionUnit())
        registry.replay(load(data).entries)
        registry.snapshot()

    best, least, r = ratio(ours, lambda: validate_session(load(data).entries), calls=1, rounds=5)
    return "load, both verdicts and both projections / load and both verdicts", r, 1.6, _seconds(best, least)


def _all_requests() -> tuple[str, float, float, str]:
    """All requests of a log of 10 times the length: in proportion, though each one sees the whole history."""
    short, long = (load("".join(log(turns, requests=True)).encode()).entries for turns in (TURNS // 10, TURNS))

    def rebuild(entries: list[Entry]) -> None:
        for request in reconstruct_provider_requests(entries):
            assert len(request.context) > 0

    gc.collect()
    best, least, r = ratio(lambda: rebuild(long), lambda: rebuild(short), calls=1, rounds=5)
    return f"rebuilding all requests of {len(long):,} entries / of {len(short):,}", r, 11.0, _seconds(best, least)


def _memory(verb: str, path: Path) -> tuple[str, float, float, str]:
    done = subprocess.run([sys.executable, "-c", _PEAK, verb, str(path)], capture_output=True, text=True, check=True)
    peak = int(done.stdout) / 1000  # kB to MB
    size = path.stat().st_size / 1e6
    return f"peak memory of {verb} / 600 MB", peak / MEMORY_TARGET, 1.0, f"{peak:.0f} MB for a log of {size:.0f} MB"


def _one_entry(folder: Path) -> tuple[str, float, float, str]:
    """Appending behind 100,000 entries and behind 100, with the synchronisation to disk left out of both."""
    with patch("os.fsync"):
        (short, short_entry), (long, long_entry) = (_opened(folder, count) for count in (100, 100_000))
        seqs = {short: short_entry.seq, long: long_entry.seq}

        def append(store: JSONLStore, entry: Entry) -> None:
            seqs[store] += 1
            store.append([Entry(seqs[store], f"new_{seqs[store]}", entry.timestamp, entry.type, entry.payload)])

        ours, theirs, r = ratio(
            lambda: append(long, long_entry), lambda: append(short, short_entry), calls=300, rounds=25
        )
        short.close()
        long.close()
    name = "appending an entry to an open log of 100,000 entries / of 100"
    return name, r, 1.2, f"{ours * 1e6:.1f} µs / {theirs * 1e6:.1f} µs"


def _opened(folder: Path, count: int) -> tuple[JSONLStore, Entry]:
    path = folder / f"{count}.jsonl"
    lines = "".join(log(count // 29 + 1)).splitlines(keepends=True)[: count + 1]
    path.write_text("".join(lines))
    store = JSONLStore(path)
    last = store.load().entries[-1]
    opening = Entry(count, "opening", last.timestamp, last.type, last.payload)
    store.append([opening])
    return store, opening


def _batches(folder: Path) -> tuple[str, float, float, str]:
    read = load("".join(log(700)).encode()).entries
    entries = [Entry(e.seq, e.id, e.timestamp, e.type, e.payload) for e in read]
    batches = [entries[at : at + 100] for at in range(0, len(entries), 100)]
    encode = msgspec.json.Encoder().encode

    def ours() -> None:
        path = folder / "ours.jsonl"
        with JSONLStore(path) as store:
            for batch in batches:
                store.append(batch)
        path.unlink()

    def base() -> None:
        path = folder / "base.jsonl"
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        for batch in batches:
            shapes = [SHAPES[e.type](e.seq, e.id, e.timestamp, e.type, e.payload) for e in batch]
            os.write(descriptor, b"".join([encode(shape) + b"\n" for shape in shapes]))
        os.close(descriptor)
        path.unlink()

    gc.collect()
    with patch("os.fsync"):
        best, least, r = ratio(ours, base, calls=1, rounds=25)
    each = f"{best / len(entries) * 1e6:.1f} µs / {least / len(entries) * 1e6:.1f} µs an entry"
    return "appending batches of 100 entries / msgspec encoding and a write", r, 4.0, each


def _seconds(ours: float, base: float) -> str:
    return f"{ours:.2f} s / {base:.2f} s"
