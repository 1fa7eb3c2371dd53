"""Somebody is proved at fault, in any phase and whatever the wire does: the others agree, and play on without it.

Peers may be a slot apart when it happens. Whatever is done, nobody honest is named, and nobody waits for ever.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.core.rules import PRESETS
from fliptable.p2p import letter as letters
from fliptable.p2p.agreement import APART, agree, near
from fliptable.p2p.identity import Identity
from fliptable.p2p.letter import Letter
from fliptable.p2p.messages import (
    Body,
    Close,
    Commit,
    Dealt,
    DrawMove,
    Event,
    Expel,
    GameBody,
    Key,
    LeaveMove,
    Mix,
    OfSlot,
    PlayMove,
    Seed,
    Shares,
    Yield,
)
from fliptable.p2p.notices import DealtAgain, Settled, Waiting
from fliptable.p2p.phases import Phase
from fliptable.p2p.verify import verify

from .forger import Change, Forger, changed, flipped, head_of, identity_of, name_of, on, referee_of, said, seat_of
from .switchboard import Peer, Switchboard, leave_after

CHEAT, SECOND = 1, 2
RULES = replace(PRESETS["classic"], hand_size=3, match="single")
TWO_ROUNDS = replace(RULES, match="rounds", rounds=2)


def false_proof(body: Mix) -> Mix:
    proof = body.proofs[0]
    return changed(body, proofs=(proof[:-32] + flipped(proof[-32:]),))


FAULTS: dict[str, tuple[Change, str]] = {
    "key": (on(Key, lambda body: changed(body, proof=flipped(body.proof))), "bad-key-proof"),
    "mix": (on(Mix, false_proof), "bad-shuffle-proof"),
    "dealt": (on(Dealt, lambda body: Seed(*head_of(body), body.slot, bytes(32))), "unexpected-message"),
    "play": (on(Event, lambda body: changed(body, table=bytes(32))), "table-digest"),
    "dues": (on(Shares, lambda body: changed(body, proof=flipped(body.proof))), "bad-share-proof"),
    "seed": (on(Seed, lambda body: changed(body, seed=bytes(32))), "seed-not-committed"),
    "close": (on(Close, lambda body: changed(body, table=bytes(32))), "table-digest"),
    "next key": (
        on(Key, lambda body: changed(body, proof=flipped(body.proof)) if body.deal == 2 else None),
        "bad-key-proof",
    ),
    "next mix": (on(Mix, lambda body: false_proof(body) if body.deal == 2 else None), "bad-shuffle-proof"),
}
"""A fault of every phase, and of the deal that is made in the background."""


def honest(board: Switchboard, *cheats: int) -> list[Peer]:
    return [peer for number, peer in enumerate(board.peers) if number not in (cheats or (CHEAT,))]


def named(board: Switchboard, peer: Peer) -> set[str]:
    """Give whoever this peer has named: at fault, in its last word, or as silent, on a wire on which nobody is."""
    slow = board.loss > 0 or board.delay > 0.5
    silent = {name for notice in peer.notices if isinstance(notice, Waiting) and not slow for name in notice.names}
    last = {name for name in referee_of(peer).names if peer.ended and name in peer.ended.text}
    return silent | last | {fault.seat for fault in peer.faults}


def went_on(board: Switchboard, *cheats: int, last: int | None = None) -> None:
    """All honest peers end the match together, and name the cheats, once each, and nobody else.

    Every record proves the faults to whoever verifies it, and what came of the match. Who is at fault in the `last`
    word of the match is not put out any more: its result stands.
    """
    cheats = cheats or (CHEAT,)
    rest = honest(board, *cheats)
    board.run(lambda: all(peer.ended for peer in rest), limit=3000)
    seats = [referee_of(rest[0]).keys.index(board.peers[number].key) for number in range(len(board.peers))]
    staying = {seat for number, seat in enumerate(seats) if number not in cheats or number == last}
    gone = {name_of(board, cheat) for cheat in cheats if cheat != last}
    names = {name_of(board, cheat) for cheat in cheats}
    assert len({str(peer.ended.result) for peer in rest if peer.ended}) == 1, [peer.ended for peer in rest]
    assert len({referee_of(peer).log.head for peer in rest}) == 1
    for peer in rest:
        assert peer.ended is not None
        assert peer.ended.outcome == "finished"
        assert named(board, peer) == {fault.seat for fault in peer.faults} == names
        assert len(peer.faults) == len(names)
        assert {notice.without for notice in peer.notices if isinstance(notice, DealtAgain)} == gone
        assert set(referee_of(peer).table.staying) == staying
        verdict = verify(bytes(peer.record))
        assert [(found.seat, found.reason) for found in verdict.faults] == [
            (fault.seat, fault.reason) for fault in peer.faults
        ]
        assert verdict.complete
        assert verdict.result == peer.ended.result


def put_out(board: Switchboard, *cheats: int) -> None:
    """The program of the seat that was put out ends too, and says why."""
    board.run(lambda: all(board.peers[cheat].ended for cheat in cheats), limit=3000)
    for cheat in cheats:
        ended = board.peers[cheat].ended
        assert ended is not None
        assert ended.outcome in ("void", "finished")  # It may have seen the end before the others saw its last letter.


# One fault.


LONG = {"next key", "next mix"}  # two rounds; with two seats they are played each time


@pytest.mark.parametrize(
    ("fault", "seats"),
    [
        pytest.param(fault, seats, marks=pytest.mark.slow if seats == 4 or (seats == 3 and fault in LONG) else ())
        for fault in FAULTS
        for seats in (2, 3, 4)
    ],
)
def test_the_others_go_on_without_who_is_at_fault(fault: str, seats: int) -> None:
    rules = TWO_ROUNDS if fault.startswith("next") else RULES
    board = Switchboard(seats, 3, rules)
    change, reason = FAULTS[fault]
    Forger(board, change)
    went_on(board, last=CHEAT if fault == "close" else None)
    for peer in honest(board):
        assert [found.reason for found in peer.faults] == [reason]
        result = peer.ended.result if peer.ended else None
        assert result is not None
        assert result.audit == "faulty"
        assert result.winners
        assert name_of(board, CHEAT) not in result.winners or fault == "close"
        assert result.rounds == (rules.rounds if seats > 2 else int(fault in ("seed", "close", "next key", "next mix")))
    put_out(board, CHEAT)


def in_round(board: Switchboard, number: int, change: Change) -> Change:
    """Change what is said in this round only."""
    return lambda body: change(body) if at(board) and referee_of(board.peers[CHEAT]).table.round == number else None


@pytest.mark.parametrize(
    "fault", ["dealt", *(pytest.param(f, marks=pytest.mark.slow) for f in ("play", "dues", "seed"))]
)
def test_what_was_scored_before_stands(fault: str) -> None:
    board = Switchboard(3, 3, TWO_ROUNDS)
    change, _ = FAULTS[fault]
    Forger(board, in_round(board, 2, change))
    board.run(lambda: all(referee_of(peer).rounds == 1 for peer in board.peers if peer.session.referee) and at(board))
    scores = dict(zip(referee_of(board.peers[0]).names, referee_of(board.peers[0]).table.scores, strict=True))
    assert any(scores.values())
    went_on(board)
    end = board.peers[0].ended
    assert end is not None
    assert end.result is not None
    assert all(end.result.scores[name] >= score for name, score in scores.items() if name != name_of(board, CHEAT))


def at(board: Switchboard) -> bool:
    return all(peer.session.referee is not None for peer in board.peers)


# Peers a slot apart.


STORIES: list[Change] = [
    *(FAULTS[name][0] for name in ("key", "mix", "play", "dues", "next key", "next mix")),
    on(Commit, lambda body: changed(body, commitment=bytes(32))),
    on(Event, lambda body: changed(body, move=DrawMove()) if isinstance(body.move, PlayMove) else None),
    on(Yield, lambda body: changed(body, seen=(*body.seen, *body.seen))),
    on(Seed, lambda body: changed(body, seed=b"")),
]
"""What some are told and the others not: faults, and what may be right for all that who hears it knows."""


def apart(seed: int) -> None:
    """One story somewhere, told to some only, on a bad wire; the others are told the truth."""
    dice = random.Random(seed)
    seats = dice.choice((3, 3, 4))
    board = Switchboard(
        seats,
        seed,
        TWO_ROUNDS,
        loss=dice.choice((0, 0.1)),
        twice=dice.choice((0, 0.1)),
        delay=dice.choice((0.02, 0.3, 1.0)),
    )
    change, wait = dice.choice(STORIES), dice.randrange(12)

    def later(body: Body) -> Body | bytes | None:
        return change(body) if not isinstance(body, OfSlot) or body.slot >= wait else None

    others = [number for number in range(seats) if number != CHEAT]
    forger = Forger(board, later, set(dice.sample(others, dice.randrange(1, seats - 1))))
    went_on(board)
    assert forger.done


@pytest.mark.parametrize("seed", [1])
def test_peers_apart_agree(seed: int) -> None:
    apart(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 2, 3, *range(100, 103)])
def test_peers_apart_agree_on_any_wire(seed: int) -> None:
    apart(seed)


@pytest.mark.parametrize("target", [0, 2])
@pytest.mark.parametrize("seats", [3, pytest.param(4, marks=pytest.mark.slow)])
def test_a_fault_in_the_last_slot_of_a_round_that_some_have_settled(seats: int, target: int) -> None:
    """They have counted the round and the others have not: it is dealt again, for all."""
    board = Switchboard(seats, 3, RULES)
    place = last_share(seats)
    late(
        board,
        Forger(
            board, on(Shares, lambda body: false_share(body) if (body.slot, body.step) == place else None), {target}
        ),
    )
    went_on(board)
    settled = [any(isinstance(n, Settled) and n.slot == place[0] + 1 for n in peer.notices) for peer in honest(board)]
    assert sorted(set(settled)) == [False, True]
    for peer in honest(board):
        assert [n.round for n in peer.notices if isinstance(n, DealtAgain)] == [1]


def late(board: Switchboard, forger: Forger) -> None:
    """Let what is forged arrive a little later, so that the others are past it."""

    def tap(source: int, target: int, data: bytes) -> bytes | None:
        changed = forger(source, target, data)
        if changed == data or changed is None:
            return changed
        board.at(
            board.now + 0.1, lambda: board.peers[target].session.receive(board.peers[CHEAT].key, changed, board.now)
        )
        return None

    board.tap = tap


@cache
def last_share(seats: int) -> tuple[int, int]:
    """Play the same match without a cheat, and give slot and step of the cheat's last shares in the first round."""
    board = Switchboard(seats, 3, RULES)
    places: list[tuple[int, int]] = []

    def tap(source: int, target: int, data: bytes) -> bytes:
        body = said(data)
        if source == CHEAT and isinstance(body, Shares):
            places.append((body.slot, body.step))
        return data

    board.tap = tap
    board.run(lambda: any(peer.session.referee and referee_of(peer).phase is Phase.SEED for peer in board.peers))
    return places[-1]


