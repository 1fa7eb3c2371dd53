"""What the connected seats have voted about those that are away: to wait for them, or to end the round without them.

A vote names the seats that its sender does not hear, in the slot it is at; the one with the highest number counts. When
all others have voted to end, about the same seats, that is a verdict. A vote can be taken back until somebody has acted
on a verdict: then it counts for good, because there was a moment in which all had voted so.

Must never know the clock, or who is heard.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from .agreement import APART
from .letter import Letter
from .messages import Absent


class Ballot:
    """The votes of one session."""

    def __init__(self) -> None:
        self._newest: dict[int, Absent] = {}
        self._letters: dict[int, Letter] = {}
        self._ends: dict[tuple[int, tuple[int, ...]], Letter] = {}

    def newest(self, seat: int) -> Absent | None:
        """Give the vote of a seat that counts, if it has voted."""
        return self._newest.get(seat)

    def letter(self, seat: int) -> Letter | None:
        """Give the letter of the vote of a seat that counts."""
        return self._letters.get(seat)

    def take(self, letter: Letter, body: Absent) -> bool:
        """Take a vote; say whether it changes anything."""
        newest, key = self._newest.get(body.seat), (body.seat, body.away)
        if newest is not None and body.number <= newest.number:
            # An older vote to end still says that there was one: somebody may have acted on it.
            if not body.end or key in self._ends:
                return False
        else:
            self._newest[body.seat], self._letters[body.seat] = body, letter
        if body.end:
            self._ends[key] = letter
        return True

    def forget(self, slot: int) -> None:
        """Forget the votes of slots that nobody can be at any more, once this one has begun."""
        self._ends = {
            key: letter
            for key, letter in self._ends.items()
            if isinstance(letter.body, Absent) and letter.body.slot >= slot - APART
        }

    def verdict(
        self, members: Collection[int], slot: int, epoch: int, acted: Collection[int] = ()
    ) -> tuple[tuple[int, ...], tuple[Letter, ...]] | None:
        """Give the seats to go on without, and the votes of all others in seat order; None where not all want to.

        Of the seats in `acted` somebody has signed already that it goes on without them.
        """
        # Who is cut off votes about all others: most votes count.
        for away in sorted({away for _, away in self._ends}, key=lambda away: (len(away), away)):
            voters = [seat for seat in sorted(members) if seat not in away]
            letters = [self._ends[seat, away] for seat in voters if (seat, away) in self._ends]
            bodies = [letter.body for letter in letters if isinstance(letter.body, Absent)]
            near = all(body.epoch == epoch and abs(body.slot - slot) <= APART for body in bodies)
            still = set(away) <= set(acted) or all(self._counts(body) for body in bodies)
            if voters and len(letters) == len(voters) and near and still:
                return away, tuple(letters)
        return None

    def against(self, seat: int) -> bool:
        """Whether somebody has voted to end the round because this seat is away."""
        return any(seat in away for _, away in self._ends)

    def ended_by(self, away: Iterable[int]) -> tuple[int, ...]:
        """Give the seats whose vote is to end the round without these, as it stands."""
        return tuple(sorted(s for s, body in self._newest.items() if body.end and body.away == tuple(away)))

    def _counts(self, body: Absent) -> bool:
        newest = self._newest.get(body.seat)
        return newest is not None and newest.end and newest.away == body.away
