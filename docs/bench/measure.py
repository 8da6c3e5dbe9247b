"""Ratios within one run: two things timed in turn, the best of many rounds of each."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any

Thunk = Callable[[], Any]


def seconds(thunk: Thunk, calls: int) -> float:
    """Time of one call, in seconds, as the mean of `calls` calls."""
    start = perf_counter()
    for _ in range(calls):
        thunk()
    return (perf_counter() - start) / calls


def ratio(ours: Thunk, base: Thunk, *, calls: int, rounds: int = 15) -> tuple[float, float, float]:
    """Best time of `ours` and of `base`, in seconds a call, and their ratio; the two alternate."""
    best_ours = best_base = float("inf")
    for _ in range(rounds):
        best_base = min(best_base, seconds(base, calls))
        best_ours = min(best_ours, seconds(ours, calls))
    return best_ours, best_base, best_ours / best_base


def process(*arguments: str) -> Thunk:
    """Start and end of a Python process with these arguments."""

    def run() -> None:
        subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)

    return run
