"""Who sends letters that are spelled right and say what cannot be: another seat, another kind, too few, too many."""

from __future__ import annotations

import random

import pytest

from fliptable.p2p import letter as letters
from fliptable.p2p.messages import (
    AcceptMove,
    Answer,
    CallMove,
    CatchMove,
    ChallengeMove,
    Claim,
    Close,
    Commit,
    Dealt,
    DrawMove,
    Event,
    Expel,
    GameBody,
    JumpMove,
    KeepMove,
    Key,
    LeaveMove,
    Mix,
    NameMove,
    PassMove,
    PlayMove,
    Remix,
    Seals,
    Seed,
    Shares,
    Statements,
    SwapMove,
    Yield,
)
from fliptable.p2p.phases import Phase
from fliptable.p2p.referee import Referee

from ..forger import CHEAT, Change, Forger, changed, given_up, head_of, identity_of, on, referee_of, seated, sentenced
from ..mutants import copied
from .tables import small


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (on(Key, lambda body: changed(body, seat=body.seat ^ 1)), "wrong-seat"),
        (on(Event, lambda body: changed(body, seat=9)), "wrong-seat"),
        (on(Mix, lambda body: changed(body, decks=body.decks[:1])), "malformed-mix"),
        (on(Mix, lambda body: changed(body, decks=(body.decks[0][64:], body.decks[1]))), "malformed-mix"),
        (on(Mix, lambda body: changed(body, decks=(bytes(112 * 64), body.decks[1]))), "repeated-ciphertext"),
        (on(Mix, lambda body: changed(body, proofs=())), "malformed-proof"),
        (on(Mix, lambda body: changed(body, proofs=body.proofs[:1])), "malformed-proof"),
        (on(Mix, lambda body: changed(body, proofs=(b"x", b"x"))), "malformed-proof"),
        (on(Mix, lambda body: Key(*head_of(body), body.deal, bytes(32), bytes(64))), "equivocation"),
        (on(Yield, lambda body: Seed(*head_of(body), body.slot, bytes(32))), "unexpected-message"),
        (on(Yield, lambda body: Close(*head_of(body), body.slot, bytes(32))), "unexpected-message"),
        (on(Dealt, lambda body: Yield(*head_of(body), body.slot, (bytes(32),))), "unexpected-message"),
        (
            on(Shares, lambda body: Answer(*head_of(body), body.slot, body.step, body.part, True)),
            "unexpected-message",
        ),
        (
            on(Shares, lambda body: Remix(*head_of(body), body.slot, body.step, body.part, (bytes(64),), ())),
            "unexpected-message",
        ),
    ],
)
def test_one_false_letter_names_its_sender(change: Change, reason: str) -> None:
    board = small()
    Forger(board, change)
    sentenced(board, {reason})


@pytest.mark.parametrize(
    "change",
    [
        on(Commit, lambda body: changed(body, deal=9)),
        on(Key, lambda body: changed(body, epoch=1)),
        pytest.param(on(Key, lambda body: changed(body, head=bytes(32))), marks=pytest.mark.slow),
        on(Dealt, lambda body: changed(body, transcript=bytes(32))),
        on(Shares, lambda body: changed(body, head=bytes(32))),
        pytest.param(on(Shares, lambda body: changed(body, step=7)), marks=pytest.mark.slow),
        on(Yield, lambda body: changed(body, slot=2**31)),
        pytest.param(on(Yield, lambda body: changed(body, session=bytes(32))), marks=pytest.mark.slow),
        pytest.param(on(Yield, lambda body: changed(body, epoch=1)), marks=pytest.mark.slow),
    ],
)
def test_a_letter_that_fits_nowhere_is_as_good_as_none(change: Change) -> None:
    """Perhaps it is we who hold another log; so nobody is blamed, and the sender is waited for no longer."""
    board = small()
    Forger(board, change)
    given_up(board)


Head = tuple[bytes, int, int, bytes]


def random_body(dice: random.Random, referee: Referee, seat: int) -> GameBody:
    """Make a body of any kind that is spelled right and means nothing, often at an address that stands open."""
    dealing = referee.dealing.docket.log
    last = referee.log.head
    heads = (last, last, last, bytes(32))
    at: Head = (referee.session, referee.log.epoch + (dice.random() < 0.1), seat, dice.choice(heads))
    in_deal: Head = (referee.session, dealing.epoch, seat, dice.choice((dealing.head, dealing.so_far(), bytes(32))))
    slot = referee.log.slot + dice.choice((0, 0, 0, 1))
    deal = referee.dealing.number + dice.choice((0, 0, 1))
    due = (slot, dice.randrange(3), dice.randrange(2))
    deck = dice.randbytes(64 * dice.randrange(1, 5))
    points = dice.randbytes(32 * dice.randrange(4))
    table = dice.choice((bytes(32), referee.digest))
    moves = [
        PlayMove((dice.randrange(130),), dice.randrange(-1, 4), dice.random() < 0.5, points[:32], dice.randbytes(64)),
        PlayMove((dice.randrange(8), dice.randrange(8)), -1, False, b"", b""),
        JumpMove(dice.randrange(130), False, points[:32], dice.randbytes(64)),
        NameMove(dice.randrange(4)),
        CatchMove(dice.randrange(10)),
        SwapMove(dice.randrange(10)),
        *(kind() for kind in (DrawMove, KeepMove, PassMove, ChallengeMove, AcceptMove, CallMove, LeaveMove)),
    ]
    return dice.choice(
        [
            Commit(*in_deal, deal, dice.randbytes(32)),
            Key(*in_deal, deal, dice.randbytes(32), dice.randbytes(64)),
            Mix(*in_deal, deal, (deck, deck), (points, points)),
            Dealt(*at, slot, dice.randbytes(32)),
            *(Event(*at, slot, table, move) for move in moves),
            Yield(*at, slot, (dice.randbytes(32),)),
            Seed(*at, slot, dice.randbytes(dice.randrange(33))),
            Close(*at, slot, table),
            Expel(*at, slot, dice.randrange(4), dice.randrange(2), deal),
            Shares(*at, *due, points, dice.randbytes(64)),
            Seals(*at, *due, points, dice.randbytes(96)),
            Statements(*at, *due, (Claim(dice.random() < 0.5, b""),)),
            Answer(*at, *due, dice.random() < 0.5),
            Remix(*at, *due, (deck,), ()),
        ]
    )


@pytest.mark.parametrize("phase", [Phase.DEAL, Phase.DEALT, Phase.DUES, Phase.PLAY, Phase.SEED, Phase.CLOSE])
def test_nothing_that_is_signed_can_break_the_referee_or_fall_on_another(phase: Phase) -> None:
    board = small()
    seated(board)
    observer = board.peers[0]
    board.run(lambda: referee_of(observer).phase is phase)
    referee = referee_of(observer)
    identity = identity_of(board.peers[CHEAT])
    seat = referee.seat_of(identity.public)
    assert seat is not None
    dice = random.Random(phase.value)
    for _ in range(30):
        other = copied(referee)
        for _ in range(3):
            other.take(letters.write(identity, random_body(dice, referee, seat)))
        assert other.barred <= {seat}
