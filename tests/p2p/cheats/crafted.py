"""Games brought close to a rare situation, in the same way at every peer, so that they stay one game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from fliptable.core.events import Event as Happening
from fliptable.core.table import Table

from ..forger import referee_of
from ..switchboard import Switchboard


def short_of_cards(board: Switchboard, left: int) -> None:
    """Let the first round begin with so few cards in the draw pile; the others lie under the discard pile.

    They stay as hidden as they are.
    """

    def move(table: Table) -> None:
        cut = len(table.draw) - left
        table.discard[:0] = table.draw[:cut]
        del table.draw[:cut]

    craft(board, move)


def craft(board: Switchboard, change: Callable[[Table], None]) -> None:
    """Change every peer's table when its first round has been dealt, before anybody moves."""
    board.run(lambda: all(peer.session.referee is not None for peer in board.peers))

    def begin(start: Callable[[], list[Happening]], table: Table) -> list[Happening]:
        events = start()
        change(table)
        return events

    for peer in board.peers:
        current = referee_of(peer).round
        current.start = partial(begin, current.start, current.table)  # type: ignore[method-assign]
