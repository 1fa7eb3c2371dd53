"""A shuffler that puts other cards into the deck than those it was given."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from fliptable.p2p.deal import group
from fliptable.p2p.deal.elgamal import Ciphertext

from .crooked import SEATS, SQUARE, Forge, Moment, Work, caught


def exchanged(work: Work) -> Sequence[Ciphertext]:
    """Two cards become the same printed face, of the liar's choice."""
    face = work.deal.tables[work.side].points[0]
    return [*(work.hidden(face, work.stage.key) for _ in range(2)), *work.made[2:]]


def removed(work: Work) -> Sequence[Ciphertext]:
    """A card becomes one that shows no face when it is opened."""
    return [work.hidden(group.GENERATOR, work.stage.key), *work.made[1:]]


def added_up(work: Work) -> Sequence[Ciphertext]:
    """A card becomes the sum of two: a single sacrificed card that tells where several lie."""
    one, other = work.made[:2]
    return [Ciphertext(group.add(one.a, other.a), group.add(one.b, other.b)), *work.made[1:]]


def for_one_key(work: Work) -> Sequence[Ciphertext]:
    """A card is hidden under the key of the liar alone, so that it reads it wherever it goes."""
    face = work.deal.tables[work.side].points[1]
    return [work.hidden(face, work.deal.keys[work.seat]), *work.made[1:]]


def moved(work: Work) -> Sequence[Ciphertext]:
    """A card is moved by a point that the liar knows, to be recognised when it is opened."""
    first = work.made[0]
    return [first._replace(b=group.add(first.b, group.base(work.scalar()))), *work.made[1:]]


def in_another_order(work: Work) -> Sequence[Ciphertext]:
    """All of it is there, but not where the proof says."""
    return [work.made[1], work.made[0], *work.made[2:]]


def followed(work: Work) -> Sequence[Ciphertext]:
    """A card goes through as it came, so that all can follow it."""
    return [work.before[work.permutation[0]], *work.made[1:]]


FORGERS: tuple[Forge, ...] = (exchanged, removed, added_up, for_one_key, moved, in_another_order, followed)


@pytest.mark.parametrize(("moment", "seat"), SQUARE)
@pytest.mark.parametrize("forge", [exchanged, removed])
def test_another_card_than_was_given(forge: Forge, moment: Moment, seat: int) -> None:
    caught(forge, moment, seat)


@pytest.mark.parametrize("number", range(2, len(FORGERS)))
def test_any_other_deck_than_was_given(number: int) -> None:
    moment, seat = SQUARE[number % len(SQUARE)]
    caught(FORGERS[number], moment, seat)


@pytest.mark.slow
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("moment", Moment)
@pytest.mark.parametrize("forge", FORGERS)
def test_every_other_deck_whenever_and_wherever(forge: Forge, moment: Moment, seat: int) -> None:
    caught(forge, moment, seat)
