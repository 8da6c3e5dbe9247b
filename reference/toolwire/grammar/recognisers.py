"""Derived by `toolwire generate` from grammars/*.lark; do not edit."""

from __future__ import annotations

# For `re.fullmatch`, by the name of the grammar.
PATTERNS: dict[str, str] = {
    "attachments_header": r"\[Tool attachments: (?P<count>[0-9]+)\]",
    "entry_start": r"\{\u0022seq\u0022:[0-9]+,\u0022id\u0022:\u0022",
    "marker_line": r"\[(?P<kind>IMAGE|AUDIO|VIDEO|DOCUMENT):(?P<target>[\u0000-\u0009\u000b-\ud7ff\ue000-\U0010ffff]+)\]",
    "prompt_head": r"(?P<results_prefix>\[Tool results\])\u000a(?P<attachments_header>\[Tool attachments: (?P<count>[0-9]+)\])(?:\u000a\[(?:IMAGE|AUDIO|VIDEO|DOCUMENT):[\u0000-\u0009\u000b-\ud7ff\ue000-\U0010ffff]+\]){2}",
    "results_prefix": r"\[Tool results\]",
    "timestamp": r"(?P<year>[0-9][0-9][0-9][0-9])-(?P<month_and_day>(?:01|03|05|07|08|10|12)-(?:(?:(?:0[1-9]|[1-2][0-9])|30)|31)|(?:04|06|09|11)-(?:(?:0[1-9]|[1-2][0-9])|30)|02-(?:0[1-9]|[1-2][0-9]))T(?P<clock>(?:[0-1][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9])(?:\.[0-9]{1,9})?(?P<zone>Z|[\u002b\u002d](?:[0-1][0-9]|2[0-3]):[0-5][0-9])",
    "white_space": r"[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*",
}

# The one text of this grammar.
RESULTS_PREFIX = "[Tool results]"

# The characters that this grammar repeats.
WHITE_SPACE = "\t\n\u000b\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
