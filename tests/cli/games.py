"""Random games for the tests of what is said and shown: every settled table on the way, and what happened there."""

import random
from collections.abc import Iterator, Sequence

from fliptable.core.dealer import TrustedDealer
from fliptable.core.events import Event
from fliptable.core.legal import legal
from fliptable.core.moves import Play
from fliptable.core.play import attempt, start
from fliptable.core.rules import preset
from fliptable.core.table import Table

NAMES = ("Ada", "Bo", "Chidi", "Dolores", "Emre", "Farah", "Goran", "Hinata", "Ines", "Jun")


def random_game(chance: random.Random, seats: int, moves: int = 400) -> Iterator[tuple[Table, Sequence[Event]]]:
    """A round with moves by chance, plays preferred; ends with the round, or after so many moves."""
    table = TrustedDealer(chance).new_table(preset("quick"), NAMES[:seats])
    yield table, start(table)
    for _ in range(moves):
        if table.over:
            return
        able = [(seat, move) for seat in range(seats) for move in legal(table, seat)]
        plays = [(seat, move) for seat, move in able if isinstance(move, Play)]
        seat, move = chance.choice(plays if plays and chance.random() < 0.7 else able)
        table, events = attempt(table, seat, move)
        yield table, events
