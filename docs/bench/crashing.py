"""The reference behind the adapter protocol, but for one request in a hundred, which ends the process."""

import json
import os
import sys
from collections.abc import Iterator

from toolwire.adapter import serve


def until_it_crashes() -> Iterator[bytes]:
    """The requests; the process ends before one whose number is a multiple of a hundred is answered."""
    for line in sys.stdin.buffer:
        if json.loads(line).get("id", 1) % 100 == 0:
            os._exit(1)
        yield line


serve(until_it_crashes(), sys.stdout.buffer)
