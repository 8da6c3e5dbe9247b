"""The command line, run as a user runs it."""

from __future__ import annotations

import subprocess
import sys


def toolwire(*arguments, given=b""):
    command = [sys.executable, "-c", "from toolwire.cli import main; main()", *map(str, arguments)]
    done = subprocess.run(command, input=given, capture_output=True, check=False)
    assert b"Traceback" not in done.stderr
    return done.returncode, done.stdout.decode(), done.stderr.decode()
