"""Games brought into a rare situation, in the same way at every peer, so that they stay one game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from fliptable.core.events import Event as Happening
from fliptable.core.table import BARRIER, Table

from ..forger import referee_of
from ..switchboard import Switchboard


def craft(board: Switchboard, change: Callable[[Table], None]) -> None:
    """Change every peer's table when its first round has been dealt, before anybody moves."""
    board.run(lambda: all(peer.session.referee is not None for peer in board.peers))

    def begin(start: Callable[[], list[Happening]], table: Table) -> list[Happening]:
        events = start()
        table.agenda[:0] = [(change,), BARRIER]
        return events

    for peer in board.peers:
        current = referee_of(peer).round
        current.start = partial(begin, current.start, current.table)


def bury(table: Table, left: int) -> None:
    """Lay all but some cards of the draw pile under the discard pile, as hidden as they are."""
    cut = len(table.draw) - left
    table.discard[:0] = table.draw[:cut]
    del table.draw[:cut]
