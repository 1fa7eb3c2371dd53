"""Who shows another seed after the round than the one it has committed to, or what is no seed."""

from __future__ import annotations

import pytest

from fliptable.p2p.messages import Commit, GameBody, Seed
from fliptable.p2p.phases import Task
from fliptable.p2p.seat import OwnSeat

from ..forger import Change, Forger, changed, flipped, on, sentenced, with_cheat
from ..switchboard import Switchboard
from .tables import QUICK, Table, small


def two_rounds() -> Switchboard:
    """Two seats: the first seeds are shown in the middle of the match."""
    return Switchboard(2, 3, QUICK.with_options({"match": "rounds", "rounds": 2}))


@pytest.mark.parametrize("table", [small, two_rounds])
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (on(Seed, lambda body: changed(body, seed=bytes(32))), "seed-not-committed"),
        (on(Seed, lambda body: changed(body, seed=flipped(body.seed))), "seed-not-committed"),
        (on(Seed, lambda body: changed(body, seed=body.seed[1:])), "seed-length"),
    ],
)
def test_a_seed_that_is_not_the_one_of_the_round(table: Table, change: Change, reason: str) -> None:
    board = table()
    Forger(board, change)
    sentenced(board, {reason}, whole=True)


class Fickle(OwnSeat):
    """Commits to no seed at all in the second deal, so as to be free to show any later."""

    def _of_deal(self, task: Task, head: tuple[bytes, int, int, bytes]) -> GameBody | None:
        body = super()._of_deal(task, head)
        return changed(body, commitment=bytes(32)) if isinstance(body, Commit) and body.deal == 2 else body


def test_a_commitment_to_nothing() -> None:
    board = two_rounds()
    with_cheat(board, Fickle)
    sentenced(board, {"seed-not-committed"}, whole=True)
