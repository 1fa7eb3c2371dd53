"""A peer that is cut off at any moment: it is named, nobody hangs, and what was recorded is true."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from fliptable.core.moves import Draw, Keep, Move
from fliptable.core.rules import PRESETS
from fliptable.p2p.messages import Commit, DealBody, Key, Mix, Remix
from fliptable.p2p.notices import Back, DealtAgain, Ended, LeftOut, Settled, Waiting
from fliptable.p2p.phases import COMMIT, KEY, MIX, Phase
from fliptable.p2p.revision import Step
from fliptable.p2p.verify import verify

from .forger import referee_of
from .switchboard import Peer, Switchboard, random_player

RULES = replace(PRESETS["quick"], hand_size=3)


def at_phase(phase: Phase, after: int = 0) -> Callable[[Peer], bool]:
    """Say when a peer stands in a phase, with so many slots settled; phases can be over in no time."""
    order = list(Phase)
    exact = phase in (Phase.PLAY, Phase.DUES)

    def reached(peer: Peer) -> bool:
        referee = peer.session.referee
        if referee is None or referee.log.slot < after:
            return False
        return referee.phase is phase if exact else order.index(referee.phase) >= order.index(phase)

    return reached


def at_deal(kind: type[DealBody], number: int = 1) -> Callable[[Peer], bool]:
    """Say when a peer awaits letters of this kind in the deal with this number, or later ones: it can be so at once."""
    step = {Commit: COMMIT, Key: KEY, Mix: MIX}[kind]

    def reached(peer: Peer) -> bool:
        referee = peer.session.referee
        if referee is None or referee.dealing.number != number:
            return False
        return any(task.address.step >= step for task in referee.dealing.docket.open)

    return reached


def name_of(board: Switchboard, seat: int) -> str:
    seats = board.peers[0].session.lobby.seats
    assert seats is not None
    return next(member.name for member in seats.members if member.key == board.peers[seat].key)


def cut_and_see(board: Switchboard, seat: int) -> None:
    """Cut the peer; the others name it within seconds and end, with true records, soon after."""
    name = name_of(board, seat)
    board.cut(seat)
    begin = board.now
    others = [peer for number, peer in enumerate(board.peers) if number != seat]
    board.run(lambda: all(name in waited(peer) or peer.ended for peer in others))
    assert board.now - begin < 6
    board.run(lambda: all(gone_on(peer, name) or peer.ended for peer in others))
    assert board.now - begin < 31
    for peer in others:
        assert not peer.faults
        peer.player = random_player  # whoever moves now
        peer.acted = (-1, b"")
    board.tick_all()
    board.run()
    for peer in others:
        assert peer.ended is not None
        assert peer.ended.outcome == ("finished" if len(others) > 1 else "void")
        assert not peer.faults
        verdict = verify(bytes(peer.record))
        assert verdict.ok
        assert verdict.complete
    assert len({bytes(peer.record) for peer in others}) == 1


def gone_on(peer: Peer, name: str) -> bool:
    return any(isinstance(notice, DealtAgain) and notice.without == name for notice in peer.notices)


def waited(peer: Peer) -> set[str]:
    return {name for notice in peer.notices if isinstance(notice, Waiting) for name in notice.names}


PLACES: dict[str, Callable[[Peer], bool]] = {
    "commit": at_deal(Commit),
    "key": at_deal(Key),
    "mix": at_deal(Mix),
    **{phase.value: at_phase(phase) for phase in (Phase.DEALT, Phase.DUES, Phase.PLAY, Phase.SEED, Phase.CLOSE)},
}


@pytest.mark.parametrize(
    ("place", "seat"),
    [
        pytest.param(place, seat, marks=() if number % 6 == seat else pytest.mark.slow)
        for number, place in enumerate(PLACES)
        for seat in range(3)
    ],
)
def test_a_peer_cut_off_in_the_game_is_named_and_nobody_hangs(place: str, seat: int) -> None:
    board = Switchboard(3, 31, RULES)
    board.run(lambda: PLACES[place](board.peers[seat]))
    cut_and_see(board, seat)


@pytest.mark.parametrize("kind", [*(pytest.param(kind, marks=pytest.mark.slow) for kind in (Commit, Key)), Mix])
def test_a_peer_cut_off_while_the_next_deal_is_made_is_named(kind: type[DealBody]) -> None:
    board = Switchboard(3, 31, replace(RULES, match="rounds", rounds=2))
    reached = at_deal(kind, 2)
    board.run(lambda: reached(board.peers[1]))
    assert referee_of(board.peers[1]).table.round == 1
    cut_and_see(board, 1)


@pytest.mark.parametrize("turn", [True, False])
def test_a_peer_cut_off_between_moves_is_named(turn: bool) -> None:
    """Also the seat whose turn it is not, while the others wait for a person."""
    board = Switchboard(3, 31, RULES, player=lambda peer, board: None)

    def settled(peer: Peer) -> bool:
        return any(isinstance(notice, Settled) for notice in peer.notices)

    board.run(lambda: all(settled(peer) for peer in board.peers))
    referee = board.peers[0].session.referee
    assert referee is not None
    acting = referee.keys[referee.table.turn]
    seat = next(n for n, peer in enumerate(board.peers) if (peer.key == acting) is turn)
    cut_and_see(board, seat)


@pytest.mark.parametrize("seat", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_a_peer_cut_off_in_a_reshuffle_is_named(seat: int) -> None:
    def player(peer: Peer, board: Switchboard) -> Move | None:
        view = peer.session.view()
        assert view is not None
        plain = (move for move in view.legal if isinstance(move, Draw | Keep))
        return next(plain, None) or random_player(peer, board)

    board = Switchboard(2, 8, RULES, player=player)

    def mixing() -> bool:
        referee = board.peers[seat].session.referee
        return referee is not None and any(Remix in task.kinds for task in referee.docket.open)

    board.run(mixing)
    name = name_of(board, seat)
    board.cut(seat)
    board.run()
    end = board.peers[1 - seat].ended
    assert end is not None
    assert end.outcome == "void"
    assert name in end.text


@pytest.mark.parametrize("seat", [1, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize("step", list(Step)[:-1])
def test_a_peer_cut_off_in_the_lobby_is_left_out_and_the_others_play(step: Step, seat: int) -> None:
    board = Switchboard(3, 31, RULES)
    lobby = board.peers[seat].session.lobby
    board.run(lambda: lobby.seated and lobby.step is step and len(lobby.seats.members if lobby.seats else ()) == 3)
    board.cut(seat)
    board.run()
    for peer in (board.peers[0], board.peers[3 - seat]):
        assert peer.ended is not None
        assert peer.ended.outcome in ("finished", "void")
        if peer.ended.outcome == "finished":
            assert any(isinstance(notice, LeftOut) for notice in peer.notices)
            assert peer.ended.result is not None
            assert len(peer.ended.result.seats) == 2


@pytest.mark.parametrize("step", list(Step)[:-1])
def test_when_who_opened_the_table_is_cut_off_the_others_are_told(step: Step) -> None:
    board = Switchboard(3, 31, RULES)
    lobby = board.peers[0].session.lobby
    board.run(lambda: lobby.step is step and len(lobby.seats.members if lobby.seats else ()) == 3)
    board.cut(0)
    board.run()
    assert board.now < 60
    for peer in board.peers[1:]:
        assert peer.ended is not None
        assert peer.ended.outcome in ("closed", "void")


def test_a_peer_that_was_only_away_is_welcomed_back() -> None:
    board = Switchboard(2, 3, RULES)
    reached = at_phase(Phase.PLAY, 3)
    board.run(lambda: reached(board.peers[1]))
    board.cuts.add(1)
    begin = board.now
    board.run(lambda: board.now > begin + 8)
    board.cuts.clear()
    board.tick_all()
    board.run()
    peer = board.peers[0]
    assert waited(peer) == {name_of(board, 1)}
    assert any(isinstance(notice, Back) for notice in peer.notices)
    assert peer.ended is not None
    assert peer.ended.outcome == "finished"


def test_a_peer_that_lives_but_does_not_send_what_it_owes_is_named() -> None:
    board = Switchboard(2, 3, RULES)
    board.tap = lambda source, target, data: None if source == 1 and data[1] == 17 else data
    board.run(lambda: board.peers[0].ended is not None, limit=200)
    end = board.peers[0].ended
    assert isinstance(end, Ended)
    assert end.outcome == "void"
    assert name_of(board, 1) in waited(board.peers[0])
    assert 55 < board.now < 75
    assert at_deal(Mix)(board.peers[0])


def test_a_quiet_person_is_no_silence() -> None:
    """Somebody thinks for minutes; as long as its program is heard, the table waits without a word."""
    slow = {"left": 1}

    def player(peer: Peer, board: Switchboard) -> Move | None:
        view = peer.session.view()
        assert view is not None
        if slow["left"] and view.seat in view.to_act:
            slow["left"] = 0
            board.at(board.now + 300, lambda: think(peer))
            return None
        return random_player(peer, board)

    def think(peer: Peer) -> None:
        peer.acted = (-1, b"")
        board.tick_all()

    board = Switchboard(2, 3, RULES, player=player)
    board.run()
    assert board.now > 300
    for peer in board.peers:
        assert peer.ended is not None
        assert peer.ended.outcome == "finished"
        assert not waited(peer)
