"""Derived by `toolwire generate` from grammars/*.lark; do not edit."""

from __future__ import annotations

# For `re.fullmatch`, by the name of the grammar.
PATTERNS: dict[str, str] = {
    "attachments_header": r"\[Tool attachments: (?P<count>[0-9]+)\]",
    "marker_line": r"\[(?P<kind>IMAGE|AUDIO|VIDEO|DOCUMENT):(?P<target>[\u0000-\u0009\u000b-\ud7ff\ue000-\U0010ffff]+)\]",
    "prompt_head": r"(?P<results_prefix>\[Tool results\])\u000a(?P<attachments_header>\[Tool attachments: (?P<count>[0-9]+)\])(?:\u000a\[(?:IMAGE|AUDIO|VIDEO|DOCUMENT):[\u0000-\u0009\u000b-\ud7ff\ue000-\U0010ffff]+\]){2}",
    "results_prefix": r"\[Tool results\]",
    "white_space": r"[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*",
}

# The one text of this grammar.
RESULTS_PREFIX = "[Tool results]"

# The characters that this grammar repeats.
WHITE_SPACE = "\t\n\u000b\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
