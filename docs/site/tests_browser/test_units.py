"""The parts of the playground and the explorer that need no browser, as the site publishes them, in Node."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path


def test_the_modules(site: Path) -> None:
    files = sorted(str(path) for path in (Path(__file__).parent / "unit").glob("*.test.mjs"))
    done = subprocess.run(
        ["node", "--test", *files], env=os.environ | {"SITE": str(site)}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
