"""Modified programs at the table: everybody names the one who did it, and nobody else.

A cheat's letters are changed on the wire and signed again with its own key, or its seat is replaced by one
that lies. The honest peers may end at different moments; what they say must be the same.
"""

from __future__ import annotations

import copy
import random
from dataclasses import replace

import msgspec
import pytest

from fliptable.core.moves import Accept, Challenge, Move
from fliptable.core.rules import PRESETS
from fliptable.p2p import letter as letters
from fliptable.p2p import wire
from fliptable.p2p.deal.group import add, base, multiply, reduce
from fliptable.p2p.errors import Malformed
from fliptable.p2p.messages import (
    AcceptMove,
    Answer,
    Body,
    CallMove,
    CatchMove,
    ChallengeMove,
    Claim,
    Close,
    Commit,
    Dealt,
    DrawMove,
    Event,
    GameBody,
    KeepMove,
    Key,
    LeaveMove,
    Message,
    Mix,
    NameMove,
    PassMove,
    PlayMove,
    Remix,
    Seals,
    Seed,
    Shares,
    Signed,
    Statements,
    Yield,
)
from fliptable.p2p.notices import Audited
from fliptable.p2p.owed import Owed
from fliptable.p2p.phases import Phase, Task
from fliptable.p2p.seat import OwnSeat
from fliptable.p2p.verify import verify

from .forger import CHEAT, Change, Forger, changed, flipped, head_of, identity_of, on, sentenced, with_cheat
from .switchboard import Peer, Switchboard, random_player

RULES = replace(PRESETS["quick"], hand_size=3)


def play_with_share(body: Event, **fields: bytes) -> Event | None:
    move = body.move
    if not isinstance(move, PlayMove) or not move.points:
        return None
    return changed(body, move=msgspec.structs.replace(move, **fields))


@pytest.mark.parametrize(
    ("change", "reasons"),
    [
        (on(Key, lambda body: changed(body, proof=flipped(body.proof))), {"bad-key-proof"}),
        (on(Mix, lambda body: changed(body, decks=body.decks[:1])), {"malformed-mix"}),
        (on(Mix, lambda body: changed(body, decks=(bytes(112 * 64), body.decks[1]))), {"invalid-mix-point"}),
        (on(Mix, lambda body: changed(body, proofs=(b"x", b"x"))), {"unexpected-shuffle-proof"}),
        (on(Shares, lambda body: changed(body, proof=flipped(body.proof))), {"bad-share-proof"}),
        (on(Shares, lambda body: changed(body, points=body.points[32:])), {"malformed-shares", "bad-share-proof"}),
        (on(Event, lambda body: changed(body, move=KeepMove())), {"illegal-nothing-drawn", "illegal-not-your-turn"}),
        (on(Event, lambda body: changed(body, table=bytes(32))), {"table-digest"}),
        (on(Event, lambda body: changed(body, move=PlayMove((111,), -1, False, b"", b""))), {"illegal-card-not-held"}),
        (on(Event, lambda body: play_with_share(body, points=b"", proof=b"")), {"malformed-shares", "bad-share-proof"}),
        (on(Commit, lambda body: changed(body, deal=9)), {"deal-number"}),
        (on(Commit, lambda body: changed(body, seat=body.seat ^ 1)), {"wrong-seat"}),
        (on(Seed, lambda body: changed(body, seed=bytes(32))), {"seed-not-committed"}),
        (on(Seed, lambda body: changed(body, seed=bytes(31))), {"seed-length"}),
        (on(Yield, lambda body: Seed(*head_of(body), bytes(32))), {"unexpected-message"}),
    ],
)
def test_one_false_letter_names_its_sender(change: Change, reasons: set[str]) -> None:
    board = Switchboard(3, 31, RULES)
    Forger(board, change)
    sentenced(board, reasons)


@pytest.mark.parametrize("kind", [Commit, Mix, Event, Yield])
def test_two_letters_for_one_address_name_their_sender(kind: type[GameBody]) -> None:
    """One peer is told one thing and the other another; both find out, and at the latest a slot later."""

    def change(body: Body) -> Body | None:
        if not isinstance(body, kind):
            return None
        match body:
            case Commit():
                return changed(body, commitment=flipped(body.commitment))
            case Mix():
                return changed(body, decks=(body.decks[0][64:] + body.decks[0][:64], body.decks[1]))
            case Event():
                return changed(body, move=DrawMove()) if isinstance(body.move, PlayMove) else None
            case Yield():
                return changed(body, seen=(*body.seen, *body.seen))
            case _:
                return None

    board = Switchboard(3, 31, RULES)
    Forger(board, change, {2})
    sentenced(board, {"equivocation"})


def test_a_share_taken_from_another_slot_is_a_false_share() -> None:
    board = Switchboard(3, 31, RULES)
    kept: list[Shares] = []

    def replay(body: Shares) -> Shares | None:
        kept.append(body)
        old = kept[0]
        if body.slot == old.slot:
            return None
        return changed(body, points=old.points[: len(body.points)], proof=old.proof)

    Forger(board, on(Shares, replay))
    sentenced(board, {"bad-share-proof", "malformed-shares"})


