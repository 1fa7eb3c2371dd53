"""Putting a seat out: from the proof of its fault to the word of all others that they go on without it.

Theory of operation. Whoever is proved at fault is named at once (`blame`). The slot is broken off, and each of the
others is asked to sign that it goes on (`begin`); when all have signed, a new epoch begins (`conclude`, `agreement`).
Nobody waits for the consent of a seat that leaves in a slot which is broken off. In the very last slot all have the
same result, and some are perhaps done with it: it stands, and the accused is only left out of it, unless it comes to
light that somebody has not got that far.

While one seat is put out nothing else can be agreed on: another one that is at fault, or that somebody signs against,
ends the match.

Must never judge a letter of the game.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..core.table import Table
from .agreement import APART, agree, near
from .audit import Grade
from .letter import Letter
from .log import EXPULSION, SLOT
from .match import Match
from .messages import Address, Event, Expel, LeaveMove, SlotBody
from .phases import Blamed, News, Parted, Phase, PutOut, SlotSettled, Task
from .record import Blame


class Expulsion:
    """The faults in one match, and what was signed about them.

    `blames` are all who were proved at fault, `gone` those whom all others go on without because they are away;
    `accused` is the last of them, as long as the others have not agreed.
    """

    def __init__(self, match: Match) -> None:
        self.blames: list[Blame] = []
        self.gone: frozenset[int] = frozenset()
        self.accused: int | None = None
        self._match = match
        self._docket, self._log = match.docket, match.log
        self._proof: tuple[bytes, ...] = ()
        self._signers: dict[int, set[int]] = {}  # by whom they accuse
        self._leaves: dict[int, Letter] = {}  # who leaves in the slot that is broken off

    # What is known.

    @property
    def going_on(self) -> bool:
        """Whether the others are signing, and nothing else stands open."""
        return self._match.phase is Phase.EXPEL

    @property
    def barred(self) -> frozenset[int]:
        """The seats that were proved at fault, or that the others go on without: nothing of them counts any more."""
        return frozenset(blame.seat for blame in self.blames) | self.gone

    @property
    def acted(self) -> frozenset[int]:
        """The seats that somebody has signed to go on without."""
        return frozenset(seat for seat, signers in self._signers.items() if signers - {seat})

    def given_up(self, seat: int) -> bool:
        """Whether all others, two at least, have signed that they go on without this seat."""
        others = set(self._log.members) - {seat}
        return len(others) > 1 and self._signers.get(seat, set()) >= others

    def has_left(self, seat: int) -> bool:
        """Whether a seat is no member any more, or has left in a slot that was broken off."""
        return seat not in self._log.members or (self.going_on and seat in self._leaves)

    def evidence(self) -> list[bytes]:
        """Give what proves the last fault, or what was voted, and what was signed about it."""
        leaves = [letter.data for letter in self._leaves.values()]
        return [*self._proof, *self._log.expulsion(), *leaves] if self._proof else []

    # How it begins.

    def blame(self, seat: int, reason: str, evidence: tuple[bytes, ...], *, of_deal: bool = False) -> list[News]:
        """A seat is proved at fault: the others put it out, or the match ends.

        What is `of_deal` can only be judged again with the letters of the deal that is being made.
        """
        match = self._match
        if match.phase is Phase.OVER or seat in self.barred:
            return []
        blame = Blame(self._log.slot, seat, reason, evidence)
        self.blames.append(blame)
        self.accused, self._proof = seat, evidence
        match.grade = Grade.FAULTY
        if self.going_on:
            match.turn(Phase.OVER)
            return [Blamed(blame, tuple(self._log.of_stage(EXPULSION)))]
        made = match.dealing.docket.log.letters() if of_deal else []
        blamed = Blamed(blame, (*match.unreported(), *made))
        if match.phase is not Phase.CLOSE:
            return [blamed, *self.begin()]
        self._docket.drop(Address(SLOT, 0, seat, 0))
        return [blamed, *self.begin()] if self._docket.doubts else [blamed]

    def part(self, away: tuple[int, ...], letters: tuple[Letter, ...]) -> list[News]:
        """All others have voted to end the round without these seats: go on, or end the match.

        Without one seat those go on who are more than half of the members, so that two halves never both do. In the
        last slot all have the same result, and it stands.
        """
        match = self._match
        self._proof = tuple(letter.data for letter in letters)
        parted = Parted(away, letters)
        if match.phase in (Phase.EXPEL, Phase.CLOSE) or len(away) != 1 or 2 * len(letters) <= len(self._log.members):
            self.gone |= frozenset(away)
            match.turn(Phase.OVER)
            return [parted]
        match.unreported()  # What was held of the slot is nobody's evidence.
        (self.accused,) = away
        self.gone |= frozenset(away)
        return [parted, *self.begin()]

    def begin(self) -> list[News]:
        """Break off the slot, and ask all but the accused, and whoever leaves in this very slot, to sign."""
        match, accused = self._match, self.accused
        for docket in match.dockets:
            docket.clear()
        self._leaves = {seat: letter for letter in self._log.said() if (seat := _leaver(letter)) is not None}
        rest = [seat for seat in self._log.members if seat != accused and seat not in self._leaves]
        if accused is None or len(rest) < 2:
            return self._go_on(match.round.table, rest)
        match.turn(Phase.EXPEL)
        head = self._log.head
        self._docket.expect(Task(Address(EXPULSION, accused, seat, 0), (Expel,), head) for seat in rest)
        return []

    # How it goes on.

    def sign(self, body: Expel) -> bool:
        """Note who signs against whom; False where such a word is out of place."""
        if abs(body.epoch - self._log.epoch) > APART or body.seat not in self._log.members:
            return False
        if body.accused in self.barred and body.accused != self.accused:
            return False
        self._signers.setdefault(body.accused, set()).add(body.seat)
        return True

    def believes(self, body: Expel) -> bool:
        """Whether its sender can be where it says, see `near`; and has not spoken in a slot that it has not got to."""
        log, match = self._log, self._match
        said = [letter.body for letter in log.of_stage(SLOT)]
        if body.slot < log.slot and any(isinstance(one, SlotBody) and one.seat == body.seat for one in said):
            return False
        return near(body, log.epoch, match.dealing.number, log.slot, match.counted)

    def end_if_divided(self) -> None:
        """End the match if somebody signs against another seat than the accused, whose own word does not count."""
        against = (
            signers - {accused, self.accused} for accused, signers in self._signers.items() if accused != self.accused
        )
        if self.going_on and any(against):
            self._match.turn(Phase.OVER)

    def let_go(self, letter: Letter) -> None:
        """Wait no longer for a seat, if this letter says that it leaves."""
        body, seat = letter.body, _leaver(letter)
        if seat is None or self.accused is None or not isinstance(body, Event):
            return
        if abs(body.slot - self._log.slot) <= APART:
            self._leaves[seat] = letter
            self._docket.drop(Address(EXPULSION, self.accused, seat, 0))

    def conclude(self) -> list[News]:
        """All who are left have signed: a new epoch begins without the accused."""
        held = self._log.of_stage(EXPULSION)
        letters = [one for one in held if isinstance(one.body, Expel) and one.body.seat not in self._leaves]
        self._signers.clear()
        agreed = agree(self._match.session, letters)
        settled = SlotSettled(self._log.slot, agreed.head, tuple(letters))
        return [settled, *self._go_on(self._match.restart(agreed), agreed.members)]

    def _go_on(self, table: Table, rest: Sequence[int]) -> list[News]:
        out, self.accused = self.accused, None
        number = self._match.go_on(table, rest)
        return [PutOut(out, number)] if out is not None else []


def _leaver(letter: Letter) -> int | None:
    """Say which seat leaves by this letter."""
    body = letter.body
    return body.seat if isinstance(body, Event) and isinstance(body.move, LeaveMove) else None
