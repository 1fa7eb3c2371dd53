"""A shuffler that puts a hidden card of somebody else into the deck, to have it opened there as another."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from fliptable.p2p.deal.elgamal import Ciphertext

from .crooked import SEATS, Moment, Work, caught


def held(work: Work) -> Sequence[Ciphertext]:
    """A card in a hand, hidden anew: it is in no reshuffle, and all would give their shares of its copy."""
    victim = next(
        hidden.first
        for place, hidden in work.deal.hidden[work.side].items()
        if place not in work.stage.inputs and hidden.lock and not hidden.lock >> work.seat & 1
    )
    return [work.again(victim), *work.made[1:]]


def of_the_other_deck(work: Work) -> Sequence[Ciphertext]:
    """The back of a card among the fronts: when it is opened, nothing is a face, but the liar knows which it is."""
    return [work.again(work.stage.history[0][1 - work.side][3]), *work.made[1:]]


@pytest.mark.parametrize("seat", SEATS)
def test_a_card_out_of_a_hand(seat: int) -> None:
    caught(held, Moment.RESHUFFLE, seat, side=0)


@pytest.mark.parametrize("moment", Moment)
def test_a_card_of_the_other_deck(moment: Moment) -> None:
    caught(of_the_other_deck, moment, 1)
