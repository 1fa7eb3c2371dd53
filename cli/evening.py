"""What one command brings to a table: its wishes, its front end, and who has its seats.

Must never know how a match is played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..core.rules import Rules
from ..p2p.identity import Identity
from ..plugins.spec import PlayerSpec
from ..plugins.tiers.tier import Tier
from .front import Front, Input
from .observers import Observers
from .seat import Pace
from .settings import own_identity, passing_identity
from .wishes import Wishes

READING_SHARE = 0.25
"""What part of the pace an AI player waits before a move that takes no chance from anybody."""


class Helper(Front):
    """Stands before the seats of our AI players: their failures are told at our own seat."""

    def __init__(self, front: Front) -> None:
        self._front = front

    def player_failed(self, seat: str, reason: str, text: str) -> None:
        """See `Front`."""
        self._front.player_failed(seat, reason, text)


@dataclass(slots=True)
class Evening:
    """What one command brings to the table.

    Attributes:
        wishes: the options.
        rules: the rules it wants.
        front: the front end of the own seat.
        lines: what is typed, None where nobody types.
        player: the AI player that has the own seat, if one has.
        bots: who plays the further seats of this program.
        tier: makes the place where our AI players run.
        observers: plugins that look on from the own seat.
        began: when the command began, on the monotonic clock.
    """

    wishes: Wishes
    rules: Rules
    front: Front
    lines: Input | None
    player: PlayerSpec | None
    bots: Sequence[PlayerSpec]
    tier: Callable[[PlayerSpec], Tier] | None
    observers: Observers
    began: float

    @property
    def person(self) -> bool:
        """Whether somebody types the moves of the own seat."""
        return self.player is None

    def identity(self) -> Identity:
        """The key of the own seat: kept for a person, passing for an AI player."""
        if not self.person:
            return passing_identity()
        identity, remark = own_identity()
        if remark:
            self.front.remark(remark)
        return identity

    def pace(self, *, company: bool) -> Pace:
        """How long our AI players wait; ``company``: people may sit elsewhere at the table."""
        pace = self.wishes.pace
        return Pace(pace if self.person or company else 0.0, pace * READING_SHARE if self.person else 0.0)
