"""Nobody lies: at the tables where liars sit in the other files of this folder, nobody is named then."""

from __future__ import annotations

import pytest

from ..forger import undisturbed
from .tables import TABLES, Table, ahead, drawing, guilty, innocent, pair, reshuffled, small


@pytest.mark.parametrize("table", [small, pair, reshuffled, ahead, guilty])
def test_nobody_is_named_where_nobody_lies(table: Table) -> None:
    undisturbed(table())


@pytest.mark.parametrize("table", [innocent, drawing])
def test_nobody_is_named_for_what_others_lie_about(table: Table) -> None:
    """What the liars of the other files do is over by then."""
    board = table()
    board.run(lambda: all(peer.session.status[0] > 24 for peer in board.peers))
    assert not any(peer.faults for peer in board.peers)


def test_every_table_is_here() -> None:
    assert set(TABLES) == {small, pair, reshuffled, ahead, guilty, innocent, drawing}


@pytest.mark.parametrize(("table", "delay"), [(small, 0.3), (pair, 1.0), (reshuffled, 1.0), (ahead, 0.3)])
def test_a_bad_network_is_nobodys_fault(table: Table, delay: float) -> None:
    """Letters get lost, come twice, late, and in any order."""
    board = table()
    board.delay, board.loss, board.twice = delay, 0.1, 0.1
    undisturbed(board)
