"""A move has only so many seconds: a program moves for its own seat, and who does not is not waited for."""

from __future__ import annotations

import pytest

from fliptable.core.events import Drew, Named, Played
from fliptable.core.moves import Call, Catch, Leave, Move
from fliptable.core.rules import Rules, Value
from fliptable.p2p.messages import Event
from fliptable.p2p.notices import DealtAgain, Dropped, Settled, Waiting
from fliptable.p2p.seat import OwnSeat
from fliptable.p2p.verify import verify

from .forger import name_of, referee_of, said, with_cheat
from .steering import events_of
from .switchboard import Peer, Switchboard, random_player
from .test_options import agree

SLEEPER = 1


def rules(seconds: int, **options: Value) -> Rules:
    return Rules().with_options({"match": "single", "hand_size": 3, "turn_seconds": seconds, **options})


def asleep(peer: Peer, board: Switchboard) -> Move | None:
    """Never move on the sleeper's seat; everybody else does at once."""
    return None if board.peers.index(peer) == SLEEPER else random_player(peer, board)


def moved_at(board: Switchboard) -> list[tuple[float, int]]:
    """Collect when each seat's events are sent, by a tap."""
    seen: dict[bytes, tuple[float, int]] = {}

    def tap(source: int, target: int, data: bytes) -> bytes:
        body = said(data) if data[1] == 16 else None
        if isinstance(body, Event) and data not in seen:
            seen[data] = board.now, body.seat
            times.append(seen[data])
        return data

    times: list[tuple[float, int]] = []
    board.tap = tap
    return times


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        pytest.param(3, {"stacking": "any"}, marks=pytest.mark.slow),
        pytest.param(3, {"opening_wild": "dealer"}, marks=pytest.mark.slow),
    ],
)
def test_who_does_not_move_draws_and_keeps_and_the_round_goes_on(seats: int, options: dict[str, Value]) -> None:
    board = Switchboard(seats, 3, rules(5, **options), player=asleep)
    board.run(limit=3000)
    agree(board)
    seat = referee_of(board.peers[0]).seat_of(board.peers[SLEEPER].key)
    events = [event for event in events_of(board) if not isinstance(event, Drew | Named)]
    assert not any(isinstance(event, Played) and event.seat == seat for event in events)
    assert any(isinstance(event, Drew) and event.seat == seat for event in events_of(board))
    assert not any(isinstance(notice, Waiting) for peer in board.peers for notice in peer.notices)


def test_a_program_moves_for_its_seat_as_soon_as_the_time_is_up() -> None:
    board = Switchboard(2, 3, rules(5), player=asleep)
    times = moved_at(board)
    settled: list[float] = []
    sleeper = board.peers[SLEEPER]
    board.run(lambda: any(isinstance(n, Settled) and n.act for n in sleeper.notices))
    settled.append(board.now)
    seat = referee_of(sleeper).seat_of(sleeper.key)
    board.run(lambda: any(who == seat for _, who in times))
    assert 5.0 <= next(at for at, who in times if who == seat) - settled[0] < 5.1


def test_the_first_turn_has_its_whole_time_however_long_the_deal_took() -> None:
    board = Switchboard(2, 3, rules(5), player=lambda peer, board: None)
    times = moved_at(board)
    board.run(lambda: any(isinstance(n, Settled) for n in board.peers[0].notices))
    begun = board.now
    board.run(lambda: bool(times))
    assert 5.0 - board.delay <= board.now - begun < 5.1


