"""Cards that change their owner: the new one has them as if they had been dealt to it, and nobody else learns."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.p2p.deal import group
from fliptable.p2p.deal.audit import all_faces, check_seed
from fliptable.p2p.deal.deal import Card
from fliptable.p2p.deal.payloads import Seals
from fliptable.p2p.errors import Misuse, PeerFault

from .circle import SMALL, Circle, dices, prefix, printed

CARDS: list[Card] = [(3, 0), (5, 1), (6, 0)]
SEATS = (0, 1, 2, 3)

owners = st.lists(st.integers(0, 3), min_size=2, max_size=6).filter(
    lambda row: all(one != other for one, other in pairwise(row))
)


@given(row=owners, dice=dices)
def test_a_card_goes_from_hand_to_hand_and_only_its_owners_read_it(row: list[int], dice: int) -> None:
    circle = Circle(SEATS, dice=dice)
    circle.show(CARDS, row[0])
    truth = all_faces(circle.deal, circle.seeds)
    for number, (owner, to) in enumerate(pairwise(row)):
        circle.hand(owner, to, CARDS)
        had = set(row[: number + 2])
        for place, side in CARDS:
            assert circle.deal.lock(place, side) == 1 << to
            assert circle.deal.face(place, side) is None
            for seat, secret in circle.secrets.items():
                assert secret.read(place, side) == (truth[side][place] if seat in had else None)
    assert all_faces(circle.deal, circle.seeds) == truth
    for seat in SEATS:
        if seat != row[-1]:
            with pytest.raises(Misuse):
                circle.secrets[seat].shares(CARDS, b"")
    circle.give(row[-1], CARDS)
    for place, side in CARDS:
        assert circle.deal.face(place, side) == truth[side][place]
        assert {secret.read(place, side) for secret in circle.secrets.values()} == {truth[side][place]}


@given(st.integers(0, 3), st.integers(1, 3), dices)
def test_two_seats_exchange_their_hands(one: int, turn: int, dice: int) -> None:
    other = (one + turn) % 4
    circle = Circle(SEATS, dice=dice)
    mine: list[Card] = [(0, 0), (1, 0), (1, 1)]
    yours: list[Card] = [(2, 0), (4, 1)]
    circle.show(mine, one)
    circle.show(yours, other)
    circle.seal(one, other, mine)
    circle.seal(other, one, yours)
    for card in mine:
        circle.deal.hand_over(one, other, card)
    for card in yours:
        circle.deal.hand_over(other, one, card)
    truth = all_faces(circle.deal, circle.seeds)
    for cards, owner in ((mine, other), (yours, one)):
        circle.give(owner, cards)
        assert [circle.deal.face(*card) for card in cards] == [truth[side][place] for place, side in cards]


def test_a_hand_shown_to_a_challenger_is_shown_by_its_new_owner() -> None:
    circle = Circle(SEATS)
    circle.show(CARDS, 0)
    circle.hand(0, 1, CARDS)
    circle.seal(1, 2, CARDS)
    truth = all_faces(circle.deal, circle.seeds)
    circle.hand(1, 3, CARDS)
    for place, side in CARDS:
        # Who was shown the card while seat 1 had it can still read what it was shown.
        assert [circle.secrets[seat].read(place, side) for seat in SEATS] == [truth[side][place]] * 4


@given(
    inputs=st.sets(st.integers(0, 7), min_size=1),
    handed=st.dictionaries(st.tuples(st.integers(0, 7), st.integers(0, 1)), owners, max_size=8),
    opened=st.sets(st.tuples(st.integers(0, 7), st.integers(0, 1)), max_size=3),
    leaver=st.sampled_from([None, *SEATS]),
    dice=dices,
)
def test_cards_that_were_handed_over_go_into_a_reshuffle(
    inputs: set[int],
    handed: dict[Card, list[int]],
    opened: set[Card],
    leaver: int | None,
    dice: int,
) -> None:
    circle = Circle(SEATS, dice=dice)
    for card, row in handed.items():
        circle.show([card], row[0])
        for owner, to in pairwise(row):
            circle.hand(owner, to, [card])
    circle.show(sorted(opened))
    before = all_faces(circle.deal, circle.seeds)
    members = tuple(seat for seat in SEATS if seat != leaver)
    if leaver is not None:
        circle.give(leaver, circle.deal.locked_by(leaver))
        for card, row in handed.items():
            # Only the last owner's leaving opens a card; that it once was somebody else's is nothing.
            assert (circle.deal.lock(*card) == 0) == (row[-1] == leaver or card in opened)
    circle.join(sorted(inputs), members)
    outputs = range(8, 8 + len(inputs))
    circle.deal.begin_mix(sorted(inputs), outputs, members)
    circle.mix()
    after = all_faces(circle.deal, circle.seeds)
    for side in (0, 1):
        assert Counter(before[side][place] for place in inputs) == Counter(after[side][place] for place in outputs)
        assert all(circle.deal.lock(place, side) == sum(1 << seat for seat in members) for place in outputs)
    light, dark = circle.open_all()
    assert (Counter(light), Counter(dark)) == printed(SMALL)
    assert all(check_seed(circle.deal, seat, seed) is None for seat, seed in circle.seeds.items())


def test_what_is_given_for_a_reshuffle_opens_nothing() -> None:
    circle = Circle(SEATS)
    circle.show(CARDS, 0)
    circle.hand(0, 1, CARDS)
    circle.join([3, 5, 6], SEATS)
    for place, side in CARDS:
        assert circle.deal.lock(place, side) == 0b10
        assert circle.secrets[2].read(place, side) is None
        assert circle.secrets[3].read(place, side) is None
    circle.hand(1, 2, CARDS)  # under another key they are asked for anew
    assert circle.deal.joins([3], 0) == [(3, 0)]
    assert circle.deal.joins([3], 2) == []


def test_a_reshuffle_that_loses_a_mixer_adds_only_those_who_mix() -> None:
    circle = Circle(SEATS)
    circle.show(CARDS, 0)
    circle.hand(0, 1, CARDS)
    circle.join([3, 5, 6], SEATS)
    circle.deal.begin_mix([3, 5, 6], [8, 9, 10], SEATS)
    circle.give(3, circle.deal.locked_by(3))
    circle.deal.begin_mix([3, 5, 6], [8, 9, 10], (0, 1, 2))
    circle.mix()
    assert [Counter(side) for side in circle.open_all()] == list(printed(SMALL))


def test_a_card_under_one_key_is_not_mixed_before_the_others_joined() -> None:
    circle = Circle(SEATS)
    circle.show(CARDS, 0)
    circle.hand(0, 1, CARDS)
    with pytest.raises(Misuse, match="key holders"):
        circle.deal.begin_mix([3], [8], SEATS)
    assert [circle.deal.joins([3, 6, 7], seat) for seat in SEATS] == [[(3, 0), (6, 0)], [], *[[(3, 0), (6, 0)]] * 2]


def test_joins_that_are_wrong_or_not_asked_for_are_refused() -> None:
    circle = Circle(SEATS)
    circle.show(CARDS, 0)
    circle.hand(0, 1, CARDS)
    good = circle.secrets[2].joins(CARDS, prefix(2, "shares"))
    other = circle.secrets[3].joins(CARDS, prefix(2, "shares"))
    bent = good._replace(points=group.add(good.points[:32], group.GENERATOR) + good.points[32:])
    for wrong, cards, reason in (
        (other, CARDS, "bad-share-proof"),
        (bent, CARDS, "bad-share-proof"),
        (good, CARDS[:2], "malformed-shares"),
        (good, [(3, 0), (3, 0), (6, 0)], "share-not-owed"),
        (good, [(0, 0), (5, 1), (6, 0)], "share-not-owed"),  # seat 2 is a key holder of that one
    ):
        with pytest.raises(PeerFault, match=reason):
            circle.deal.take_joins(2, cards, wrong, prefix(2, "shares"))
    circle.deal.take_joins(2, CARDS, good, prefix(2, "shares"))
    with pytest.raises(PeerFault, match="share-not-owed"):
        circle.deal.take_joins(2, CARDS, good, prefix(2, "shares"))
    with pytest.raises(PeerFault, match="share-not-owed"):
        circle.deal.take_joins(7, CARDS, good, prefix(2, "shares"))
    for seat, cards in ((1, CARDS), (2, []), (2, [(0, 0)])):
        with pytest.raises(Misuse):
            circle.secrets[seat].joins(cards, b"")


def test_a_hand_over_that_nobody_sealed_is_no_hand_over() -> None:
    circle = Circle(SEATS)
    circle.show(CARDS, 0)
    circle.seal(0, 1, CARDS)
    for owner, to, card in ((0, 2, (3, 0)), (1, 0, (3, 0)), (0, 1, (0, 0))):
        with pytest.raises(Misuse):
            circle.deal.hand_over(owner, to, card)
    # What seat 0 sealed to seat 1 before opens nothing of what the card is now.
    circle.hand(0, 2, [(3, 0)])
    with pytest.raises(Misuse):
        circle.deal.hand_over(2, 1, (3, 0))


def test_a_seal_made_of_somebody_elses_card_is_refused() -> None:
    """Else the new owner's share of one card would open another: A must be made by who hands over."""
    circle = Circle(SEATS)
    circle.show(CARDS, 0)
    circle.show([(7, 0)], 1)
    good = circle.secrets[0].seals(1, CARDS[:1], prefix(0, "seals"))
    theirs = circle.deal.hidden[0][7].first.a
    for first in (theirs, group.negate(theirs)):
        with pytest.raises(PeerFault, match="bad-seal-proof"):
            circle.deal.take_seals(0, 1, CARDS[:1], Seals(first + good.pairs[32:], good.proof), prefix(0, "seals"))
    assert circle.deal.lock(3, 0) == 0b1
    assert circle.secrets[1].read(3, 0) is None


def test_a_card_is_audited_by_any_of_its_owners() -> None:
    circle = Circle(SEATS)
    circle.show(CARDS, 0)
    truth = all_faces(circle.deal, circle.seeds)
    circle.hand(0, 1, CARDS)
    circle.hand(1, 2, CARDS)
    for seat in (0, 1, 2):
        known = all_faces(circle.deal, {seat: circle.seeds[seat]})
        assert [known[side][place] for place, side in CARDS] == [truth[side][place] for place, side in CARDS]
    known = all_faces(circle.deal, {3: circle.seeds[3]})
    assert all(known[side][place] is None for place, side in CARDS)
