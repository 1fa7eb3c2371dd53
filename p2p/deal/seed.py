"""What one seat's seed makes it do in one deal: its commitment, its key, its part of each mix.

The seat itself and the auditors after it compute the same from the same 32 bytes. This module must never draw
anything fresh, and holds the seed without ever showing it.
"""

from __future__ import annotations

from .confidential import Confidential
from .elgamal import Ciphertext, Deck, blinding, shuffle
from .group import Point, Scalar
from .randomness import SEED_BYTES, Stream, salt
from .transcript import Transcript


class Seed(Confidential):
    """The seed of one seat in one deal and everything that follows from it.

    Raises ValueError unless `seed` has 32 bytes. It cannot be copied or pickled, and its repr shows nothing.
    """

    __slots__ = ("_deal", "_salt", "_seat", "_seed", "_session")

    def __init__(self, seed: bytes, session: bytes, deal: int, seat: int) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a round seed has {SEED_BYTES} bytes")
        self._seed = seed
        self._session = session
        self._deal = deal
        self._seat = seat
        self._salt = salt(session, deal, seat)

    def commitment(self) -> bytes:
        """Return SHA-256 of session, deal, seat and seed, as labelled fields."""
        script = Transcript("commitment")
        script.absorb("session", self._session)
        script.absorb_numbers("deal", (self._deal,))
        script.absorb_numbers("seat", (self._seat,))
        script.absorb("seed", self._seed)
        return script.digest()

    def key(self) -> Scalar:
        """Return the secret round key x."""
        return Stream(self._seed, self._salt, "key").scalar()

    def permutation(self, stage: int, side: int, size: int) -> list[int]:
        """Return how this seat permutes one deck of a mix; stage 0 is the start, 1 the first reshuffle."""
        return Stream(self._seed, self._salt, f"permutation {stage} {side}").permutation(size)

    def scalars(self, stage: int, side: int, size: int) -> list[Scalar]:
        """Return what this seat re-encrypts each card of one deck of a mix with."""
        return Stream(self._seed, self._salt, f"blinds {stage} {side}").scalars(size)

    def shuffle(self, stage: int, side: int, deck: Deck, key: Point) -> list[Ciphertext]:
        """Return this seat's shuffle of one deck of a mix under the joint key."""
        size = len(deck)
        return shuffle(deck, self.permutation(stage, side, size), blinding(self.scalars(stage, side, size), key))
