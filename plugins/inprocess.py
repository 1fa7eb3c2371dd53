"""A player in a thread of this process, asked with a deadline.

One daemon thread a player: the player is made there and every method runs there, so it may keep an event loop, a
file or a database of its own. Whoever asks waits no longer than the deadline.

What this can stop: waiting. A player that sleeps, loops or never answers holds up nobody, and an ``async`` one that
awaits for too long is cancelled. What it cannot: the work itself. A thread cannot be killed, so a looping player goes
on burning its share of the processor until the program ends; code that holds the interpreter lock (a single huge
computation in C), writes to memory it was handed, starts threads that are no daemons or calls ``os._exit`` reaches
the whole program. Nor is it a wall: Python code that wants to look around in its own process can.

A tier is whatever has these four methods (`Tier`); a stronger one puts a process where this one has a thread.
"""

from __future__ import annotations

import asyncio
import inspect
import threading
import traceback
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from time import monotonic
from typing import Protocol

from ..core.events import Event
from ..core.phases import MatchResult
from ..core.view import View
from .spec import Context, Player

TEXT_LIMIT = 200
"""Longest account of a failure; its words are the player's and go to a screen."""


class Late(Exception):
    """No answer within the time given."""


class Failed(Exception):
    """The player raised; the text says what and where."""


class Tier(Protocol):
    """Where a player runs. Each call returns within about ``seconds``, or raises `Late` or `Failed`."""

    def start(self, context: Context, seconds: float) -> None:
        """Make the player and let it get ready."""
        ...

    def choose(self, events: Sequence[Event], view: View, seconds: float) -> object:
        """Tell it what happened and ask for its move; what it answers may be anything."""
        ...

    def finish(self, events: Sequence[Event], result: MatchResult | None, seconds: float) -> None:
        """Tell it how the match ended."""
        ...

    def close(self) -> None:
        """Let go of it, whatever it is doing."""
        ...


@dataclass(slots=True)
class _Job:
    """One question to the thread. When nobody waits any more, nobody looks at its answer."""

    work: Callable[[_Worker], object]
    deadline: float
    done: threading.Event = field(default_factory=threading.Event)
    answer: object = None
    failure: Exception | None = None


class _Worker:
    """What runs in the thread; it holds no reference to whoever asks."""

    def __init__(self, factory: Callable[[], object], jobs: SimpleQueue[_Job | None]) -> None:
        self._factory = factory
        self._jobs = jobs
        self._runner: asyncio.Runner | None = None
        self._deadline = 0.0
        self.player: Player | None = None

    def run(self) -> None:
        """Answer questions until told to stop."""
        while (job := self._jobs.get()) is not None:
            if monotonic() < job.deadline:  # A question that came too late already is not asked.
                self._deadline = job.deadline
                try:
                    job.answer = job.work(self)
                except (Late, Failed) as failure:
                    job.failure = failure
                except BaseException as error:  # SystemExit too: it is the player that stops, not we
                    job.failure = Failed(account(error))
            job.done.set()
        if self._runner is not None:
            self._runner.close()

    def make(self) -> Player:
        """The player, made anew; raises `Failed` when it is none."""
        made = self._factory()
        if not isinstance(made, Player):
            raise Failed(f"it made a {type(made).__name__} and no Player")
        self.player = made
        return made

    def ready(self) -> Player:
        """The player made before."""
        if self.player is None:
            raise Failed("it was never made")
        return self.player

    def hear(self, events: Sequence[Event]) -> None:
        """Tell the player what happened."""
        player = self.ready()
        for event in events:
            self.wait(player.observe(event))

    def wait(self, value: object) -> object:
        """The value itself, or what it comes to when it is awaitable; raises `Late`."""
        if not inspect.isawaitable(value):
            return value
        if self._runner is None:
            self._runner = asyncio.Runner()
        return self._runner.run(_within(value, self._deadline - monotonic()))


async def _within(value: Awaitable[object], seconds: float) -> object:
    """Await with a deadline of ours, told apart from a time-out that the player raises itself."""
    limit = asyncio.timeout(seconds)
    try:
        async with limit:
            return await value
    except TimeoutError:
        if limit.expired():
            raise Late from None
        raise


class InProcess:
    """The in-process tier."""

    def __init__(self, factory: Callable[[], object], name: str) -> None:
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        worker = _Worker(factory, self._jobs)
        self._thread = threading.Thread(target=worker.run, name=f"player {name}", daemon=True)
        self._thread.start()

    def start(self, context: Context, seconds: float) -> None:
        """See `Tier`."""

        def work(worker: _Worker) -> None:
            worker.wait(worker.make().start(context))

        self._ask(work, seconds)

    def choose(self, events: Sequence[Event], view: View, seconds: float) -> object:
        """See `Tier`."""

        def work(worker: _Worker) -> object:
            worker.hear(events)
            return worker.wait(worker.ready().choose(view))

        return self._ask(work, seconds)

    def finish(self, events: Sequence[Event], result: MatchResult | None, seconds: float) -> None:
        """See `Tier`."""

        def work(worker: _Worker) -> None:
            worker.hear(events)
            worker.wait(worker.ready().finish(result))

        self._ask(work, seconds)

    def close(self) -> None:
        """See `Tier`; a thread that is busy ends when it gets there, or with the program."""
        self._jobs.put(None)

    def _ask(self, work: Callable[[_Worker], object], seconds: float) -> object:
        """Put a question; while an earlier one still runs, it waits, on the same clock."""
        job = _Job(work, monotonic() + seconds)
        self._jobs.put(job)
        if not job.done.wait(seconds):
            raise Late
        if job.failure is not None:
            raise job.failure
        return job.answer


def account(error: BaseException) -> str:
    """``ValueError: too hot (mybot.py, line 7)``: one line, short, no local variables."""
    try:
        text = " ".join(str(error).split())
    except Exception:  # A text that cannot even be made.
        text = ""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _is_foreign(frame.filename)]
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    said = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return said[:TEXT_LIMIT] + where


def _is_foreign(filename: str) -> bool:
    """Whether a line there says where the fault is: not in this package and not in the machinery of imports."""
    path = Path(filename)
    return not filename.startswith("<") and path.parent != Path(__file__).parent and "importlib" not in path.parts