def false_share(body: Shares) -> Shares:
    return changed(body, proof=flipped(body.proof))


@pytest.mark.parametrize("target", [0, 2])
def test_a_seed_that_is_shown_to_some_only(target: int) -> None:
    board = Switchboard(3, 3, RULES)
    Forger(board, on(Seed, lambda body: changed(body, seed=b"")), {target})
    went_on(board)


@pytest.mark.parametrize(
    ("seats", "targets"), [(3, {0}), (3, {2}), pytest.param(4, {0}, marks=pytest.mark.slow), (4, {0, 2})]
)
def test_two_letters_in_the_last_word_of_the_match_change_no_result(seats: int, targets: set[int]) -> None:
    """Who has everything is done with it, so nobody waits for its consent."""
    board = Switchboard(seats, 3, RULES)
    Forger(board, on(Close, lambda body: changed(body, head=bytes(32))), targets)
    board.run(lambda: all(peer.ended for peer in honest(board)))
    results: list[tuple[object, ...]] = []
    for peer in honest(board):
        assert peer.ended is not None
        assert peer.ended.outcome == "finished"
        result = peer.ended.result
        assert result is not None
        results.append((result.head, result.table, result.scores, result.winners, result.rounds))
        assert results[0] == results[-1]
        assert named(board, peer) <= {name_of(board, CHEAT)}
        assert {found.seat for found in verify(bytes(peer.record)).faults} <= {name_of(board, CHEAT)}
        assert verify(bytes(peer.record)).complete


