"""What happened at a table, for screens, players and logs.

Events name cards by place; who may read a face there is the table's affair, so `View` reduces an event to what one
seat may know. ``type`` is the name that scripts see. Must never know who reads them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """A card was turned up to begin the round; ``back`` is true when it goes back into the pile."""

    type: ClassVar[str] = "turned-up"
    place: int
    face: int
    back: bool


@dataclass(frozen=True, slots=True)
class Played:
    """A card was played, or several, perhaps out of turn.

    With the colour named for a wild, and whether the last card was called with it.
    """

    type: ClassVar[str] = "played"
    seat: int
    places: tuple[int, ...]
    faces: tuple[int, ...]
    side: int
    colour: int
    call: bool
    jump: bool = False


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew cards, fewer than it had to when the piles were spent."""

    type: ClassVar[str] = "drew"
    seat: int
    places: tuple[int, ...]
    side: int


@dataclass(frozen=True, slots=True)
class Kept:
    """The drawn card was kept."""

    type: ClassVar[str] = "kept"
    seat: int


@dataclass(frozen=True, slots=True)
class Passed:
    """Nothing fitted and nothing could be drawn."""

    type: ClassVar[str] = "passed"
    seat: int


@dataclass(frozen=True, slots=True)
class Named:
    """A colour was named for an exposed wild."""

    type: ClassVar[str] = "named"
    seat: int
    side: int
    colour: int


@dataclass(frozen=True, slots=True)
class Challenged:
    """A seat challenged the wild draw card that was played against it."""

    type: ClassVar[str] = "challenged"
    seat: int
    accused: int


@dataclass(frozen=True, slots=True)
class Accepted:
    """A seat took the cards of a wild draw card."""

    type: ClassVar[str] = "accepted"
    seat: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """How the challenge against ``accused`` ended."""

    type: ClassVar[str] = "verdict"
    seat: int
    accused: int
    guilty: bool


@dataclass(frozen=True, slots=True)
class Called:
    """A seat called its last card."""

    type: ClassVar[str] = "called"
    seat: int


@dataclass(frozen=True, slots=True)
class Caught:
    """``seat`` caught ``target``, which has to draw ``cards``."""

    type: ClassVar[str] = "caught"
    seat: int
    target: int
    cards: int


@dataclass(frozen=True, slots=True)
class FalselyCaught:
    """``seat`` caught ``target``, which could not be caught, and has to draw ``cards`` itself."""

    type: ClassVar[str] = "false-catch"
    seat: int
    target: int
    cards: int


@dataclass(frozen=True, slots=True)
class Swapped:
    """The hand of ``seat`` went to ``target``."""

    type: ClassVar[str] = "swapped"
    seat: int
    target: int


@dataclass(frozen=True, slots=True)
class WentOut:
    """``seat`` takes no further part in this round: it has finished, or is eliminated (``why``)."""

    type: ClassVar[str] = "out"
    seat: int
    why: str


@dataclass(frozen=True, slots=True)
class Skipped:
    """A seat missed its turn."""

    type: ClassVar[str] = "skipped"
    seat: int


@dataclass(frozen=True, slots=True)
class Reversed:
    """The direction of play turned; 1 is clockwise, -1 counterclockwise."""

    type: ClassVar[str] = "reversed"
    seat: int
    direction: int


@dataclass(frozen=True, slots=True)
class Flipped:
    """The whole table turned over to ``side``; the discard pile now shows ``top``."""

    type: ClassVar[str] = "flipped"
    seat: int
    side: int
    top: int


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The discard pile became the draw pile, ``cards`` in number."""

    type: ClassVar[str] = "reshuffled"
    cards: int


@dataclass(frozen=True, slots=True)
class Left:
    """A seat left the match."""

    type: ClassVar[str] = "left"
    seat: int


@dataclass(frozen=True, slots=True)
class RoundOver:
    """The round ended; ``by`` lists (seat, points of its hand). Without a winner it was blocked.

    ``places``: the seats in the order of going out, when it was played to the last.
    """

    type: ClassVar[str] = "round-over"
    winner: int | None
    points: int
    by: tuple[tuple[int, int], ...]
    blocked: bool
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchOver:
    """The match ended; several winners share it, none: nobody won."""

    type: ClassVar[str] = "match-over"
    winners: tuple[int, ...]
    scores: tuple[int, ...]


Event = (
    TurnedUp
    | Played
    | Drew
    | Kept
    | Passed
    | Named
    | Challenged
    | Accepted
    | Verdict
    | Called
    | Caught
    | FalselyCaught
    | Swapped
    | WentOut
    | Skipped
    | Reversed
    | Flipped
    | Reshuffled
    | Left
    | RoundOver
    | MatchOver
)
