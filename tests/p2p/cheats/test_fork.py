"""A cheat that tells one peer one thing and the others another, where what is due depends on it.

Everybody then owes something else to everybody, and each honest letter looks false to the other side.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import pytest

from fliptable.core.moves import Call, Catch, Move, Play
from fliptable.p2p.deal.deal import Deal
from fliptable.p2p.deal.payloads import Mixed
from fliptable.p2p.messages import Body, CatchMove, Event, GameBody, LeaveMove, Mix, Remix, Shares, Yield
from fliptable.p2p.owed import Owed
from fliptable.p2p.phases import Phase, Task
from fliptable.p2p.seat import OwnSeat

from ..forger import CHEAT, Forger, changed, head_of, on, seated, sentenced, with_cheat
from ..steering import peer_at
from ..switchboard import Peer, Switchboard
from .crooked import SEATS, unmoved
from .tables import QUICK, Table, reshuffled, small


class Fork(Forger):
    """The cheat has an event for some where it yields to the others; without `move` it catches whom it can."""

    def __init__(self, board: Switchboard, targets: set[int], move: LeaveMove | None = None) -> None:
        super().__init__(board, self._instead, targets)
        self._board, self._move = board, move
        self._began: dict[tuple[int, int], tuple[bytes, int]] = {}
        self._late: set[tuple[int, bytes]] = set()

    def __call__(self, source: int, target: int, data: bytes) -> bytes | None:
        for peer in self._board.peers:
            referee = peer.session.referee
            if referee is not None and referee.phase is Phase.PLAY:
                self._began[referee.log.epoch, referee.log.slot] = referee.digest, referee.table.catchable
        forged = super().__call__(source, target, data)
        if source == CHEAT and forged is not None and self.done is not None and (target, data) not in self._late:
            # Both stories come so late that nobody's letter speaks of either.
            self._late.add((target, data))
            board = self._board
            board.at(board.now + 0.2, lambda: board.send(source, target, data))
            return None
        return forged

    def _instead(self, body: Body) -> Body | None:
        if not isinstance(body, Yield) or (body.epoch, body.slot) not in self._began:
            return None
        digest, catchable = self._began[body.epoch, body.slot]
        caught = [seat for seat in range(4) if catchable >> seat & 1 and seat != body.seat]
        if self._move is None and not caught:
            return None
        return Event(*head_of(body), body.slot, digest, self._move or CatchMove(caught[0]))


def unwary(peer: Peer, board: Switchboard) -> Move | None:
    """Play at random, but say nothing about anybody's last card."""
    view = peer.session.view()
    assert view is not None
    moves = [move for move in view.legal if not isinstance(move, Call | Catch)]
    plays = [replace(move, call=False) for move in moves if isinstance(move, Play)]
    return board.random.choice(plays or moves) if moves else None


@pytest.mark.parametrize("targets", [{0}, {0, 2}])
@pytest.mark.parametrize("move", [None, LeaveMove()])
def test_an_event_that_only_some_have_seen(move: LeaveMove | None, targets: set[int]) -> None:
    """All had yielded to somebody else's event already, so their letters say nothing of the cheat's."""
    board = Switchboard(4, 34, QUICK, player=unwary)
    Fork(board, targets, move)
    sentenced(board, {"equivocation"})


class Twofold(OwnSeat):
    """Proves its shares twice: `other` has a second letter for the first, as right as that one."""

    other: ClassVar[dict[Shares, Shares]] = {}

    def _of_due(self, task: Task, owed: Owed, head: tuple[bytes, int, int, bytes]) -> GameBody | None:
        body, again = super()._of_due(task, owed, head), super()._of_due(task, owed, head)
        if isinstance(body, Shares) and isinstance(again, Shares):
            self.other[body] = again
        return body


@pytest.mark.parametrize("seed", [2, 5])
def test_a_due_letter_that_is_another_for_some(seed: int) -> None:
    """The same shares with another proof: nothing differs but the log."""
    board = Switchboard(3, seed, QUICK)
    with_cheat(board, Twofold)
    Forger(board, on(Shares, Twofold.other.get), {2})
    sentenced(board, {"equivocation"})


class Twice(OwnSeat):
    """Mixes twice, in two ways, and both are proved: `other` has the second one."""

    other: ClassVar[dict[Mixed, Mixed]] = {}

    def _mix(self, deal: Deal, bound: bytes) -> Mixed | None:
        mixed = super()._mix(deal, bound)
        if mixed is not None:
            self.other[mixed] = unmoved(deal, self.seat, bound)
        return mixed


def other_mix(body: Mix | Remix) -> Body | None:
    mixed = Twice.other.get(Mixed(body.decks, body.proofs))
    return changed(body, decks=mixed.decks, proofs=mixed.proofs) if mixed else None


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize(("kind", "table"), [(Mix, small), (Remix, reshuffled)])
def test_a_mix_that_is_another_for_some(kind: type[Mix] | type[Remix], table: Table, seat: int) -> None:
    """Every share for a card of the one deck would be a false one for those who hold the other."""
    board = table()
    seated(board)
    cheat = board.peers.index(peer_at(board, seat))
    with_cheat(board, Twice, cheat)
    Forger(board, on(kind, other_mix), {(cheat + 1) % 3}, cheat)
    sentenced(board, {"equivocation"}, cheat=cheat)
