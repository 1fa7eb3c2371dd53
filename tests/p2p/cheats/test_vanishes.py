"""A peer that is gone with its key, in the middle of something: named after seconds, and not waited for for ever."""

from __future__ import annotations

import pytest

from fliptable.p2p.notices import DealtAgain, Waiting
from fliptable.p2p.phases import Phase

from ..forger import CHEAT, honest, name_of, referee_of
from ..switchboard import Peer
from .tables import Table, ahead, pair, reshuffled, small


def gone_on(peer: Peer, name: str) -> bool:
    return any(isinstance(notice, DealtAgain) and notice.without == name for notice in peer.notices)


PHASES = (Phase.DEAL, Phase.DEALT, Phase.PLAY, Phase.DUES)
SHORT = {(small, Phase.DEAL), (reshuffled, Phase.DUES), (ahead, Phase.DEALT)}
"""With every phase of two seats."""


@pytest.mark.parametrize(
    ("table", "phase"),
    [
        pytest.param(table, phase, marks=() if table is pair or (table, phase) in SHORT else pytest.mark.slow)
        for table in (small, pair, reshuffled, ahead)
        for phase in PHASES
    ],
)
def test_who_vanishes_holds_nobody_up_for_long(table: Table, phase: Phase) -> None:
    board = table()
    board.run(lambda: all(peer.session.referee is not None for peer in board.peers))
    board.run(lambda: any(referee_of(peer).phase is phase for peer in board.peers))
    name, since = name_of(board, CHEAT), board.now
    board.cut(CHEAT)
    rest = honest(board)
    board.run(lambda: any(isinstance(notice, Waiting) for peer in rest for notice in peer.notices))
    assert board.now - since < 10
    board.run(lambda: all(gone_on(peer, name) or peer.ended for peer in rest))
    assert board.now - since < 70
    board.run()
    for peer in rest:
        assert peer.ended is not None
        assert peer.ended.outcome == ("finished" if len(rest) > 1 else "void")
        assert not peer.faults
        assert {who for notice in peer.notices if isinstance(notice, Waiting) for who in notice.names} == {name}
