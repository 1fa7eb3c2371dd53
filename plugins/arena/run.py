"""Plays a tournament on any executor: hands out chunks of games, and takes what comes back in any order.

Of an executor only ``submit`` is used, and `concurrent.futures.as_completed` on what it gives. Chunks are whole games,
as many as take long enough (by measured time) that handing them out costs little. The report follows from the games
alone, so it is the same on every executor, with any number of workers, and after any interruption.

Must never know rules, or what the players do.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Final

from ..errors import ArenaBroken, PluginError
from .host import Played
from .report import Report, Tally
from .resume import ResumeFile
from .schedule import Schedule
from .watch import Chunk, abandon, play_chunk

CHUNK_LEAST: Final = 0.05
"""Seconds of games that a chunk takes at least, once it is known how long a game takes."""
CHUNK_MOST: Final = 0.25
"""Seconds of games that it takes at most, unless a single game is longer: then something is seen of the progress."""
FOREIGN_WORKERS: Final = 16
"""So many workers an executor is thought to have when nobody says."""


def run(
    schedule: Schedule,
    executor: Executor | None = None,
    *,
    jobs: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    resume: Path | None = None,
) -> Report:
    """Play a tournament.

    Args:
        schedule: which one.
        executor: where it is played: any `concurrent.futures.Executor`; its workers must be able to import this package
            and to find the files of players. By default threads of this process, each of which watches a process.
        jobs: how many workers there are; the processors of this machine by default.
        progress: told of the games played and of all there are.
        resume: a file that keeps what is played, and from which a tournament goes on that was interrupted.

    Raises:
        BadSchedule: the resume file cannot be used.
        ArenaBroken: the executor gives up, or players do not load where they are to play.
    """
    began = monotonic()
    tally = Tally(schedule)
    played = decisions = 0
    with ExitStack() as stack:
        file = stack.enter_context(ResumeFile(resume, schedule)) if resume is not None else None
        known = {number: game for number, game in file.games.items() if number < schedule.games} if file else {}
        for number, game in known.items():
            tally.add(number, game)
        workers = jobs or ((os.cpu_count() or 1) if executor is None else FOREIGN_WORKERS)
        own = stack.enter_context(_threads(workers)) if executor is None else executor
        games = [number for number in range(schedule.games) if number not in known]
        for results in _results(own, schedule, games, workers):
            for done in results:
                tally.add(done.game, done.result)
                decisions += sum(sum(times.values()) for times in done.result.times)
            played += len(results)
            if file is not None:
                file.add((done.game, done.result) for done in results)
            if progress is not None:
                progress(len(known) + played, schedule.games)
    return tally.report(monotonic() - began, played, decisions)


class _Sizes:
    """How many games go into the next chunk."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._games = 0
        self._seconds = 0.0

    def learn(self, results: Sequence[Played]) -> None:
        """Take note of how long games took."""
        self._games += len(results)
        self._seconds += math.fsum(done.seconds for done in results)

    def next(self, left: int) -> int:
        """One until it is known how long they take; chunks shrink towards the end, so that all workers end together."""
        if not self._games or not self._seconds:
            return 1
        each = self._seconds / self._games
        seconds = min(max(left * each / (2 * self._workers), CHUNK_LEAST), CHUNK_MOST)
        return min(left, math.ceil(seconds / each))


@contextmanager
def _threads(workers: int) -> Generator[Executor]:
    """Threads that each watch a process; whoever leaves by an exception waits for no game."""
    executor = ThreadPoolExecutor(workers, thread_name_prefix="arena")
    try:
        yield executor
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        abandon()
        raise
    finally:
        executor.shutdown(wait=True)


def _results(executor: Executor, schedule: Schedule, games: Sequence[int], workers: int) -> Iterator[list[Played]]:
    """What comes back, chunk by chunk; two chunks a worker are out at a time."""
    sizes = _Sizes(workers)
    waiting: dict[Future[list[Played]], Chunk] = {}
    at = 0
    try:
        while at < len(games) or waiting:
            while at < len(games) and len(waiting) < 2 * workers:
                chunk = Chunk(schedule, games[at : at + sizes.next(len(games) - at)])
                at += len(chunk.games)
                waiting[executor.submit(play_chunk, chunk)] = chunk
            future = next(as_completed(waiting))
            chunk = waiting.pop(future)
            results = future.result()
            if [done.game for done in results] != list(chunk.games):
                raise ValueError("it gave back other games than it was given")
            sizes.learn(results)
            yield results
    except (PluginError, KeyboardInterrupt):
        raise
    except Exception as error:
        kind = type(error).__name__
        raise ArenaBroken(
            f"The executor has given up ({kind}: {error}): look whether its workers are alive."
        ) from error
    finally:
        for future in waiting:
            with suppress(AttributeError):  # It may be no future at all.
                future.cancel()
