"""The first shuffler tags a card with a factor that only it knows, to find it again before the first move.

It is the first attack on commutative keys that this protocol was built against: there every later shuffler multiplies
all cards by one factor, so the ratio of two cards survives, and the whole deck was read in a fifth of a second.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from fliptable.p2p.deal import group
from fliptable.p2p.deal.elgamal import Ciphertext, blinding, shuffle

from .crooked import EVERYWHERE, Moment, Work, caught


def tagged(work: Work) -> Sequence[Ciphertext]:
    """In place of a victim's card stands a second copy of a wanted one, times a factor."""
    factor = work.scalar()
    wanted = work.made[1]
    return [times(factor, wanted), *work.made[1:]]


def times(factor: group.Scalar, card: Ciphertext) -> Ciphertext:
    return Ciphertext(group.multiply(factor, card.a), group.multiply(factor, card.b))


@pytest.mark.parametrize(("moment", "seat"), EVERYWHERE)
def test_a_card_that_bears_a_tag(moment: Moment, seat: int) -> None:
    caught(tagged, moment, seat)


def test_a_tag_leads_nowhere_after_an_honest_shuffle() -> None:
    """Even if nobody looked: what would find the two cards again finds nothing once somebody else has shuffled."""
    seen: list[bool] = []

    def also(work: Work) -> Sequence[Ciphertext]:
        factor = work.scalar()
        deck = [times(factor, work.made[1]), *work.made[1:]]
        scalars = [work.scalar() for _ in deck]
        after = shuffle(deck, work.permutation, blinding(scalars, work.stage.key))
        for cards in (deck, after):
            known = set(cards)
            seen.append(any(times(factor, card) in known for card in cards))
        return deck

    caught(also, Moment.START, 0)
    assert seen == [True, False]
