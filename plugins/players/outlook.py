"""Who is likely to win a round that is not over: a few weighted features of every hand, all faces known.

The weights were fitted to rounds that steady players played with each other, presets flip and classic together (a
logistic regression; with more features, or apart for each preset, it foretold nothing better). It is asked of sampled
worlds, never of a real table. Must never be asked for more than it can say: it knows nothing of the seats' skill.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import exp
from typing import Final

from ...core.cards import ACTIONS, FACES, PLAIN_WILD, WILD_DRAWS, Kind, Sheet, colour_of
from ...core.scoring import hand_points
from ...core.table import Table


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each feature of a hand counts, as the logarithm of the odds to win.

    Attributes:
        card: each card.
        few: what a hand of one, two or three cards has on top of that.
        wild, wild_draw, action: each such card on the active side.
        back_wild, back_wild_draw: each such card on the other side.
        colour: each colour held.
        stuck: nothing fits.
        acts: it is this seat's turn; ``ready`` when something fits as well.
    """

    card: float
    few: tuple[float, float, float]
    wild: float
    wild_draw: float
    action: float
    back_wild: float
    back_wild_draw: float
    colour: float
    stuck: float
    acts: float
    ready: float


DUEL: Final = Weights(-0.12, (0.59, 0.19, 0.06), 0.36, 0.59, 0.18, 0.17, 0.25, -0.23, -0.34, -0.1, 0.21)
"""For two seats."""
CROWD: Final = Weights(-0.23, (1.1, 0.48, 0.2), 0.48, 0.58, 0.11, 0.31, 0.29, -0.02, -0.32, -0.2, 0.42)
"""For more of them."""

_COLOUR_BITS: Final = (*(1 << colour_of(face) for face in range(PLAIN_WILD)), 0, 0, 0)
_COLOURS: Final = tuple(bits.bit_count() for bits in range(16))
_MOST: Final = 64


@cache
def _values(weights: Weights, sheet: Sheet, *, front: bool) -> tuple[float, ...]:
    """What each face of a sheet counts, and a last 0 for one that is not known."""
    found: list[float] = []
    for face in range(FACES):
        kind = sheet.kinds[face]
        if kind in WILD_DRAWS:
            found.append(weights.wild_draw if front else weights.back_wild_draw)
        elif kind is Kind.WILD:
            found.append(weights.wild if front else weights.back_wild)
        else:
            found.append(weights.action if front and kind in ACTIONS and kind is not Kind.FLIP else 0.0)
    return (*found, 0.0)


@cache
def _sizes(weights: Weights) -> tuple[float, ...]:
    """What the size of a hand counts; an empty one has won."""
    few = (3.0, *weights.few)
    return tuple(cards * weights.card + (few[cards] if cards < len(few) else 0.0) for cards in range(_MOST))


def chances(table: Table) -> list[float]:
    """How likely each seat is to win the round, by its hand; they add up to 1."""
    odds = [exp(score) for score in _scores(table)]
    total = sum(odds)
    return [odd / total for odd in odds]


def worth(table: Table, seat: int) -> float:
    """How good a world is for a seat; only differences between moves matter.

    It is how likely the seat is to win the round. That serves a match to a number of points as well: to count what a
    winner would get gained nothing there. Where points are penalties it is what the seat may expect to be spared of
    them, beside the others, in hundreds of points.
    """
    winner = table.result.winner if table.result is not None else table.places[0] if table.places else None
    if table.result is not None or winner is not None:
        likely = [float(other == winner) for other in range(len(table.seats))]
    else:
        likely = chances(table)
    if table.rules.scoring == "winner":
        return likely[seat]
    spared = [(chance - 1) * hand_points(table, other) / 100 for other, chance in enumerate(likely)]
    return spared[seat] - (sum(spared) - spared[seat]) / (len(spared) - 1)


def _scores(table: Table) -> list[float]:
    weights = DUEL if table.players == 2 else CROWD
    sizes = _sizes(weights)
    side, sheets = table.side, table.sheets
    faces, fronts = table.faces[side], _values(weights, sheets[side], front=True)
    lays = table.sides[side].lays[faces[table.discard[-1]]][table.colour + 1]
    two = len(sheets) > 1
    others, backs = table.faces[-1 - side], _values(weights, sheets[-1 - side], front=False)
    turn = table.turn
    scores: list[float] = []
    for seat, hand in enumerate(table.hands):
        if table.out[seat] is not None:
            scores.append(-99.0)
            continue
        score = sizes[min(len(hand), _MOST - 1)]
        colours = fits = 0
        for place in hand:
            face = faces[place]
            score += fronts[face]
            colours |= _COLOUR_BITS[face]
            fits += lays[face]
            if two:
                score += backs[others[place]]
        score += weights.colour * _COLOURS[colours]
        if not fits:
            score += weights.stuck
        if seat == turn:
            score += weights.acts + weights.ready if fits else weights.acts
        scores.append(score)
    return scores
