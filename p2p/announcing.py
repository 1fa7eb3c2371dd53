"""What may be announced about a table to everybody on the network.

Must never hold more than any stranger may read.
"""

from __future__ import annotations

from dataclasses import dataclass

from .charter import rules_of
from .lobby import Lobby


@dataclass(frozen=True, slots=True)
class TableInfo:
    """What may be announced about a table."""

    table: bytes
    name: str
    seats: int
    wanted: int
    playing: bool
    rules: bytes


def announced(lobby: Lobby, *, begun: bool) -> TableInfo | None:
    """Say what may be announced of a lobby's table; None before the first seat list."""
    seats = lobby.seats
    if seats is None:
        return None
    # A closed list that is full says "full", which is what a newcomer can understand before the game begins.
    playing = begun or (seats.closed and len(seats.members) < seats.wanted)
    return TableInfo(lobby.table, seats.name, len(seats.members), seats.wanted, playing, rules_of(seats.rules).digest())
