"""Work shared by forked processes, which see what the parent had when it forked; one job works where it stands."""

from __future__ import annotations

import gc
import multiprocessing
import resource
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")
U = TypeVar("U")

MEMORY = 6 << 30
"""Bytes of address space that a worker may take: some mutants grow without end."""


def each(function: Callable[[T], U], items: Iterable[T], jobs: int, chunk: int = 1) -> Iterator[U]:
    """What the function gives for each item, in any order."""
    if jobs == 1:
        yield from map(function, items)
        return
    gc.freeze()  # what is shared with workers stays shared
    with multiprocessing.get_context("fork").Pool(jobs, initializer=_limit) as pool:
        yield from pool.imap_unordered(function, items, chunk)


@contextmanager
def beside(function: Callable[[], T], jobs: int) -> Generator[Callable[[], T]]:
    """What gives the result of the function, which works beside the block if there is more than one job."""
    if jobs == 1:
        yield function
        return
    with multiprocessing.get_context("fork").Pool(1) as pool:
        yield pool.apply_async(function).get


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
