"""Cases put to a program that answers one request and ends: a fresh process each, no hello, no bye."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from random import Random

from . import messages
from .corpus import Case
from .measure import Measurement, Watch
from .messages import Answer, AnswerError
from .session import Fault, Limits, Tail, cap


def measure(
    cases: Sequence[Case],
    command: Sequence[str],
    *,
    corpus_version: str,  # noqa: ARG001  (nobody is told)
    seed: int,
    limits: Limits,
    jobs: int = 1,
    watch: Watch = lambda count: None,  # noqa: ARG005
) -> Measurement:
    """Put every case to a process of its own, `jobs` of them at a time."""
    order = list(cases)
    Random(seed).shuffle(order)
    tail = Tail()
    answers: dict[str, Answer | Fault] = {}
    with ThreadPoolExecutor(jobs) as pool:
        asked = {pool.submit(_ask, command, number, case, limits): case for number, case in enumerate(order, 1)}
        try:
            for done in as_completed(asked):
                answers[asked[done].id], errors = done.result()
                tail.add(errors)
                watch(len(answers))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return Measurement(answers, None, tail.text())


def _ask(command: Sequence[str], number: int, case: Case, limits: Limits) -> tuple[Answer | Fault, bytes]:
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)
    with process:
        cap(process.pid, limits)
        try:
            output, errors = process.communicate(messages.case_request(number, case), limits.answer)
        except subprocess.TimeoutExpired:
            process.kill()
            return Fault("timeout", f"gave no answer within {limits.answer:g} s"), b""
    lines = [line for line in output.split(b"\n") if line.strip()]
    if not lines:
        return Fault("crash", f"exited with status {process.returncode} and no answer"), errors
    try:
        answer = messages.decode(lines[0])
    except AnswerError as error:
        return Fault("protocol", f"printed what is no answer: {error}: {lines[0][:60]!r}"), errors
    if len(lines) > 1 or answer.id != number:
        return Fault(
            "protocol", f"printed {len(lines)} lines; print the one answer, under the id of the request"
        ), errors
    return answer, errors
