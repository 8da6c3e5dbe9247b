"""The adapter on standard input and output."""

import sys

from toolwire.adapter import serve

serve(sys.stdin.buffer, sys.stdout.buffer)
