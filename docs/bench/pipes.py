"""The runner beside a bare echo loop: the same lines, the same kind of pipe, the same language at the other end."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from toolwire_conformance import corpus, messages
from toolwire_conformance.bench import bench_rate

HERE = Path(__file__).parent
ADAPTERS = {"Python": [sys.executable, str(HERE / "echo.py")], "Node": ["node", str(HERE / "echo.mjs")]}
CASES = 20_000
WINDOW = 64
ROUNDS = 5


def rows() -> Iterator[tuple[str, float, float | None, str]]:
    """Name, ratio, target and a note with both rates, one row an adapter."""
    cases = many(list(corpus.load(corpus.home()).cases.values()))
    for language, command in ADAPTERS.items():
        bare = max(bare_echo(cases, command) for _ in range(ROUNDS))
        ours = max(bench_rate(cases, command, window=WINDOW) for _ in range(ROUNDS))
        name = f"bare echo loop / runner, {language} adapter, window {WINDOW}, cases a second"
        yield name, bare / ours, 2.0, f"{bare:,.0f} / {ours:,.0f} cases a second"


def many(cases: list[corpus.Case]) -> list[corpus.Case]:
    """The corpus over and over under other ids, without the few cases that are long on purpose."""
    short = [case for case in cases if len(messages.case_request(0, case)) < 4096]
    copies = (short[number % len(short)] for number in range(CASES))
    return [renamed(case, str(number)) for number, case in enumerate(copies)]


def renamed(case: corpus.Case, name: str) -> corpus.Case:
    """The case under another id, without a twin."""
    return replace(case, id=name, twin=None)


def bare_echo(cases: list[corpus.Case], command: list[str]) -> float:
    """Cases a second when all that is done is to write a line for each that is read, the window full."""
    lines = [messages.case_request(number, case) for number, case in enumerate(cases)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(messages.hello_request("0"))
        process.stdin.flush()
        process.stdout.readline()
        start = perf_counter()
        process.stdin.write(b"".join(lines[:WINDOW]))
        process.stdin.flush()
        for line in lines[WINDOW:]:
            process.stdout.readline()
            process.stdin.write(line)
            process.stdin.flush()
        for _ in lines[:WINDOW]:
            process.stdout.readline()
        elapsed = perf_counter() - start
        process.stdin.close()
    return len(cases) / elapsed
