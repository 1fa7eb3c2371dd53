"""A shuffler that leaves all cards where they are, and proves it: every proof holds, and its seed does not explain it.

That is the second line: whoever's system gives it weak chance, or who has a mind to it, is found when seeds are shown.
"""

from __future__ import annotations

import pytest

from fliptable.p2p.deal.deal import Deal
from fliptable.p2p.deal.payloads import Mixed
from fliptable.p2p.seat import OwnSeat

from ..forger import seated, sentenced, with_cheat
from ..steering import peer_at
from .crooked import SEATS, unmoved
from .tables import Table, reshuffled, small


class Lazy(OwnSeat):
    """Hides every card anew and moves none."""

    def _mix(self, deal: Deal, bound: bytes) -> Mixed | None:
        return unmoved(deal, self.seat, bound)


@pytest.mark.parametrize(("table", "seat"), [*((small, seat) for seat in SEATS), (reshuffled, 1)])
def test_a_mix_that_does_not_follow_from_the_seed(table: Table, seat: int) -> None:
    board = table()
    seated(board)
    cheat = board.peers.index(peer_at(board, seat))
    with_cheat(board, Lazy, cheat)
    sentenced(board, {"mix-not-from-seed"}, cheat=cheat, whole=True)
