"""A player that awaits something before it answers, and hears and remembers everything."""

import asyncio

from fliptable.core.events import Event, RoundOver, TurnedUp
from fliptable.core.moves import Move
from fliptable.core.view import View
from fliptable.plugins import Context, Player


class Gentle(Player):
    async def start(self, context: Context) -> None:
        await asyncio.sleep(0)
        self.heard = 0

    async def observe(self, event: Event) -> None:
        await asyncio.sleep(0)
        if self.heard == 0 and not isinstance(event, TurnedUp):
            raise AssertionError(f"the first thing I hear is {event}")
        self.heard += not isinstance(event, RoundOver)

    async def choose(self, view: View) -> Move:
        await asyncio.sleep(0)
        return view.legal[0]
