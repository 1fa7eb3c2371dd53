"""What an honest circle gets: every card opens for those who may see it, and for nobody else."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.core.cards import FLIP
from fliptable.p2p.deal.audit import all_faces, check_seed
from fliptable.p2p.deal.deal import Deal
from fliptable.p2p.deal.secret import Secret
from fliptable.p2p.deal.seed import Seed
from fliptable.p2p.errors import Misuse, PeerFault

from .circle import SESSION, SMALL, Circle, dices, prefix, printed

seat_orders = st.lists(st.integers(0, 9), min_size=2, max_size=5, unique=True)


@given(seats=seat_orders, dice=dices, rng=st.randoms(use_true_random=False))
def test_any_order_of_seats_and_cards_opens_to_the_printed_faces(
    seats: list[int], dice: int, rng: random.Random
) -> None:
    circle = Circle(seats, dice=dice)
    expected = all_faces(circle.deal, circle.seeds)
    cards = [(place, side) for place in range(8) for side in (0, 1)]
    rng.shuffle(cards)
    givers = list(seats)
    rng.shuffle(givers)
    for seat in givers:
        cut = rng.randrange(len(cards) + 1)
        circle.give(seat, cards[:cut])
        circle.give(seat, cards[cut:])
    for place, side in cards:
        assert circle.deal.lock(place, side) == 0
        assert circle.deal.face(place, side) == expected[side][place]
    assert tuple(Counter(side.values()) for side in expected) == printed(SMALL)
    assert all(check_seed(circle.deal, seat, seed) is None for seat, seed in circle.seeds.items())


@given(owner=st.integers(0, 2), dice=dices)
def test_a_card_shown_to_one_seat_is_read_by_that_seat_alone(owner: int, dice: int) -> None:
    circle = Circle(dice=dice)
    circle.show([(3, 0), (5, 1)], owner)
    truth = all_faces(circle.deal, circle.seeds)
    for place, side in ((3, 0), (5, 1)):
        assert circle.deal.lock(place, side) == 1 << owner
        assert circle.deal.face(place, side) is None
        for seat, secret in circle.secrets.items():
            assert secret.read(place, side) == (truth[side][place] if seat == owner else None)
    assert circle.secrets[owner].read(0, 0) is None
    circle.give(owner, [(3, 0)])
    assert circle.deal.face(3, 0) == truth[0][3]
    assert {secret.read(3, 0) for secret in circle.secrets.values()} == {truth[0][3]}


@given(
    inputs=st.sets(st.integers(0, 7), min_size=1),
    opened=st.sets(st.tuples(st.integers(0, 7), st.integers(0, 1))),
    shown=st.sets(st.tuples(st.integers(0, 7), st.integers(0, 1))),
    leaver=st.sampled_from([None, 0, 1, 2, 3]),
    dice=dices,
)
def test_a_reshuffle_keeps_the_multiset_of_its_faces(
    inputs: set[int], opened: set[tuple[int, int]], shown: set[tuple[int, int]], leaver: int | None, dice: int
) -> None:
    circle = Circle((0, 1, 2, 3), dice=dice)
    circle.show(sorted(opened))
    circle.show(sorted(shown - opened), owner=2)
    before = all_faces(circle.deal, circle.seeds)
    members = tuple(seat for seat in circle.seats if seat != leaver)
    if leaver is not None:
        circle.give(leaver, circle.deal.locked_by(leaver))
        assert circle.deal.locked_by(leaver) == []
    outputs = range(8, 8 + len(inputs))
    circle.deal.begin_mix(list(inputs), outputs, members)
    assert not circle.deal.ready
    circle.mix()
    after = all_faces(circle.deal, circle.seeds)
    for side in (0, 1):
        went_in = Counter(before[side][place] for place in inputs)
        came_out = Counter(after[side][place] for place in outputs)
        assert went_in == came_out
        assert all(circle.deal.lock(place, side) == sum(1 << seat for seat in members) for place in outputs)
        assert {place: after[side][place] for place in before[side]} == before[side]
    light, dark = circle.open_all()
    assert (Counter(light), Counter(dark)) == printed(SMALL)
    assert all(check_seed(circle.deal, seat, seed) is None for seat, seed in circle.seeds.items())


def test_places_that_were_mixed_are_gone_for_good() -> None:
    circle = Circle()
    circle.deal.begin_mix([1, 0], [8, 9], circle.seats)
    circle.mix()
    with pytest.raises(PeerFault, match="unknown-place"):
        circle.deal.lock(0, 0)
    assert (0, 0) not in circle.deal.locked_by(1)
    assert (9, 1) in circle.deal.locked_by(1)
    for inputs, outputs in (([0, 2], [10, 11]), ([2, 3], [1, 10]), ([2], [2]), ([2, 2], [10, 11]), ([], [])):
        with pytest.raises(Misuse):
            circle.deal.begin_mix(inputs, outputs, circle.seats)


def test_a_reshuffle_that_lost_a_mixer_begins_anew_without_it() -> None:
    circle = Circle((0, 1, 2, 3))
    circle.deal.begin_mix([0, 1, 2], [8, 9, 10], (0, 1, 2, 3))
    first = circle.secrets[0].mix(prefix(0, "mix"))
    circle.deal.take_mix(0, first, prefix(0, "mix"))
    with pytest.raises(Misuse, match="owes a share"):
        circle.deal.begin_mix([0, 1, 2], [8, 9, 10], (0, 2, 3))
    circle.give(1, circle.deal.locked_by(1))
    circle.deal.begin_mix([0, 1, 2], [8, 9, 10], (0, 2, 3))
    assert circle.deal.mixing == 0
    again = circle.secrets[0].mix(prefix(0, "mix"))
    assert not set(again.decks) & set(first.decks)  # another stage, other permutations and blinds
    circle.deal.take_mix(0, again, prefix(0, "mix"))
    circle.mix()
    assert circle.deal.lock(8, 0) == 0b1101
    assert [Counter(side) for side in circle.open_all()] == list(printed(SMALL))
    assert all(check_seed(circle.deal, seat, seed) is None for seat, seed in circle.seeds.items())


@given(owner=st.integers(0, 2), turn=st.integers(1, 2), dice=dices)
def test_a_sealed_share_is_read_by_its_reader_alone(owner: int, turn: int, dice: int) -> None:
    circle = Circle(dice=dice)
    reader, third = (owner + turn) % 3, (owner - turn) % 3
    cards = [(1, 0), (4, 1), (6, 0)]
    circle.show(cards, owner)
    seals = circle.secrets[owner].seals(reader, cards, prefix(owner, "seals"))
    assert (len(seals.pairs), len(seals.proof)) == (64 * 3, 96)
    circle.deal.take_seals(owner, reader, cards, seals, prefix(owner, "seals"))
    for place, side in cards:
        assert circle.deal.lock(place, side) == 1 << owner
        face = circle.secrets[owner].read(place, side)
        assert face is not None
        assert circle.secrets[reader].read(place, side) == face
        assert circle.secrets[third].read(place, side) is None
        assert circle.deal.face(place, side) is None


def test_the_start_goes_step_by_step() -> None:
    rng = random.Random(5)
    deal = Deal(SESSION, 1, (4, 0), SMALL)
    secrets = {seat: Secret(rng.randbytes(32), seat, deal, rng.randbytes) for seat in (4, 0)}
    assert (deal.step, deal.awaited, deal.to_mix) == ("commit", (4, 0), ())
    deal.take_commit(0, secrets[0].commit())
    assert deal.awaited == (4,)
    with pytest.raises(Misuse):
        deal.take_commit(0, secrets[0].commit())
    with pytest.raises(Misuse):
        deal.take_key(0, secrets[0].key(b""), b"")
    deal.take_commit(4, secrets[4].commit())
    for seat in (0, 4):
        assert deal.step == "key"
        deal.take_key(seat, secrets[seat].key(prefix(seat, "key")), prefix(seat, "key"))
    assert (deal.step, deal.awaited, deal.to_mix) == ("mix", (4,), (4, 0))
    with pytest.raises(Misuse):
        secrets[0].mix(b"")
    secrets[0].prepare()
    for seat, left in ((4, (0,)), (0, ())):
        deal.take_mix(seat, secrets[seat].mix(b""), b"")
        assert deal.to_mix == left
    assert (deal.step, deal.awaited, deal.ready) == ("proof", (), False)
    deal.confirm(deal.unproved)
    assert (deal.step, deal.awaited, deal.ready) == ("ready", (), True)


def test_the_order_in_which_a_reshuffle_names_its_places_is_nothing() -> None:
    decks: list[object] = []
    for inputs in ([4, 1, 6], [6, 4, 1]):
        circle = Circle()
        circle.deal.begin_mix(inputs, [8, 9, 10], circle.seats)
        assert circle.deal.stages[-1].inputs == (1, 4, 6)
        decks.append(circle.deal.stages[-1].decks)
    assert decks[0] == decks[1]


def test_no_two_uses_of_a_seed_are_the_same() -> None:
    # The same permutation or the same blinds in two mixes would let anybody compare the cards of both.
    works = [Seed(SESSION, SESSION, deal, seat) for deal, seat in ((1, 0), (1, 1), (2, 0))]
    uses = [(work, stage, side) for work in works for stage in (0, 1, 11) for side in (0, 1)]
    assert len({tuple(work.permutation(stage, side, 30)) for work, stage, side in uses}) == len(uses)
    scalars = [scalar for work, stage, side in uses for scalar in work.scalars(stage, side, 3)]
    assert len(set(scalars)) == 3 * len(uses)
    assert len({work.key() for work in works} | {work.commitment() for work in works}) == 6


def test_the_whole_printed_deck_comes_out_for_two() -> None:
    copies = tuple(sheet.copies for sheet in FLIP.sheets)
    circle = Circle((0, 1), copies, dice=3)
    light, dark = circle.open_all()
    assert (Counter(light), Counter(dark)) == printed(copies)
    assert light != sorted(light, key=str)
    assert light != dark


def test_a_deal_that_makes_no_sense_is_not_begun() -> None:
    for members, copies in (((0,), SMALL), ((0, 0), SMALL), ((0, 1), SMALL[:1]), ((0, 1), ((1, 1), (1,)))):
        with pytest.raises(Misuse):
            Deal(SESSION, 1, members, copies)


def test_a_reshuffle_is_made_by_those_who_hold_the_keys() -> None:
    with pytest.raises(Misuse, match="started"):
        Deal(SESSION, 1, (0, 1), SMALL).begin_mix([0], [8], (0, 1))
    circle = Circle((0, 1, 2))
    for members in ((), (0, 1, 7), (0, 0, 1)):
        with pytest.raises(Misuse, match="seats of the deal"):
            circle.deal.begin_mix([0], [8], members)
    circle.give(2, circle.deal.locked_by(2))
    circle.deal.begin_mix([0], [8], (0, 1))
    circle.mix()
    with pytest.raises(Misuse, match="key holders"):
        circle.deal.begin_mix([8], [9], (0, 1, 2))
    circle.secrets[0].prepare()  # nothing is being mixed: nothing to do
    assert circle.deal.ready
