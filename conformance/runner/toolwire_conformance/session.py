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

from toolwire.model.conformance import HelloAnswer

from . import messages
from .messages import Answer, AnswerError

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
    memory: int | None = None
    """Bytes of address space that a process may take, where the system can say so; None: no limit."""


class Fault(NamedTuple):
    """What a case gets instead of an answer: `crash`, `timeout` or `protocol`, and why."""

    outcome: str
    detail: str


class SessionError(Exception):
    """A session ended by a fault; which of the requests in flight is to blame is not known."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(fault.detail)


class StartError(Exception):
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


def start(command: Sequence[str], corpus_version: str, limits: Limits, tail: Tail) -> Session:
    """A session that was greeted.

    Raises:
        StartError: the adapter did not come to answer hello.
    """
    session = Session(command, limits, tail)
    try:
        session.hello(corpus_version)
    except BaseException:
        session.__exit__()
        raise
    return session


def cap(process: int, limits: Limits) -> None:
    """Hold a process that was just started to the limit of memory.

    Raises:
        StartError: a limit is asked for on a system that has none.
    """
    if limits.memory is None:
        return
    try:
        import resource

        limit = resource.prlimit
    except (ImportError, AttributeError):
        raise StartError("this system cannot limit the memory of a process: run without --memory") from None
    with suppress(ProcessLookupError):
        limit(process, resource.RLIMIT_AS, (limits.memory, limits.memory))


class Session:
    """One adapter process, from its start to its end. A context: leaving it ends the process and all it started."""

    def __init__(self, command: Sequence[str], limits: Limits, tail: Tail) -> None:
        """Start the process.

        Raises:
            StartError: the command cannot be run.
        """
        self._outstanding: dict[int, None] = {}
        self._greeting: HelloAnswer | None = None
        self._limits = limits
        self._window = limits.window
        self._tail = tail
        self._answered: dict[int, None] = {}
        self._partial: list[bytes] = []
        self._partial_size: int = 0
        self._lines: list[bytes] = []
        self._unsent = memoryview(b"")
        self._closed = False
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
            )
        except OSError as error:
            advice = "check that the file exists, is executable and begins with #! and its interpreter"
            raise StartError(f"{command[0]} cannot be run ({error.strerror}): {advice}") from None
        cap(self._process.pid, limits)
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

    def __exit__(self, *exception: object) -> None:
        self.kill()
        self._closed = True
        self._process.wait()
        self._selector.close()
        os.set_blocking(self._errors, False)
        with suppress(BlockingIOError):
            for _ in range(_TAIL // _CHUNK + 1):
                self._tail.add(os.read(self._errors, _CHUNK))
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream:
                with suppress(OSError):
                    stream.close()

    @property
    def greeting(self) -> HelloAnswer:
        """What the adapter said of itself."""
        assert self._greeting is not None, "hello comes first"
        return self._greeting

    def hello(self, corpus_version: str) -> None:
        """Greet the adapter.

        Raises:
            StartError: it ended, was silent, or answered something else.
        """
        self._send(messages.hello_request(corpus_version))
        try:
            lines = self._receive(self._limits.start)
        except SessionError as broken:
            raise StartError(f"it {broken.fault.detail} after hello: see what it wrote to standard error") from None
        try:
            hello = messages.decode_hello(b"\n".join(lines))
        except ValueError as error:
            advice = "the answer to hello comes first on standard output, and nothing but answers is printed there"
            raise StartError(f"it printed no answer to hello ({error}): {lines[0][:60]!r}; {advice}") from None
        if isinstance(hello.window, int):
            self._window = min(self._window, hello.window)
        self._greeting = hello

    def ask(self, requests: Mapping[int, bytes], answers: MutableMapping[int, Answer | Fault]) -> None:
        """Send every request and store what comes back under its number, until all are answered.

        Raises:
            SessionError: the adapter ended, was silent for too long, or printed what is no answer.
        """
        waiting = iter(requests.items())
        outstanding = self._outstanding
        # Half a window at a time: while one half is read here, the adapter works on the other.
        half = max(1, self._window // 2)
        lines: list[bytes] = []
        while True:
            if not self._unsent and (batch := list(islice(waiting, self._window - len(outstanding)))):
                outstanding.update((number, None) for number, _ in batch)
                self._send(b"".join(line for _, line in batch))
            if not outstanding and not lines:
                return
            lines = lines or self._receive(self._limits.answer)
            for line in lines[:half]:
                self._take(line, answers)
            lines = lines[half:]

    def suspects(self) -> list[int]:
        """The requests that a fault may be due to, oldest first: those without an answer, else the last answered."""
        return list(self._outstanding) or list(self._answered)[-1:]

    def bye(self) -> None:
        """Take leave, and give the adapter time to exit. How it exits has no meaning."""
        self._send(messages.BYE)
        assert self._process.stdin
        with suppress(OSError):
            self._process.stdin.close()
        deadline = monotonic() + self._limits.end
        with suppress(SessionError):
            while (seconds := deadline - monotonic()) > 0:
                self._receive(seconds)

    def kill(self) -> None:
        """End the process and everything in its group. May be called from another thread."""
        if not self._closed:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def _take(self, line: bytes, answers: MutableMapping[int, Answer | Fault]) -> None:
        try:
            answer: Answer | Fault = messages.decode(line)
            number: int | None = answer.id
        except AnswerError as error:
            answer = Fault("protocol", f"printed what is no answer: {error}: {line[:60]!r}")
            number = error.number
        if number in self._outstanding:
            del self._outstanding[number]
            self._answered[number] = None
        elif number in self._answered:
            del self._answered[number]  # a third time ends the session
            answer = Fault("protocol", f"answered twice; the second time {line[:60]!r}")
        else:
            known = answer.detail if isinstance(answer, Fault) else f"answered id {number}, which is not being asked"
            raise SessionError(Fault("protocol", known))
        answers[number] = answer

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
                raise SessionError(Fault("timeout", f"gave no answer within {seconds:g} s"))

    def _read(self) -> None:
        chunk = os.read(self._output, _CHUNK)
        if not chunk:
            raise SessionError(Fault("crash", self._end()))
        head, line_feed, rest = chunk.rpartition(b"\n")
        if line_feed:
            self._lines = b"".join([*self._partial, head]).split(b"\n")
            self._partial, self._partial_size = [], 0
        if rest:
            self._partial.append(rest)
            self._partial_size += len(rest)
            if self._partial_size > self._limits.line:
                raise SessionError(Fault("protocol", f"printed a line of more than {self._limits.line >> 20} MiB"))

    def _read_errors(self) -> None:
        chunk = os.read(self._errors, _CHUNK)
        if chunk:
            self._tail.add(chunk)
        else:
            self._selector.unregister(self._errors)

    def _send(self, data: bytes) -> None:
        if self._unsent:  # it answers more than it was asked, and is not reading
            return
        self._unsent = memoryview(data)
        self._write()
        if self._unsent:
            self._selector.register(self._input, selectors.EVENT_WRITE, self._write_more)

    def _write_more(self) -> None:
        self._write()
        if not self._unsent:
            self._selector.unregister(self._input)

    def _write(self) -> None:
        try:
            self._unsent = self._unsent[os.write(self._input, self._unsent) :]
        except BlockingIOError:
            pass
        except BrokenPipeError:  # the end of its output says what happened
            self._unsent = memoryview(b"")

    def _end(self) -> str:
        """How the process came to close its output, in words."""
        try:
            status = self._process.wait(0.5)
        except subprocess.TimeoutExpired:
            return "closed its standard output"
        if status < 0:
            return f"was ended by {signal.Signals(-status).name}"
        return f"exited with status {status}"
