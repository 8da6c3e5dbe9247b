"""Toolwire: the results of an agent's tools, in transit and at rest.

Start with `toolwire.carrier`. Importing this package alone loads nothing else.
"""

__version__ = "0.1.0"
