"""Random games for the tests of what is said and shown: every settled table on the way, and what happened there."""

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress

from fliptable.core.dealer import TrustedDealer
from fliptable.core.errors import BadOption, IllegalMove
from fliptable.core.events import Event
from fliptable.core.legal import legal
from fliptable.core.moves import Catch, Move, Play
from fliptable.core.play import attempt, start
from fliptable.core.rules import OPTIONS, PRESETS, Rules, preset
from fliptable.core.table import Table

NAMES = ("Ada", "Bo", "Chidi", "Dolores", "Emre", "Farah", "Goran", "Hinata", "Ines", "Jun")


def any_rules(chance: random.Random) -> Rules:
    """A preset with some options set otherwise; what is refused together is left as it was."""
    rules = chance.choice(list(PRESETS.values()))
    for option in chance.sample(list(OPTIONS.values()), chance.randrange(15)):
        with suppress(BadOption):
            rules = rules.with_options({option.id: chance.choice(option.examples())})
    return rules


def random_game(
    chance: random.Random, seats: int, moves: int = 400, rules: Rules | None = None
) -> Iterator[tuple[Table, Sequence[Event]]]:
    """A round with moves by chance, plays preferred; ends with the round, or after so many moves."""
    table = TrustedDealer(chance).new_table(rules or preset("quick"), NAMES[:seats])
    yield table, start(table)
    for _ in range(moves):
        if table.over:
            return
        able: list[tuple[int, Move]] = [(seat, move) for seat in range(seats) for move in legal(table, seat)]
        plays = [(seat, move) for seat, move in able if isinstance(move, Play)]
        seat, move = chance.choice(plays if plays and chance.random() < 0.7 else able)
        if chance.random() < 0.05:  # a false catch, where it has a price
            with suppress(IllegalMove):
                yield attempt(table, chance.randrange(seats), Catch(chance.randrange(seats)))
        table, events = attempt(table, seat, move)
        yield table, events
