"""Somebody is away: the table is kept as long as one peer waits, and goes on without when all others want that."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fliptable.p2p import letter as letters
from fliptable.p2p.ballot import Ballot
from fliptable.p2p.errors import Misuse
from fliptable.p2p.identity import Identity
from fliptable.p2p.letter import Letter
from fliptable.p2p.messages import Absent
from fliptable.p2p.notices import Away, Back, DealtAgain
from fliptable.p2p.verify import verify

from .forger import name_of, referee_of, seat_of
from .switchboard import Peer, Switchboard
from .test_journal import RULES, ended_alike, signed


def at_the_table(seats: int, seed: int = 31) -> Switchboard:
    """A match that is being played, by people who vote themselves."""
    board = signed(Switchboard(seats, seed, RULES))
    board.run(lambda: all(peer.session.referee and peer.session.status[0] > 2 for peer in board.peers))
    for peer in board.peers:
        peer.session.patience = math.inf
    return board


def told(peer: Peer) -> list[Away]:
    return [notice for notice in peer.notices if isinstance(notice, Away)]


def gone_on(peer: Peer) -> list[str]:
    return [notice.without for notice in peer.notices if isinstance(notice, DealtAgain)]


def wait(board: Switchboard, seconds: float) -> None:
    end = board.now + seconds
    board.at(end, board.tick_all)
    board.run(lambda: board.now >= end, limit=math.inf)


def vote(board: Switchboard, number: int, *, end: bool) -> None:
    board.peers[number].session.vote(end, board.now)
    board.tick_all()


@pytest.mark.parametrize("seats", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_a_table_waits_for_an_hour_and_the_game_goes_on(seats: int) -> None:
    board = at_the_table(seats)
    board.cut(1)
    wait(board, 3600)
    assert not any(peer.ended for peer in board.peers)
    away = told(board.peers[0])
    assert [(notice.names, notice.ending) for notice in away] == [((name_of(board, 1),), ())]
    assert 20 <= away[0].seconds < 23
    board.cuts.clear()
    board.tick_all()
    board.run(limit=math.inf)
    assert any(isinstance(notice, Back) for notice in board.peers[0].notices)
    assert not any(gone_on(peer) for peer in board.peers)
    ended_alike(board)


def test_a_program_that_was_killed_may_come_back_after_minutes() -> None:
    board = at_the_table(2)
    board.away = 300.0
    board.kill(1)
    board.run(limit=math.inf)
    assert told(board.peers[0])
    ended_alike(board)


def test_nobody_votes_while_all_are_there() -> None:
    board = at_the_table(2)
    with pytest.raises(Misuse):
        board.peers[0].session.vote(True, board.now)


def test_all_others_have_to_want_it_and_then_go_on_without() -> None:
    board = at_the_table(3)
    name = name_of(board, 1)
    board.cut(1)
    wait(board, 25)
    vote(board, 0, end=True)
    wait(board, 200)
    assert not any(gone_on(peer) or peer.ended for peer in board.peers)
    assert told(board.peers[2])[-1].ending == (name_of(board, 0),)
    vote(board, 2, end=True)
    board.run()
    rest = [board.peers[0], board.peers[2]]
    for peer in rest:
        assert gone_on(peer) == [name]
        assert peer.ended is not None
        assert peer.ended.outcome == "finished"
        assert not peer.faults
    assert bytes(rest[0].record) == bytes(rest[1].record)
    verdict = verify(bytes(rest[0].record))
    assert verdict.ok
    assert verdict.complete


def test_a_vote_can_be_taken_back() -> None:
    board = at_the_table(3)
    board.cut(1)
    wait(board, 25)
    vote(board, 0, end=True)
    wait(board, 2)
    vote(board, 0, end=False)
    wait(board, 2)
    vote(board, 2, end=True)
    wait(board, 60)
    assert not any(gone_on(peer) or peer.ended for peer in board.peers)
    vote(board, 0, end=True)
    wait(board, 2)
    assert gone_on(board.peers[0])
    assert gone_on(board.peers[2])


def test_a_vote_lapses_when_who_was_away_is_back() -> None:
    board = at_the_table(3)
    board.cut(1)
    wait(board, 25)
    vote(board, 0, end=True)
    wait(board, 2)
    board.cuts.clear()
    board.tick_all()
    board.run()
    ended_alike(board)


def test_who_comes_back_too_late_is_told_so() -> None:
    board = at_the_table(3)
    board.cut(1)
    wait(board, 25)
    vote(board, 0, end=True)
    vote(board, 2, end=True)
    wait(board, 5)
    board.cuts.clear()
    board.tick_all()
    board.run(lambda: board.peers[1].ended is not None)
    ended = board.peers[1].ended
    assert ended is not None
    assert ended.outcome == "void"
    assert "went on without you" in ended.text
    assert not any(peer.faults for peer in board.peers)
    board.run()
    assert all(board.peers[number].ended for number in (0, 2))


def test_of_two_the_other_ends_the_match_without_a_result() -> None:
    board = at_the_table(2)
    board.cut(1)
    wait(board, 25)
    vote(board, 0, end=True)
    ended = board.peers[0].ended
    assert ended is not None
    assert ended.outcome == "void"
    assert name_of(board, 1) in ended.text
    assert verify(bytes(board.peers[0].record)).ok


def test_half_a_table_does_not_go_on() -> None:
    board = at_the_table(4)
    board.cut(1)
    board.cut(2)
    wait(board, 25)
    vote(board, 0, end=True)
    vote(board, 3, end=True)
    board.run()
    for number in (0, 3):
        ended = board.peers[number].ended
        assert ended is not None
        assert ended.outcome == "void"
        assert verify(bytes(board.peers[number].record)).ok


def test_nobody_ends_the_match_for_all_others_by_calling_them_away() -> None:
    board = at_the_table(3)
    for seats in (tuple(sorted(seat_of(board, number) for number in (0, 2))),):
        referee = referee_of(board.peers[1])
        head = referee.session, referee.log.epoch, seat_of(board, 1), referee.log.head
        key = board.peers[1].session.__dict__["_identity"]
        vote = letters.write(key, Absent(*head, referee.log.slot, seats, True, 1))
        for target in (0, 2):
            board.send(1, target, vote.data)
    board.run()
    ended_alike(board)


def test_a_vote_about_another_place_says_nothing() -> None:
    board = at_the_table(3)
    referee = referee_of(board.peers[0])
    key = board.peers[2].session.__dict__["_identity"]
    seat, about = seat_of(board, 2), seat_of(board, 1)
    head, log = bytes(32), referee.log
    for session, epoch, slot, away in (
        (bytes(32), log.epoch, log.slot, (about,)),
        (referee.session, log.epoch + 1, log.slot, (about,)),
        (referee.session, log.epoch, log.slot + 2, (about,)),
        (referee.session, log.epoch, log.slot, (seat,)),
        (referee.session, log.epoch, log.slot, (about, about)),
        (referee.session, log.epoch, log.slot, (9,)),
    ):
        referee.take(letters.write(key, Absent(session, epoch, seat, head, slot, away, True, 1)))
        assert referee.ballot.newest(seat) is None
    referee.take(letters.write(key, Absent(referee.session, log.epoch, seat, head, log.slot, (about,), True, 1)))
    assert referee.ballot.newest(seat) is not None
    assert not referee.barred


IDENTITIES = [Identity(bytes([seat]) * 32) for seat in range(3)]


def ballot(seat: int, number: int, *, end: bool, slot: int = 7) -> Letter:
    return letters.write(IDENTITIES[seat], Absent(bytes(32), 0, seat, bytes(32), slot, (3,), end, number))


def counted(votes: Iterable[Letter], acted: tuple[int, ...] = ()) -> bool:
    ballots = Ballot()
    for letter in votes:
        assert isinstance(letter.body, Absent)
        ballots.take(letter, letter.body)
    return ballots.verdict(range(4), 7, 0, acted) is not None


VOTES = st.lists(st.tuples(st.integers(0, 2), st.booleans()), min_size=1, max_size=8)


@given(VOTES, st.randoms())
@settings(max_examples=60)
def test_votes_are_counted_the_same_in_whatever_order_they_come(
    votes: list[tuple[int, bool]], dice: random.Random
) -> None:
    numbers = itertools.count()
    cast = [ballot(seat, next(numbers), end=end) for seat, end in votes]
    last = dict(votes)
    expected = set(last) == {0, 1, 2} and all(last.values())
    mixed = dice.sample(cast, len(cast))
    assert counted(cast) == counted(mixed) == expected
    # Whoever hears that somebody has acted counts what there was at any time.
    assert counted(cast, acted=(3,)) == ({seat for seat, end in votes if end} == {0, 1, 2})
