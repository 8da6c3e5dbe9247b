"""A report as TAP, version 14."""

from __future__ import annotations

import json

from toolwire.visible import visible

from .document import FAILED, Document


def text(report: Document) -> str:
    """The stream."""
    lines = ["TAP version 14", f"1..{len(report['cases'])}"]
    for number, case in enumerate(report["cases"], 1):
        outcome = case["outcome"]
        right = "not ok" if outcome in FAILED else "ok"
        skip = "" if outcome == "pass" or outcome in FAILED else f" # SKIP {outcome.replace('_', ' ')}"
        lines.append(f"{right} {number} - {case['profile']} {case['id']}{skip}")
        if outcome in FAILED:
            detail = json.dumps(visible(case.get("detail", "")), ensure_ascii=False)
            lines += ["  ---", f"  outcome: {outcome}", f"  message: {detail}", "  ..."]
    return "\n".join(lines) + "\n"
