"""The conformance runner: cases of the corpus put to an implementation, which is known by the adapter protocol only.

`conformance/protocol.md` is the protocol; chapter *Conformance* of the specification says what is counted.
"""

LEVELS = ("L1", "L2", "L3", "L4", "L5")
"""Verdict, value, reason, writing, limits and attacks."""
SMOKE = "L0"
"""The level of the few cases of each profile that find most mistakes (`smoke.txt`)."""
