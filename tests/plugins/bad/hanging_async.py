"""A player that never answers, and awaits what never comes; it says when it is given up on."""

import asyncio

from fliptable.core.moves import Move
from fliptable.core.view import View

CANCELLED: list[int] = []


async def choose(view: View) -> Move:
    try:
        await asyncio.Event().wait()
    finally:
        CANCELLED.append(view.seat)
    return view.legal[0]
