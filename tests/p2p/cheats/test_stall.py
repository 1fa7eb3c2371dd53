"""A cheat that is alive and keeps everybody waiting by what it says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fliptable.core.rules import PRESETS
from fliptable.p2p.messages import Body, Event, Yield

from ..forger import CHEAT, Forger, changed, given_up, on, own_of, referee_of, seated, sign
from ..switchboard import Switchboard

RULES = replace(PRESETS["quick"], hand_size=3)


@pytest.mark.parametrize("seats", [2, 4])
def test_who_yields_to_an_event_that_nobody_has_seen(seats: int) -> None:
    """A person may think for ever, but who says that something has happened has to show it."""
    board = Switchboard(seats, 3, RULES, player=lambda peer, board: None)
    seated(board)
    board.run(lambda: all(peer.session.status[0] == 1 for peer in board.peers))
    board.run(lambda: board.now > 60)
    assert not any(peer.ended for peer in board.peers)
    peer = board.peers[CHEAT]
    own = own_of(peer)
    slot, head = peer.session.status
    referee = referee_of(peer)
    data = sign(board, Yield(referee.session, referee.log.epoch, own.seat, head, slot, (bytes(32),)))
    for target in range(seats):
        if target != CHEAT:
            board.send(CHEAT, target, data)
    given_up(board)


@pytest.mark.parametrize("kind", [Event, Yield])
def test_who_speaks_of_another_log_to_everybody(kind: type[Event] | type[Yield]) -> None:
    board = Switchboard(3, 31, RULES)

    def change(body: Event | Yield) -> Body | None:
        return changed(body, head=bytes(32)) if body.slot > 3 else None

    Forger(board, on(kind, change))
    given_up(board)