def test_a_player_that_is_quick_enough_is_left_alone() -> None:
    """It takes four of five seconds for every move; the clock begins anew with each."""

    def player(peer: Peer, board: Switchboard) -> Move | None:
        view = peer.session.view()
        assert view is not None
        if view.seat not in view.to_act:
            return None
        slot = peer.session.status[0]
        if due.setdefault((view.seat, slot), board.now + 4.0) > board.now:
            board.at(due[view.seat, slot], lambda: wake(peer, board))
            return None
        if (view.seat, slot) in moved:
            return None
        moved.add((view.seat, slot))
        move = random_player(peer, board)
        while isinstance(move, Call):  # it gives nobody more time
            move = random_player(peer, board)
        return move

    def wake(peer: Peer, board: Switchboard) -> None:
        peer.acted = (-1, b"")
        board.tick_all()

    due: dict[tuple[int, int], float] = {}
    moved: set[tuple[int, int]] = set()
    board = Switchboard(2, 3, rules(5), player=player)
    board.run(limit=6000)
    agree(board)
    assert not any(isinstance(notice, Dropped | Waiting) for peer in board.peers for notice in peer.notices)


def test_without_the_option_nobody_is_hurried() -> None:
    board = Switchboard(2, 3, rules(0), player=asleep)
    board.run(lambda: board.now > 400)
    assert not any(peer.ended for peer in board.peers)
    assert not any(isinstance(notice, Waiting) for peer in board.peers for notice in peer.notices)


class Sitter(OwnSeat):
    """A program that never moves for its seat, whatever the time; it answers for everything else."""

    def wish(self, move: Move) -> None:
        if not isinstance(move, Leave):
            return
        super().wish(move)


def given_up(board: Switchboard, seconds: float) -> None:
    """Everybody names the sitter and goes on without it, so long after its turn began."""
    name = name_of(board, SLEEPER)
    others = [peer for number, peer in enumerate(board.peers) if number != SLEEPER]
    sitter = board.peers[SLEEPER]
    board.run(lambda: any(isinstance(n, Settled) and n.act for n in sitter.notices))
    begun = board.now
    board.run(lambda: all(any(isinstance(n, DealtAgain) for n in peer.notices) for peer in others))
    assert seconds - 0.2 < board.now - begun < seconds + 2  # slots do not settle at one time for all
    board.run(lambda: all(peer.ended for peer in others))
    for peer in others:
        assert peer.ended is not None
        assert peer.ended.outcome == "finished"
        assert [notice.without for notice in peer.notices if isinstance(notice, DealtAgain)] == [name]
        assert not peer.faults
        assert {who for notice in peer.notices if isinstance(notice, Waiting) for who in notice.names} == {name}
        assert not peer.faults
        assert verify(bytes(peer.record)).ok


def test_who_never_moves_is_named_and_given_up() -> None:
    board = Switchboard(3, 3, rules(5), player=asleep)
    with_cheat(board, Sitter)
    given_up(board, 10.0)


def test_calls_and_catches_of_others_give_nobody_more_time() -> None:
    """Who says something every second does not hold up the table with it, and the sitter yields to each."""

    def player(peer: Peer, board: Switchboard) -> Move | None:
        view = peer.session.view()
        assert view is not None
        sitter = referee_of(peer).seat_of(board.peers[SLEEPER].key)
        assert sitter is not None
        if view.to_act == (sitter,) and view.seat != sitter:
            return Catch(sitter) if peer.session.status[0] % 2 else None
        return asleep(peer, board)

    board = Switchboard(4, 3, rules(8, false_catch_penalty=1), player=player)
    with_cheat(board, Sitter)
    given_up(board, 13.0)


def test_a_move_of_the_player_that_comes_too_late_comes_back() -> None:
    board = Switchboard(2, 3, rules(5), player=asleep)
    sleeper = board.peers[SLEEPER]
    times = moved_at(board)
    board.run(lambda: any(isinstance(n, Settled) and n.act for n in sleeper.notices))
    seat = referee_of(sleeper).seat_of(sleeper.key)
    view = sleeper.session.view()
    assert view is not None
    late = next(move for move in view.legal if not isinstance(move, Call))
    board.run(lambda: any(who == seat for _, who in times))
    sleeper.session.act(late, board.now)
    board.run(limit=3000)
    assert any(isinstance(n, Dropped) and n.move == late for n in sleeper.notices)
    agree(board)
