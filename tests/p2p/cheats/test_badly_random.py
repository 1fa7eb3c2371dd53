"""A shuffler that leaves all cards where they are, and proves it: every proof holds, and its seed does not explain it.

That is the second line: whoever's system gives it weak chance, or who has a mind to it, is found when seeds are shown.
"""

from __future__ import annotations

import random

import pytest

from fliptable.p2p.deal import group, shuffle_proof
from fliptable.p2p.deal.deal import Deal
from fliptable.p2p.deal.elgamal import blinding, encode_deck, shuffle
from fliptable.p2p.deal.payloads import Mixed
from fliptable.p2p.deal.randomness import Nonces
from fliptable.p2p.seat import OwnSeat

from ..forger import seated, sentenced, with_cheat
from ..steering import peer_at
from .crooked import SEATS
from .tables import Table, reshuffled, small


class Lazy(OwnSeat):
    """Hides every card anew and moves none."""

    def _mix(self, deal: Deal, bound: bytes) -> Mixed | None:
        stage = deal.stages[-1]
        dice = random.Random(f"{self.seat} {stage.number}")
        decks: list[bytes] = []
        proofs: list[bytes] = []
        for side, before in enumerate(stage.decks):
            order = list(range(len(before)))
            scalars = [group.reduce(dice.randbytes(64)) for _ in before]
            made = shuffle(before, order, blinding(scalars, stage.key))
            script = deal.mix_statement(self.seat, bound, stage, side)
            nonces = Nonces(b"", b"", dice.randbytes)
            proofs.append(shuffle_proof.prove(script, stage.key, [before], [made], order, [scalars], nonces))
            decks.append(encode_deck(made))
        return Mixed(tuple(decks), tuple(proofs))


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("table", [small, reshuffled])
def test_a_mix_that_does_not_follow_from_the_seed(table: Table, seat: int) -> None:
    board = table()
    seated(board)
    cheat = board.peers.index(peer_at(board, seat))
    with_cheat(board, Lazy, cheat)
    sentenced(board, {"mix-not-from-seed"}, cheat=cheat, whole=True)
