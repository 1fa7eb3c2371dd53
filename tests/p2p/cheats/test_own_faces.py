"""A shuffler whose deck has faces of its own making, a known multiple of one point each.

With such faces any observer reads the order: that is why the points of this protocol come out of a hash, and no
program may bring others.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from fliptable.p2p.deal import group
from fliptable.p2p.deal.elgamal import Ciphertext
from fliptable.p2p.deal.group import Scalar

from ..forger import seated
from .crooked import SEATS, Moment, Work, caught
from .tables import small


def multiples(count: int) -> list[group.Point]:
    return [group.base(Scalar(number.to_bytes(32, "little"))) for number in range(1, count + 1)]


def related(work: Work) -> Sequence[Ciphertext]:
    """Face t is (t + 1) G."""
    points = iter(multiples(len(work.made)))
    return [work.hidden(point, work.stage.key) for point in points]


@pytest.mark.parametrize("seat", SEATS)
def test_a_deck_of_faces_that_hang_together(seat: int) -> None:
    caught(related, Moment.START, seat)


def test_the_faces_of_the_game_do_not() -> None:
    """None is a small multiple of the generator, or of another one; and all differ, on both sides."""
    board = small()
    seated(board)
    referee = board.peers[0].session.referee
    assert referee is not None
    tables = referee.round.deal.tables
    points = [point for table in tables for point in table.points]
    assert len(set(points)) == len(points)
    assert not set(points) & set(multiples(120))
    small_ones = [Scalar(number.to_bytes(32, "little")) for number in range(2, 8)]
    assert not any(group.multiply(factor, point) in points for point in points for factor in small_ones)
