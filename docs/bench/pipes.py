"""The runner beside a bare echo loop, beside itself with an adapter that crashes, and beside a run without any pipe.

The echo loop has the same lines, the same kind of pipe, and the same language at the other end.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from time import perf_counter

from toolwire import adapter
from toolwire_conformance import corpus, messages
from toolwire_conformance.bench import bench_rate
from toolwire_conformance.grade import grade
from toolwire_conformance.measure import measure
from toolwire_conformance.session import Limits

HERE = Path(__file__).parent
REFERENCE = [sys.executable, "-m", "toolwire.adapter"]
CRASHING = [sys.executable, str(HERE / "crashing.py")]
CASES = 20_000
WINDOW = 64
ROUNDS = 5


def rows() -> Iterator[tuple[str, float, float | None, str]]:
    """Name, ratio, target and a note with both rates, one row an adapter."""
    whole = list(corpus.load(corpus.home()).cases.values())
    cases = many(whole)
    with tempfile.TemporaryDirectory() as folder:
        for language, command in echoes(folder):
            bare = max(bare_echo(cases, command) for _ in range(ROUNDS))
            ours = max(bench_rate(cases, command, window=WINDOW) for _ in range(ROUNDS))
            name = f"bare echo loop / runner, {language} adapter, window {WINDOW}, cases a second"
            yield name, bare / ours, 1 / 0.7, f"{bare:,.0f} / {ours:,.0f} cases a second"
    inside = min(in_process(whole) for _ in range(ROUNDS))
    sound = min(through_pipe(whole, REFERENCE) for _ in range(ROUNDS))
    crashing = min(through_pipe(whole, CRASHING) for _ in range(2))
    name = f"the corpus, {len(whole):,} cases, through the reference's adapter / the same in process"
    yield name, sound / inside, 3.0, f"{sound:.2f} s / {inside:.2f} s"
    yield "the same, crashing at 1 % of the cases / not crashing", crashing / sound, 1 / 0.15, f"{crashing:.2f} s"


def echoes(folder: str) -> Iterator[tuple[str, list[str]]]:
    """The echoing adapters, by language; Go is compiled into the folder."""
    program = str(Path(folder) / "echo")
    subprocess.run(["go", "build", "-o", program, str(HERE / "echo.go")], check=True)
    yield "Python", [sys.executable, str(HERE / "echo.py")]
    yield "Node", ["node", str(HERE / "echo.mjs")]
    yield "Go", [program]


def in_process(cases: list[corpus.Case]) -> float:
    """Seconds for the same requests, answers and grading without a pipe or a second process."""
    start = perf_counter()
    answers = BytesIO()
    adapter.serve((messages.case_request(number, case) for number, case in enumerate(cases)), answers)
    for case, line in zip(cases, answers.getvalue().split(b"\n"), strict=False):
        grade(case, messages.decode(line))
    return perf_counter() - start


def through_pipe(cases: list[corpus.Case], command: list[str]) -> float:
    """Seconds to put the cases to an adapter, its start included."""
    start = perf_counter()
    measure(cases, command, corpus_version="0.0.0", seed=1, limits=Limits(window=WINDOW))
    return perf_counter() - start


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
