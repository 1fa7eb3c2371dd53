"""A player in a thread of this process, asked with a deadline.

One daemon thread a player: the player is made there and every method runs there, so it may keep an event loop, a
file or a database of its own. Whoever asks waits no longer than the deadline.

What this can stop: waiting. A player that sleeps, loops or never answers holds up nobody, and an ``async`` one that
awaits for too long is cancelled. What it cannot: the work itself. A thread cannot be killed, so a looping player goes
on burning its share of the processor until the program ends; code that holds the interpreter lock (a single huge
computation in C), writes to memory it was handed, starts threads that are no daemons or calls ``os._exit`` reaches
the whole program. Nor is it a wall: Python code that wants to look around in its own process can.
Must never wait for a thread to end.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from queue import SimpleQueue
from time import monotonic

from ...core.events import Event
from ...core.phases import MatchResult
from ...core.view import View
from ..spec import Context
from .hosted import Hosted
from .tier import Failed, Late, Wrong, account, judge


@dataclass(slots=True)
class _Job:
    """One question to the thread. When nobody waits any more, nobody looks at its answer."""

    work: Callable[[Hosted, float], object]
    deadline: float
    done: threading.Event = field(default_factory=threading.Event)
    answer: object = None
    failure: Late | Failed | Wrong | None = None


def _work(hosted: Hosted, jobs: SimpleQueue[_Job | None]) -> None:
    """Answer questions until told to stop; what runs in the thread holds no reference to whoever asks."""
    while (job := jobs.get()) is not None:
        if monotonic() < job.deadline:  # A question that came too late already is not asked.
            try:
                job.answer = job.work(hosted, job.deadline)
            except (Late, Failed, Wrong) as failure:
                job.failure = failure
            except BaseException as error:  # SystemExit too: it is the player that stops, not we
                job.failure = Failed(account(error))
        job.done.set()
    hosted.close()


class InProcess:
    """The in-process tier."""

    def __init__(self, factory: Callable[[], object], name: str) -> None:
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self.spent = 0.0
        threading.Thread(target=_work, args=(Hosted(factory), self._jobs), name=f"player {name}", daemon=True).start()

    def start(self, context: Context, seconds: float) -> None:
        """See `Tier`."""
        self._ask(lambda hosted, deadline: hosted.start(context, deadline), seconds)

    def choose(self, events: Sequence[Event], view: View, seconds: float) -> object:
        """See `Tier`. Its answer is judged in its thread as well: even comparing it may run code of the player's."""

        def judged(hosted: Hosted, deadline: float) -> object:
            return judge(hosted.choose(events, view, deadline), view.legal, acts=view.acts)

        began = monotonic()
        try:
            return self._ask(judged, seconds)
        finally:
            self.spent = monotonic() - began

    def finish(self, events: Sequence[Event], result: MatchResult | None, seconds: float) -> None:
        """See `Tier`."""
        self._ask(lambda hosted, deadline: hosted.finish(events, result, deadline), seconds)

    def close(self) -> None:
        """See `Tier`; a thread that is busy ends when it gets there, or with the program."""
        self._jobs.put(None)

    def _ask(self, work: Callable[[Hosted, float], object], seconds: float) -> object:
        """Put a question; while an earlier one still runs, it waits, on the same clock."""
        job = _Job(work, monotonic() + seconds)
        self._jobs.put(job)
        if not job.done.wait(seconds):
            raise Late
        if job.failure is not None:
            raise job.failure
        return job.answer
