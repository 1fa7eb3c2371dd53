"""How a session ends for a seat, and how long its peer stays then for those who still lack something.

Whoever has ended says with `Have` how far it got. A peer stays until all members that it is linked with have as much,
and at most `STAY_SECONDS`. Must never know what anybody lacks, or answer for it.
"""

from __future__ import annotations

from collections.abc import Iterable

from .referee import Referee

STAY_SECONDS = 5.0
"""How long an ended session stays for those who still lack something."""


def ending(referee: Referee, seat: int) -> tuple[str, str] | None:
    """Say whether it is over for a seat: the outcome, and in words how it came."""
    faulty = " and ".join(referee.names[blame.seat] for blame in referee.blames)
    gone = " and ".join(referee.names[one] for one in sorted(referee.expulsion.gone))
    if seat in referee.expulsion.gone or (referee.expulsion.given_up(seat) and referee.ballot.against(seat)):
        return "void", "You were away for so long that the others went on without you."
    if seat in referee.barred or referee.expulsion.given_up(seat):
        return "void", "The others have put you out, because you broke the protocol."
    if referee.expulsion.has_left(seat):
        return "left", "You left the match."
    if not referee.over:
        return None
    if referee.table.match_over and not referee.round.wrecked:
        return "finished", "The match is over."
    if gone and not faulty:
        return "void", f"{gone} fell silent, and all who were left ended the match: it ends without a result."
    if faulty:
        return "void", f"{faulty} broke the protocol and the others cannot go on, so the match ends without a result."
    return "void", "A card was no card, and who is to blame would not show it."


class Stay:
    """How long an ended session stays."""

    def __init__(self) -> None:
        self._until = 0.0
        self._slot = 0
        self._have: dict[bytes, int] = {}

    def begin(self, slot: int, now: float) -> None:
        """Stay: the session has ended in this slot."""
        self._slot, self._until = slot, now + STAY_SECONDS

    def heard(self, key: bytes, slot: int) -> None:
        """Hear that a peer has everything before this slot."""
        self._have[key] = max(slot, self._have.get(key, 0))

    def shorten(self, keys: Iterable[bytes], now: float) -> None:
        """Nobody stays for peers that have everything, where these are all that could lack something."""
        if all(self._have.get(key, 0) >= self._slot for key in keys):
            self._until = now

    def until(self, now: float) -> float:
        """Say when to go; not before now."""
        return max(now, self._until)
