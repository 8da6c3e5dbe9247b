"""`pytest --toolwire "python my_adapter.py"`: a test for each case of the corpus.

Every run of pytest loads this module where toolwire is installed, so it has the options and nothing else.
"""

from __future__ import annotations

import pytest

from . import LEVELS, SMOKE


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options, of the same names and meanings as those of `toolwire conform run`."""
    group = parser.getgroup("toolwire", "conformance of an implementation to Toolwire")
    group.addoption("--toolwire", metavar="CMD", help="Test the implementation behind the adapter that CMD starts.")
    group.addoption(
        "--toolwire-profile",
        action="append",
        default=[],
        metavar="PROFILE",
        help="Only this profile; may be repeated [default: all claimed].",
    )
    group.addoption("--toolwire-level", choices=(SMOKE, *LEVELS), help="Only the cases up to this level; L0 is a few.")
    group.addoption("--toolwire-known", metavar="FILE", help="A list of known failures, which then have to fail so.")
    group.addoption(
        "--toolwire-timeout", type=float, default=5.0, metavar="SECONDS", help="From one answer to the next [5]."
    )
    group.addoption("--toolwire-corpus", metavar="FOLDER", help="Has cases/ and ledger.txt [default: the one inside].")


def pytest_configure(config: pytest.Config) -> None:
    """Load what makes and runs the tests, if they are asked for."""
    if config.getoption("--toolwire") is not None:
        from .pytest_cases import Cases

        config.pluginmanager.register(Cases(config), "toolwire-cases")
