"""One Hypothesis profile: no deadlines, because a loaded machine must not fail a law."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("toolwire", deadline=None)
settings.load_profile("toolwire")