def test_letters_of_old_slots_sent_again_change_nothing() -> None:
    board = Switchboard(2, 3, RULES)
    old: list[bytes] = []

    def tap(source: int, target: int, data: bytes) -> bytes:
        if source == CHEAT and data[1] in (16, 17, 18):
            old.append(data)
            for again in old[:: max(1, len(old) // 3)]:
                board.at(board.now + 0.01, lambda again=again: board._deliver(source, target, again))  # pyright: ignore[reportPrivateUsage]
        return data

    board.tap = tap
    board.run()
    assert all(peer.ended is not None and peer.ended.outcome == "finished" for peer in board.peers)


class Strange(Message, frozen=True, tag=77):
    """A body of no kind that this protocol has."""

    session: bytes
    number: int


def test_a_signed_body_that_is_no_message_names_its_signer() -> None:
    board = Switchboard(3, 31, RULES)
    identity = identity_of(board.peers[CHEAT])

    def nonsense(body: Yield) -> bytes:
        spelled = wire.encode(Strange(body.session, body.slot))
        return wire.encode(Signed(spelled, identity.public, identity.sign(letters.LABEL, spelled)))

    Forger(board, on(Yield, nonsense))
    sentenced(board, {"malformed-body"})


def test_what_a_key_signs_elsewhere_is_nobodys_fault_here() -> None:
    board = Switchboard(2, 3, RULES)
    identity = identity_of(board.peers[CHEAT])
    spelled = wire.encode(Strange(bytes(32), 1))
    data = wire.encode(Signed(spelled, identity.public, identity.sign(letters.LABEL, spelled)))
    board.run(lambda: all(peer.session.referee is not None for peer in board.peers))
    board.peers[0].session.receive(board.peers[CHEAT].key, data, board.now)
    board.run()
    assert not board.peers[0].faults


class Liar(OwnSeat):
    """Always says that it is innocent."""

    def _guilty(self, owed: Owed) -> bool:
        return False


class Swindler(OwnSeat):
    """Puts other cards into the decks that it mixes: `forge` says what becomes of the first of each."""

    def _of_deal(self, task: Task, head: tuple[bytes, int, int, int, bytes]) -> GameBody:
        body = super()._of_deal(task, head)
        if isinstance(body, Mix):
            return changed(body, decks=tuple(self.forge(deck) for deck in body.decks))
        return body

    def forge(self, deck: bytes) -> bytes:
        return deck


class Duplicator(Swindler):
    """Makes the first card another copy of the second, encrypted afresh so that nobody sees it."""

    def forge(self, deck: bytes) -> bytes:
        referee = self.__dict__["_referee"]
        by = reduce(bytes(63) + b"\5")
        joint = referee.round.deal.stages[0].key
        return add(deck[64:96], base(by)) + add(deck[96:128], multiply(by, joint)) + deck[64:]


class Vandal(Swindler):
    """Makes every card one that is none."""

    def forge(self, deck: bytes) -> bytes:
        stray = base(reduce(bytes(63) + b"\7"))
        cards = (deck[at : at + 64] for at in range(0, len(deck), 64))
        return b"".join(card[:32] + add(card[32:], stray) for card in cards)


class Shy(OwnSeat):
    """Will not show its seed."""

    def make(self, task: Task) -> GameBody | None:
        body = super().make(task)
        return changed(body, seed=b"") if isinstance(body, Seed) else body


def doubter(peer: Peer, board: Switchboard) -> Move | None:
    """Challenge whatever can be challenged."""
    view = peer.session.view()
    assert view is not None
    return Challenge() if Accept() in view.legal else random_player(peer, board)


def test_a_false_plea_is_found_by_the_audit() -> None:
    board = Switchboard(2, 15, PRESETS["quick"], player=doubter)
    with_cheat(board, Liar)
    sentenced(board, {"false-statement"})


def test_a_doubled_card_is_found_by_the_audit() -> None:
    board = Switchboard(3, 31, RULES)
    with_cheat(board, Duplicator)
    sentenced(board, {"mix-not-from-seed"})


def test_a_card_that_is_no_card_ends_the_round_and_names_who_mixed_it() -> None:
    board = Switchboard(3, 31, RULES)
    with_cheat(board, Vandal)
    sentenced(board, {"mix-not-from-seed"})


class Coward(Vandal, Shy):
    """Spoils the cards and will not show why."""


def test_who_spoils_the_cards_and_hides_the_proof_ends_the_round_unnamed() -> None:
    """Without shuffle proofs nobody can tell who it was; the refusal itself is in the record."""
    board = Switchboard(3, 31, RULES)
    with_cheat(board, Coward)
    board.run()
    for peer in board.peers:
        assert peer.ended is not None
        assert peer.ended.outcome == "void"
        assert not peer.faults
        audited = [notice for notice in peer.notices if isinstance(notice, Audited)]
        assert [(notice.result, len(notice.names)) for notice in audited] == [("refused", 1)]
    assert verify(bytes(board.peers[0].record)).ok


def test_a_seed_that_is_not_shown_is_said_and_the_score_stands() -> None:
    board = Switchboard(2, 1, RULES)
    with_cheat(board, Shy)
    board.run()
    for peer in board.peers:
        assert peer.ended is not None
        assert peer.ended.outcome == "finished"
        assert peer.ended.result is not None
        assert peer.ended.result.audit == "refused"
    assert verify(bytes(board.peers[0].record)).ok


def test_a_plea_of_guilty_is_no_lie() -> None:
    seen: list[bool] = []
    board = Switchboard(2, 2, PRESETS["quick"], player=doubter)

    def tap(source: int, target: int, data: bytes) -> bytes:
        if data[1] == 16:
            body = letters.read(data).body
            if isinstance(body, Answer):
                seen.append(body.guilty)
        return data

    board.tap = tap
    board.run()
    assert any(seen)
    assert not any(peer.faults for peer in board.peers)


def random_body(dice: random.Random, head: tuple[bytes, int, int, int, bytes]) -> GameBody:
    """Make a body of any kind that is spelled right and means nothing, often at an address that stands open."""
    session, epoch, slot, seat, last = head
    at = (session, epoch, slot + dice.choice((0, 0, 0, 1)), seat, dice.choice((last, last, bytes(32))))
    due = (dice.randrange(3), dice.randrange(2))
    deck = dice.randbytes(64 * dice.randrange(1, 5))
    points = dice.randbytes(32 * dice.randrange(4))
    moves = [
        PlayMove((dice.randrange(130),), dice.randrange(-1, 4), dice.random() < 0.5, points[:32], dice.randbytes(64)),
        PlayMove((dice.randrange(8), dice.randrange(8)), -1, False, b"", b""),
        NameMove(dice.randrange(4)),
        CatchMove(dice.randrange(10)),
        *(kind() for kind in (DrawMove, KeepMove, PassMove, ChallengeMove, AcceptMove, CallMove, LeaveMove)),
    ]
    return dice.choice(
        [
            Commit(*at, 1, dice.randbytes(32)),
            Key(*at, 1, dice.randbytes(32), dice.randbytes(64)),
            Mix(*at, 1, (deck, deck), ()),
            Dealt(*at, dice.randbytes(32)),
            *(Event(*at, dice.choice((bytes(32), b"D" * 32)), move) for move in moves),
            Yield(*at, (dice.randbytes(32),)),
            Seed(*at, dice.randbytes(dice.randrange(33))),
            Close(*at, dice.randbytes(32)),
            Shares(*at, *due, points, dice.randbytes(64)),
            Seals(*at, *due, points, dice.randbytes(96)),
            Statements(*at, *due, (Claim(dice.random() < 0.5, b""),)),
            Answer(*at, *due, dice.random() < 0.5),
            Remix(*at, *due, (deck,), ()),
        ]
    )


@pytest.mark.parametrize("phase", [Phase.COMMIT, Phase.KEY, Phase.MIX, Phase.DEALT, Phase.DUES, Phase.PLAY, Phase.SEED])
def test_nothing_that_is_signed_can_break_the_referee_or_fall_on_another(phase: Phase) -> None:
    board = Switchboard(3, 31, RULES)
    observer = board.peers[0].session
    board.run(lambda: observer.referee is not None and observer.referee.phase is phase)
    referee = observer.referee
    assert referee is not None
    identity = identity_of(board.peers[CHEAT])
    seat = referee.seat_of(identity.public)
    assert seat is not None
    dice = random.Random(phase.value)
    head = referee.session, referee.log.epoch, referee.log.slot, seat, referee.log.head
    for _ in range(25):
        body = random_body(dice, head)
        if isinstance(body, Event) and body.table != bytes(32):
            body = changed(body, table=referee.digest)
        copied = copy.deepcopy(referee)
        copied.take(letters.write(identity, body))
        assert copied.blame is None or copied.blame.seat == seat


def test_bytes_damaged_on_the_way_change_nothing() -> None:
    dice = random.Random(5)
    board = Switchboard(2, 3, RULES)

    def tap(source: int, target: int, data: bytes) -> bytes:
        damaged = bytearray(data[: dice.choice((len(data), len(data), dice.randrange(len(data))))])
        if damaged:
            damaged[dice.randrange(len(damaged))] ^= 1 << dice.randrange(8)
        unsigned = len(damaged) > 1 and damaged[1] in (19, 20)
        if bytes(damaged) != data and not unsigned:
            with pytest.raises(Malformed):
                board.peers[target].session.receive(board.peers[source].key, bytes(damaged), board.now)
        return data

    board.tap = tap
    board.run()
    assert all(peer.ended is not None and peer.ended.outcome == "finished" for peer in board.peers)