# More than one.


class Both:
    """Two cheats, each with a tap of its own."""

    def __init__(self, board: Switchboard, *taps: Callable[[int, int, bytes], bytes | None]) -> None:
        self._taps = taps
        board.tap = self

    def __call__(self, source: int, target: int, data: bytes) -> bytes | None:
        for tap in self._taps:
            changed = tap(source, target, data)
            if changed is None:
                return None
            data = changed
        return data


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param("mix", "play", marks=pytest.mark.slow),
        pytest.param("dues", "mix", marks=pytest.mark.slow),
        pytest.param("next mix", "seed", marks=pytest.mark.slow),
        ("seed", "close"),
        pytest.param("play", "dealt", marks=pytest.mark.slow),
    ],
)
def test_two_cheats_one_after_the_other_leave_two_who_play_on(first: str, second: str) -> None:
    board = Switchboard(4, 3, TWO_ROUNDS)

    def afterwards(body: Body) -> Body | bytes | None:
        expelled = isinstance(body, GameBody) and body.epoch > 0
        return FAULTS[second][0](body) if expelled else None

    Both(board, Forger(board, FAULTS[first][0], cheat=CHEAT), Forger(board, afterwards, cheat=SECOND))
    went_on(board, CHEAT, SECOND, last=SECOND if second == "close" else None)
    assert {fault.reason for fault in board.peers[0].faults} == {FAULTS[first][1], FAULTS[second][1]}


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2, 3))])
def test_two_cheats_at_once_end_the_match_and_nobody_honest_is_named(seed: int) -> None:
    board = Switchboard(4, seed, RULES)
    fault = FAULTS[("dealt", "key", "seed", "dues")[seed]][0]
    Both(board, Forger(board, fault, cheat=CHEAT), Forger(board, fault, cheat=SECOND))
    board.run(lambda: all(peer.ended for peer in honest(board, CHEAT, SECOND)))
    cheats = {name_of(board, CHEAT), name_of(board, SECOND)}
    for peer in honest(board, CHEAT, SECOND):
        assert peer.ended is not None
        assert named(board, peer) <= cheats
        assert peer.faults
        verdict = verify(bytes(peer.record))
        assert {found.seat for found in verdict.faults} == {fault.seat for fault in peer.faults}


