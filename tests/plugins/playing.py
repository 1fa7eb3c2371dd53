"""Rounds between guarded players, with a trusted dealer."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

from fliptable.core.dealer import TrustedDealer
from fliptable.core.errors import BadOption
from fliptable.core.play import apply, start
from fliptable.core.position_reader import read_position
from fliptable.core.rules import OPTIONS, PRESETS, Rules, preset
from fliptable.core.table import Table
from fliptable.core.view import View
from fliptable.plugins.guard import Fault, Seat
from fliptable.plugins.registry import Registry
from fliptable.plugins.spec import Budget, PlayerSpec
from fliptable.plugins.tiers.tier import Tier

HERE = Path(__file__).parent
RULES = preset("quick")
NAMES = ("Ada", "Bo", "Chidi", "Dolores")
SHORT = Budget(move=0.02, bank=0.05)
"""For players that are meant to be late."""


def player(path: str) -> PlayerSpec:
    """The player of a file in this folder, by the door of ``--plugin``."""
    (spec,) = Registry().load(str(HERE / path)).players
    return spec


def sit(
    specs: Sequence[PlayerSpec],
    faults: list[Fault] | None = None,
    budget: Budget | None = None,
    seed: str = "seed",
    rules: Rules = RULES,
    tier: Callable[[PlayerSpec], Tier] | None = None,
) -> list[Seat]:
    """A guarded seat for each player; ``budget`` is for the first one, on whom the test looks."""
    note = None if faults is None else faults.append
    return [
        Seat(
            spec,
            seat,
            NAMES[: len(specs)],
            rules,
            seed=seed,
            budget=budget if budget is not None and seat == 0 else Budget(),
            on_fault=note,
            tier=tier,
        )
        for seat, spec in enumerate(specs)
    ]


def fresh(seats: int, seed: int = 1, rules: Rules = RULES) -> Table:
    """A table before its deal."""
    return TrustedDealer(Random(seed)).new_table(rules, NAMES[:seats], 0)


def any_rules(chance: Random) -> Rules:
    """A preset with some options set otherwise; what is refused together is left as it was."""
    rules = chance.choice(list(PRESETS.values()))
    for option in chance.sample(list(OPTIONS.values()), chance.randrange(15)):
        with suppress(BadOption):
            rules = rules.with_options({option.id: chance.choice(option.examples())})
    return rules


def play_round(table: Table, seats: Sequence[Seat]) -> Table:
    """Play a round out; whoever may do something is asked before each move, the seat to act last."""
    events = start(table)
    while True:
        for event in events:
            for seat in seats:
                seat.observe(event)
        if table.over:
            break
        events = []
        for seat in sorted(seats, key=lambda seat: seat.seat == table.turn):
            move = seat.choose(View(table.clone(), seat.seat))
            if move is not None:
                events = apply(table, seat.seat, move)
                break
    for seat in seats:
        seat.finish(table.match_result)
    return table


def position(**fields: object) -> Table:
    """A position, by default one in which Ada is to play and r7 and g1 fit on r1."""
    found: dict[str, object] = {
        "rules": "quick",
        "seats": ["Ada", "Bo"],
        "turn": "Ada",
        "hands": {"Ada": ["r7/t7", "g1/o1", "b2/p2"], "Bo": ["y4/o4"]},
        "draw": ["y5/t1", "y6/t2", "y7/t3", "y8/t4"],
        "discard": ["r1/p9"],
    }
    return read_position({**found, **fields}, TrustedDealer(Random(1)))
