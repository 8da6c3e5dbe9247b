"""The messages of the adapter protocol: requests as they are sent, answers as they are taken.

An answer has types of its own here, beside the derived model of `schemas/conformance/answer.schema.json`: it is decoded
for every case, and a Struct takes a third of the time of a dataclass. Tests hold it to the schema.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from toolwire.model.conformance import HelloAnswer

from . import values
from .corpus import Case

PROTOCOL = 1
BYE = b'{"cmd":"bye"}\n'


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
_decode_hello = msgspec.json.Decoder(HelloAnswer).decode


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


def decode_hello(line: bytes) -> HelloAnswer:
    """The answer to hello on a line.

    Raises:
        ValueError: it is none, or speaks another protocol.
    """
    return _decode_hello(line)


def _address(line: bytes) -> int | None:
    try:
        return _decode_address(line).id
    except (msgspec.MsgspecError, RecursionError):
        return None


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"
