"""Plays chunks of a tournament in a process that is watched from here, so that no player ends it.

Each worker of an executor (each process of a pool, each thread where workers are threads) keeps one such process
(`host`). When it dies, or a question is open for longer than it may be, the process is ended, the question is
*condemned*, and the game is played again in a new one: at that question the guard now gives the strike unasked. So a
game comes to the same end wherever and however often it is played, and nobody else's game suffers.

Must never know how many workers there are, or what the figures are for.
"""

from __future__ import annotations

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
from ..tiers.tier import FaultKind, Late
from .host import Mark, Marks, Played, Task
from .schedule import Schedule

GRACE: Final = 0.2
"""Seconds beyond its time in which an answer is only late; who has not come back then is given up on."""
LOOK_EVERY: Final = 0.05
"""Seconds between two looks at the open question."""
IDLE: Final = 60.0
"""Seconds that a process may need to load its players; nobody is asked anything meanwhile."""
TRIES: Final = 3
"""So often a game is played again although nobody can be blamed for the end of its process."""


_ALIVE: WeakSet[Watched] = WeakSet()


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some games of a tournament, to be played by one worker."""

    schedule: Schedule
    games: Sequence[int]


class Watched:
    """A process that plays games of one tournament, and is replaced when a player takes it down."""

    def __init__(self, schedule: Schedule) -> None:
        self.schedule = schedule
        handle, name = tempfile.mkstemp(prefix="fliptable-", suffix=".mark")
        self._path = Path(name)
        os.close(handle)
        self._marks = Marks.make(self._path)
        self._child: Child | None = None
        self._abandoned = False
        _ALIVE.add(self)

    def play(self, games: Sequence[int]) -> list[Played]:
        """Play some games.

        Raises:
            ArenaBroken: the players do not load there, or a process ends again and again with nobody to blame.
        """
        found: list[Played] = []
        left = list(games)
        guilt: dict[int, dict[int, FaultKind]] = {}
        tries = 0
        while left:
            child = self._ready()
            for number, game in enumerate(left):
                child.send(pickle.dumps(Task(game, guilt if number == 0 else {})))
            before = len(found)
            end = self._collect(child, left, found)
            if len(found) > before:
                guilt, tries = {}, 0
            if end is not None and not _condemn(end, left[0], guilt):
                tries += 1
                if tries == TRIES:
                    names = ", ".join(dict.fromkeys(self.schedule.players))
                    raise ArenaBroken(f"The players ({names}) cannot be kept alive: {end.text}.")
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
        self._marks.close()
        with suppress(OSError):
            self._path.unlink()

    def __del__(self) -> None:
        with suppress(Exception):
            self.close()

    def _ready(self) -> Child:
        if self._abandoned:
            raise ArenaBroken("The tournament was broken off.")
        if self._child is None:
            self._marks.idle()
            self._child = Child(python(f"{__package__}.host", str(self._path)))
            self._child.send(pickle.dumps(self.schedule))
        return self._child

    def _collect(self, child: Child, left: list[int], found: list[Played]) -> _End | None:
        """Take what is played until all is, or until the process has come to an end."""
        kind, idle_since = FaultKind.DIED, monotonic()
        while left:
            try:
                answer: Played | str = pickle.loads(child.receive(LOOK_EVERY))  # noqa: S301 - our own child
            except Late:
                mark, now = self._marks.read(), monotonic()
                if mark is not None:
                    idle_since = now
                if now > (mark.due + GRACE if mark is not None else idle_since + IDLE):
                    kind = FaultKind.LATE
                    child.kill()
            except Gone as gone:
                self._child = None
                return _End(kind, self._marks.read(), str(gone))
            else:
                if isinstance(answer, str):
                    self._child = None
                    child.kill()
                    raise ArenaBroken(answer)
                found.append(answer)
                left.remove(answer.game)
                idle_since = monotonic()
        return None


@dataclass(frozen=True, slots=True)
class _End:
    """How a process came to its end, and which question was open."""

    kind: FaultKind
    mark: Mark | None
    text: str


def _condemn(end: _End, game: int, guilt: dict[int, dict[int, FaultKind]]) -> bool:
    """Condemn the question that was open; whether there was one that is not condemned yet."""
    mark = end.mark
    if mark is None or mark.game != game or mark.question in guilt.get(mark.seat, {}):
        return False
    if end.kind is FaultKind.LATE and monotonic() < mark.due:  # It was answered at the last moment.
        return False
    guilt.setdefault(mark.seat, {})[mark.question] = end.kind
    return True


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
