"""What a deal is made of: faces that lie hidden on the sides of places, and mixes that put them there.

Plain state with its bookkeeping; what may happen to it is judged by the deal. Must never know a secret.

A face changes its owner by a sealed share. Owner o alone locks it, so rest = F + x_o a; it seals A = sG and
B = x_o a + s X_p for p. Then (-A, rest - B) is F under p's key alone, because rest - B = F - s X_p = F + x_p (-A):
from there on p opens, seals and hands over the face as if it had been dealt to it.
"""

from __future__ import annotations

from collections.abc import Sequence

from .elgamal import Ciphertext, Deck
from .group import Point, add, negate, subtract
from .proving import Unproved
from .sealing import Seal


class HiddenFace:
    """One face of one place.

    `first` is the ciphertext as the mix or the last hand-over left it, under the key of the seats in the bit mask
    `holders`; `rest` is its b less every published share; `lock` is the mask of the holders that published none.
    `seals` holds what the lock's only seat sealed, by reader, with the ciphertext that it opens. `owners` holds, by
    former owner, the ciphertext that its key opens still. `joined` are shares of seats that are no holders: a
    reshuffle adds them. A face is `spent` once its place went into a reshuffle.
    """

    __slots__ = ("first", "holders", "joined", "lock", "owners", "rest", "seals", "shares", "spent")

    def __init__(self, first: Ciphertext, holders: int) -> None:
        self.owners: dict[int, Ciphertext] = {}
        self.seals: dict[int, tuple[Seal, Ciphertext]] = {}
        self.spent = False
        self._lie(first, holders)

    def _lie(self, first: Ciphertext, holders: int) -> None:
        self.first = first
        self.rest = first.b
        self.holders = holders
        self.lock = holders
        self.shares: dict[int, Point] = {}
        self.joined: dict[int, Point] = {}

    @property
    def left(self) -> Ciphertext:
        """The ciphertext as it is now, under the key of the seats in the lock."""
        return Ciphertext(self.first.a, self.rest)

    def seal(self, to: int, one: Seal) -> None:
        """Take a checked sealed share of the lock's only seat."""
        self.seals[to] = one, self.left

    def hand_over(self, owner: int, to: int) -> None:
        """Let seat `to` lock the face alone, by what `owner` sealed to it while it locked the face alone."""
        one, _ = self.seals[to]
        self.owners[owner] = self.left
        self._lie(Ciphertext(negate(one.a), subtract(self.rest, one.b)), 1 << to)

    def publish(self, seat: int, share: Point) -> None:
        """Take a checked share of a seat in the lock."""
        self.shares[seat] = share
        self.rest = subtract(self.rest, share)
        self.lock &= ~(1 << seat)

    def under(self, members: int) -> Ciphertext:
        """Return the ciphertext under the key of the seats in the mask `members` alone, for them to mix.

        That is `first` less the shares of holders that are none of them, plus those of members that joined.
        """
        b = self.first.b
        for seat in sorted(self.shares):
            if not members >> seat & 1:
                b = subtract(b, self.shares[seat])
        for seat in sorted(self.joined):
            if members >> seat & 1:
                b = add(b, self.joined[seat])
        return Ciphertext(self.first.a, b)


class MixStage:
    """One shuffle of both decks by several seats in turn.

    `number` is 0 for the start of the deal and grows with every reshuffle begun. `history` holds the decks of
    both sides: the input, then what each seat of `members` made of it; `unproved` those of them that are not checked
    yet, oldest first. `proved` says that all have mixed and all of it was checked: then the cards lie at their places.
    """

    __slots__ = ("history", "inputs", "key", "members", "number", "outputs", "proved", "unproved")

    def __init__(
        self,
        number: int,
        members: tuple[int, ...],
        key: Point,
        decks: tuple[Deck, ...],
        inputs: Sequence[int],
        outputs: Sequence[int],
    ) -> None:
        self.number = number
        self.members = members
        self.key = key
        self.inputs = tuple(inputs)
        self.outputs = tuple(outputs)
        self.history: list[tuple[Deck, ...]] = [decks]
        self.unproved: list[Unproved] = []
        self.proved = False

    @property
    def turn(self) -> int | None:
        """The seat whose shuffle is next, or None when all have shuffled."""
        return next(iter(self.to_mix), None)

    @property
    def to_mix(self) -> tuple[int, ...]:
        """The seats that have not shuffled yet, the next one first."""
        return self.members[len(self.history) - 1 :]

    @property
    def decks(self) -> tuple[Deck, ...]:
        """The decks as they stand."""
        return self.history[-1]
