"""Writers that are killed, and writers whose system calls fail: run as a process of its own, which forks each of them.

python crashes.py FOLDER points          every system call of every scenario, one folder a crash
python crashes.py FOLDER random SEED N   N kills at random moments
"""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from toolwire.transcript import Entry, JSONLStore, PlanMode, StoreError

TORN = b'{"seq":3,"id":"e3","timesta'
CALLS = ("open", "write", "fsync", "ftruncate", "fchmod", "rename", "unlink", "mkdir", "close")
REAL = {name: getattr(os, name) for name in CALLS}
MODES = ("before", "after", "half", "fail")

Act = Callable[[JSONLStore], None]


def modes(first: int, count: int, mark: str = "e") -> list[Entry]:
    """Entries of plan modes with ids that say their number."""
    return [
        Entry(seq, f"{mark}{seq}", "2026-01-02T03:04:05Z", "plan/mode", PlanMode(True))
        for seq in range(first, first + count)
    ]


# What a writer does, and how many entries are there before; with or without a tail behind them.
SCENARIOS: dict[str, tuple[int, bytes, Act]] = {
    "first": (0, b"", lambda store: store.append(modes(0, 3))),
    "append": (3, b"", lambda store: store.append(modes(3, 3))),
    "torn": (3, TORN, lambda store: store.append(modes(3, 3))),
    "replace": (3, b"", lambda store: store.replace(modes(0, 2, "new"))),
    "replace-torn": (3, TORN, lambda store: store.replace(modes(0, 2, "new"))),
}


def prepare(folder: Path, count: int, tail: bytes) -> Path:
    """The log as it is before: in a folder of its own; none if it has no entries."""
    folder.mkdir(parents=True)
    path = folder / "sessions" / "log.jsonl"
    if count:
        with JSONLStore(path) as store:
            store.append(modes(0, count))
        with path.open("ab") as log:
            log.write(tail)
    return path


def strike(mode: str, target: int, counted: list[int]) -> None:
    """Let the `target`-th system call, from 1, kill this process or fail."""

    def wrapped(name: str) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            counted[0] += 1
            if counted[0] != target:
                return REAL[name](*arguments, **options)
            if mode == "fail" and name != "close":
                raise OSError(28, "No space left on device")
            if mode == "after":
                REAL[name](*arguments, **options)
            if mode == "half" and name == "write":
                REAL[name](arguments[0], bytes(arguments[1])[: len(arguments[1]) // 2])
            if mode != "fail":
                os.kill(os.getpid(), signal.SIGKILL)
            return REAL[name](*arguments, **options)

        return call

    for name in CALLS:
        setattr(os, name, wrapped(name))


def child(path: Path, act: Act, mode: str, target: int) -> bool:
    """Run a scenario in a process of its own; whether it came to the call at which something happens to it."""
    process = os.fork()
    if process:
        return os.waitpid(process, 0)[1] != 0
    counted = [0]
    outcome: dict[str, object] = {"reported": False}
    try:
        with JSONLStore(path) as store:
            strike(mode, target, counted)
            try:
                act(store)
                outcome["reported"] = True
            except StoreError as error:
                outcome["refused"] = error.rule
                counted[0] = -(1 << 30)
                try:
                    act(store)
                    outcome["reported"] = True
                except StoreError as again:
                    outcome["again"] = again.rule
            except OSError as error:
                outcome["error"] = error.strerror
            struck = counted[0] >= target or "refused" in outcome or "error" in outcome
            for name in CALLS:
                setattr(os, name, REAL[name])
    finally:
        (path.parent.parent / "outcome.json").write_text(json.dumps(outcome))
    os._exit(int(struck))


def points(folder: Path) -> None:
    """Every scenario, with something happening at each of its system calls in turn."""
    for name, (count, tail, act) in SCENARIOS.items():
        for mode in MODES:
            for target in range(1, 200):
                path = prepare(folder / f"{name}.{mode}.{target}", count, tail)
                if not child(path, act, mode, target):
                    break
            else:
                raise AssertionError(f"{name} does not end")


def limited(folder: Path) -> None:
    """A batch of which the file system takes only a part, and then no more: a limit on the length of files."""
    path = prepare(folder / "limited", 3, b"")
    size = path.stat().st_size
    process = os.fork()
    if process:
        os.waitpid(process, 0)
        return
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with JSONLStore(path) as store:
        store.cut_tail()
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 150, resource.RLIM_INFINITY))
        rules: list[str] = []
        try:
            store.append(modes(3, 20))
        except StoreError as error:
            rules.append(error.rule)
        kept = path.stat().st_size == size
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        store.append(modes(3, 20))
    (folder / "limited" / "outcome.json").write_text(json.dumps({"rules": rules, "kept": kept}))
    os._exit(0)


def kill_at_random(folder: Path, seed: int, kills: int) -> None:
    """Writers that append for ever, killed; after each kill what they had reported must be there."""
    rng = random.Random(seed)
    with JSONLStore(folder / "first.jsonl") as store:
        store.append(modes(0, 1))  # so that all modules are loaded before the forks
    for number in range(kills):
        path = folder / f"random-{number // 10}.jsonl"
        before = len(JSONLStore(path).load().entries)
        reading, writing = os.pipe()
        process = os.fork()
        if not process:
            append_for_ever(path, before, writing, random.Random(rng.random()))
        os.close(writing)
        with os.fdopen(reading, "rb") as reports:
            first = reports.readline() if rng.random() < 0.8 else b""  # else it is perhaps still opening the log
            time.sleep(rng.random() * 0.004)
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
            reported = [int(line) for line in (first + reports.read()).split()]
        log = JSONLStore(path).load()
        assert len(log.entries) >= max(reported, default=before), (seed, number)
        assert [entry.id for entry in log.entries] == [f"e{seq}" for seq in range(len(log.entries))], (seed, number)
        print(len(log.entries) - before, flush=True)


def append_for_ever(path: Path, seq: int, reports: int, rng: random.Random) -> None:
    with JSONLStore(path) as store:
        while True:
            size = rng.randint(1, 40)
            store.append(modes(seq, size))
            seq += size
            os.write(reports, b"%d\n" % seq)


if __name__ == "__main__":
    if sys.argv[2] == "points":
        points(Path(sys.argv[1]))
        limited(Path(sys.argv[1]))
    else:
        kill_at_random(Path(sys.argv[1]), int(sys.argv[3]), int(sys.argv[4]))
