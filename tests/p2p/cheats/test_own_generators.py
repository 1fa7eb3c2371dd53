"""Who proves a shuffle over generators of its own choice, of which it knows how they hang together.

With those it could prove anything; so nobody may choose them, and everybody computes them from a hash.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fliptable.p2p.deal import group, shuffle_proof
from fliptable.p2p.deal.deal import Deal
from fliptable.p2p.deal.elgamal import read_deck
from fliptable.p2p.deal.group import Point, Scalar
from fliptable.p2p.deal.payloads import Mixed
from fliptable.p2p.deal.shuffle_proof import holds
from fliptable.p2p.seat import OwnSeat

from ..forger import seated, sentenced, with_cheat
from ..steering import peer_at
from .crooked import SEATS
from .tables import small


def known(index: int) -> Point:
    """A multiple of the generator that the liar knows."""
    return group.base(Scalar((index + 2).to_bytes(32, "little")))


def over_own_generators(make: Callable[[], Mixed | None], deal: Deal, seat: int, bound: bytes) -> Mixed | None:
    """Let a modified program compute with its own generators, and see that its proof holds for them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shuffle_proof, "order_base", known)
        mixed = make()
        if mixed is not None:
            assert holds(claims_of(deal, seat, bound, mixed))
    return mixed


def claims_of(deal: Deal, seat: int, bound: bytes, mixed: Mixed) -> list[shuffle_proof.Claim]:
    stage = deal.stages[-1]
    decks = [read_deck(deck, len(deck) // 64) for deck in mixed.decks]
    return [
        shuffle_proof.read(deal.mix_statement(seat, bound, stage, side), stage.key, [before], [after], proof)
        for side, (before, after, proof) in enumerate(zip(stage.decks, decks, mixed.proofs, strict=True))
    ]


class Choosy(OwnSeat):
    """Mixes honestly, over its own generators."""

    def _mix(self, deal: Deal, bound: bytes) -> Mixed | None:
        return over_own_generators(lambda: self._secret(deal).mix(bound), deal, self.seat, bound)

    def preparation(self) -> Callable[[], None] | None:
        return None


@pytest.mark.parametrize("seat", SEATS)
def test_a_proof_over_other_generators(seat: int) -> None:
    board = small()
    seated(board)
    cheat = board.peers.index(peer_at(board, seat))
    with_cheat(board, Choosy, cheat)
    sentenced(board, {"bad-shuffle-proof"}, cheat=cheat)
