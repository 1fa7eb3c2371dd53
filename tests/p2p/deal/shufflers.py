"""Hostile shufflers: each knows all that its seat knows, lies in one deck, and proves as well as it can.

What it proves with is the truth about the honest mix of its seed: the permutation, the scalars, and a proof whose
transcript holds the false deck. What cleverer forgers can do is shown equation by equation in `test_shuffle_proof`.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from fliptable.p2p.deal import group, shuffle_proof
from fliptable.p2p.deal.elgamal import Ciphertext, blinding, encode_deck, shuffle
from fliptable.p2p.deal.group import NotInGroup, Point, Scalar
from fliptable.p2p.deal.payloads import Mixed
from fliptable.p2p.deal.proving import Unproved, first_false
from fliptable.p2p.deal.randomness import Nonces
from fliptable.p2p.deal.seed import Seed
from fliptable.p2p.deal.stage import MixStage

from .circle import SESSION, Circle, prefix
from .spoilt import ORDER_TWO, Spoil

SEATS = (0, 1, 2)
ALONE = ((1, 1, 1, 1), (1, 1, 1, 1))  # no face twice, so that another card is another face


def waiting(when: str, dice: int = 1) -> Circle:
    """A circle of three at its first mix; in the reshuffle one card is public, one is hidden, one stays a hand's."""
    circle = Circle(SEATS, ALONE, dice, mixed=when == "reshuffle")
    if when == "reshuffle":
        circle.show([(0, 0), (0, 1)])
        circle.show([(1, 0), (3, 0), (3, 1)], owner=1)
        circle.deal.begin_mix([0, 1, 2], [4, 5, 6], SEATS)
    return circle


class Work(NamedTuple):
    """One deck in the hands of a hostile shuffler: before its mix, and after the honest mix of its seed."""

    circle: Circle
    stage: MixStage
    seat: int
    side: int
    before: Sequence[Ciphertext]
    made: list[Ciphertext]
    rng: random.Random

    def scalar(self) -> Scalar:
        return group.reduce(self.rng.randbytes(64))

    def again(self, card: Ciphertext) -> Ciphertext:
        """The same face, hidden anew."""
        return shuffle([card], [0], blinding([self.scalar()], self.stage.key))[0]

    def hidden(self, face: Point, key: Point) -> Ciphertext:
        blind = self.scalar()
        return Ciphertext(group.base(blind), group.add(face, group.multiply(blind, key)))


Liar = Callable[[Work], Sequence[Ciphertext]]


def copied(work: Work) -> Sequence[Ciphertext]:
    """The second attack: one hidden position is a copy of another, so to draw the one is to know the other."""
    return [work.again(work.made[1]), *work.made[1:]]


def tagged(work: Work) -> Sequence[Ciphertext]:
    """The first attack: a copy that bears a factor, by which it would be found again where factors survive."""
    factor = work.scalar()
    card = work.again(work.made[1])
    return [Ciphertext(group.multiply(factor, card.a), group.multiply(factor, card.b)), *work.made[1:]]


def substituted(work: Work) -> Sequence[Ciphertext]:
    """Two cards become the same printed face."""
    face = work.circle.deal.tables[work.side].points[0]
    return [*(work.hidden(face, work.stage.key) for _ in range(2)), *work.made[2:]]


def removed(work: Work) -> Sequence[Ciphertext]:
    """A card becomes nothing that can be read."""
    return [work.hidden(group.GENERATOR, work.stage.key), *work.made[1:]]


def added_up(work: Work) -> Sequence[Ciphertext]:
    """A card becomes the sum of two."""
    one, other = work.made[:2]
    return [Ciphertext(group.add(one.a, other.a), group.add(one.b, other.b)), *work.made[1:]]


def marked(work: Work) -> Sequence[Ciphertext]:
    """A card is moved by a point the liar knows, to be recognised when it is opened."""
    first = work.made[0]
    return [first._replace(b=group.add(first.b, group.base(work.scalar()))), *work.made[1:]]


