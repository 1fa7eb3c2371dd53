"""How rounds go on average, beside the figures of two other programs, printed; `tests/core/test_statistics.py` judges.

Run it by `python tests/bench/averages.py [ROUNDS]`. Two policies:

- *sensible*, of the rules reference, section 4.10: a wild only if nothing else fits, name the colour held most, always
  play a drawn card that fits; no calls, catches or challenges. Preset flip.
- *uniform*: any move of `legal`, each as likely. Preset flip with ``wild_draw_mode=enforce call_mode=auto
  voluntary_draw=no``, four seats.

A turn is counted whenever a seat becomes the one to play or draw; a seat that is skipped has none. A Flip that opens
the round counts as one.
"""

import random
import statistics
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from fliptable.core.cards import COLOURS, DARK, PLAIN_WILD, Kind, colour_of
from fliptable.core.dealer import TrustedDealer
from fliptable.core.events import Drew, Flipped, Reshuffled, TurnedUp
from fliptable.core.legal import legal
from fliptable.core.moves import Accept, Draw, Keep, Move, Name, Pass, Play
from fliptable.core.phases import TURN, Challenged, Drawn, Naming
from fliptable.core.play import apply, start
from fliptable.core.rules import PRESETS, Rules
from fliptable.core.table import Table

Policy = Callable[[Table, random.Random], Move]

TURNS: Final = "turns a round"
FLIPS: Final = "flips a round"
DARK_ENDS: Final = "share of rounds that end dark"
POINTS: Final = "winner's points"
RESHUFFLED: Final = "share of rounds with a reshuffle"
FIRST_WILD: Final = "share of first Flips that expose a wild"
OPENED: Final = "share of rounds that a Flip opens"
DRAW_COLOUR: Final = "cards of a Draw Color"

UNIFORM_RULES: Final = PRESETS["flip"].with_options(
    {"wild_draw_mode": "enforce", "call_mode": "auto", "voluntary_draw": False}
)
ELSEWHERE: Final = 8000
"""So many rounds the other program played uniformly."""

# Seats: what the other program found.
SENSIBLE: Final[dict[int, dict[str, float]]] = {
    seats: dict(zip((TURNS, FLIPS, DARK_ENDS, POINTS, RESHUFFLED, FIRST_WILD, OPENED, DRAW_COLOUR), row, strict=True))
    for seats, row in {
        2: (32, 1.8, 0.45, 64, 0.002, 0.07, 0.07, 4.3),
        4: (42, 2.5, 0.48, 154, 0.005, 0.06, 0.07, 4.3),
        10: (75, 4.8, 0.50, 476, 0.30, 0.07, 0.07, 4.3),
    }.items()
}
UNIFORM: Final[dict[str, float]] = {TURNS: 55.6, FLIPS: 3.13, DARK_ENDS: 0.494, POINTS: 145}


@dataclass
class Tally:
    """What was counted, one number for each thing that can be averaged."""

    numbers: dict[str, list[float]] = field(default_factory=dict[str, list[float]])

    def add(self, name: str, number: float) -> None:
        """Count something."""
        self.numbers.setdefault(name, []).append(number)

    def mean(self, name: str) -> float:
        """The average."""
        return statistics.fmean(self.numbers[name])

    def error(self, name: str) -> float:
        """The standard error of the average."""
        numbers = self.numbers[name]
        return statistics.stdev(numbers) / len(numbers) ** 0.5


def most_held(table: Table, dice: random.Random) -> int:
    """The colour that the seat to act holds most of."""
    hand = table.hands[table.turn]
    counts = Counter(colour_of(table.faces[table.side][place]) for place in hand)
    return max(range(COLOURS), key=lambda colour: (counts[colour], dice.random()))


def sensible(table: Table, dice: random.Random) -> Move:
    """The move of the policy that the reference names."""
    if isinstance(table.phase, Challenged):
        return Accept()
    if isinstance(table.phase, Naming):
        return Name(most_held(table, dice))
    plays = [move for move in legal(table, table.turn) if isinstance(move, Play) and not move.call]
    if not plays:
        if isinstance(table.phase, Drawn):
            return Keep()
        return Draw() if table.can_draw else Pass()
    face = table.faces[table.side]
    plain = [move for move in plays if face[move.places[0]] < PLAIN_WILD]
    move = dice.choice(plain or plays)
    return move if plain else Play(move.places, most_held(table, dice))


def uniform(table: Table, dice: random.Random) -> Move:
    """Any move that the seat to act has."""
    return dice.choice(legal(table, table.turn))


def play_round(table: Table, policy: Policy, dice: random.Random, tally: Tally) -> None:
    """Play one round to its end and count."""
    start(table)
    turned = [event for event in table.history if isinstance(event, TurnedUp) and not event.back]
    tally.add(OPENED, table.sheets[0].kinds[turned[0].face] is Kind.FLIP)
    turns = 0
    while not table.over:
        turns += table.phase is TURN
        colour = isinstance(table.phase, Challenged) and table.sheets[table.side].kinds[table.top]
        happened = apply(table, table.turn, policy(table, dice))
        if colour is Kind.WILD_DRAW_COLOR:
            for event in happened:
                if isinstance(event, Drew):
                    tally.add(DRAW_COLOUR, len(event.places))
    flips = [event for event in table.history if isinstance(event, Flipped)]
    tally.add(TURNS, turns)
    tally.add(FLIPS, len(flips))
    for event in flips[:1]:
        tally.add(FIRST_WILD, event.top >= PLAIN_WILD)
    tally.add(DARK_ENDS, table.side == DARK)
    tally.add(RESHUFFLED, any(isinstance(event, Reshuffled) for event in table.history))
    assert table.result is not None
    assert not table.result.blocked
    tally.add(POINTS, table.result.points)


def play_rounds(rules: Rules, seats: int, policy: Policy, rounds: int, seed: int) -> Tally:
    """Count over so many rounds."""
    tally, dice = Tally(), random.Random(seed)
    for _ in range(rounds):
        play_round(TrustedDealer(dice).new_table(rules, "ABCDEFGHIJ"[:seats]), policy, dice, tally)
    return tally


def show(title: str, tally: Tally, elsewhere: dict[str, float]) -> None:
    """Print what was found here and there, and how sure ours is."""
    print(title)
    for name, figure in elsewhere.items():
        print(f"  {name:40} here {tally.mean(name):8.3f} +- {tally.error(name):.3f}   there {figure:8.3f}")


def main() -> None:
    """Play as many rounds as asked for, or as many as the other program did."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ELSEWHERE
    show(f"uniform, 4 seats, {rounds} rounds", play_rounds(UNIFORM_RULES, 4, uniform, rounds, 4), UNIFORM)
    for seats, elsewhere in SENSIBLE.items():
        tally = play_rounds(PRESETS["flip"], seats, sensible, rounds, seats)
        show(f"sensible, {seats} seats, {rounds} rounds", tally, elsewhere)


if __name__ == "__main__":
    main()
