"""What runs in the process of the players: whole games at full speed, one after the other.

All players of a game sit in this one process and are asked directly. Who watches it from outside reads in a shared
file which question is open and until when (`Marks`), so that what hangs or dies can be told from what is slow. Frames
go in and out by the pipes that were standard input and output; what players print goes to standard error.

Must never know who watches, or what a tournament is for.
"""

from __future__ import annotations

import gc
import mmap
import os
import pickle
import struct
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from time import monotonic, perf_counter
from typing import Final

from ..errors import PluginError
from ..guard import START, Seat
from ..spec import Budget, PlayerSpec
from ..tiers.child import Parent, in_background
from ..tiers.direct import Direct
from .game import Condemned, Game, play_game
from .schedule import Schedule

MEMORY: Final = 4 * 1024**3
"""Bytes of data that the process may have, where the platform can be told; who wants more gets a MemoryError."""

_RECORD: Final = struct.Struct("=qqqd")
_IDLE: Final = -1


@dataclass(frozen=True, slots=True)
class Mark:
    """Which question is open: the game, the seat, its number, and the time on the monotonic clock when it is due."""

    game: int
    seat: int
    question: int
    due: float


class Marks:
    """A few bytes that two processes share by a file.

    The writer is quick because it asks nobody; the reader may see half a record, and looks again when the writer
    stands still.
    """

    def __init__(self, path: Path) -> None:
        with path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), _RECORD.size)

    @staticmethod
    def make(path: Path) -> Marks:
        """New ones in an existing empty file, with no question open."""
        path.write_bytes(_RECORD.pack(_IDLE, 0, 0, 0.0))
        return Marks(path)

    def open(self, game: int, seat: int, question: int, due: float) -> None:
        """A question is about to be put."""
        _RECORD.pack_into(self._map, 0, game, seat, question, due)

    def idle(self) -> None:
        """No player is asked anything."""
        _RECORD.pack_into(self._map, 0, _IDLE, 0, 0, 0.0)

    def read(self) -> Mark | None:
        """The open question, if there is one."""
        game, seat, question, due = _RECORD.unpack_from(self._map, 0)
        return None if game == _IDLE else Mark(game, seat, question, due)

    def close(self) -> None:
        """Let go of the file."""
        self._map.close()


@dataclass(frozen=True, slots=True)
class Task:
    """A game to be played, and what is known of it."""

    game: int
    condemned: Condemned


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played, and the seconds it took."""

    game: int
    result: Game
    seconds: float


def play_scheduled(
    schedule: Schedule,
    specs: list[PlayerSpec],
    number: int,
    condemned: Condemned | None = None,
    on_question: Callable[[Seat, int], None] | None = None,
) -> Game:
    """A game of a tournament in this very process; ``specs`` are the line-up."""
    return play_game(
        [specs[who] for who in schedule.order(number)],
        schedule.rules,
        seed=schedule.seed_of(number),
        budget=schedule.budget,
        tier=lambda spec: Direct(spec.factory),
        condemned=condemned,
        on_question=on_question,
    )


def main() -> None:
    """Take a schedule, then tasks, and answer each with what was played; ends when nobody sends any more."""
    parent = Parent()
    marks = Marks(Path(sys.argv[1]))
    _limit_memory()
    tasks: SimpleQueue[bytes] = SimpleQueue()
    in_background(_listen, parent, tasks)
    schedule: Schedule = pickle.loads(tasks.get())  # noqa: S301 - our own parent
    try:
        specs = schedule.specs()
    except PluginError as error:
        parent.send(pickle.dumps(str(error)))
        return
    gc.freeze()  # What is loaded stays; it need not be looked through again and again.
    while True:
        task: Task = pickle.loads(tasks.get())  # noqa: S301
        parent.send(pickle.dumps(_play(schedule, specs, task, marks)))


def _play(schedule: Schedule, specs: list[PlayerSpec], task: Task, marks: Marks) -> Played:
    def mark(seat: Seat, question: int) -> None:
        marks.open(task.game, seat.seat, question, monotonic() + _seconds(seat, question, schedule.budget))

    began = perf_counter()
    try:
        game = play_scheduled(schedule, specs, task.game, task.condemned, mark)
    finally:
        marks.idle()
    return Played(task.game, game, perf_counter() - began)


def _seconds(seat: Seat, question: int, budget: Budget) -> float:
    """How long a question may take."""
    if question >= 0:
        return seat.patience
    return budget.start if question == START else budget.move


def _limit_memory() -> None:
    try:
        import resource  # noqa: PLC0415 - not everywhere
    except ImportError:
        return
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    limit = MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, most))


def _listen(parent: Parent, frames: SimpleQueue[bytes]) -> None:
    """Take what comes; when nobody waits for us any more, end, whatever a player is doing."""
    while (frame := parent.receive()) is not None:
        frames.put(frame)
    os._exit(0)
