"""Is it the adapter that is wrong, or the implementation behind it? Three requests that test the first.

Hello is the first of them. The others go to an op that carries a text: one text of odd characters, which must come
back well framed, and bytes that are no text, which every implementation refuses.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Raw

from toolwire.visible import shortened, visible

from . import corpus, messages, values
from .messages import Answer
from .session import Fault, Session, SessionError
from .values import Json

ODD = 'a\u2028b\u0085c\r\x00"\\/é\u4e2d\U0001f600\ufeff'
NO_TEXT: Json = {"base64": "/w=="}  # the byte FF

# An op of a profile, the member of its input that is a text, its other members, and whether the text comes back.
# What is asked is the text itself, or for a line of a transcript an entry that holds it.
OPS: Mapping[str, tuple[str, str, dict[str, Json], bool]] = {
    "text-json": ("text.decode", "document", {}, True),
    "carrier-reader": ("carrier.classify", "content", {"role": "tool"}, True),
    "carrier-ingress": ("carrier.guard_user_text", "text", {}, True),
    "carrier-writer": ("carrier.render_prompt", "text", {"attachments": []}, True),
    "carrier-diagnosis": ("carrier.diagnose", "content", {"role": "tool"}, False),
    "transcript-reader": ("transcript.decode_entry", "line", {}, True),
}
_ENTRY: Json = {
    "seq": values.Number("0"),
    "id": "e0",
    "timestamp": "2026-01-02T03:04:05Z",
    "type": "message",
    "message": {"role": "user", "content": [{"type": "text", "text": ODD}]},
}


def hints(session: Session) -> list[str]:
    """What is wrong with the adapter, a sentence and a piece of advice each; empty if nothing is."""
    profile = next((name for name in OPS if name in session.greeting.profiles), None)
    if profile is None:
        return []
    op, member, others, comes_back = OPS[profile]
    asked = values.compact(_ENTRY) if member == "line" else ODD
    odd = messages.run_request(1, op, values.compact({**others, member: asked}))
    no_text = messages.run_request(2, op, values.compact({**others, member: NO_TEXT}))
    answers: dict[int, Answer | Fault] = {}
    try:
        session.ask({1: odd}, answers)
        session.ask({2: no_text}, answers)
    except SessionError as broken:
        return [_silence(op, broken.fault)]
    found = (_odd(op, answers[1], comes_back), _refusal(op, answers[2]))
    return [hint for hint in found if hint]


def _silence(op: str, fault: Fault) -> str:
    advice = {
        "timeout": "Flush standard output after each answer, and read line by line, not to the end.",
        "crash": "Catch what the implementation raises and answer it as refused or error; the process lives on.",
        "protocol": "Print one JSON object a line, in UTF-8 without a byte order mark, and nothing else.",
    }[fault.outcome]
    return f"Asked {op}, the adapter {fault.detail}. {advice}"


def _odd(op: str, answer: Answer | Fault, comes_back: bool) -> str | None:
    match answer:
        case Fault():
            return _silence(op, answer)
        case Answer(result=Raw() as raw):
            try:
                came = [text for text in corpus.texts(values.read(bytes(raw))) if text.endswith(ODD)]
            except ValueError as error:
                return f"A text of odd characters came back as no JSON ({error}). Write strings with a JSON library."
            if came or not comes_back:
                return None
            got = shortened(visible(bytes(raw).decode()), 60)
            return f"A text of odd characters came back changed: {got}. Read and write UTF-8; end lines at LF only."
        case Answer(error=messages.Failure() as failure):
            got = shortened(visible(failure.message), 60)
            return f"{op} failed on a text of odd characters: {got}. Read standard input as UTF-8, lines at LF only."
        case _:
            return f"{op} did not give a result for a text of odd characters. Read standard input as UTF-8."


def _refusal(op: str, answer: Answer | Fault) -> str | None:
    match answer:
        case Fault():
            return _silence(op, answer)
        case Answer(refused=messages.Refused()):
            return None
        case Answer(error=messages.Failure() as failure):
            got = shortened(visible(failure.message), 60)
            return (
                f"Given bytes that are no text, {op} answered error: {got}. A text may come as "
                '{"base64":…}: decode it, and answer the implementation\'s refusal as refused.'
            )
        case _:
            return (
                f"Given bytes that are no text, {op} gave a result. A text may come as "
                '{"base64":…}: hand the bytes to the implementation, which must refuse them.'
            )
