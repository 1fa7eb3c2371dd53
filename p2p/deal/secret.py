"""One seat's own secrets of one deal: its seed and round key, and every message made from them.

It makes messages and reads cards; it changes nothing, not even the deal: own messages go through `Deal` like
everybody's. Proofs carry fresh nonces, so one call is one message: a message that was signed is stored and
sent again, never made again. Seed and key stand in no repr, text or pickle. `prepare` and `mix` may each run beside
the thread that goes on with the deal: they look at its last stage once, when they begin. A `mix` that overtakes its
`prepare` does all the work itself.

This module must never publish a share for the seat's own good or ill: which cards to open is the caller's
affair.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import Misuse
from . import dleq, group, membership, sealing
from .confidential import Confidential
from .deal import Card, Deal
from .elgamal import Ciphertext
from .group import Point
from .mixing import Mixer
from .payloads import Commit, Key, Mixed, Seals, Shares
from .randomness import Entropy, Nonces, salt
from .seed import Seed
from .stage import HiddenFace, MixStage


class Secret(Confidential):
    """What `seat` knows and nobody else.

    `seed` is 32 bytes, drawn for this deal alone; `entropy(n)` returns n unpredictable bytes and is asked for
    each proof.
    """

    __slots__ = ("_deal", "_key", "_mixed", "_mixers", "_nonces", "_public", "_seat", "_seed", "_work")

    def __init__(self, seed: bytes, seat: int, deal: Deal, entropy: Entropy) -> None:
        self._work = Seed(seed, deal.session, deal.number, seat)
        self._seed = seed
        self._seat = seat
        self._deal = deal
        self._nonces = Nonces(seed, salt(deal.session, deal.number, seat), entropy)
        self._key = self._work.key()
        self._public = group.base(self._key)
        self._mixers: dict[int, list[Mixer]] = {}  # of one stage, a deck each
        self._mixed = -1  # the last stage whose mix was made

    def __repr__(self) -> str:
        return f"<Secret of seat {self._seat}>"

    @property
    def seed(self) -> bytes:
        """The seed (32 bytes): for everybody, after the last event of the round."""
        return self._seed

    def commit(self) -> Commit:
        """Return the commitment to the seed; always the same."""
        return Commit(self._work.commitment())

    def key(self, context: bytes) -> Key:
        """Return the public round key with a fresh proof."""
        script = self._deal.statement("key", self._seat, context)
        return Key(self._public, dleq.prove_key(script, self._key, self._public, self._nonces))

    def prepare(self) -> None:
        """Compute ahead what our coming mix and its proof need no deck for: more than half. May be left out."""
        stage = self._deal.stages[-1] if self._deal.stages else None
        if stage is not None and self._seat in stage.to_mix and stage.number != self._mixed:
            self._prepared(stage)

    def mix(self, context: bytes) -> Mixed:
        """Return this seat's shuffle of the decks with a fresh proof each; once a stage.

        `context` is what the proofs are bound to. Raises Misuse if it is not our turn, and at a second call: its
        nonces are used up. Raises NotInGroup if somebody before us handed on what is no point; `first_false` of what
        is unproved says who, and of this stage nothing can come any more.
        """
        stage = self._deal.stages[-1] if self._deal.stages else None
        if stage is None or stage.turn != self._seat:
            raise Misuse("it is not our turn to mix")
        if stage.number == self._mixed:
            raise Misuse("a mix is made once: it is stored and sent again")
        mixers = self._prepared(stage)
        self._mixers = {}
        self._mixed = stage.number
        mixed = [
            mixer.mix(self._deal.mix_statement(self._seat, context, stage, side), deck)
            for side, (mixer, deck) in enumerate(zip(mixers, stage.decks, strict=True))
        ]
        return Mixed(tuple(deck for deck, _ in mixed), tuple(proof for _, proof in mixed))

    def _prepared(self, stage: MixStage) -> list[Mixer]:
        mixers = self._mixers.get(stage.number)
        if mixers is None:
            mixers = [
                Mixer(self._work, stage, side, self._deal.mix_statement(self._seat, b"", stage, side), self._nonces)
                for side in range(len(stage.decks))
            ]
            self._mixers = {stage.number: mixers}
        return mixers

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

    def statement(self, card: Card, faces: Sequence[int], context: bytes) -> bytes:
        """Return a fresh proof that a card shows one of these faces of its side.

        Raises Misuse if that is not true, unless we alone lock the card, and unless `faces` are numbers of faces,
        each once; Unreadable if the card shows no face.
        """
        (hidden,) = self._own([card], exact=True)
        points = self._deal.points_of(faces, card[1])
        face = self.read(*card)
        if face is None or face not in faces:
            raise Misuse("only the truth about a card is proved")
        script = self._deal.statement("membership", self._seat, context, [card])
        index = list(faces).index(face)
        return membership.prove(script, self._public, *hidden.left, points, index, self._key, self._nonces)

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