@pytest.mark.parametrize("seats", [3, pytest.param(4, marks=pytest.mark.slow)])
@pytest.mark.parametrize("targets", [{0}, {0, 2}])
@pytest.mark.parametrize("slot", [4, 6])
def test_an_honest_leave_in_the_slot_of_a_fault(slot: int, targets: set[int], seats: int) -> None:
    """Whatever comes of it: nobody honest is named, and it ends."""
    board = Switchboard(seats, 5, RULES)
    leaver = seats - 1
    board.peers[leaver].player = leave_after(slot)

    def change(body: Body) -> Body | None:
        return changed(body, seen=(*body.seen, *body.seen)) if isinstance(body, Yield) and body.slot == slot else None

    Forger(board, change, targets)
    # It can be alone with another log than all others; then it stands still, and somebody switches it off.
    board.at(60.0, lambda: board.cut(CHEAT))
    board.run(lambda: all(peer.ended for peer in honest(board)))
    for peer in honest(board):
        assert peer.ended is not None
        assert named(board, peer) <= {name_of(board, CHEAT)}, peer.ended


def test_nobody_leaves_in_another_ones_name_meanwhile() -> None:
    """Who signs that somebody else leaves, while a seat is put out, takes nobody's seat."""
    board = Switchboard(4, 3, RULES)
    change, _ = FAULTS["play"]
    Forger(board, change)
    forger, lied = board.tap, list[float]()

    def tap(source: int, target: int, data: bytes) -> bytes | None:
        body = said(data)
        if source == SECOND and isinstance(body, Expel):
            if not lied and all(referee_of(board.peers[number]).phase is Phase.EXPEL for number in (0, 3)):
                lied.append(board.now)
                leave = Event(body.session, body.epoch, seat_of(board, 0), body.head, body.slot, bytes(32), LeaveMove())
                for other in (0, 3):
                    board.send(SECOND, other, letters.write(identity_of(board.peers[SECOND]), leave).data)
            if not lied or board.now < lied[0] + 2 * board.delay:
                return None  # So both hear the lie before they can agree; what is kept back they ask for again.
        return forger(source, target, data) if forger else data

    board.tap = tap
    went_on(board)
    assert lied


