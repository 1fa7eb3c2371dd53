"""What a deal is made of: faces that lie hidden on the sides of places, and mixes that put them there.

Plain state with its bookkeeping; what may happen to it is judged by the deal. Must never know a secret.
"""

from __future__ import annotations

from collections.abc import Sequence

from .elgamal import Ciphertext, Deck
from .group import Point, subtract
from .sealing import Seal


class HiddenFace:
    """One face of one place.

    `first` is the ciphertext as the mix left it, under the key of the seats in the bit mask `holders`; `rest`
    is its b less every published share; `lock` is the mask of the holders that published none. `seals` holds
    what the lock's only seat sealed, by reader. A face is `spent` once its place went into a reshuffle.
    """

    __slots__ = ("first", "holders", "lock", "rest", "seals", "shares", "spent")

    def __init__(self, first: Ciphertext, holders: int) -> None:
        self.first = first
        self.rest = first.b
        self.holders = holders
        self.lock = holders
        self.shares: dict[int, Point] = {}
        self.seals: dict[int, Seal] = {}
        self.spent = False

    def publish(self, seat: int, share: Point) -> None:
        """Take a checked share of a seat in the lock."""
        self.shares[seat] = share
        self.rest = subtract(self.rest, share)
        self.lock &= ~(1 << seat)


class MixStage:
    """One shuffle of both decks by several seats in turn.

    `number` is 0 for the start of the deal and grows with every reshuffle begun. `history` holds the decks of
    both sides: the input, then what each seat of `members` made of it.
    """

    __slots__ = ("history", "inputs", "key", "members", "number", "outputs")

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

    @property
    def turn(self) -> int | None:
        """The seat whose shuffle is next, or None when all have shuffled."""
        done = len(self.history) - 1
        return self.members[done] if done < len(self.members) else None

    @property
    def decks(self) -> tuple[Deck, ...]:
        """The decks as they stand."""
        return self.history[-1]
