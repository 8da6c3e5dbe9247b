"""Where the specification package lies: beside the code in a wheel, above it in a checkout."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def root() -> Path:
    """The folder that holds `spec`, `grammars`, `schemas` and `conformance`.

    Raises:
        FileNotFoundError: neither an installed copy nor a checkout surrounds this file.
    """
    here = Path(__file__).resolve().parent
    for candidate in (here / "data", here.parents[1]):
        if (candidate / "spec").is_dir() and (candidate / "schemas").is_dir():
            return candidate
    raise FileNotFoundError(f"no specification package beside {here}: reinstall toolwire, or run from a checkout")
