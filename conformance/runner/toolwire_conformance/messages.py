"""The messages of the adapter protocol: requests as they are sent, answers as they are taken.

The schemas are `schemas/conformance/hello-answer.schema.json` and `answer.schema.json`. These types are beside the
derived models because they are decoded for every case: a Struct takes a third of the time of a dataclass.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from . import values
from .corpus import Case

PROTOCOL = 1
BYE = b'{"cmd":"bye"}\n'


class Implementation(Struct, frozen=True):
    """Who answers."""

    name: str
    version: str
    language: str


class Hello(Struct, frozen=True):
    """What an adapter says of itself; `window` is how many requests it takes at once."""

    protocol: int
    implementation: Implementation
    profiles: tuple[str, ...]
    window: int | UnsetType = UNSET


class Refused(Struct, gc=False):
    """A refusal by the implementation, with its reason if it gives one."""

    rule: str | None = None
    phase: str | None = None


class Failure(Struct, gc=False):
    """A failure of the adapter itself."""

    message: str


class Answer(Struct, gc=False):
    """One answer: exactly one of the four members beside `id` is there (`decode` sees to it)."""

    id: int
    result: Raw | UnsetType = UNSET
    refused: Refused | UnsetType = UNSET
    unsupported: bool | UnsetType = UNSET
    error: Failure | UnsetType = UNSET


class Addressed(Struct):
    """As much of an answer as says whose it is."""

    id: int


class AnswerError(ValueError):
    """A line that is no answer: why, and the number under which it came, if it has one."""

    def __init__(self, reason: str, number: int | None) -> None:
        self.number = number
        super().__init__(reason)


_decode_answer = msgspec.json.Decoder(Answer).decode
_decode_address = msgspec.json.Decoder(Addressed).decode
_decode_hello = msgspec.json.Decoder(Hello).decode


def hello_request(corpus_version: str) -> bytes:
    """The line that opens a session."""
    return _line({"cmd": "hello", "protocol": PROTOCOL, "corpus": corpus_version})


def run_request(number: int, op: str, given: str) -> bytes:
    """The line that asks for one op; `given` is the JSON text of its input. It is ASCII."""
    return f'{{"cmd":"run","id":{number},"op":"{op}","input":{given}}}\n'.encode("ascii")


def case_request(number: int, case: Case) -> bytes:
    """The line that asks a case under a number that says nothing about it."""
    return run_request(number, case.op, values.compact(case.input))


def decode(line: bytes) -> Answer:
    """The answer on a line.

    Raises:
        AnswerError: it is none.
    """
    try:
        answer = _decode_answer(line)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise AnswerError(str(error), _address(line)) from None
    given = (answer.result is not UNSET) + (answer.refused is not UNSET) + (answer.error is not UNSET)
    if given + (answer.unsupported is True) != 1 or answer.unsupported is False:
        raise AnswerError("it has not exactly one of result, refused, unsupported (true) and error", answer.id)
    return answer


def decode_hello(line: bytes) -> Hello:
    """The answer to hello on a line.

    Raises:
        ValueError: it is none, or speaks another protocol.
    """
    hello = _decode_hello(line)
    if hello.protocol != PROTOCOL:
        raise ValueError(f"it speaks protocol {hello.protocol}; this runner speaks {PROTOCOL}")
    if hello.window is not UNSET and hello.window < 1:
        raise ValueError("its window is below 1")
    return hello


def _address(line: bytes) -> int | None:
    try:
        return _decode_address(line).id
    except (msgspec.MsgspecError, RecursionError):
        return None


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"
