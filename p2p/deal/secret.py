"""One seat's own secrets of one deal: its seed and round key, and every message made from them.

It makes messages and reads cards; it changes nothing, not even the deal: own messages go through `Deal` like
everybody's. Proofs carry fresh nonces, so one call is one message: a message that was signed is stored and
sent again, never made again. Seed and key stand in no repr, text or pickle.

This module must never publish a share for the seat's own good or ill: which cards to open is the caller's
affair.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from ..errors import Misuse
from . import dleq, group, sealing
from .deal import Card, Deal
from .elgamal import Ciphertext, encode_deck, shuffle
from .group import Point
from .payloads import Commit, Key, Mixed, Seals, Shares
from .randomness import Entropy, Nonces, salt
from .seed import Seed
from .stage import HiddenFace


class Secret:
    """What `seat` knows and nobody else.

    `seed` is 32 bytes, drawn for this deal alone; `entropy(n)` returns n unpredictable bytes and is asked for
    each proof.
    """

    __slots__ = ("_blinds", "_deal", "_key", "_nonces", "_public", "_seat", "_seed", "_work")

    def __init__(self, seed: bytes, seat: int, deal: Deal, entropy: Entropy) -> None:
        self._work = Seed(seed, deal.session, deal.number, seat)
        self._seed = seed
        self._seat = seat
        self._deal = deal
        self._nonces = Nonces(seed, salt(deal.session, deal.number, seat), entropy)
        self._key = self._work.key()
        self._public = group.base(self._key)
        self._blinds: dict[tuple[int, int], list[Ciphertext]] = {}

    def __repr__(self) -> str:
        return f"<Secret of seat {self._seat}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a secret is not pickled")

    @property
    def seed(self) -> bytes:
        """The seed: for the private journal, and for everybody after the round's last event."""
        return self._seed

    def commit(self) -> Commit:
        """Return the commitment to the seed; always the same."""
        return Commit(self._work.commitment())

    def key(self, context: bytes) -> Key:
        """Return the public round key with a fresh proof."""
        script = self._deal.statement("key", self._seat, context)
        return Key(self._public, dleq.prove_key(script, self._key, self._public, self._nonces))

    def prepare(self) -> None:
        """Compute the dear part of our coming mix ahead, which needs no deck. May be left out."""
        if not self._deal.stages or self._deal.mixing is None:
            return
        stage = self._deal.stages[-1]
        for side in range(len(stage.decks)):
            if (stage.number, side) not in self._blinds:
                blinds = self._work.blinds(stage.number, side, len(stage.outputs), stage.key)
                self._blinds[stage.number, side] = blinds

    def mix(self, context: bytes) -> Mixed:
        """Return this seat's shuffle of the decks; always the same.

        `context` is what shuffle proofs will be bound to; this version has none. Raises Misuse if it is not
        our turn.
        """
        if self._deal.mixing != self._seat:
            raise Misuse("it is not our turn to mix")
        self.prepare()
        stage = self._deal.stages[-1]
        mixed = [
            shuffle(deck, self._work.permutation(stage.number, side, len(deck)), self._blinds[stage.number, side])
            for side, deck in enumerate(stage.decks)
        ]
        return Mixed(tuple(encode_deck(deck) for deck in mixed), ())

    def shares(self, cards: Sequence[Card], context: bytes) -> Shares:
        """Return our shares of these cards with a fresh proof; raises Misuse unless we lock each."""
        return self._shares(cards, self._own(cards, exact=False), context)

    def _shares(self, cards: Sequence[Card], faces: Sequence[HiddenFace], context: bytes) -> Shares:
        bases = [hidden.first.a for hidden in faces]
        points = [group.multiply(self._key, base) for base in bases]
        script = self._deal.statement("shares", self._seat, context, cards)
        proof = dleq.prove_shares(script, self._key, self._public, bases, points, self._nonces)
        return Shares(b"".join(points), proof)

    def joins(self, cards: Sequence[Card], context: bytes) -> Shares:
        """Return our shares of cards whose key we do not hold, for a reshuffle; raises Misuse for any other."""
        faces = [self._deal.at(place, side) for place, side in cards]
        if not faces or any(hidden.holders >> self._seat & 1 for hidden in faces):
            raise Misuse("only who is no key holder joins a card")
        return self._shares(cards, faces, context)

    def seals(self, to: int, cards: Sequence[Card], context: bytes) -> Seals:
        """Return our shares sealed to a seat, with a fresh proof; raises Misuse unless we alone lock each."""
        if to == self._seat or to not in self._deal.keys:
            raise Misuse("cards are sealed to another seat of the deal")
        bases = [hidden.first.a for hidden in self._own(cards, exact=True)]
        script = self._deal.statement("seals", self._seat, context, cards)
        reader = self._deal.keys[to]
        return Seals(*sealing.seal(script, self._key, self._public, reader, bases, self._nonces))

    def read(self, place: int, side: int) -> int | None:
        """Return a face that is public, locked by us alone or once so, or sealed to us; else None.

        Raises Unreadable for what is no face.
        """
        hidden = self._deal.at(place, side)
        if hidden.lock == 0:
            return self._deal.face(place, side)
        if hidden.lock == 1 << self._seat:
            point = self._open(hidden.left)
        elif self._seat in hidden.owners:
            point = self._open(hidden.owners[self._seat])
        elif self._seat in hidden.seals:
            one, sealed = hidden.seals[self._seat]
            point = group.subtract(sealed.b, sealing.unseal(one, self._key))
        else:
            return None
        return self._deal.name_of(point, place, side)

    def _open(self, hidden: Ciphertext) -> Point:
        """Open what lies under our key alone."""
        return group.subtract(hidden.b, group.multiply(self._key, hidden.a))

    def _own(self, cards: Sequence[Card], *, exact: bool) -> list[HiddenFace]:
        bit = 1 << self._seat
        faces = [self._deal.at(place, side) for place, side in cards]
        if not faces or len(set(cards)) != len(cards):
            raise Misuse("a message of shares names one card or more, each once")
        if any(not hidden.lock & bit or (exact and hidden.lock != bit) for hidden in faces):
            raise Misuse("our share of a card named is not ours to give")
        return faces
