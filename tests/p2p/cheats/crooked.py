"""Hostile shufflers: each mixes as its seed has it, then lays hands on one deck, and proves as well as it can.

What it proves with is the truth about its honest mix, over a transcript that holds the false deck. What cleverer
forgers could do is shown equation by equation in `tests/p2p/deal/test_shuffle_proof.py`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

import pytest

from fliptable.p2p.deal import group, shuffle_proof
from fliptable.p2p.deal.deal import Deal
from fliptable.p2p.deal.elgamal import Ciphertext, blinding, encode_deck, shuffle
from fliptable.p2p.deal.group import Point, Scalar
from fliptable.p2p.deal.payloads import Mixed
from fliptable.p2p.deal.randomness import Nonces
from fliptable.p2p.deal.seed import Seed
from fliptable.p2p.deal.stage import MixStage
from fliptable.p2p.messages import Shares
from fliptable.p2p.seat import OwnSeat

from ..forger import own_of, said, seated, sentenced, with_cheat
from ..steering import peer_at
from ..switchboard import Switchboard
from .tables import Table, ahead, reshuffled, small


class Moment(Enum):
    """When a shuffler lies: in the first deal, in a reshuffle, or in the deal made while a round is played."""

    START = "start"
    RESHUFFLE = "reshuffle"
    BACKGROUND = "background"


TABLE: dict[Moment, Table] = {Moment.START: small, Moment.RESHUFFLE: reshuffled, Moment.BACKGROUND: ahead}
SEATS = (0, 1, 2)
SQUARE = ((Moment.START, 0), (Moment.RESHUFFLE, 1), (Moment.BACKGROUND, 2))
"""Every seat once, and every moment."""
EVERYWHERE = [
    pytest.param(moment, seat, marks=() if (moment, seat) in SQUARE else pytest.mark.slow)
    for moment in Moment
    for seat in SEATS
]
"""Every seat at every moment; what is not in the square takes long."""


@dataclass(frozen=True)
class Work:
    """One deck in the hands of a hostile shuffler: before its mix, and after the honest mix of its seed."""

    deal: Deal
    stage: MixStage
    seat: int
    side: int
    before: Sequence[Ciphertext]
    made: list[Ciphertext]
    permutation: list[int]
    scalars: list[Scalar]
    dice: random.Random

    def scalar(self) -> Scalar:
        return group.reduce(self.dice.randbytes(64))

    def again(self, card: Ciphertext) -> Ciphertext:
        """The same face, hidden anew."""
        return shuffle([card], [0], blinding([self.scalar()], self.stage.key))[0]

    def hidden(self, face: Point, key: Point) -> Ciphertext:
        """A face of the liar's choice, hidden as all are."""
        blind = self.scalar()
        return Ciphertext(group.base(blind), group.add(face, group.multiply(blind, key)))


Forge = Callable[[Work], Sequence[Ciphertext]]


class Crooked(OwnSeat):
    """Mixes honestly but at one moment; `lied` says where the slots were then."""

    forge: Forge
    moment: Moment
    side: int
    lied: tuple[int, int] | None = None

    def _mix(self, deal: Deal, bound: bytes) -> Mixed | None:
        stage = deal.stages[-1]
        if self.lied is not None or not self._is_now(deal, stage):
            return super()._mix(deal, bound)
        referee = self._referee
        step = referee.course.step if stage.number else -1
        self.lied = referee.log.slot, step
        return lie(deal, self.seat, self._secret(deal).seed, bound, self.forge, self.side % len(stage.decks))

    def since(self, slot: int, step: int) -> bool:
        """Whether what is due then comes after the lie."""
        return self.lied is not None and (slot, step) >= self.lied

    def _is_now(self, deal: Deal, stage: MixStage) -> bool:
        match self.moment:
            case Moment.START:
                return deal.number == 1 and stage.number == 0
            case Moment.RESHUFFLE:
                return stage.number > 0
            case Moment.BACKGROUND:
                return deal.number == 2


def lie(deal: Deal, seat: int, seed: bytes, bound: bytes, forge: Forge, at: int) -> Mixed:
    """Make the mix of a seat, with a forger at work in the deck of side `at`."""
    stage = deal.stages[-1]
    dice = random.Random(f"{seat} {deal.number} {stage.number}")
    work = Seed(seed, deal.session, deal.number, seat)
    decks: list[bytes] = []
    proofs: list[bytes] = []
    for side, before in enumerate(stage.decks):
        permutation = work.permutation(stage.number, side, len(before))
        scalars = work.scalars(stage.number, side, len(before))
        made = shuffle(before, permutation, blinding(scalars, stage.key))
        deck: Sequence[Ciphertext] = made
        if side == at:
            deck = forge(Work(deal, stage, seat, side, before, made, permutation, scalars, dice))
        script = deal.mix_statement(seat, bound, stage, side)
        nonces = Nonces(b"", b"", dice.randbytes)
        proofs.append(shuffle_proof.prove(script, stage.key, [before], [deck], permutation, [scalars], nonces))
        decks.append(encode_deck(deck))
    return Mixed(tuple(decks), tuple(proofs))


def unmoved(deal: Deal, seat: int, bound: bytes) -> Mixed:
    """Make a mix that hides every card anew and moves none: every proof of it holds, and no seed explains it."""
    stage = deal.stages[-1]
    dice = random.Random(f"{seat} {stage.number}")
    decks: list[bytes] = []
    proofs: list[bytes] = []
    for side, before in enumerate(stage.decks):
        order = list(range(len(before)))
        scalars = [group.reduce(dice.randbytes(64)) for _ in before]
        made = shuffle(before, order, blinding(scalars, stage.key))
        script = deal.mix_statement(seat, bound, stage, side)
        nonces = Nonces(b"", b"", dice.randbytes)
        proofs.append(shuffle_proof.prove(script, stage.key, [before], [made], order, [scalars], nonces))
        decks.append(encode_deck(made))
    return Mixed(tuple(decks), tuple(proofs))


def crooked(board: Switchboard, seat: int, forge: Forge, moment: Moment, side: int) -> int:
    """Let the peer on a seat lie at this moment about this side; give its number."""
    seated(board)
    cheat = board.peers.index(peer_at(board, seat))
    with_cheat(board, Crooked, cheat)
    own = own_of(board.peers[cheat])
    assert isinstance(own, Crooked)
    own.forge, own.moment, own.side = forge, moment, side
    return cheat


def caught(
    forge: Forge,
    moment: Moment,
    seat: int,
    reasons: frozenset[str] = frozenset({"bad-shuffle-proof"}),
    *,
    side: int | None = None,
    whole: bool = False,
) -> None:
    """Who mixes so is named by all before anybody opens a card of that deck; by default one side a seat."""
    board = TABLE[moment]()
    cheat = crooked(board, seat, forge, moment, seat if side is None else side)
    own = own_of(board.peers[cheat])
    assert isinstance(own, Crooked)
    opened: list[Shares] = []

    def tap(source: int, target: int, data: bytes) -> bytes:
        body = said(data)
        if isinstance(body, Shares) and body.epoch == 0 and source != cheat and own.since(body.slot, body.step):
            opened.append(body)
        return data

    board.tap = tap
    sentenced(board, set(reasons), cheat=cheat, whole=whole)
    assert own.lied is not None
    assert moment is Moment.BACKGROUND or not opened
