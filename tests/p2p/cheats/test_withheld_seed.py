"""Who will not show its seed after the round: that is said and written down, and the score stands: all was proved."""

from __future__ import annotations

import pytest

from fliptable.p2p.messages import GameBody, Seed
from fliptable.p2p.notices import Audited
from fliptable.p2p.phases import Task
from fliptable.p2p.seat import OwnSeat
from fliptable.p2p.verify import verify

from ..forger import CHEAT, changed, given_up, name_of, with_cheat
from .tables import Table, pair, small
from .test_silent import withholding


class Shy(OwnSeat):
    """Will not show its seed."""

    def make(self, task: Task) -> GameBody | None:
        body = super().make(task)
        return changed(body, seed=b"") if isinstance(body, Seed) else body


@pytest.mark.parametrize("table", [small, pair])
def test_a_seed_that_is_not_shown_is_said_and_the_score_stands(table: Table) -> None:
    board = table()
    with_cheat(board, Shy)
    board.run()
    name = name_of(board, CHEAT)
    for peer in board.peers:
        assert peer.ended is not None
        assert peer.ended.outcome == "finished"
        assert not peer.faults
        assert peer.ended.result is not None
        assert peer.ended.result.audit == "refused"
        audits = [notice for notice in peer.notices if isinstance(notice, Audited)]
        assert [(notice.result, notice.names) for notice in audits] == [("refused", (name,))]
        verdict = verify(bytes(peer.record))
        assert verdict.ok
        assert verdict.result == peer.ended.result


def test_who_says_nothing_at_all_is_waited_for_no_longer() -> None:
    board = small()
    withholding(board, Seed, {0, 2})
    given_up(board)