@pytest.mark.parametrize("silent", [0, 2])
def test_somebody_silent_meanwhile_ends_the_match(silent: int) -> None:
    board = Switchboard(4, 3, RULES)
    Forger(board, FAULTS["play"][0])
    board.run(lambda: any(peer.faults for peer in honest(board)))
    board.cut(silent)
    rest = honest(board, CHEAT, silent)
    board.run(lambda: all(peer.ended for peer in rest))
    for peer in rest:
        assert peer.ended is not None
        assert peer.ended.outcome in ("void", "finished")
        assert named(board, peer) <= {name_of(board, CHEAT), name_of(board, silent)}
        assert [found.seat for found in verify(bytes(peer.record)).faults] == [name_of(board, CHEAT)]


def test_nobody_waits_longer_for_who_says_again_and_again_what_nobody_believes() -> None:
    """Its partner is at fault, and it counts rounds that were never played."""
    board = Switchboard(4, 3, RULES)
    Forger(board, FAULTS["play"][0])
    forger, lies = board.tap, list[bytes]()

    def lie() -> None:
        for other in (0, 3):
            board.send(SECOND, other, lies[0])
        board.at(board.now + 2, lie)

    def tap(source: int, target: int, data: bytes) -> bytes | None:
        body = said(data)
        if isinstance(body, Expel) and body.seat == seat_of(board, SECOND) and data not in lies:
            if not lies:
                lies.append(letters.write(identity_of(board.peers[SECOND]), changed(body, rounds=9)).data)
                board.at(board.now, lie)
            return None
        return forger(source, target, data) if forger else data

    board.tap = tap
    rest = honest(board, CHEAT, SECOND)
    board.run(lambda: all(peer.faults for peer in rest))
    since = board.now
    board.run(lambda: all(peer.ended for peer in rest))
    assert board.now < since + 15
    for peer in rest:
        assert peer.ended is not None
        assert peer.ended.outcome == "void"
        assert named(board, peer) == {name_of(board, CHEAT), name_of(board, SECOND)}


# Words without proof.


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("kind", [Commit, Event, Shares, Seed, Close])
def test_who_is_only_said_to_be_at_fault_plays_on(kind: type[GameBody], seats: int) -> None:
    """A letter of an expulsion without a proof changes nothing, at whatever moment it comes."""
    board = Switchboard(seats, 3, RULES)
    identity = identity_of(board.peers[CHEAT])
    false: list[bytes] = []

    def tap(source: int, target: int, data: bytes) -> bytes:
        body = said(data)
        if source == CHEAT and isinstance(body, kind) and not false and letters.read(data).sender == identity.public:
            referee = referee_of(board.peers[CHEAT])
            for accused in set(range(seats)) - {body.seat}:
                numbers = referee.log.slot, accused, referee.rounds, referee.dealing.number
                false.append(letters.write(identity, Expel(*head_of(body), *numbers)).data)
            for other in set(range(seats)) - {CHEAT}:
                for lie in false:
                    board.at(board.now + 0.001, lambda other=other, lie=lie: hear(other, lie))
        return data

    def hear(other: int, lie: bytes) -> None:
        board.peers[other].session.receive(board.peers[CHEAT].key, lie, board.now)

    board.tap = tap
    board.run()
    assert false
    for peer in board.peers:
        assert peer.ended is not None
        assert peer.ended.outcome == "finished"
        assert not named(board, peer)
        assert verify(bytes(peer.record)).ok


def test_nothing_of_a_seat_that_was_put_out_counts_any_more() -> None:
    """Not what its program sends on, not its old letters, not second ones for old slots, to one peer alone."""
    board = Switchboard(3, 3, RULES)
    identity = identity_of(board.peers[CHEAT])
    forger = Forger(board, on(Event, lambda body: changed(body, table=bytes(32)) if body.slot > 5 else None))
    old: list[bytes] = []
    heard = [0]

    def tap(source: int, target: int, data: bytes) -> bytes | None:
        body = said(data)
        if source == CHEAT and isinstance(body, GameBody) and letters.read(data).sender == identity.public:
            old.append(data)
        if source == 2 and isinstance(body, GameBody) and body.epoch == 1 and target == 0:
            for late in old:
                spoken = said(late)
                assert isinstance(spoken, GameBody)
                seconds = [changed(spoken, head=flipped(spoken.head)), changed(spoken, head=body.head, epoch=1)]
                for again in (late, *(letters.write(identity, second).data for second in seconds)):
                    board.peers[0].session.receive(board.peers[CHEAT].key, again, board.now)
                    heard[0] += 1
        return forger(source, target, data)

    board.tap = tap
    went_on(board)
    assert heard[0] > 100
    put_out(board, CHEAT)


