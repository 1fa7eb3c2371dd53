"""Moves of seats, and the inputs that are nobody's move.

A seat acts by a `Move`. Chance and secrets enter a table as `Reveal` (the face of a card becomes known), `Fact` (a
face is stated to lie in a set) and `Answer` (an accused seat's word); a network provides them through the deal, a
trusted dealer at once. Cards are named by their *place*: the number a card has in this round's deck.
Must never know whether one is legal.
"""

from __future__ import annotations

from dataclasses import dataclass

from .cards import NO_COLOUR, FaceSet
from .values import Value


@dataclass(frozen=True)
class Play(Value):
    """Lay a held card, or several numbers in this order where the rules have it.

    ``colour`` (0 to 3) belongs to every wild alone; ``call`` announces the last card.
    """

    places: tuple[int, ...]
    colour: int = NO_COLOUR
    call: bool = False


@dataclass(frozen=True)
class Draw(Value):
    """Take a card from the draw pile instead of playing."""


@dataclass(frozen=True)
class Keep(Value):
    """Keep the card just drawn; the turn passes."""


@dataclass(frozen=True)
class Pass(Value):
    """Nothing can be drawn and nothing fits."""


@dataclass(frozen=True)
class Name(Value):
    """Name the colour (0 to 3) for a wild that a Flip or the first card of a round has exposed."""

    colour: int


@dataclass(frozen=True)
class Challenge(Value):
    """Say that the wild draw card just played against this seat was not allowed."""


@dataclass(frozen=True)
class Accept(Value):
    """Take the cards of a wild draw card without a challenge."""


@dataclass(frozen=True)
class Call(Value):
    """Announce the own last card."""


@dataclass(frozen=True)
class Catch(Value):
    """Catch a seat that has one card and did not call."""

    seat: int


@dataclass(frozen=True)
class Jump(Value):
    """Lay a card out of turn on one just played that looks the same."""

    place: int
    call: bool = False


@dataclass(frozen=True)
class Swap(Value):
    """Swap hands with a seat, after a 7."""

    seat: int


@dataclass(frozen=True)
class Leave(Value):
    """Leave the match; always possible, and never listed among the legal moves."""


Move = Play | Draw | Keep | Pass | Name | Challenge | Accept | Call | Catch | Jump | Swap | Leave

_RANKS: dict[type, int] = {Call: 0, Catch: 1, Jump: 2, Leave: 4}


def rank(move: Move) -> int:
    """Order of events that meet in one slot: call 0, catch 1, jump 2, the move of the seat to act 3, leave 4."""
    return _RANKS.get(type(move), 3)


@dataclass(frozen=True)
class Reveal(Value):
    """The card at ``place`` shows ``face`` on ``side``."""

    place: int
    side: int
    face: int


@dataclass(frozen=True)
class Fact(Value):
    """The face of the card at ``place`` on ``side`` lies in ``faces``."""

    place: int
    side: int
    faces: FaceSet


@dataclass(frozen=True)
class Answer(Value):
    """What an accused seat says to a challenge. A confession proves nothing and binds nothing."""

    guilty: bool


Input = Reveal | Fact | Answer
