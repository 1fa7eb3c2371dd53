"""What runs in the process of the players: whole games at full speed, one after the other.

All players of a game sit in this one process and are asked directly. Who watches it from outside reads in a shared
file until when the open question has to be answered (`Mark`), so that what hangs can be told from what is slow. A game
in which memory runs out is not told: nobody knows here who has it. Frames go in and out by the pipes that were
standard input and output; what players print goes to standard error.

Must never know who watches, or what a tournament is for.
"""

from __future__ import annotations

import gc
import json
import math
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
from ..guard import Fault
from ..spec import PlayerSpec
from ..tiers.child import Parent
from ..tiers.direct import Direct
from ..tiers.limits import MEMORY, limit_ourselves
from ..tiers.process import in_background
from ..tiers.tier import Tier
from .game import Game, play_game
from .resume import game_from_dict, game_to_dict
from .schedule import Schedule

READY: Final = b"ready"
"""The first answer: the players are loaded."""
_DUE: Final = struct.Struct("=d")


class Mark:
    """A few bytes that two processes share by a file: when the open question is due, on the monotonic clock.

    Args:
        path: the file; who makes it puts `SIZE` bytes there.
    """

    SIZE: Final = _DUE.size

    def __init__(self, path: Path) -> None:
        with path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), self.SIZE)

    @property
    def due(self) -> float:
        """When the open question is due; infinity when none is, or when somebody else looks after it."""
        (due,) = _DUE.unpack_from(self._map)
        return due

    @due.setter
    def due(self, due: float) -> None:
        _DUE.pack_into(self._map, 0, due)

    def close(self) -> None:
        """Let go of the file."""
        self._map.close()


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played, and the seconds it took."""

    game: int
    result: Game
    seconds: float


def pack(played: Played) -> bytes:
    """A game as JSON: what comes out of a process that runs players is never unpickled."""
    return json.dumps({"game": played.game, "seconds": played.seconds, **game_to_dict(played.result)}).encode()


def unpack(frame: bytes, seats: int) -> Played:
    """The game again; raises `ValueError` for what cannot be one between so many seats."""
    try:
        values = json.loads(frame)
        played = Played(int(values["game"]), game_from_dict(values, seats), float(values["seconds"]))
    except (KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise ValueError("no game") from error
    if not 0 <= played.seconds < math.inf:
        raise ValueError("no time that a game takes")
    return played


def play_scheduled(
    schedule: Schedule,
    specs: list[PlayerSpec],
    number: int,
    tier: Callable[[PlayerSpec], Tier],
    *,
    trusting: bool = False,
    on_question: Callable[[PlayerSpec, float], None] | None = None,
    on_fault: Callable[[Fault], None] | None = None,
) -> Played:
    """A game of a tournament in this very process; ``specs`` are the line-up."""
    began = perf_counter()
    game = play_game(
        [specs[who] for who in schedule.order(number)],
        schedule.rules,
        seed=schedule.seed_of(number),
        budget=schedule.budget,
        tier=tier,
        trusting=trusting,
        on_question=on_question,
        on_fault=on_fault,
    )
    return Played(number, game, perf_counter() - began)


def main() -> None:
    """Take a schedule, then numbers of games, and answer each with what was played, until nobody asks any more."""
    limit_ourselves(forever=True)
    parent = Parent()
    mark = Mark(Path(sys.argv[1]))
    frames: SimpleQueue[bytes] = SimpleQueue()
    in_background(_listen, parent, frames)
    schedule: Schedule = pickle.loads(frames.get())  # noqa: S301 - our own parent
    try:
        specs = schedule.specs()
    except PluginError as error:
        parent.send(str(error).encode())
        return
    parent.send(READY)
    gc.freeze()  # What is loaded stays; it need not be looked through again and again.
    watch = _Watcher(mark)
    while True:
        played = play_scheduled(
            schedule,
            specs,
            int(frames.get()),
            Direct,
            trusting=True,
            on_question=watch.question,
            on_fault=watch.fault,
        )
        mark.due = math.inf
        parent.send(pack(played))
        if _is_full():  # The next game would be played in what this one has left.
            os._exit(0)


class _Watcher:
    """Notes when questions are due, and ends the process where memory does."""

    def __init__(self, mark: Mark) -> None:
        self._mark = mark

    def question(self, spec: PlayerSpec, seconds: float) -> None:
        """A question is about to be put; a tier of its own looks after its time itself."""
        self._mark.due = math.inf if spec.isolated or spec.command else monotonic() + seconds

    def fault(self, fault: Fault) -> None:
        """A player has failed."""
        if MemoryError.__name__ in fault.text:
            os._exit(1)


def _is_full() -> bool:
    """Whether most of the memory that the process may have was in use at some time."""
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return False
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit > MEMORY * 3 // 4


def _listen(parent: Parent, frames: SimpleQueue[bytes]) -> None:
    """Take what comes; when nobody waits for us any more, end, whatever a player is doing."""
    while (frame := parent.receive()) is not None:
        frames.put(frame)
    os._exit(0)
