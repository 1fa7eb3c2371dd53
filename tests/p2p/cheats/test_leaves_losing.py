"""Who sees a bad hand, or that it is about to lose, and leaves so that the cards are dealt again.

They are not: the round goes on without it, its hand lies open, and it can win nothing any more.
"""

from __future__ import annotations

import pytest

from fliptable.core.cards import UNKNOWN
from fliptable.core.events import Left
from fliptable.p2p.notices import DealtAgain

from ..forger import CHEAT, honest, name_of, referee_of, seat_of, seated
from ..steering import events_of
from ..switchboard import leave_after
from .tables import Table, pair, small


@pytest.mark.parametrize("table", [small, pair])
@pytest.mark.parametrize("slots", [1, 5, 9])
def test_who_leaves_does_not_get_other_cards(table: Table, slots: int) -> None:
    board = table()
    board.peers[CHEAT].player = leave_after(slots)
    seated(board)
    seat, name = seat_of(board, CHEAT), name_of(board, CHEAT)
    rest = honest(board)
    board.run(lambda: any(isinstance(event, Left) for event in events_of(board, 0)))
    left = referee_of(board.peers[0]).table
    board.run()
    deals = {referee_of(peer).round.deal.number for peer in rest}
    assert deals == {1}
    for peer in rest:
        assert peer.ended is not None
        assert peer.ended.outcome == "finished"
        assert peer.ended.result is not None
        assert name not in peer.ended.result.winners
        assert peer.ended.result.winners
        assert not [notice for notice in peer.notices if isinstance(notice, DealtAgain)]
        assert not peer.faults
    assert left.out[seat] is not None
    assert all(face != UNKNOWN for face in (left.faces[left.side][place] for place in left.hands[seat]))
