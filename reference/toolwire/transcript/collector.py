"""The garbage collector, paused while very many objects are made that hold no cycles.

To look for cycles among them, over and over, would cost more than making them, and more for each the longer the log.
"""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Generator[None]:
    """Let no collection begin inside; afterwards the collector runs if it ran before."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
