"""One adapter process: started in a group of its own, greeted, asked through a window, ended. POSIX.

A session judges nothing. It gives answers as they come, or raises what ended it.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
from collections import deque
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from time import monotonic
from typing import NamedTuple

from . import messages
from .messages import Answer, Hello, NotAnAnswer

_CHUNK = 1 << 16
_TAIL = 1 << 16


@dataclass(frozen=True, slots=True)
class Limits:
    """What an adapter is given: requests in flight, seconds, bytes."""

    window: int = 64
    answer: float = 5.0
    """Seconds since the last answer while a request is outstanding."""
    start: float = 60.0
    """Seconds to answer hello: an adapter may compile itself first."""
    end: float = 2.0
    """Seconds to exit after bye, before it is killed."""
    line: int = 32 << 20
    """Bytes of the longest line that is read."""


class Fault(NamedTuple):
    """What a case gets instead of an answer: `crash`, `timeout` or `protocol`, and why."""

    outcome: str
    detail: str


class Broken(Exception):
    """A session ended by a fault; which of the requests in flight is to blame is not known."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(fault.detail)


class StartFailure(Exception):
    """An adapter that did not come to answer hello: one sentence on what happened, one on what to do."""


class Tail:
    """The last 64 KiB of what adapters wrote to standard error."""

    def __init__(self) -> None:
        self._chunks: deque[bytes] = deque()
        self._size: int = 0

    def add(self, chunk: bytes) -> None:
        """Append `chunk`, and forget what is too old."""
        self._chunks.append(chunk)
        self._size += len(chunk)
        while self._size - len(self._chunks[0]) >= _TAIL:
            self._size -= len(self._chunks.popleft())

    def text(self) -> str:
        """What is kept, ill-formed UTF-8 replaced."""
        return b"".join(self._chunks)[-_TAIL:].decode("utf-8", "replace")


