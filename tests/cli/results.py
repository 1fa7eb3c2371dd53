"""Rounds and matches that are over, by chance: what screens and tests of this folder show."""

import random
from collections import Counter
from pathlib import Path

from fliptable.cli.summary import MatchSummary, RoundSummary, SeatRound
from fliptable.core.rules import preset
from fliptable.p2p.notices import Checked

from .look.boards import NAMES

FACES = ("r5", "gFL", "W", "bSK", "y1", "W2", "bD1")


def over(seats: int, cards: int, number: int = 1, before: tuple[int, ...] = ()) -> RoundSummary:
    """A round of so many seats, in which all but the winner hold so many cards."""
    chance = random.Random(number * 100 + seats)
    winner = number % seats
    scores = list(before or (0,) * seats)
    scores[winner] += 20 * number
    rows = tuple(
        SeatRound(
            NAMES[seat],
            () if seat == winner else tuple(chance.choice(FACES) for _ in range(cards)),
            0 if seat == winner else 7,
            20 * number if seat == winner else 0,
            scores[seat],
            Counter(played=4, drew=3),
        )
        for seat in range(seats)
    )
    checked = tuple(Checked(name, 1, 2, 3, 1, 2, again=True) for name in NAMES[:seats])
    name = NAMES[winner]
    return RoundSummary(
        number, 0, name, False, 20 * number, number % 2, 2, rows, False, 500, "clean", (), (), checked, 0
    )


def finished(seats: int, rounds: int, cards: int = 5) -> MatchSummary:
    """A match of so many rounds."""
    found: list[RoundSummary] = []
    for number in range(1, rounds + 1):
        before = tuple(row.score for row in found[-1].rows) if found else ()
        found.append(over(seats, cards, number, before))
    scores = tuple(row.score for row in found[-1].rows) if found else (0,) * seats
    winners = tuple(name for name, score in zip(NAMES, scores, strict=False) if score == max(scores))
    head = (bytes(32), "Kitchen", preset("flip"), NAMES[:seats], 0, "finished", "The match is over.", winners, scores)
    return MatchSummary(*head, rounds, tuple(found), (), "clean", 754.0, Path("records/20261201.record"))
