"""A cheat that is alive and keeps everybody waiting by what it says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fliptable.core.rules import PRESETS
from fliptable.p2p import letter as letters
from fliptable.p2p.messages import Body, Event, Yield
from fliptable.p2p.notices import Waiting

from ..forger import CHEAT, Forger, changed, honest, identity_of, name_of, on
from ..switchboard import Peer, Switchboard

RULES = replace(PRESETS["quick"], hand_size=3)


def expelled(board: Switchboard) -> None:
    """The honest give up on the cheat, and name nobody else."""
    board.run(lambda: all(peer.ended is not None for peer in honest(board)))
    name = name_of(board, CHEAT)
    for peer in honest(board):
        assert peer.ended is not None
        assert peer.ended.outcome == "void"
        assert peer.ended.text.startswith(f"{name} fell silent")
        assert {who for notice in peer.notices if isinstance(notice, Waiting) for who in notice.names} == {name}


@pytest.mark.parametrize("seats", [2, 4])
def test_who_yields_to_an_event_that_nobody_has_seen(seats: int) -> None:
    """A person may think for ever, but who says that something has happened has to show it."""
    board = Switchboard(seats, 3, RULES, player=lambda peer, board: None)
    board.run(lambda: all(peer.session.referee is not None for peer in board.peers))
    board.run(lambda: all(peer.session.status[0] == 1 for peer in board.peers))
    board.run(lambda: board.now > 60)
    assert not any(peer.ended for peer in board.peers)
    peer = board.peers[CHEAT]
    own = peer.session.__dict__["_own"]
    head = (*_place(peer), own.seat, peer.session.status[1])
    data = letters.write(identity_of(peer), Yield(*head, (bytes(32),))).data
    for target in range(seats):
        if target != CHEAT:
            board.send(CHEAT, target, data)
    expelled(board)


def _place(peer: Peer) -> tuple[bytes, int, int]:
    referee = peer.session.referee
    assert referee is not None
    return referee.session, referee.log.epoch, referee.log.slot


@pytest.mark.parametrize("kind", [Event, Yield])
def test_who_speaks_of_another_log_to_everybody(kind: type[Event] | type[Yield]) -> None:
    board = Switchboard(3, 31, RULES)

    def change(body: Event | Yield) -> Body | None:
        return changed(body, head=bytes(32)) if body.slot > 3 else None

    Forger(board, on(kind, change))
    expelled(board)
