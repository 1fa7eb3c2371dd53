"""Whole matches between peers on the switchboard: whatever the wire does, all end with the same log."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from fliptable.core.moves import Call, Catch, Draw, Keep, Move, Play
from fliptable.core.rules import PRESETS, Rules
from fliptable.p2p import letter as letters
from fliptable.p2p import wire
from fliptable.p2p.audit import Grade
from fliptable.p2p.errors import Malformed
from fliptable.p2p.identity import Identity
from fliptable.p2p.log import DEAL, SLOT
from fliptable.p2p.messages import DEAL_BODIES, GAME_BODIES, Absent, Address, Commit, Event, Want
from fliptable.p2p.notices import Audited, Began, Dropped, Happened, Settled
from fliptable.p2p.phases import MACHINE, Phase
from fliptable.p2p.session import Session
from fliptable.p2p.verify import verify

from .forger import referee_of, said
from .switchboard import TABLE, Peer, Switchboard, leave_after, random_player

SHORT = replace(PRESETS["quick"], hand_size=3)


def rounds(number: int) -> Rules:
    return replace(PRESETS["flip"], hand_size=3, match="rounds", rounds=number)


def agree(board: Switchboard, audit: str = "clean") -> None:
    """All peers finished with one log, one table, one record, and the record verifies."""
    results = [peer.ended for peer in board.peers]
    assert all(ended is not None and ended.outcome == "finished" for ended in results), results
    assert len({str(ended.result) for ended in results if ended}) == 1
    records = {bytes(peer.record) for peer in board.peers}
    assert len(records) == 1
    ended = results[0]
    assert ended is not None
    assert ended.result is not None
    assert ended.result.audit == audit
    assert not any(peer.faults for peer in board.peers)
    verdict = verify(records.pop())
    assert verdict.ok
    assert verdict.complete
    assert verdict.result == ended.result


@pytest.mark.parametrize(
    ("seats", "seed", "rules", "loss", "twice"),
    [
        (2, 1, PRESETS["quick"], 0.0, 0.0),
        (2, 5, rounds(2), 0.1, 0.1),
        pytest.param(3, 3, PRESETS["quick"], 0.05, 0.2, marks=pytest.mark.slow),
        (4, 2, SHORT, 0.1, 0.1),
    ],
)
def test_a_match_ends_with_one_log(seats: int, seed: int, rules: Rules, loss: float, twice: float) -> None:
    board = Switchboard(seats, seed, rules, loss=loss, twice=twice)
    board.run()
    agree(board)
    began = [next(n for n in peer.notices if isinstance(n, Began)) for peer in board.peers]
    assert {notice.me for notice in began} == set(range(seats))
    assert len({(notice.session, notice.words, notice.dealer) for notice in began}) == 1
    happened = [[n.events for n in peer.notices if isinstance(n, Happened)] for peer in board.peers]
    assert all(events == happened[0] for events in happened)
    audits = [n for n in board.peers[0].notices if isinstance(n, Audited)]
    assert [notice.result for notice in audits] == ["clean"] * (rules.rounds if rules.match == "rounds" else 1)


# Whole hands for ten cost most of a minute each; short ones are played below, and the rest is for a night.
night = pytest.mark.skipif(
    os.environ.get("HYPOTHESIS_PROFILE") != "thorough", reason="ten seats, whole hands: HYPOTHESIS_PROFILE=thorough"
)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("seats", [2, 3, 4, pytest.param(10, marks=night)])
def test_more_matches(seats: int, seed: int) -> None:
    board = Switchboard(seats, 100 + seed, PRESETS["quick"], loss=0.05, twice=0.05)
    board.run(limit=3000)
    agree(board)


@pytest.mark.slow
def test_ten_seats_play_a_round() -> None:
    board = Switchboard(10, 7, SHORT, loss=0.01)
    board.run()
    agree(board)


def test_a_round_goes_through_a_reshuffle() -> None:
    def player(peer: Peer, board: Switchboard) -> Move | None:
        view, referee = peer.session.view(), peer.session.referee
        assert view is not None
        assert referee is not None
        plain = [move for move in view.legal if isinstance(move, Draw | Keep)]
        return random_player(peer, board) if referee.table.mixes or not plain else plain[0]

    board = Switchboard(2, 8, PRESETS["quick"], player=player)
    board.run()
    agree(board)
    referee = board.peers[0].session.referee
    assert referee is not None
    assert referee.table.mixes


@pytest.mark.parametrize(("seats", "seed"), [(2, 11), (3, 12)])
def test_who_leaves_owes_its_shares_and_the_others_play_on(seats: int, seed: int) -> None:
    board = Switchboard(seats, seed, SHORT)
    board.peers[1].player = leave_after(6)
    board.run()
    leaver, *others = board.peers[1], board.peers[0], *board.peers[2:]
    assert leaver.ended is not None
    assert leaver.ended.outcome == "left"
    ends = [peer.ended for peer in others]
    assert all(ended is not None and ended.outcome == "finished" for ended in ends)
    assert len({bytes(peer.record) for peer in others}) == 1
    assert ends[0] is not None
    assert ends[0].result is not None
    assert ends[0].result.audit == "partial"
    assert verify(bytes(others[0].record)).ok
    referee = others[0].session.referee
    assert referee is not None
    assert referee.log.epoch == 1
    assert referee.grade is Grade.PARTIAL
    board.run(lambda: leaver.session.may_go(board.now))
    assert board.now < 100


def test_who_leaves_may_go_as_soon_as_nobody_needs_it() -> None:
    board = Switchboard(3, 12, SHORT)
    board.peers[1].player = leave_after(6)
    board.run(lambda: board.peers[1].ended is not None)
    at = board.now
    board.run(lambda: board.peers[1].session.may_go(board.now))
    assert board.now - at < 1


def test_a_catch_takes_effect_while_another_seat_thinks() -> None:
    """Seats to act think for ever once somebody can be caught; the catch is in the next slot all the same."""

    def player(peer: Peer, board: Switchboard) -> Move | None:
        view = peer.session.view()
        assert view is not None
        catches = [move for move in view.legal if isinstance(move, Catch)]
        if catches:
            return catches[0]
        referee = peer.session.referee
        assert referee is not None
        if referee.table.catchable:
            return None
        plays = [move for move in view.legal if isinstance(move, Play) and not move.call]
        return plays[0] if plays else next((move for move in view.legal if not isinstance(move, Call)), None)

    board = Switchboard(3, 21, SHORT, player=player)

    def caught() -> bool:
        kinds = (event.type for n in board.peers[0].notices if isinstance(n, Happened) for event in n.events)
        return "caught" in kinds

    board.run(caught)
    assert not any(peer.faults for peer in board.peers)


def test_a_card_is_never_laid_when_the_table_is_not_what_the_player_saw() -> None:
    board = Switchboard(2, 1)
    board.run(lambda: any(isinstance(n, Settled) and n.act for n in board.peers[0].notices))
    peer = board.peers[0]
    view = peer.session.view()
    assert view is not None
    move = next(move for move in view.legal if isinstance(move, Play | Draw))
    own = peer.session.__dict__["_own"]
    own.wish(move)
    referee = peer.session.referee
    assert referee is not None
    referee.table.side = 1 - referee.table.side
    assert own.__dict__["_wishes"]
    assert own._next_move() is None
    assert own.dropped == [(move, "table-changed")]


def test_a_move_that_makes_no_sense_comes_back() -> None:
    board = Switchboard(2, 1, player=lambda peer, board: None)
    board.peers[0].session.act(Draw(), 0)
    assert board.peers[0].session.notices[-1] == Dropped(Draw(), "no-game")

    def waits(peer: Peer) -> bool:
        return any(isinstance(n, Settled) for n in peer.notices)

    board.run(lambda: all(waits(peer) for peer in board.peers))
    idle = next(peer for peer in board.peers if not any(isinstance(n, Settled) and n.act for n in peer.notices))
    idle.session.act(Draw(), board.now)
    assert idle.session.notices == [Dropped(Draw(), "not-your-turn")]


def test_bytes_of_strangers_change_nothing() -> None:
    board = Switchboard(2, 1)
    board.run(lambda: all(peer.session.referee is not None for peer in board.peers))
    session = board.peers[0].session
    status = session.status
    for data in (b"", b"\x00", b"\x93\x01\x02\x03", b"\x94\x10\xc4\x00\xc4\x00\xc4\x00"):
        with pytest.raises(Malformed):
            session.receive(board.peers[1].key, data, board.now)
    assert session.status == status
    board.run()
    agree(board)


def test_our_own_letters_are_never_made_twice() -> None:
    """The same address never carries two letters of one seat, whatever is lost and asked for."""
    board = Switchboard(2, 3, SHORT, loss=0.3)
    seen: dict[tuple[int, int], set[bytes]] = {}

    def tap(source: int, target: int, data: bytes) -> bytes:
        if data[1] == 16:
            letter = letters.read(data)
            body = letter.body
            if isinstance(body, Event):
                seen.setdefault((body.slot, body.seat), set()).add(data)
        return data

    board.tap = tap
    board.run()
    agree(board)
    assert seen
    assert all(len(copies) == 1 for copies in seen.values())


def test_who_comes_when_the_game_has_begun_is_told_so() -> None:
    board = Switchboard(2, 1, SHORT)
    board.run(lambda: all(peer.session.referee is not None for peer in board.peers))
    late = Session.join(Identity(bytes(32)), TABLE, "Late", (), bytes, now=board.now)
    key, opener = Identity(bytes(32)).public, board.peers[0]
    late.linked(opener.key, board.now)
    for _, data in late.outbox:
        opener.session.receive(key, data, board.now)
    for target, data in opener.session.outbox:
        assert target == key
        late.receive(opener.key, data, board.now)
    assert late.outcome == "refused"
    assert late.may_go(board.now)


def test_a_question_about_a_deal_takes_no_answer_from_one_about_a_slot() -> None:
    """Both are asked at once, in either order: where links keep the order the second would never be answered."""
    board = Switchboard(2, 1, SHORT)
    board.run(lambda: all(peer.session.referee and peer.session.status[0] > 1 for peer in board.peers))
    referee, opener = referee_of(board.peers[0]), board.peers[0].session
    deal = Want(referee.session, 1, (Address(DEAL, 0, 0, 0),))
    slot = Want(referee.session, referee.log.slot - 1, (Address(SLOT, 0, 0, 0),))
    for one, other in ((deal, slot), (slot, deal)):
        board.now += 1
        opener.outbox.clear()
        for question in (one, other, one, other):
            opener.receive(board.peers[1].key, wire.encode(question), board.now)
        answers = [said(data) for _, data in opener.outbox]
        assert len(answers) == 2
        assert sum(isinstance(answer, Commit) for answer in answers) == 1


def test_the_machine_has_a_row_for_every_phase_and_a_place_for_every_body() -> None:
    assert set(MACHINE) == set(Phase)
    kinds = [kind for row in MACHINE.values() for kind in row.kinds]
    assert len(kinds) == len(set(kinds))
    # Deals have a row of letters of their own, and votes stand in no log.
    assert set(kinds) == set(GAME_BODIES) - set(DEAL_BODIES) - {Absent}
