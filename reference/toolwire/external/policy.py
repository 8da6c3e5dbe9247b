"""The policy: from which size on a result is external; and the admission of the results that answer a dispatch.

Chapter *External results*, section *Policy and admission*.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from toolwire import json_profile
from toolwire.external.payload import Payload, content_bytes, from_value
from toolwire.json_profile import Json
from toolwire.model.external import InlineToolResult, Policy, ToolResult
from toolwire.refusal import Refusal

NOT_RUN = "not run: an earlier tool call stopped the batch"
"""The output of a result that is added for a call behind a fatal one (`external.fatal`)."""

_MOST = (1 << 32) - 1


@dataclass(frozen=True, slots=True)
class Admission:
    """A batch that was admitted."""

    results: tuple[Payload, ...]
    missing: tuple[str, ...]
    """The dispatched calls that the batch has no result for, in the order of their dispatch."""
    added: tuple[InlineToolResult, ...]
    """What answers them when a result of the batch is fatal; else nothing."""


def check_policy(policy: Policy) -> None:
    """Judge a policy.

    Raises:
        Refusal: `external.policy`.
    """
    if not 1 <= policy.preview_limit <= policy.inline_threshold <= _MOST:
        advice = f"Keep 1 <= preview_limit <= inline_threshold <= {_MOST}; absent ones are 2048 and 51200."
        raise Refusal("external.policy", "invalid", advice)


def policy_from_value(value: Json) -> Policy:
    """The policy that a JSON value says.

    Raises:
        Refusal: `external.policy`.
    """
    try:
        if not isinstance(value, dict) or value.keys() - {"inline_threshold", "preview_limit"}:
            raise Refusal("external.policy", "invalid", "Give inline_threshold and preview_limit, and nothing else.")
        numbers = {name: json_profile.check_integer(number, signed=False) for name, number in value.items()}
    except Refusal as refusal:
        raise Refusal("external.policy", "invalid", refusal.advice) from None
    policy = Policy(**numbers)
    check_policy(policy)
    return policy


def admit(policy: Policy, dispatched: Sequence[str], results: Iterable[Payload]) -> Admission:
    """Admit the results that answer the calls which were dispatched together: all of them, or none.

    Raises:
        Refusal: the first `external.admit.` requirement that is broken, in the order of the results; or
            `external.policy`.
    """
    check_policy(policy)
    open_calls = dict.fromkeys(dispatched, True)
    admitted: list[Payload] = []
    for index, result in enumerate(results):
        _check(policy, result, open_calls, f"/{index}")
        open_calls[result.call_id] = False
        admitted.append(result)
    missing = tuple(call for call, is_open in open_calls.items() if is_open)
    stopped = any(_disposition(result) == "fatal" for result in admitted)
    return Admission(tuple(admitted), missing, tuple(map(_not_run, missing)) if stopped else ())


def admit_values(policy: Policy, dispatched: Sequence[str], values: Iterable[Json]) -> Admission:
    """As `admit`, for results as JSON values: each is judged as a document before the next one is looked at.

    Raises:
        Refusal: as `admit`, or another `external.` requirement that a value breaks.
    """
    return admit(policy, dispatched, map(from_value, values))


def _check(policy: Policy, result: Payload, open_calls: dict[str, bool], pointer: str) -> None:
    if result.call_id not in open_calls:
        raise Refusal("external.admit.known", "invalid", "Answer dispatched calls only.", pointer=f"{pointer}/call_id")
    if not open_calls[result.call_id]:
        raise Refusal("external.admit.once", "invalid", "Answer each call once.", pointer=f"{pointer}/call_id")
    if isinstance(result, InlineToolResult):
        if content_bytes(result) >= policy.inline_threshold:
            advice = f"Store a body of {policy.inline_threshold} bytes or more, and submit an external result."
            raise Refusal("external.admit.inline", "invalid", advice, pointer=pointer)
        return
    if int(result.original_size) < policy.inline_threshold:
        advice = f"Submit a body of less than {policy.inline_threshold} bytes inline."
        raise Refusal("external.admit.external", "invalid", advice, pointer=f"{pointer}/original_size")
    if len(result.preview.encode()) > policy.preview_limit:
        advice = f"Cut the preview to at most {policy.preview_limit} bytes, between characters."
        raise Refusal("external.admit.preview", "invalid", advice, pointer=f"{pointer}/preview")


def _disposition(result: Payload) -> str:
    return result.result.disposition if isinstance(result, InlineToolResult) else result.disposition


def _not_run(call_id: str) -> InlineToolResult:
    return InlineToolResult(call_id, ToolResult(output=NOT_RUN, is_error=True, disposition="recoverable"))
