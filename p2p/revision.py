"""One revision of a seat list: the letters of its members about it, step by step, up to the charter.

    step     each sends      which is right when                        then
    READY    Ready           it hashes the same members and rules       COMMIT, once the list is closed
    COMMIT   NonceCommit     all are ready                              REVEAL
    REVEAL   NonceReveal     it fits the commitment                     SIGN
    SIGN     Accord          it names the charter computed from these   DONE

Every member sends exactly one letter a step, and a step is taken when the letters of all are here. Two letters of
one member for one step, or a nonce that does not fit, are a proof against it; what is merely not right, or too
early, is left where it is. Must never know who keeps the list, who is connected, or what time it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum

from .charter import agreed, commitment, draw_up, session_of
from .errors import PeerFault
from .letter import Letter
from .messages import Accord, Charter, NonceCommit, NonceReveal, OfList, Ready, Seats


class Step(IntEnum):
    """How far the letters have come."""

    READY = 1
    COMMIT = 2
    REVEAL = 3
    SIGN = 4
    DONE = 5


STEPS: Mapping[Step, tuple[type[OfList], Step]] = {
    Step.READY: (Ready, Step.COMMIT),
    Step.COMMIT: (NonceCommit, Step.REVEAL),
    Step.REVEAL: (NonceReveal, Step.SIGN),
    Step.SIGN: (Accord, Step.DONE),
}
"""What each member sends in a step, and the step that follows when all are in."""

StepBody = Ready | NonceCommit | NonceReveal | Accord
STEP_OF: Mapping[type[OfList], Step] = {body: step for step, (body, _) in STEPS.items()}


class Revision:
    """What belongs to one revision of the list and to no other; `letter` is the list as its clerk signed it."""

    def __init__(self, letter: Letter, seats: Seats) -> None:
        self.letter = letter
        self.seats = seats
        self.step = Step.READY
        self.charter: Charter | None = None
        self._held: dict[tuple[Step, bytes], Letter] = {}
        self._seen: dict[tuple[Step, bytes], Letter] = {}
        self._argued: set[bytes] = set()
        self._nonce = b""

    @property
    def number(self) -> int:
        """The number of the revision."""
        return self.seats.revision

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The identity keys of the members; the first one's is the clerk."""
        return tuple(member.key for member in self.seats.members)

    def held(self, step: Step, key: bytes) -> Letter | None:
        """Give a member's letter of a step."""
        return self._held.get((step, key))

    def letters(self) -> list[Letter]:
        """Give all letters that are here."""
        return list(self._held.values())

    def missing(self, step: Step | None = None) -> tuple[bytes, ...]:
        """Give the members whose letter of a step, the current one by default, is not here."""
        at = step or self.step
        return () if at is Step.DONE else tuple(key for key in self.keys if (at, key) not in self._held)

    def enter(self, letter: Letter, body: OfList) -> bool:
        """Take a letter of a member if it is right; say whether it was new.

        Raises PeerFault with both letters for two different ones, or for a nonce that does not fit.
        """
        at = STEP_OF[type(body)], letter.sender
        # What was not right is remembered too: two letters for one step are a proof, whatever they say.
        seen = self._seen.setdefault(at, letter)
        if seen.data != letter.data:
            raise PeerFault("equivocation", (seen.data, letter.data))
        if at in self._held or not self._right(letter, body):
            return False
        self._held[at] = letter
        return True

    def _right(self, letter: Letter, body: OfList) -> bool:
        match body:
            case Ready():
                return body.agreed == agreed(self.seats)
            case NonceReveal():
                bound = self.held(Step.COMMIT, letter.sender)
                if bound is None or self.step < Step.REVEAL:
                    return False
                expected = commitment(self.seats.table, self.number, letter.sender, body.nonce)
                if isinstance(bound.body, NonceCommit) and bound.body.commitment != expected:
                    raise PeerFault("nonce", (bound.data, letter.data))
                return True
            case Accord():
                return self.charter is not None and body.session == session_of(self.charter)
            case _:
                return not self.missing(Step.READY)

    def quarrels_with(self, letter: Letter, body: OfList) -> bool:
        """Say, once a sender, that this letter signs another charter than ours."""
        if not isinstance(body, Accord) or self.charter is None or body.session == session_of(self.charter):
            return False
        new = letter.sender not in self._argued
        self._argued.add(letter.sender)
        return new

    def advance(self) -> bool:
        """Take the next step if all letters of this one are here; say whether it was taken."""
        if self.step is Step.DONE or self.missing() or (self.step is Step.READY and not self.seats.closed):
            return False
        self.step = STEPS[self.step][1]
        return True

    def make(self, me: bytes, entropy: Callable[[int], bytes]) -> StepBody:
        """Make our own body of the current step, once."""
        table, number = self.seats.table, self.number
        match self.step:
            case Step.COMMIT:
                self._nonce = entropy(32)
                return NonceCommit(table, number, commitment(table, number, me, self._nonce))
            case Step.REVEAL:
                return NonceReveal(table, number, self._nonce)
            case Step.SIGN:
                reveals = ((letter.sender, letter.body) for letter in self._held.values())
                nonces = {key: body.nonce for key, body in reveals if isinstance(body, NonceReveal)}
                self.charter = draw_up(self.seats, nonces)
                return Accord(table, number, session_of(self.charter))
            case _:
                return Ready(table, number, agreed(self.seats))
