"""Cases put to an adapter: in an order drawn by a seed, over shards, each a session of its own in a thread."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from random import Random

from . import isolate, messages, session
from .corpus import Case
from .messages import Answer
from .session import Fault, Limits, Session, StartError, Tail

Watch = Callable[[int], None]
"""Called about ten times a second with the number of answers so far."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """What came back from an adapter."""

    answers: dict[str, Answer | Fault]
    """By case id; a case that was not reached is not there."""
    failure: StartError | None
    """Why the run stopped early, if it did."""
    errors: str
    """The tail of what the adapter wrote to standard error."""


def measure(
    cases: Sequence[Case],
    command: Sequence[str],
    *,
    corpus_version: str,
    seed: int,
    limits: Limits,
    jobs: int = 1,
    watch: Watch = lambda count: None,  # noqa: ARG005
) -> Measurement:
    """Put every case to `jobs` processes of the adapter. Cases that were not reached have no answer."""
    order = list(cases)
    Random(seed).shuffle(order)
    # The adapter sees a number: the place in the order, which says nothing about the case.
    requests = {number: messages.case_request(number, case) for number, case in enumerate(order, 1)}
    numbers = list(requests)
    shards = [_Shard({n: requests[n] for n in numbers[k::jobs]}, command, corpus_version, limits) for k in range(jobs)]
    with ThreadPoolExecutor(jobs) as pool:
        running = {pool.submit(shard.run) for shard in shards}
        try:
            while running:
                _, running = wait(running, 0.1)
                watch(sum(len(shard.answers) for shard in shards))
        except BaseException:
            while running:
                for shard in shards:
                    shard.stop()
                _, running = wait(running, 0.1)
            raise
    answers = {order[n - 1].id: answer for shard in shards for n, answer in shard.answers.items()}
    failure = next((shard.failure for shard in shards if shard.failure), None)
    return Measurement(answers, failure, "".join(shard.tail.text() for shard in shards))


class _Shard:
    """A share of the requests, and what one thread gets for them."""

    def __init__(
        self, requests: Mapping[int, bytes], command: Sequence[str], corpus_version: str, limits: Limits
    ) -> None:
        self.answers: dict[int, Answer | Fault] = {}
        self.failure: StartError | None = None
        self.tail = Tail()
        self._requests = requests
        self._start_arguments = (command, corpus_version, limits, self.tail)
        self._session: Session | None = None
        self._stopped = False

    def run(self) -> None:
        """Ask until everything is answered or the adapter no longer starts."""
        try:
            isolate.ask(self._start, self._requests, self.answers)
        except StartError as failure:
            self.failure = failure

    def stop(self) -> None:
        """Let no process live and none start. For another thread; once may not be enough."""
        self._stopped = True
        if self._session:
            self._session.kill()

    def _start(self) -> Session:
        if self._stopped:
            raise StartError("the run was interrupted")
        self._session = session.start(*self._start_arguments)
        return self._session
