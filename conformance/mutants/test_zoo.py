"""The corpus catches every faulty implementation of the zoo, by a case that cites what it breaks."""

from __future__ import annotations

import pytest
from engine import Mutant, faulty, zoo
