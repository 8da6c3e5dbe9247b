"""Derived by `toolwire generate` from grammars/*.lark; do not edit."""

from __future__ import annotations

# For `re.fullmatch`, by the name of the grammar.
PATTERNS: dict[str, str] = {
    "attachments_header": r"\[Tool attachments: (?P<count>[0-9]+)\]",
    "canonical_decimal": r"(?:0|[1-9][0-9]{0,19})",
    "canonical_uuid": r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
    "digest": r"sha256:[0-9a-f]{64}",
    "elision_marker": r"\u000a\[tool output truncated: omitted (?P<omitted>(?:0|[1-9][0-9]{0,19})) of (?P<total>(?:0|[1-9][0-9]{0,19})) bytes\]\u000a",
    "entry_start": r"\{\u0022seq\u0022:[0-9]+,\u0022id\u0022:\u0022",
    "marker_line": r"\[(?P<kind>IMAGE|AUDIO|VIDEO|DOCUMENT):(?P<target>[\u0000-\u0009\u000b-\ud7ff\ue000-\U0010ffff]+)\]",
    "page_footer": r"\u000a\[capture (?P<capture_id>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}): (?:no bytes|bytes (?P<first>(?:0|[1-9][0-9]{0,19}))-(?P<last>(?:0|[1-9][0-9]{0,19}))) of (?P<captured>(?:0|[1-9][0-9]{0,19})) retained \(original (?:(?P<original_bound>at least ))?(?P<original>(?:0|[1-9][0-9]{0,19}))\)(?:(?P<base64>; encoding=base64))?(?:; next_offset=(?P<next_offset>(?:0|[1-9][0-9]{0,19}))|; end)(?:(?P<gone>; truncated: (?:(?P<missing_bound>at least ))?(?P<missing>(?:0|[1-9][0-9]{0,19})) bytes not retained \((?P<reason>capture_ceiling|source_limit)\)))?\]",
    "prompt_head": r"(?P<results_prefix>\[Tool results\])\u000a(?P<attachments_header>\[Tool attachments: (?P<count>[0-9]+)\])(?:\u000a\[(?:IMAGE|AUDIO|VIDEO|DOCUMENT):[\u0000-\u0009\u000b-\ud7ff\ue000-\U0010ffff]+\]){2}",
    "results_prefix": r"\[Tool results\]",
    "retention_marker": r"\u000a\[tool output shaped; (?:(?P<complete>all (?P<all_bytes>(?:0|[1-9][0-9]{0,19})) bytes retained(?:; read the rest with read_tool_result capture_id=\u0022(?P<rest_id>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\u0022)?)|(?P<partial>(?P<captured>(?:0|[1-9][0-9]{0,19})) of (?:(?P<exact>(?P<original>(?:0|[1-9][0-9]{0,19})) bytes retained; the last (?P<missing>(?:0|[1-9][0-9]{0,19})) bytes )|(?P<bounded>at least (?P<least_original>(?:0|[1-9][0-9]{0,19})) bytes retained; at least the last (?P<least_missing>(?:0|[1-9][0-9]{0,19})) bytes ))(?P<cause>exceeded the capture ceiling|were not supplied by the tool) and are unavailable(?:; read the retained bytes with read_tool_result capture_id=\u0022(?P<retained_id>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\u0022)?))\]\u000a",
    "timestamp": r"(?P<year>[0-9][0-9][0-9][0-9])-(?P<month_and_day>(?:01|03|05|07|08|10|12)-(?:(?:(?:0[1-9]|[1-2][0-9])|30)|31)|(?:04|06|09|11)-(?:(?:0[1-9]|[1-2][0-9])|30)|02-(?:0[1-9]|[1-2][0-9]))T(?P<clock>(?:[0-1][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9])(?:(?P<fraction>\.[0-9]{1,9}))?(?P<zone>Z|[\u002b\u002d](?:[0-1][0-9]|2[0-3]):[0-5][0-9])",
    "white_space": r"[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*",
}

# The one text of this grammar.
RESULTS_PREFIX = "[Tool results]"

# The characters that this grammar repeats.
WHITE_SPACE = "\t\n\u000b\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
