"""The row of deals beside the slots: the next deck is made while this round is played, by exactly who plays next.

Nothing of a deck is opened before its shuffles are checked by everybody, however long that takes somebody.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from weakref import WeakKeyDictionary

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.core.moves import Draw, Keep, Move
from fliptable.core.rules import PRESETS, Rules
from fliptable.p2p import letter as letters
from fliptable.p2p.dealing import Dealing
from fliptable.p2p.errors import PeerFault
from fliptable.p2p.identity import Identity
from fliptable.p2p.letter import Letter
from fliptable.p2p.log import Admission
from fliptable.p2p.messages import Body, Commit, Dealt, GameBody, Key, Mix, OfDeal, OfDue, Remix, Seed, Shares
from fliptable.p2p.notices import DealtAgain, Waiting
from fliptable.p2p.phases import COMMIT, KEY
from fliptable.p2p.verify import verify

from .forger import (
    CHEAT,
    Forger,
    changed,
    flipped,
    given_up,
    honest,
    identity_of,
    name_of,
    referee_of,
    said,
    seat_of,
    seated,
)
from .switchboard import CHORE, Peer, Switchboard, leave_after, random_player
from .test_session import agree

ONE = replace(PRESETS["classic"], hand_size=3, match="single")


def rounds(number: int, tie: str = "shared") -> Rules:
    return ONE.with_options({"match": "rounds", "rounds": number, "tie": tie})


Said = list[tuple[float, int, GameBody]]


def overheard(board: Switchboard) -> Said:
    """Collect when each peer says what for the first time, by a tap."""
    seen: set[bytes] = set()
    spoken: Said = []

    def tap(source: int, target: int, data: bytes) -> bytes:
        body = said(data)
        if isinstance(body, GameBody) and data not in seen:
            seen.add(data)
            spoken.append((board.now, source, body))
        return data

    board.tap = tap
    return spoken


def at_slot(number: int) -> Callable[[Peer], bool]:
    return lambda peer: peer.session.referee is not None and referee_of(peer).log.slot >= number


# When.


@pytest.mark.parametrize("seats", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_the_next_deal_is_ready_before_the_round_is_over(seats: int) -> None:
    board = Switchboard(seats, 3, rounds(2))
    spoken = overheard(board)
    board.run()
    agree(board)
    seeds = [at for at, _, body in spoken if isinstance(body, Seed)]
    of_next = [at for at, _, body in spoken if isinstance(body, OfDeal) and body.deal == 2]
    assert len(of_next) == 3 * seats
    assert max(of_next) < min(seeds)
    assert {body.deal for _, _, body in spoken if isinstance(body, OfDeal)} == {1, 2}


def test_the_second_round_begins_in_a_fraction_of_the_time_of_the_first() -> None:
    board = Switchboard(3, 3, rounds(2))
    spoken = overheard(board)
    board.run()
    began = min(at for at, _, body in spoken if isinstance(body, Commit))
    over = [at for at, _, body in spoken if isinstance(body, Seed)][2]
    first, second = [
        max(at for at, _, body in spoken if isinstance(body, OfDue) and body.slot == slot)
        for slot in sorted({body.slot for _, _, body in spoken if isinstance(body, Dealt)})
    ]
    assert second - over < (first - began) / 5


@pytest.mark.parametrize("rules", [ONE, rounds(1)])
def test_no_deck_is_made_that_no_round_can_need(rules: Rules) -> None:
    board = Switchboard(2, 3, rules)
    spoken = overheard(board)
    board.run()
    agree(board)
    assert {body.deal for _, _, body in spoken if isinstance(body, OfDeal)} == {1}


def test_a_tie_that_is_played_off_finds_its_deck_ready() -> None:
    board = Switchboard(2, 3, rounds(1, tie="round"))
    spoken = overheard(board)
    board.run()
    assert {body.deal for _, _, body in spoken if isinstance(body, OfDeal)} == {1, 2}


@pytest.mark.parametrize(
    ("seats", "seed", "loss", "twice", "delay"),
    [(2, 5, 0.2, 0.2, 0.02), (3, 6, 0.1, 0.1, 0.5)],
)
def test_whatever_the_wire_does_all_write_the_same(
    seats: int, seed: int, loss: float, twice: float, delay: float
) -> None:
    board = Switchboard(seats, seed, rounds(2), loss=loss, twice=twice, delay=delay)
    board.run(limit=3000)
    agree(board)


# By whom.


def test_when_somebody_leaves_the_deck_is_thrown_away_and_made_anew_by_the_others() -> None:
    board = Switchboard(3, 12, rounds(2))
    board.peers[1].player = leave_after(6)
    spoken = overheard(board)
    board.run()
    others = [board.peers[0], board.peers[2]]
    rest = tuple(sorted(referee_of(board.peers[0]).keys.index(peer.key) for peer in others))
    for peer in others:
        assert peer.ended is not None
        assert peer.ended.outcome == "finished"
        assert not peer.faults
        assert referee_of(peer).round.deal.members == rest
        assert referee_of(peer).round.deal.number == 3
    assert len({bytes(peer.record) for peer in others}) == 1
    verdict = verify(bytes(others[0].record))
    assert verdict.ok
    assert verdict.complete
    assert verdict.rounds == 2
    mixes = {
        deal: {body.seat for _, _, body in spoken if isinstance(body, Mix) and body.deal == deal} for deal in (2, 3)
    }
    assert mixes[2] == {0, 1, 2}  # it was ready
    assert mixes[3] == set(rest)


@pytest.mark.parametrize("second", [False, True])
@pytest.mark.parametrize("first", [False, True])
@pytest.mark.slow
def test_letters_of_a_deck_that_was_thrown_away_are_passed_over(first: bool, second: bool) -> None:
    """They come again and again, or other ones, to one peer alone, and no record has the first ones.

    But both together are a proof, like any two letters for one address.
    """
    board = Switchboard(4, 12, rounds(2))
    board.peers[2].player = leave_after(6)
    identity = identity_of(board.peers[CHEAT])
    old: dict[bytes, Commit | Key | Mix] = {}

    def tap(source: int, target: int, data: bytes) -> bytes:
        body = said(data)
        if source == CHEAT and isinstance(body, Commit | Key | Mix) and body.deal == 2:
            old[data] = body
        if source == CHEAT and isinstance(body, Shares) and body.epoch == 1:
            other = [letters.write(identity, changed(body, head=bytes(32))).data for body in old.values()]
            for late in [*(old if first else ()), *(other if second else ())]:
                board.at(board.now + 0.01, lambda late=late: hear(late))
        return data

    def hear(data: bytes) -> None:
        board.peers[0].session.receive(board.peers[CHEAT].key, data, board.now)

    board.tap = tap
    board.run()
    assert len(old) == 3
    for peer in (board.peers[0], board.peers[3]):
        assert peer.ended is not None
        assert peer.ended.outcome == "finished"
        assert [fault.reason for fault in peer.faults] == ["equivocation"] * (first and second)
        verdict = verify(bytes(peer.record))
        assert [found.seat for found in verdict.faults] == [fault.seat for fault in peer.faults]
        assert verdict.complete


@pytest.mark.parametrize("behind", [0, 3])
@pytest.mark.slow
def test_what_was_wrong_in_a_deck_that_is_thrown_away_parts_nobody(behind: int) -> None:
    """Somebody leaves; who has not settled that is shown a false key, of a deal that the other one has forgotten."""
    board = Switchboard(4, 12, rounds(2))
    leaver, past = 2, 3 - behind
    board.peers[leaver].player = leave_after(4)
    keys: list[Key] = []
    shown: list[float] = []

    def tap(source: int, target: int, data: bytes) -> bytes | None:
        body = said(data)
        if isinstance(body, Key) and body.deal == 2 and body.seat == seat_of(board, CHEAT) and not shown:
            keys.append(body)
            return None
        owed = isinstance(body, OfDue) and body.seat == seat_of(board, leaver) and body.slot == 4
        return None if owed and target == behind and (not shown or board.now < shown[0] + 0.1) else data

    board.tap = tap
    seated(board)
    board.run(lambda: seat_of(board, leaver) not in referee_of(board.peers[past]).members)
    assert seat_of(board, leaver) in referee_of(board.peers[behind]).members
    shown.append(board.now)
    false = letters.write(identity_of(board.peers[CHEAT]), changed(keys[0], proof=bytes(64)))
    board.send(CHEAT, behind, false.data)
    board.run()
    for peer in (board.peers[0], board.peers[3]):
        assert peer.ended is not None
        assert peer.ended.outcome == "finished"
        assert not peer.faults
        assert verify(bytes(peer.record)).ok


# Not before everything is proved.


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_nothing_is_opened_before_everybody_has_checked_every_proof(seat: int) -> None:
    board = Switchboard(3, 31, ONE)
    spoken = overheard(board)
    board.run(lambda: sum(isinstance(body, Mix) for _, _, body in spoken) == 3)
    mixed = board.now
    board.work[seat] = 25.0
    board.run(lambda: any(isinstance(body, OfDue) for _, _, body in spoken))
    dealt = {source: at for at, source, body in spoken if isinstance(body, Dealt)}
    assert dealt[seat] >= mixed + 25.0
    assert all(at < mixed + 1 for source, at in dealt.items() if source != seat)
    assert board.now >= dealt[seat]


@pytest.mark.slow
def test_after_a_reshuffle_nobody_gives_a_share_before_it_has_checked() -> None:
    board = Switchboard(2, 8, ONE, player=hoarder)
    spoken = overheard(board)
    board.run(lambda: any(isinstance(body, Remix) for _, _, body in spoken))
    board.work[1] = 25.0
    heard = len(spoken)

    def shared() -> list[float]:
        return [at for at, source, body in spoken[heard:] if source == 1 and isinstance(body, Shares)]

    deal = referee_of(board.peers[1]).round.deal
    board.run(lambda: len(deal.stages) == 2 and not deal.to_mix)
    began = board.now
    board.run(lambda: bool(shared()))
    assert shared()[0] >= began + 25.0 - CHORE
    board.run()
    agree(board)


def hoarder(peer: Peer, board: Switchboard) -> Move | None:
    """Draw until the pile is empty, then play on."""
    view = peer.session.view()
    assert view is not None
    plain = [move for move in view.legal if isinstance(move, Draw | Keep)]
    return random_player(peer, board) if referee_of(peer).table.mixes or not plain else plain[0]


def all_have_mixed(board: Switchboard) -> None:
    board.run(lambda: all(at_slot(0)(peer) for peer in board.peers))
    board.run(lambda: all(referee_of(peer).round.deal.step == "proof" for peer in board.peers))


def test_who_checks_for_less_than_a_minute_is_waited_for() -> None:
    """It is named after a while, but not given up."""
    board = Switchboard(3, 31, ONE)
    all_have_mixed(board)
    board.work[1] = 55.0
    board.run()
    agree(board)
    assert board.now > 55.0
    waited = {name for peer in board.peers for n in peer.notices if isinstance(n, Waiting) for name in n.names}
    assert waited == {name_of(board, 1)}


def test_who_checks_for_more_than_a_minute_is_given_up() -> None:
    board = Switchboard(3, 31, ONE)
    all_have_mixed(board)
    began = board.now
    board.work[1] = 100.0
    rest = [board.peers[0], board.peers[2]]
    board.run(lambda: all(any(isinstance(notice, DealtAgain) for notice in peer.notices) for peer in rest))
    assert 60.0 <= board.now - began < 63.0
    given_up(board)


def test_who_is_slow_with_the_next_deck_holds_up_nobody_in_this_round() -> None:
    board = Switchboard(3, 3, rounds(2))
    board.run(lambda: all(at_slot(1)(peer) for peer in board.peers))
    board.work[1] = 30.0
    began = board.now
    board.run(lambda: all(referee_of(peer).rounds == 1 for peer in board.peers))
    assert board.now < began + 30.0
    board.run()
    agree(board)


# False letters.


@pytest.mark.parametrize(
    ("kind", "targets"),
    [
        (Commit, {0}),
        (Key, {2}),
        pytest.param(Mix, {0}, marks=pytest.mark.slow),
        pytest.param(Mix, {2}, marks=pytest.mark.slow),
    ],
)
def test_two_letters_of_the_next_deal_come_to_light_while_this_round_is_played(
    kind: type[Commit | Key | Mix], targets: set[int]
) -> None:
    def change(body: Body) -> Body | None:
        match body:
            case Commit(deal=2) if kind is Commit:
                return changed(body, commitment=flipped(body.commitment))
            case Key(deal=2) if kind is Key:
                return changed(body, proof=bytes(64))
            case Mix(deal=2) if kind is Mix:
                return changed(body, decks=(body.decks[0][64:] + body.decks[0][:64],))
            case _:
                return None

    board = Switchboard(3, 3, rounds(2), player=slowly)
    Forger(board, change, targets)
    board.run(lambda: all(peer.faults for peer in honest(board)))
    assert all(referee_of(peer).rounds == 0 for peer in honest(board))
    board.run(lambda: all(peer.ended for peer in honest(board)))
    for peer in honest(board):
        assert {fault.seat for fault in peer.faults} == {name_of(board, CHEAT)}
        assert peer.ended is not None
        assert peer.ended.outcome == "finished"


def slowly(peer: Peer, board: Switchboard) -> Move | None:
    """Think a second before each move."""
    slot = peer.session.status[0]
    due = thinking.setdefault(board, {}).setdefault((peer.key, slot), board.now + 1.0)
    if board.now >= due:
        return random_player(peer, board)
    board.at(due, lambda: wake(peer, board))
    return None


def wake(peer: Peer, board: Switchboard) -> None:
    peer.acted = (-1, b"")
    board.tick_all()


thinking: WeakKeyDictionary[Switchboard, dict[tuple[bytes, int], float]] = WeakKeyDictionary()


# The row alone.


SESSION = bytes(32)
COPIES, NAMES = ((2, 2),), ("light",)
IDENTITIES = [Identity(bytes([seat + 1]) * 32) for seat in range(3)]


def commit(dealing: Dealing, seat: int, **fields: object) -> Letter:
    body = Commit(SESSION, dealing.docket.log.epoch, seat, dealing.docket.log.head, dealing.number, bytes([seat]) * 32)
    return letters.write(IDENTITIES[seat], changed(body, **fields))


def take(dealing: Dealing, letter: Letter) -> Admission:
    assert isinstance(letter.body, Commit)
    admission = dealing.take(letter, letter.body)
    dealing.run()
    return admission


def begun(members: tuple[int, ...] = (0, 1, 2)) -> Dealing:
    dealing = Dealing(SESSION, COPIES, NAMES)
    dealing.begin(0, members)
    return dealing


@given(st.permutations(range(3)))
def test_commitments_come_in_any_order_and_keys_only_after_all(order: list[int]) -> None:
    dealing = begun()
    for seat in order:
        assert {task.address.step for task in dealing.docket.open} == {COMMIT}
        assert take(dealing, commit(dealing, seat)) is Admission.OPEN
    assert {task.address.step for task in dealing.docket.open} == {KEY}
    assert not dealing.ready


def test_what_a_deal_is_decides_its_first_head() -> None:
    heads = set[bytes]()
    for epoch, members, number in [(0, (0, 1, 2), 1), (1, (0, 1, 2), 1), (0, (0, 2), 1), (0, (0, 1, 2), 2)]:
        dealing = Dealing(SESSION, COPIES, NAMES)
        dealing.begin(epoch, members, number)
        heads.add(dealing.docket.log.head)
    assert len(heads) == 4


def test_a_deal_that_is_begun_anew_has_another_number_and_forgets_what_came() -> None:
    dealing = begun()
    old = commit(dealing, 0)
    take(dealing, old)
    dealing.begin(1, (0, 1))
    assert dealing.number == 2
    assert dealing.deal is not None
    assert dealing.deal.members == (0, 1)
    assert not dealing.deal.commitments
    assert take(dealing, old) is not Admission.OPEN
    assert take(dealing, commit(dealing, 1)) is Admission.OPEN


def test_a_letter_that_rests_on_something_else_is_doubted_and_not_blamed() -> None:
    dealing = begun()
    take(dealing, commit(dealing, 1, head=bytes(32)))
    assert dealing.docket.quarrels == [(1, 1)]
    assert dealing.docket.doubted == (1,)
    assert dealing.deal is not None
    assert not dealing.deal.commitments


def test_two_letters_of_a_deal_by_one_key_are_a_fault() -> None:
    dealing = begun()
    first, second = commit(dealing, 0), commit(dealing, 0, commitment=b"x" * 32)
    take(dealing, first)
    with pytest.raises(PeerFault) as caught:
        take(dealing, second)
    assert caught.value.reason == "equivocation"
    assert caught.value.evidence == (first.data, second.data)
