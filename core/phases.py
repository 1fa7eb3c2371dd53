"""What a table waits for, and how a round and a match end: types, one value at a time, never a set of flags."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Opening:
    """The hands are dealt, the first card is being turned up."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The seat to act plays or draws."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """The seat to act drew the card at ``place`` and plays it or keeps it."""

    place: int


@dataclass(frozen=True, slots=True)
class Naming:
    """The seat to act names the colour of an exposed wild; then it is the turn of ``next``."""

    next: int


@dataclass(frozen=True, slots=True)
class Challenged:
    """The seat to act accepts or challenges the wild draw card at ``place``.

    ``by`` played it while the colour ``before`` was in force.
    """

    by: int
    before: int
    place: int


@dataclass(frozen=True, slots=True)
class Over:
    """The round has ended."""


Phase = Opening | Turn | Drawn | Naming | Challenged | Over
PHASES: Final[dict[type[Phase], str]] = {
    Opening: "opening",
    Turn: "turn",
    Drawn: "drawn",
    Naming: "name",
    Challenged: "challenge",
    Over: "over",
}
"""What scripts and positions call them."""
OPENING: Final = Opening()
TURN: Final = Turn()
OVER: Final = Over()


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How a round ended: the winner's points and (seat, points) of each other hand; no winner: blocked."""

    winner: int | None
    points: int
    by: tuple[tuple[int, int], ...]
    blocked: bool = False


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How the match ended: nobody, one or several winners."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