def for_one_key(work: Work) -> Sequence[Ciphertext]:
    """A card is hidden under the key of the liar alone."""
    face = work.circle.deal.tables[work.side].points[1]
    return [work.hidden(face, work.circle.deal.keys[work.seat]), *work.made[1:]]


def fed(work: Work) -> Sequence[Ciphertext]:
    """A hidden card that is not in this deck at all goes in, hidden anew, to be opened as another."""
    deal = work.circle.deal
    victim = deal.at(3, work.side).first if work.stage.number else work.stage.history[0][1 - work.side][3]
    return [work.again(victim), *work.made[1:]]


def in_another_order(work: Work) -> Sequence[Ciphertext]:
    """All is there; but not where the proof says."""
    return [work.made[1], work.made[0], *work.made[2:]]


def not_hidden(work: Work) -> Sequence[Ciphertext]:
    """A card goes through as it came, so that all can follow it."""
    source = Seed(work.circle.seeds[work.seat], SESSION, 1, work.seat).permutation(
        work.stage.number, work.side, len(work.made)
    )
    return [work.before[source[0]], *work.made[1:]]


LIARS: dict[str, Liar] = {
    liar.__name__: liar
    for liar in (
        copied,
        tagged,
        substituted,
        removed,
        added_up,
        marked,
        for_one_key,
        fed,
        in_another_order,
        not_hidden,
    )
}


def no_point(spoil: Spoil, half: int) -> Liar:
    """A half of a card becomes what is no point."""

    def liar(work: Work) -> Sequence[Ciphertext]:
        card = list(work.made[0])
        card[half] = spoil(card[half])
        return [Ciphertext(*card), *work.made[1:]]

    return liar


def of_order_two(work: Work) -> Sequence[Ciphertext]:
    """The mark that older libraries let through: both halves bear a part of order two."""
    first = work.made[0]
    return [Ciphertext(*(group.add(half, ORDER_TWO) for half in first)), *work.made[1:]]


def lie(circle: Circle, seat: int, liar: Liar | None, *, honest_proof: bool = False, side: int | None = None) -> Mixed:
    """The mix of a seat, with a liar at work in one deck: the one of its seat's parity unless it is named."""
    stage = circle.deal.stages[-1]
    side = seat % 2 if side is None else side
    rng = random.Random(f"{seat} {stage.number}")
    work = Seed(circle.seeds[seat], SESSION, 1, seat)
    decks: list[bytes] = []
    proofs: list[bytes] = []
    for number, before in enumerate(stage.decks):
        permutation = work.permutation(stage.number, number, len(before))
        scalars = work.scalars(stage.number, number, len(before))
        made = shuffle(before, permutation, blinding(scalars, stage.key))
        deck: Sequence[Ciphertext] = made
        if number == side and liar is not None:
            deck = liar(Work(circle, stage, seat, number, before, made, rng))
        script = circle.deal.mix_statement(seat, prefix(seat, "mix"), stage, number)
        proved = made if honest_proof else deck
        nonces = Nonces(b"", b"", rng.randbytes)
        proofs.append(shuffle_proof.prove(script, stage.key, [before], [proved], permutation, [scalars], nonces))
        decks.append(encode_deck(deck))
    return Mixed(tuple(decks), tuple(proofs))


def mix(circle: Circle, liars: Mapping[int, Liar], *, honest_proof: bool = False) -> None:
    """All mix in turn, honest seats too, until one of those cannot mix what it is given; nothing is confirmed."""
    while (seat := circle.deal.mixing) is not None:
        context = prefix(seat, "mix")
        if seat in liars:
            mixed = lie(circle, seat, liars[seat], honest_proof=honest_proof)
        else:
            try:
                mixed = circle.secrets[seat].mix(context)
            except NotInGroup:
                return
        circle.deal.take_mix(seat, mixed, context)


def all_false(items: Sequence[Unproved]) -> list[int]:
    """The seats that are named, when who was named is left out the next time."""
    left, named = list(items), list[int]()
    while (item := first_false(left)) is not None:
        left.remove(item)
        named.append(item.seat)
    return named
