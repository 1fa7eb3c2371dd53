"""An AI player at its seat: asked when it has something to do, in time, at a pace that people can follow.

A move that closes somebody's chance (to catch, to call, to jump in) waits; where nobody watches nothing waits but a
catch, which is never sent within the grace time of the rules. Must never know sessions: it looks at the table and acts
through what it is given.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass

from ..core.events import Event, Played
from ..core.moves import Catch, Jump, Move
from ..core.phases import MatchResult
from ..core.table import Table
from ..core.view import View
from ..plugins.guard import Seat


@dataclass(frozen=True, slots=True)
class Pace:
    """How long AI players wait, in seconds.

    Attributes:
        chance: before a move that closes a chance somebody may want to use.
        reading: before any other move, so that what happens can be read.
    """

    chance: float = 0.0
    reading: float = 0.0


class AiSeat:
    """Drives one seat of one match.

    Args:
        guard: the player, guarded.
        look: gives a picture of the table as its seat knows it and the slot it stands in, None before the match.
        act: sends a move.
        pace: how long to wait.
    """

    def __init__(
        self,
        guard: Seat,
        look: Callable[[], Awaitable[tuple[Table, int] | None]],
        act: Callable[[Move], Awaitable[None]],
        pace: Pace,
    ) -> None:
        self._guard = guard
        self._look, self._act, self._pace = look, act, pace
        # One thread: a player is never asked twice at a time, however long it takes.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="ai")
        self._changed = asyncio.Event()
        self._settled_at = 0.0
        self._played_at = 0.0
        self._acted = -1

    def happened(self, events: Sequence[Event]) -> None:
        """Let the player hear what happened."""
        for event in events:
            self._guard.observe(event)
            if isinstance(event, Played):
                self._played_at = asyncio.get_running_loop().time()

    def settled(self) -> None:
        """The table may be waiting for us now."""
        self._settled_at = asyncio.get_running_loop().time()
        self._changed.set()

    def dropped(self) -> None:
        """A move of ours came to nothing, or the table it is thought for is gone: think again."""
        self._acted = -1
        self._changed.set()

    async def run(self) -> None:
        """Play until cancelled."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._guard.start)
        while True:
            await self._changed.wait()
            self._changed.clear()
            seen = await self._look()
            if seen is None:
                continue
            table, slot = seen
            # Word of a slot may come when the table stands in the next one already: one answer a slot is enough.
            if not table.settled or slot == self._acted:
                continue
            view = View(table, self._guard.seat)
            move = await loop.run_in_executor(self._thread, self._guard.choose, view)
            # What has changed meanwhile makes a new question of it.
            if move is not None and not await self._changed_within(self._due(view, table, move) - loop.time()):
                self._acted = slot
                await self._act(move)

    def finish(self, result: MatchResult | None) -> None:
        """Tell the player how the match ended, if it did, and let go of it; does not wait for it."""
        if result is not None:
            self._thread.submit(self._guard.finish, result)
        else:
            self._guard.close()  # Now, also when it is thinking: nobody wants its move any more.
        self._thread.shutdown(wait=False)

    def _due(self, view: View, table: Table, move: Move) -> float:
        """When a move may be sent, on the loop's clock.

        A jump is no slower than the reading: the seat to act leaves it that much room.
        """
        rules = view.rules
        chance = table.catchable or (rules.jump_in and table.played and not isinstance(move, Jump))
        pace = self._pace.chance if chance else self._pace.reading
        due = self._settled_at + (min(pace, rules.turn_seconds / 2) if rules.turn_seconds else pace)
        if isinstance(move, Catch):
            due = max(due, self._settled_at + self._pace.chance)
            return max(due, self._played_at + rules.catch_grace_ms / 1000)
        return due

    async def _changed_within(self, seconds: float) -> bool:
        with suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, seconds)):
                await self._changed.wait()
        return self._changed.is_set()
