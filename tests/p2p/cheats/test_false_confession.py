"""Who is innocent and confesses: that counts, and is nobody's fault; the cards are drawn all the same."""

from __future__ import annotations

from fliptable.core.events import Verdict
from fliptable.p2p.messages import Answer, Statements
from fliptable.p2p.owed import Owed
from fliptable.p2p.seat import OwnSeat

from ..forger import CHEAT, said, with_cheat
from ..steering import events_of
from .tables import innocent


class Confessor(OwnSeat):
    """Always confesses."""

    def _guilty(self, owed: Owed) -> bool:
        return True


def test_a_false_confession_counts() -> None:
    board = innocent()
    with_cheat(board, Confessor)
    answers: list[Answer] = []
    stated: list[Statements] = []

    def tap(source: int, target: int, data: bytes) -> bytes:
        body = said(data)
        if source == CHEAT and isinstance(body, Answer):
            answers.append(body)
        elif source == CHEAT and isinstance(body, Statements) and answers and body.slot == answers[0].slot:
            stated.append(body)
        return data

    board.tap = tap
    board.run(lambda: bool(answers) and all(peer.session.status[0] > answers[0].slot + 2 for peer in board.peers))
    assert not any(peer.faults for peer in board.peers)
    assert answers[0].guilty
    assert not stated
    assert any(isinstance(event, Verdict) and event.guilty for event in events_of(board, 0))
