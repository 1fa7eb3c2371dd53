"""Leaving at odd moments must not leave a lock behind that nobody can open any more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fliptable.core.moves import Leave, Move
from fliptable.core.phases import Challenged, Naming
from fliptable.core.rules import PRESETS
from fliptable.core.table import Table

from ..forger import CHEAT, referee_of
from ..switchboard import Peer, Switchboard, random_player
from .crafted import bury, craft

RULES = replace(PRESETS["quick"], hand_size=3)


def goes_first(peer: Peer, board: Switchboard) -> Move | None:
    """Leave at once; the others wait until then."""
    if board.peers.index(peer) == CHEAT:
        return Leave()
    return None if peer.session.status[0] == 1 else random_player(peer, board)


@pytest.mark.parametrize("phase", [Naming, Challenged])
@pytest.mark.parametrize("left", [0, 1])
def test_who_leaves_holds_no_key_of_a_reshuffle_in_that_slot(left: int, phase: type[Naming | Challenged]) -> None:
    """Somebody was caught while the leaver had to decide: the penalty is drawn after the leaver is gone."""
    board = Switchboard(3, 3, RULES, player=goes_first)
    board.run(lambda: board.peers[0].session.referee is not None)
    seat = referee_of(board.peers[0]).seat_of(board.peers[CHEAT].key)
    assert seat is not None

    def caught(table: Table) -> None:
        bury(table, left)
        table.turn = seat
        after = table.after(seat)
        table.phase = Naming(after) if phase is Naming else Challenged(after, 0, table.discard[-1], 2)
        table.owed = {after: 2}

    craft(board, caught)
    staying = [peer for number, peer in enumerate(board.peers) if number != CHEAT]
    # The pile is made anew by now, and drawn from.
    board.run(lambda: all(peer.session.outcome or peer.session.status[0] >= 7 for peer in staying))
    assert board.peers[CHEAT].session.outcome == "left"
    for peer in staying:
        assert peer.session.outcome in (None, "finished")
        assert not peer.faults


@pytest.mark.parametrize("seats", [2, 3])
def test_all_may_leave_in_one_slot(seats: int) -> None:
    board = Switchboard(seats, 3, RULES, player=lambda peer, board: Leave())
    board.run()
    assert all(peer.ended is not None and peer.ended.outcome in ("left", "finished") for peer in board.peers)
    assert not any(peer.faults for peer in board.peers)
