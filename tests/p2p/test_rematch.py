"""After a match the same people play again: over the links they have, with everybody who wants to and nobody else."""

from __future__ import annotations

import pytest

from fliptable.p2p.errors import Misuse
from fliptable.p2p.notices import Began, Ended, PlayAgain
from fliptable.p2p.rematch import REPEAT_SECONDS
from fliptable.p2p.verify import verify

from .switchboard import Peer, Switchboard
from .test_chat import after
from .test_session import SHORT


def table(seats: int, seed: int = 3, loss: float = 0.0) -> Switchboard:
    """A table whose first match has come to its end, and at which everybody stays."""
    board = Switchboard(seats, seed, SHORT, loss=loss, twice=loss)
    for peer in board.peers:
        peer.session.stays = True
    board.run(lambda: all(peer.session.outcome for peer in board.peers), limit=6000)
    after(board, 1 + 10 * loss)
    for peer in board.peers:
        assert peer.ended is not None
        assert peer.ended.outcome == "finished"
    return board


def want(board: Switchboard, *seats: int) -> None:
    for seat in seats:
        board.peers[seat].session.play_again(board.now)
    board.tick_all()


def ends(peer: Peer) -> list[Ended]:
    return [notice for notice in peer.notices if isinstance(notice, Ended)]


def beginnings(peer: Peer) -> list[Began]:
    return [notice for notice in peer.notices if isinstance(notice, Began)]


def asked(peer: Peer) -> PlayAgain:
    return [notice for notice in peer.notices if isinstance(notice, PlayAgain)][-1]


def play_on(board: Switchboard, *seats: int, matches: int = 2) -> None:
    """These play the next match to its end, all the same one; the record of each holds by itself."""
    peers = [board.peers[seat] for seat in seats]
    board.run(lambda: all(len(ends(peer)) == matches for peer in peers), limit=board.now + 3000)
    results = [ends(peer)[-1].result for peer in peers]
    assert {ends(peer)[-1].outcome for peer in peers} == {"finished"}
    assert all(result == results[0] for result in results)
    assert results[0] is not None
    sessions = [one.session for one in beginnings(peers[0])]
    assert len(set(sessions)) == matches == len(sessions)
    assert set(results[0].seats) == {beginnings(peer)[0].seats[beginnings(peer)[0].me] for peer in peers}
    record = bytes(peers[0].record)
    last = record[record.rindex(b"fliptable record 1\n") :]
    assert all(bytes(peer.record).endswith(last) for peer in peers)
    verdict = verify(last)
    assert verdict.ok
    assert verdict.complete
    assert verdict.result == results[0]


@pytest.mark.parametrize(("seats", "loss"), [(2, 0.0), pytest.param(3, 0.1, marks=pytest.mark.slow)])
def test_all_want_to_and_play_again_and_again(seats: int, loss: float) -> None:
    board = table(seats, loss=loss)
    everybody = range(seats)
    assert all(set(asked(peer).undecided) == {"Ada", *(f"Bo{n}" for n in range(1, seats))} for peer in board.peers)
    want(board, *everybody)
    play_on(board, *everybody)
    after(board, 1 + 10 * loss)
    want(board, *everybody)
    play_on(board, *everybody, matches=3)


@pytest.mark.slow
def test_it_begins_only_when_all_who_are_there_want_to() -> None:
    board = table(3)
    want(board, 0, 1)
    after(board, 30)
    assert all(len(beginnings(peer)) == 1 for peer in board.peers)
    assert asked(board.peers[2]) == PlayAgain(("Ada", "Bo1"), ("Bo2",), False)
    want(board, 2)
    play_on(board, 0, 1, 2)


def test_a_wish_is_kept_until_the_match_is_over() -> None:
    board = Switchboard(2, 3, SHORT)
    board.run(lambda: all(peer.session.status[0] > 2 for peer in board.peers if peer.session.referee is not None))
    board.run(lambda: all(peer.session.referee is not None for peer in board.peers))
    want(board, 0, 1)
    play_on(board, 0, 1)


def test_the_opener_begins_with_those_who_want_to_and_the_other_is_out() -> None:
    board = table(3)
    want(board, 1)
    with pytest.raises(Misuse):
        board.peers[0].session.start(board.now)  # before it wants to itself
    want(board, 0)
    after(board, 1)
    with pytest.raises(Misuse):
        board.peers[1].session.start(board.now)
    board.peers[0].session.start(board.now)
    board.tick_all()
    play_on(board, 0, 1)
    want(board, 2)
    board.run(lambda: len(ends(board.peers[2])) == 2)
    assert ends(board.peers[2])[-1].outcome == "refused"


@pytest.mark.slow
def test_who_goes_is_not_waited_for() -> None:
    board = table(3)
    want(board, 0, 2)
    board.peers[1].session.leave(board.now)
    assert board.peers[1].session.over
    board.tick_all()
    play_on(board, 0, 2)


@pytest.mark.slow
def test_it_works_when_the_opener_has_gone() -> None:
    board = table(3)
    want(board, 2)
    board.peers[0].session.leave(board.now)
    want(board, 1)
    after(board, 1)
    assert asked(board.peers[1]).clerk
    play_on(board, 1, 2)


@pytest.mark.slow
@pytest.mark.parametrize("gone", [0, 1])
def test_who_falls_silent_is_not_waited_for(gone: int) -> None:
    board = table(3)
    rest = [seat for seat in range(3) if seat != gone]
    board.cut(gone)
    want(board, *rest)
    after(board, 5)
    assert all(len(beginnings(board.peers[seat])) == 1 for seat in rest)
    play_on(board, *rest)


def test_who_does_not_stay_says_so_and_nobody_is_left() -> None:
    board = Switchboard(2, 3, SHORT)
    board.peers[0].session.stays = True
    board.run()
    after(board, 1)
    session = board.peers[0].session
    assert session.over
    with pytest.raises(Misuse):
        session.play_again(board.now)


@pytest.mark.slow
def test_a_cut_while_it_begins_heals_or_costs_the_seat() -> None:
    board = table(3)
    want(board, 0, 1, 2)
    after(board, 0.05)
    board.cut(2)
    after(board, REPEAT_SECONDS)
    board.cuts.clear()
    board.tick_all()
    play_on(board, 0, 1, 2)


@pytest.mark.slow
def test_a_member_that_vanishes_while_it_begins_is_struck_off() -> None:
    board = table(3)
    want(board, 0, 1, 2)
    board.cut(2)
    play_on(board, 0, 1)