@pytest.mark.parametrize("target", [0, pytest.param(3, marks=pytest.mark.slow)])
def test_a_second_letter_for_a_slot_that_only_some_have_settled_counts_for_nobody(target: int) -> None:
    """Some have no first letter to hold against it, and could not judge it."""
    board = Switchboard(4, 3, RULES)
    place, second = last_share(4), identity_of(board.peers[SECOND])
    forger = Forger(board, on(Shares, lambda body: false_share(body) if (body.slot, body.step) == place else None), {0})
    old: dict[bytes, GameBody] = {}

    def tap(source: int, target: int, data: bytes) -> bytes | None:
        body = said(data)
        if source == SECOND and isinstance(body, GameBody) and letters.read(data).sender == second.public:
            if isinstance(body, OfSlot) and body.slot == place[0]:
                old[data] = body
            elif body.epoch == 1 and isinstance(body, Yield):
                for letter in old.values():
                    board.at(board.now + 0.01, lambda letter=letter: hear(changed(letter, head=bytes(32))))
        return forger(source, target, data)

    def hear(body: GameBody) -> None:
        board.peers[target].session.receive(board.peers[SECOND].key, letters.write(second, body).data, board.now)

    board.tap = tap
    went_on(board)
    assert old


# The agreement alone.


IDENTITIES = [Identity(bytes([seat + 1]) * 32) for seat in range(4)]


def expel(seat: int, epoch: int = 0, slot: int = 7, rounds: int = 1, deal: int = 2) -> Letter:
    return letters.write(IDENTITIES[seat], Expel(bytes(32), epoch, seat, bytes(32), slot, 3, rounds, deal))


@given(st.lists(st.tuples(*[st.integers(0, 1)] * 4), min_size=2, max_size=3))
def test_all_go_on_where_nobody_has_been_yet_with_what_everybody_has_seen(apart: list[tuple[int, ...]]) -> None:
    row = [expel(seat, e, 7 + s, 1 + r, 2 + d) for seat, (e, s, r, d) in enumerate(apart)]
    agreed = agree(bytes(32), row)
    for epoch, slot, rounds, deal in apart:
        assert agreed.epoch > epoch
        assert agreed.slot > 7 + slot
        assert agreed.deal > 2 + deal
        assert agreed.rounds <= 1 + rounds
    assert agreed.rounds in [1 + rounds for _, _, rounds, _ in apart]


def test_the_head_after_it_rests_on_the_session_and_on_every_letter() -> None:
    said = [expel(0), expel(1)]
    heads = {
        agree(session, row).head for session in (bytes(32), b"x" * 32) for row in (said, [said[0], expel(1, slot=8)])
    }
    assert len(heads) == 4


@pytest.mark.parametrize("step", [-2, -1, 0, 1, 2])
@pytest.mark.parametrize("field", ["epoch", "deal"])
def test_nobody_honest_is_further_away_than_one(field: str, step: int) -> None:
    body = Expel(bytes(32), 5, 0, bytes(32), 7, 3, 1, 5)
    assert near(changed(body, **{field: 5 + step}), 5, 5, 7, {6: 1, 7: 1}) == (abs(step) <= APART)


@pytest.mark.parametrize(
    ("slot", "rounds", "possible"),
    [
        (5, 1, False),
        (6, 1, True),
        (6, 0, False),
        (6, 2, False),
        (7, 2, True),
        (7, 1, False),
        (7, 3, False),
        (8, 2, True),
        (8, 3, True),
        (8, 1, False),
        (8, 4, False),
        (9, 2, False),
    ],
)
def test_nobody_honest_counts_other_rounds_than_had_been_played(slot: int, rounds: int, possible: bool) -> None:
    """We have settled slot 6 and know what was played before it and after it; only of slot 8 others can know more."""
    body = Expel(bytes(32), 5, 0, bytes(32), slot, 3, rounds, 5)
    assert near(body, 5, 5, 7, {6: 1, 7: 2}) == possible
