"""Making a result: inline or external, as the policy says; the body is stored before the result is there.

Chapter *External results*, section *Making a result*.
"""

from __future__ import annotations

from hashlib import sha256
from secrets import token_hex

from toolwire import text as text_rules
from toolwire.external.payload import Payload, check_value, view
from toolwire.external.policy import check_policy
from toolwire.external.store import PayloadStore
from toolwire.model.external import Disposition, ExternalToolResult, InlineToolResult, Policy, ToolResult
from toolwire.refusal import Refusal


def digest_of(body: bytes) -> str:
    """The digest of a body: `sha256:` and 64 lower-case hexadecimal digits."""
    return f"sha256:{sha256(body).hexdigest()}"


def mint_locator() -> str:
    """A new locator: neither like a path nor like a URL, and it tells nothing (`external.make.locator`)."""
    return f"r-{token_hex(16)}"


def make(
    call_id: str, body: str | bytes, *, is_error: bool, disposition: Disposition, policy: Policy, locator: str
) -> Payload:
    """The result for a body; `locator` is what a body of at least the threshold is stored under.

    Raises:
        Refusal: `external.make.body` for bytes that are no text, `text.surrogate` for a string that is none,
            `external.policy`, or an `external.` requirement that the other arguments break.
    """
    check_policy(policy)
    data = text_rules.check(body).encode() if isinstance(body, str) else body
    text = as_text(data)
    if len(data) < policy.inline_threshold:
        result = ToolResult(output=text, is_error=is_error, disposition=disposition)
        made: Payload = InlineToolResult(call_id, result)
    else:
        made = ExternalToolResult(
            call_id=call_id,
            payload_ref=locator,
            digest=digest_of(data),
            original_size=str(len(data)),
            preview=data[: policy.preview_limit].decode(errors="ignore"),
            is_error=is_error,
            disposition=disposition,
        )
    check_value(view(made))
    return made


def make_result(
    call_id: str,
    body: str | bytes,
    *,
    disposition: Disposition,
    store: PayloadStore,
    is_error: bool = False,
    policy: Policy = Policy(),  # noqa: B008  (frozen)
) -> Payload:
    """The result for a body, which is stored durably first if it is to be external (`store.payload.first`).

    Raises:
        Refusal: as `make`; nothing was stored.
        OSError: the body could not be stored; there is no result.
    """
    made = make(call_id, body, is_error=is_error, disposition=disposition, policy=policy, locator=mint_locator())
    if isinstance(made, ExternalToolResult):
        store.put(made.payload_ref, body.encode() if isinstance(body, str) else body)
    return made


def as_text(body: bytes) -> str:
    """The text of a body; a byte order mark is a character of it.

    Raises:
        Refusal: `external.make.body`.
    """
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        advice = "Keep output that is no text as a capture; a body is well-formed UTF-8."
        raise Refusal("external.make.body", "invalid", advice, byte=error.start) from None