class Session:
    """One adapter process, from its start to its end. A context: leaving it ends the process and all it started."""

    def __init__(self, command: Sequence[str], limits: Limits, tail: Tail) -> None:
        """Start the process.

        Raises:
            StartFailure: the command cannot be run.
        """
        self.outstanding: dict[int, None] = {}
        """The requests that were sent and not answered, oldest first."""
        self._limits = limits
        self._window = limits.window
        self._tail = tail
        self._partial: list[bytes] = []
        self._partial_size: int = 0
        self._lines: list[bytes] = []
        self._unsent = memoryview(b"")
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
            )
        except OSError as error:
            advice = "check that the file exists, is executable and begins with #! and its interpreter"
            raise StartFailure(f"{command[0]} cannot be run ({error.strerror}): {advice}") from None
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._input, self._output, self._errors = (
            stream.fileno() for stream in (self._process.stdin, self._process.stdout, self._process.stderr)
        )
        self._selector = selectors.DefaultSelector()
        for descriptor, action in ((self._output, self._read), (self._errors, self._read_errors)):
            self._selector.register(descriptor, selectors.EVENT_READ, action)
        os.set_blocking(self._input, False)

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self._process.wait()
        self._selector.close()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream:
                with suppress(OSError):
                    stream.close()

    def hello(self, corpus_version: str) -> Hello:
        """Greet the adapter.

        Raises:
            StartFailure: it ended, was silent, or answered something else.
        """
        self._send(messages.hello_request(corpus_version))
        try:
            line = self._receive(self._limits.start)[0]
        except Broken as broken:
            raise StartFailure(f"{broken.fault.detail} after hello: see what it wrote to standard error") from None
        try:
            hello = messages.decode_hello(line)
        except ValueError as error:
            advice = "the answer to hello comes first on standard output, and nothing but answers is printed there"
            raise StartFailure(f"its first line is no answer to hello ({error}): {line[:60]!r}; {advice}") from None
        if isinstance(hello.window, int):
            self._window = min(self._window, hello.window)
        return hello

    def ask(self, requests: Mapping[int, bytes], answers: MutableMapping[int, Answer | Fault]) -> None:
        """Send every request and store what comes back under its id, until all are answered.

        Raises:
            Broken: the adapter ended, was silent for too long, or printed what is no answer. The requests that are
                in `outstanding` then have no answer.
        """
        waiting = iter(requests.items())
        outstanding = self.outstanding
        more = True
        while True:
            # Half a window at a time: fewer, larger writes.
            if more and not self._unsent and len(outstanding) <= self._window // 2:
                batch = list(islice(waiting, self._window - len(outstanding)))
                more = bool(batch)
                outstanding.update((id, None) for id, _ in batch)
                self._send(b"".join(line for _, line in batch))
            if not outstanding:
                return
            for line in self._receive(self._limits.answer):
                self._take(line, answers)

    def bye(self) -> None:
        """Take leave, and give the adapter time to exit. How it exits has no meaning."""
        self._send(messages.BYE)
        with suppress(Broken):
            while self._unsent:
                self._receive(self._limits.end)
        assert self._process.stdin
        with suppress(OSError):
            self._process.stdin.close()
        with suppress(Broken):
            while True:
                self._receive(self._limits.end)

    def kill(self) -> None:
        """End the process and everything in its group. May be called from another thread."""
        if self._process.returncode is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def _take(self, line: bytes, answers: MutableMapping[int, Answer | Fault]) -> None:
        try:
            answer: Answer | Fault = messages.decode(line)
            id: int | None = answer.id  # noqa: A001
        except NotAnAnswer as error:
            answer = Fault("protocol", f"printed what is no answer: {error}: {line[:60]!r}")
            id = error.id  # noqa: A001
        if id in self.outstanding:
            del self.outstanding[id]
        elif id in answers:
            answer = Fault("protocol", f"answered twice; the second time {line[:60]!r}")
        else:
            known = answer.detail if isinstance(answer, Fault) else f"answered id {id}, which was not asked"
            raise Broken(Fault("protocol", known))
        answers[id] = answer

    def _receive(self, seconds: float) -> list[bytes]:
        """The complete lines that have come within `seconds`, at least one. Meanwhile what is unsent is sent."""
        deadline = monotonic() + seconds
        self._lines = []
        while True:
            for key, _ in self._selector.select(max(0.0, deadline - monotonic())):
                action: Callable[[], None] = key.data
                action()
            if self._lines:
                return self._lines
            if monotonic() >= deadline:
                raise Broken(Fault("timeout", f"gave no answer within {seconds:g} s"))

    def _read(self) -> None:
        chunk = os.read(self._output, _CHUNK)
        if not chunk:
            raise Broken(Fault("crash", self._end()))
        head, line_feed, rest = chunk.rpartition(b"\n")
        if line_feed:
            self._lines = b"".join([*self._partial, head]).split(b"\n")
            self._partial, self._partial_size = [], 0
        if rest:
            self._partial.append(rest)
            self._partial_size += len(rest)
            if self._partial_size > self._limits.line:
                raise Broken(Fault("protocol", f"printed a line of more than {self._limits.line >> 20} MiB"))

    def _read_errors(self) -> None:
        chunk = os.read(self._errors, _CHUNK)
        if chunk:
            self._tail.add(chunk)
        else:
            self._selector.unregister(self._errors)

    def _send(self, data: bytes) -> None:
        self._unsent = memoryview(data)
        if data:
            self._selector.register(self._input, selectors.EVENT_WRITE, self._write)
            self._write()

    def _write(self) -> None:
        try:
            self._unsent = self._unsent[os.write(self._input, self._unsent) :]
        except BlockingIOError:
            return
        except BrokenPipeError:  # the end of its output says what happened
            self._unsent = memoryview(b"")
        if not self._unsent:
            self._selector.unregister(self._input)

    def _end(self) -> str:
        """How the process came to close its output, in words."""
        try:
            status = self._process.wait(0.5)
        except subprocess.TimeoutExpired:
            return "closed its standard output"
        if status < 0:
            return f"was ended by {signal.Signals(-status).name}"
        return f"exited with status {status}"
