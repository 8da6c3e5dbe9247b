"""Reading a body back: its state, and its bytes once all of them are verified.

Chapter *External results*, section *Reading back*.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Literal, NamedTuple, TypeAlias

from toolwire.external.make import as_text
from toolwire.external.store import PayloadStore
from toolwire.model.external import ExternalToolResult
from toolwire.refusal import Refusal

State: TypeAlias = Literal["present", "missing", "mismatch", "expired"]

_RULES: dict[State, str] = {
    "missing": "external.read.missing",
    "mismatch": "external.read.verified",
    "expired": "external.read.expired",
}
_TEXTS: dict[State, str] = {
    "missing": "the stored result is not there",
    "mismatch": "the stored result is not the one that was submitted",
    "expired": "the stored result is no longer kept",
}


class Verification(NamedTuple):
    """A body that has the size and the digest of its result."""

    preview_is_prefix: bool
    """Whether the result's preview is a beginning of it; it need not be (`external.verify.preview`)."""


def verify(result: ExternalToolResult, body: bytes) -> Verification:
    """Judge a body by size and digest alone.

    Raises:
        Refusal: `external.read.verified`.
    """
    if not _fits(result, (body,)):
        raise _refusal("mismatch")
    return Verification(body.startswith(result.preview.encode()))


def state(result: ExternalToolResult, store: PayloadStore) -> State:
    """The state of a result's body; it is read to its end, and not kept.

    Raises:
        OSError: the store cannot be read now.
    """
    if store.expired(result.payload_ref):
        return "expired"
    stored = store.get(result.payload_ref)
    if stored is None:
        return "missing"
    return "present" if _fits(result, stored) else "mismatch"


def read_body(result: ExternalToolResult, store: PayloadStore) -> str:
    """A result's body, verified (`external.read.verified`).

    Raises:
        Refusal: `external.read.missing`, `external.read.expired` or `external.read.verified`; or
            `external.make.body`, for bytes that fit and are no text.
        OSError: the store cannot be read now.
    """
    if store.expired(result.payload_ref):
        raise _refusal("expired")
    stored = store.get(result.payload_ref)
    if stored is None:
        raise _refusal("missing")
    body = b"".join(stored)
    verify(result, body)
    return as_text(body)


def state_text(state: State) -> str:
    """What a model is told of a body that is not `present` (`external.read.text`)."""
    return f"error: tool result: {_TEXTS[state]}"


def _fits(result: ExternalToolResult, pieces: Iterable[bytes]) -> bool:
    digest, size = sha256(), 0
    for piece in pieces:
        digest.update(piece)
        size += len(piece)
    return str(size) == result.original_size and f"sha256:{digest.hexdigest()}" == result.digest


def _refusal(state: State) -> Refusal:
    return Refusal(_RULES[state], "invalid", f"{_TEXTS[state][0].upper()}{_TEXTS[state][1:]}.")
