"""What a table waits for, and how a round and a match end: types, one value at a time, never a set of flags."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .cards import NO_COLOUR, Kind
from .values import Value


@dataclass(frozen=True)
class Opening(Value):
    """The hands are dealt, the first card is being turned up."""


@dataclass(frozen=True)
class Turn(Value):
    """The seat to act plays or draws."""


@dataclass(frozen=True)
class Drawn(Value):
    """The seat to act drew the card at ``place`` and plays it or keeps it."""

    place: int


@dataclass(frozen=True)
class Naming(Value):
    """The seat to act names the colour of an exposed wild; then it is the turn of ``next``."""

    next: int


@dataclass(frozen=True)
class Challenged(Value):
    """The seat to act accepts or challenges the wild draw card at ``place``, or answers it with a card.

    ``by`` played it while the colour ``before`` was in force. Who loses draws until a card of the colour ``until``
    comes, unless that is `NO_COLOUR`, and then ``total`` cards.
    """

    by: int
    before: int
    place: int
    total: int
    until: int = NO_COLOUR


@dataclass(frozen=True)
class Pending(Value):
    """The seat to act answers a draw card of this kind, or draws: as `Challenged` has it."""

    kind: Kind
    total: int
    until: int = NO_COLOUR


@dataclass(frozen=True)
class Swapping(Value):
    """The seat to act, who played a 7, chooses with whom it swaps hands."""


@dataclass(frozen=True)
class Over(Value):
    """The round has ended."""


Phase = Opening | Turn | Drawn | Naming | Challenged | Pending | Swapping | Over
PHASES: Final[dict[type[Phase], str]] = {
    Opening: "opening",
    Turn: "turn",
    Drawn: "drawn",
    Naming: "name",
    Challenged: "challenge",
    Pending: "pending",
    Swapping: "swap",
    Over: "over",
}
"""What scripts and positions call them."""
OPENING: Final = Opening()
TURN: Final = Turn()
SWAPPING: Final = Swapping()
OVER: Final = Over()


@dataclass(frozen=True)
class RoundResult(Value):
    """How a round ended: the sum and (seat, points) of each hand but the winner's.

    ``blocked``: nobody could move; then there may be no winner. ``places``: the order of going out, when it was played
    to the last.
    """

    winner: int | None
    points: int
    by: tuple[tuple[int, int], ...]
    blocked: bool = False
    places: tuple[int, ...] = ()


@dataclass(frozen=True)
class MatchResult(Value):
    """How the match ended: nobody, one or several winners."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
