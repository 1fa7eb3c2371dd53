"""Plays chunks of a tournament in a process that is watched from here, so that no player ends it.

Each worker of an executor (each process of a pool, each thread where workers are threads) keeps one such process
(`host`), in which games are played at full speed. When it dies, or a question is open for longer than it may be,
nobody can tell from outside whose doing it was: another player's thread may hold the interpreter, or all the memory.
So the process is ended, and that game is played again *apart*, each player in a process of its own, where the one
that fails is the one that is blamed. The other games go on in a new process. So a game comes to the same end wherever
and however often it is played, and nobody else's game suffers.

Must never know how many workers there are, or what the figures are for.
"""

from __future__ import annotations

import math
import os
import pickle
import tempfile
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Final
from weakref import WeakSet

from ..errors import ArenaBroken
from ..tiers.child import Child, Gone, python
from ..tiers.isolated import Isolated
from ..tiers.tier import Late, one_line
from .host import READY, Mark, Played, play_scheduled, unpack
from .schedule import Schedule

GRACE: Final = 0.2
"""Seconds beyond its time in which an answer is only late; who has not come back then is given up on."""
LOOK_EVERY: Final = 0.05
"""Seconds between two looks at the open question."""
HOPELESS: Final = 3
"""After so many games in a row that had to be played apart, this worker plays no other way: it saves the first try."""
LOADING: Final = 60.0
"""Seconds that a process may need to load its players."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some games of a tournament, to be played by one worker."""

    schedule: Schedule
    games: Sequence[int]


class Watched:
    """A process that plays games of one tournament, and is replaced when a player takes it down."""

    def __init__(self, schedule: Schedule) -> None:
        self.schedule = schedule
        self._path: Path | None = None
        self._mark: Mark | None = None
        self._child: Child | None = None
        self._abandoned = False
        self._apart_in_a_row = 0
        _ALIVE.add(self)

    def play(self, games: Sequence[int]) -> list[Played]:
        """Play some games.

        Raises:
            ArenaBroken: the players do not load there, or somebody gave up on it all.
        """
        found: list[Played] = []
        left = list(games)
        while left:
            if self._apart_in_a_row >= HOPELESS:
                found.append(self._apart(left.pop(0)))
                continue
            child = self._child or self._start()
            for game in left:
                child.send(str(game).encode())
            if not self._collect(child, left, found):
                self._child = None
                if left:
                    found.append(self._apart(left.pop(0)))
        return found

    def abandon(self) -> None:
        """End the process, from any thread; who waits for it gets `ArenaBroken`."""
        self._abandoned = True
        if self._child is not None:
            self._child.kill()

    def close(self) -> None:
        """End the process, whatever it does."""
        if self._child is not None:
            self._child.kill()
            self._child = None
        self._forget()

    def _forget(self) -> None:
        """Let go of the mark."""
        if self._mark is not None:
            self._mark.close()
            self._mark = None
        self._unlink()

    def _unlink(self) -> None:
        if self._path is not None:
            with suppress(OSError):
                self._path.unlink()

    def __del__(self) -> None:
        with suppress(Exception):
            self.close()

    def _start(self) -> Child:
        """A new process whose players are loaded."""
        if self._abandoned:
            raise ArenaBroken("The tournament was broken off.")
        self._forget()
        handle, name = tempfile.mkstemp(prefix="fliptable-", suffix=".mark")
        os.write(handle, bytes(Mark.SIZE))
        os.close(handle)
        self._path = Path(name)
        self._mark = Mark(self._path)
        self._mark.due = math.inf
        child = Child(python(f"{__package__}.host", name))
        child.send(pickle.dumps(self.schedule))
        try:
            answer = child.receive(LOADING)
        except Late:
            child.kill()
            raise ArenaBroken(f"The players were not loaded within {LOADING:g} s.") from None
        except Gone as gone:
            raise ArenaBroken(f"The players do not load: {gone}.") from None
        finally:
            # Both have it now, and whoever ends a worker gives it no time to tidy up. (Windows waits for `_forget`.)
            self._unlink()
        if answer != READY:
            child.kill()
            raise ArenaBroken(one_line(answer.decode("utf-8", "replace")))
        self._child = child
        if self._abandoned:  # Meanwhile, by somebody who saw no process yet.
            child.kill()
        return child

    def _collect(self, child: Child, left: list[int], found: list[Played]) -> bool:
        """Take what is played until all is; False when the process has come to an end before that."""
        while left:
            try:
                played = unpack(child.receive(LOOK_EVERY), self.schedule.seats)
            except Late:
                if self._mark is None or monotonic() > self._mark.due + GRACE:
                    child.kill()
            except Gone:
                return False
            except ValueError:  # A player writes where it should not.
                child.kill()
                return False
            else:
                if played.game != left[0]:
                    child.kill()
                    return False
                found.append(played)
                del left[0]
                self._apart_in_a_row = 0
        return True

    def _apart(self, game: int) -> Played:
        """Play a game with each player in a process of its own."""
        if self._abandoned:
            raise ArenaBroken("The tournament was broken off.")
        self._apart_in_a_row += 1
        return play_scheduled(self.schedule, self.schedule.specs(), game, Isolated)


_ALIVE: WeakSet[Watched] = WeakSet()


class _Kept(threading.local):
    """The process that this worker keeps."""

    watched: Watched | None = None


_kept = _Kept()


def play_chunk(chunk: Chunk) -> list[Played]:
    """Play some games; what a worker of an executor is given. Raises `ArenaBroken`."""
    watched = _kept.watched
    if watched is None or watched.schedule != chunk.schedule:
        if watched is not None:
            watched.close()
        _kept.watched = watched = Watched(chunk.schedule)
    try:
        return watched.play(chunk.games)
    except BaseException:
        _kept.watched = None
        watched.close()
        raise


def abandon() -> None:
    """End the processes of all workers that are threads of this process, as when a tournament is interrupted."""
    for watched in list(_ALIVE):
        watched.abandon()
