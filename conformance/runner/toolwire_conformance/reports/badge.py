"""A report as a badge: the JSON that a badge service asks an endpoint for, and a picture of our own."""

from __future__ import annotations

import json
from html import escape

from .document import Document

LABEL = "toolwire"
_GREEN, _ORANGE, _RED = "#2e7d32", "#b45309", "#b3261e"
_CHARACTER = 7
"""Width of a character of the picture's font, about, in pixels."""


def endpoint(report: Document) -> str:
    """The JSON of an endpoint badge."""
    message, colour = _said(report)
    return json.dumps({"schemaVersion": 1, "label": LABEL, "message": message, "color": colour}) + "\n"


def svg(report: Document) -> str:
    """The picture, 20 pixels high."""
    message, colour = _said(report)
    left, right = (len(text) * _CHARACTER + 12 for text in (LABEL, message))
    title = escape(f"{LABEL}: {message}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img" '
        f'aria-label="{title}">'
        f"<title>{title}</title>"
        f'<rect width="{left}" height="20" fill="#424242"/>'
        f'<rect x="{left}" width="{right}" height="20" fill="{colour}"/>'
        '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">'
        f'<text x="{left / 2:g}" y="14">{LABEL}</text>'
        f'<text x="{left + right / 2:g}" y="14">{escape(message)}</text></g></svg>\n'
    )


def _said(report: Document) -> tuple[str, str]:
    """What the badge says, and in which colour. It never says more than was measured."""
    totals = report["totals"]
    cases, right = totals["cases"], totals["pass"]
    if not cases or totals["not_measured"]:
        return "not measured", _ORANGE
    profiles = len(report["profiles"])
    if right == cases:
        return f"{profiles} profile{'s' if profiles != 1 else ''}, {right} cases", _GREEN
    return f"{right} of {cases} cases", _ORANGE if right * 20 >= cases * 19 else _RED
