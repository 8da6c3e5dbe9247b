"""Hypothesis strategies for texts, attachments and contents that lie near the border of a rule."""

from __future__ import annotations

from hypothesis import strategies as st

from toolwire.carrier import Attachment

SCALARS = st.characters(exclude_categories=["Cs"])
TEXTS = st.text(SCALARS, max_size=40)
KINDS = st.sampled_from(["image", "audio", "video", "document"])

# What a writer may write: no control characters, no line or paragraph separator.
TARGETS = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\u2028\u2029"), min_size=1, max_size=20
)
ATTACHMENTS = st.lists(st.builds(Attachment, KINDS, TARGETS), max_size=4).map(tuple)

_PIECES = [
    "[Tool results]", "\n", "[Tool attachments: ", "]", "0", "1", "2", "007", "[IMAGE:/a]", "[AUDIO:b]", "[image:/a]",
    "[PHOTO:/a]", "[IMAGE:]", " ", "\t", "\r", "\r\n", "\x0b", "\x85", "\u2028", "\ufeff", "\u200b", "body", "١", "x",
]  # fmt: skip
PROMPT_LIKE = st.lists(st.sampled_from(_PIECES), max_size=12).map("".join) | st.builds(
    lambda count, lines, body: (
        f"[Tool results]\n[Tool attachments: {count}]\n{''.join(line + chr(10) for line in lines)}{body}"
    ),
    st.sampled_from(["0", "1", "2", "3", "02"]),
    st.lists(st.sampled_from(["[IMAGE:/a]", "[DOCUMENT:]]", "[VIDEO:x:y]", "[x]", ""]), max_size=4),
    TEXTS,
)

_JSON_PIECES = [
    "{", "}", "[", "]", ",", ":", '"', '"content"', '"tool_call_id"', '"attachments"', '"kind"', '"target"', '"image"',
    '"\\u0063ontent"', "\\u", "\\ud83d", "\\ude00", "\\", "n", "null", "true", "false", "NaN", "0", "-0", "1", "-", "+",
    ".", "1.5", "1e5", "1e400", "-1e-400", "9" * 320, " ", "\n", "\t", "\xa0", "\ufeff", "\x00", "é", "😀",
]  # fmt: skip
JSON_LIKE = st.lists(st.sampled_from(_JSON_PIECES), max_size=14).map("".join)
_MEMBERS = [
    '"content":"b"',
    '"content":""',
    '"content":null',
    '"tool_call_id":"c"',
    '"tool_call_id":null',
    '"tool_call_id":1',
    '"attachments":[]',
    '"attachments":null',
    '"attachments":[{"kind":"image","target":"/a"},{"kind":"x","target":"/b"}]',
    '"attachments":[{"kind":"image","target":""},{"kind":"audio","target":"a\\nb"},7]',
    '"x":1e400',
    '"x":{"content":1}',
]
ENVELOPE_LIKE = st.lists(st.sampled_from(_MEMBERS), max_size=5).map(lambda members: "{" + ",".join(members) + "}")
CONTENTS = PROMPT_LIKE | JSON_LIKE | ENVELOPE_LIKE | TEXTS
ROLES = st.sampled_from(["tool", "user", "assistant", "system", "Tool", "user ", ""])
