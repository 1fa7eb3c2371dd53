"""Who is innocent and confesses: that counts, and is nobody's fault; the cards are drawn all the same."""

from __future__ import annotations

from fliptable.p2p.messages import Answer, Statements
from fliptable.p2p.owed import Owed
from fliptable.p2p.seat import OwnSeat

from ..forger import CHEAT, said, undisturbed, with_cheat
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
    undisturbed(board)
    assert answers
    assert answers[0].guilty
    assert not stated
