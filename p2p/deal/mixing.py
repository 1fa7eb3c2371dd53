"""One seat's mix of one deck, made in two halves: what needs no deck, then the rest with its proof.

This module must never show what it holds: a permutation, and the scalars that hide it.
"""

from __future__ import annotations

from .confidential import Confidential
from .elgamal import Deck, blinding, encode_deck, shuffle
from .randomness import Nonces
from .seed import Seed
from .shuffle_proof import Prover
from .stage import MixStage
from .transcript import Transcript


class Mixer(Confidential):
    """A mix to be, as far as it needs no deck: more than half of the work. It serves once, as its prover does.

    `statement` names what the proof will be for; the nonces are mixed with it.
    """

    __slots__ = ("_blinds", "_key", "_permutation", "_prover", "_scalars")

    def __init__(self, work: Seed, stage: MixStage, side: int, statement: Transcript, nonces: Nonces) -> None:
        size = len(stage.outputs)
        self._key = stage.key
        self._permutation = work.permutation(stage.number, side, size)
        self._scalars = work.scalars(stage.number, side, size)
        self._blinds = blinding(self._scalars, stage.key)
        self._prover = Prover(statement.digest(), self._permutation, 1, nonces)

    def mix(self, script: Transcript, deck: Deck) -> tuple[bytes, bytes]:
        """Return the deck after this mix and the proof; raises NotInGroup if the deck holds what is no point."""
        mixed = shuffle(deck, self._permutation, self._blinds)
        return encode_deck(mixed), self._prover.prove(script, self._key, [deck], [mixed], [self._scalars])
