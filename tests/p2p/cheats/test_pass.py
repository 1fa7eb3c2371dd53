"""A seat that passes although a card fits, before somebody who was shown its hand and others who were not.

All must judge by what all know: who knows more may not end the match for something the others cannot see.
"""

from __future__ import annotations

from dataclasses import replace

from fliptable.core.disclose import seal
from fliptable.core.moves import Move, Pass
from fliptable.core.phases import TURN
from fliptable.core.rules import PRESETS
from fliptable.core.table import Table
from fliptable.p2p.messages import Event

from ..forger import CHEAT, referee_of, said, sentenced, with_cheat
from ..switchboard import Peer, Switchboard
from .brazen import Brazen
from .crafted import bury, craft

RULES = replace(PRESETS["quick"], hand_size=7)
READER = 0


def sulky(peer: Peer, board: Switchboard) -> Move | None:
    """The cheat passes once, and else everybody plays what fits."""
    view = peer.session.view()
    assert view is not None
    if view.seat not in view.to_act:
        return None
    return Pass() if board.peers.index(peer) == CHEAT and peer.session.status[0] == 1 else view.legal[0]


def spent(board: Switchboard) -> None:
    """Let the game begin with nothing left to draw, the cheat to act, and its hand shown to one peer."""
    board.run(lambda: all(peer.session.referee is not None for peer in board.peers))
    referee = referee_of(board.peers[0])
    cheat, reader = (referee.seat_of(board.peers[number].key) for number in (CHEAT, READER))
    assert cheat is not None
    assert reader is not None

    def change(table: Table) -> None:
        bury(table, 0)
        del table.discard[:-1]
        table.turn, table.phase = cheat, TURN
        for place in table.hands[cheat]:
            seal(table, place, table.side, cheat, reader)

    craft(board, change)


def test_a_false_pass_is_found_by_all_or_by_none() -> None:
    board = Switchboard(3, 3, RULES, player=sulky)
    with_cheat(board, Brazen)
    spent(board)
    late: set[tuple[int, bytes]] = set()

    def tap(source: int, target: int, data: bytes) -> bytes | None:
        if source == CHEAT and isinstance(said(data), Event) and (target, data) not in late:
            # By the time it comes, whoever was shown the hand has read it.
            late.add((target, data))
            board.at(board.now + 0.2, lambda: board.send(source, target, data))
            return None
        return data

    board.tap = tap
    sentenced(board, {"bad-membership-proof"}, crafted=True)
