"""Every order of the cards is as likely as any other: the places, the neighbours, and what lies on whose back.

Seeds are fixed, so what passes once passes always; the threshold of six standard deviations is there so that other
seeds would pass as well (one false alarm in 10^9). Every kind of bias that a shuffle is known for is planted, and the
same test finds it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache

import pytest

from fliptable.p2p.deal.audit import all_faces
from fliptable.p2p.deal.randomness import Stream
from fliptable.p2p.deal.seed import Seed

from .deal.circle import Circle

SESSION = bytes(range(32))
SIZE = 112
SAMPLES = 3000
CIRCLES = 150
DECK = (1, 1, 1, 1, 1)  # five cards, all different: what lies open says where each card went
ALARM = 6.0

Order = Sequence[int]


def deviation(counts: Iterable[int], cells: int, freedom: int, scale: float = 1.0) -> float:
    """How many standard deviations chi-square is off what equal chances of these cells give (Wilson and Hilferty)."""
    seen = list(counts)
    expected = sum(seen) / cells
    square = sum((count - expected) ** 2 for count in seen) / expected + (cells - len(seen)) * expected
    spread = 2 / (9 * freedom)
    return ((scale * square / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5


def table(cells: Iterable[Hashable]) -> Iterable[int]:
    return Counter(cells).values()


def off_places(orders: Sequence[Order]) -> float:
    """Which card lies where. Every card and every place is met once a sample: (size - 1)^2 degrees of freedom."""
    size = len(orders[0])
    counts = table((place, card) for order in orders for place, card in enumerate(order))
    return deviation(counts, size**2, (size - 1) ** 2, (size - 1) / size)


def off_neighbours(orders: Sequence[Order]) -> float:
    """Which card follows on which, in pairs that share no place."""
    size = len(orders[0])
    pairs = table((order[place], order[place + 1]) for order in orders for place in range(0, size - 1, 2))
    return deviation(pairs, size * (size - 1), size * (size - 1) - 1)


def even(orders: Sequence[Order]) -> bool:
    assert all(sorted(order) == list(range(len(order))) for order in orders)
    return abs(off_places(orders)) < ALARM and abs(off_neighbours(orders)) < ALARM


def between(one: Order, other: Order) -> Order:
    """The order that leads from one to the other: as even as they are, if neither says anything of the other."""
    return [other[one.index(card)] for card in range(len(one))]


# One seat.


def seed_bytes(number: int) -> bytes:
    return number.to_bytes(32, "big")


def order(
    number: int = 0, *, session: bytes = SESSION, deal: int = 1, seat: int = 0, stage: int = 0, side: int = 0
) -> Order:
    return Seed(seed_bytes(number), session, deal, seat).permutation(stage, side, SIZE)


VARIED: dict[str, Callable[[int], Order]] = {
    "seed": order,
    "session": lambda number: order(session=seed_bytes(number)),
    "deal": lambda number: order(deal=number),
    "seat": lambda number: order(seat=number),
    "stage": lambda number: order(stage=number),
    "side": lambda number: order(side=number),
}


@pytest.mark.parametrize("what", VARIED)
def test_a_seat_shuffles_evenly_whatever_of_it_is_new(what: str) -> None:
    assert even([VARIED[what](number) for number in range(SAMPLES)])


PAIRS: dict[str, Callable[[int], tuple[Order, Order]]] = {
    "light and dark": lambda number: (order(number), order(number, side=1)),
    "start and reshuffle": lambda number: (order(number), order(number, stage=1)),
    "two rounds": lambda number: (order(number), order(number, deal=2)),
    "two seats": lambda number: (order(number), order(number, seat=1)),
    "two tables": lambda number: (order(number), order(number, session=bytes(32))),
    "two seeds": lambda number: (order(number), order(number + 1)),
}


@pytest.mark.parametrize("what", PAIRS)
def test_two_shuffles_say_nothing_of_each_other(what: str) -> None:
    assert even([between(*PAIRS[what](number)) for number in range(SAMPLES)])


@pytest.mark.parametrize("limit", [2, 3, 54, 100, 112, 129])
def test_numbers_below_a_limit_are_even(limit: int) -> None:
    stream = Stream(seed_bytes(limit), SESSION, "numbers")
    counts = table(stream.below(limit) for _ in range(400 * limit))
    assert abs(deviation(counts, limit, limit - 1)) < ALARM


# What a shuffle can have wrong.


def any_index(stream: Stream, size: int) -> list[int]:
    """Swap each card with any one, instead of one that had no turn yet."""
    order = list(range(size))
    for place in range(size):
        other = stream.below(size)
        order[place], order[other] = order[other], order[place]
    return order


def never_stays(stream: Stream, size: int) -> list[int]:
    """Swap each card with another one, never with itself: no card stays where it was."""
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        other = stream.below(last)
        order[last], order[other] = order[other], order[last]
    return order


def modulo(stream: Stream, size: int) -> list[int]:
    """Take a byte modulo the limit, instead of throwing away what is too large."""
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        other = stream.read(1)[0] % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def one_short(stream: Stream, size: int) -> list[int]:
    """Leave the first card out."""
    return [0, *(card + 1 for card in stream.permutation(size - 1))]


def cut(stream: Stream, size: int) -> list[int]:
    """Cut the deck: every card is anywhere as often as anywhere else, and all neighbours stay."""
    start = stream.below(size)
    return [(start + place) % size for place in range(size)]


def riffled(stream: Stream, size: int) -> list[int]:
    """Riffle the deck three times."""
    order = list(range(size))
    for _ in range(3):
        sides = [stream.below(2) for _ in order]
        order = [card for side in (0, 1) for card, chosen in zip(order, sides, strict=True) if chosen == side]
    return order


Shuffle = Callable[[Stream, int], list[int]]
BIASED: tuple[Shuffle, ...] = (any_index, never_stays, modulo, one_short, cut, riffled)


def sampled(shuffle: Shuffle) -> list[Order]:
    return [shuffle(Stream(seed_bytes(number), SESSION, "permutation 0 0"), SIZE) for number in range(SAMPLES)]


@pytest.mark.parametrize("shuffle", BIASED, ids=lambda shuffle: shuffle.__name__)
def test_a_biased_shuffle_is_found(shuffle: Shuffle) -> None:
    assert not even(sampled(shuffle))


def test_the_two_tests_see_different_things() -> None:
    """After a cut only the neighbours tell, and only the places where no card may stay."""
    assert abs(off_places(sampled(cut))) < ALARM
    assert abs(off_neighbours(sampled(never_stays))) < ALARM


def test_two_sides_that_are_shuffled_alike_are_found() -> None:
    assert not even([between(order(number), order(number)) for number in range(SAMPLES)])


# All seats.


def dealt(count: int = CIRCLES) -> list[tuple[Order, Order]]:
    """The light and the dark cards in order of places, of so many deals; checked proofs would change nothing here."""
    found: list[tuple[Order, Order]] = []
    for dice in range(count):
        circle = Circle(copies=(DECK, DECK), dice=dice, cheats={-1: lambda decks: decks})
        light, dark = (
            [face for face in side.values() if face is not None] for side in all_faces(circle.deal, circle.seeds)
        )
        found.append((light, dark))
    return found


honest = cache(dealt)


def test_a_deal_by_all_seats_is_even() -> None:
    assert even([light for light, _ in honest()])
    assert even([dark for _, dark in honest()])


@pytest.mark.slow
def test_no_light_face_says_what_is_on_its_back() -> None:
    assert even([between(light, dark) for light, dark in honest()])


@pytest.mark.slow
def test_a_card_that_no_seat_moves_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Stream.permutation

    def short(stream: Stream, size: int) -> list[int]:
        return [0, *(card + 1 for card in plain(stream, size - 1))]

    monkeypatch.setattr(Stream, "permutation", short)
    assert not even([light for light, _ in dealt()])


@pytest.mark.slow
def test_sides_that_all_seats_shuffle_alike_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Seed.permutation

    def alike(seed: Seed, stage: int, _: int, size: int) -> list[int]:
        return plain(seed, stage, 0, size)

    monkeypatch.setattr(Seed, "permutation", alike)
    decks = dealt()
    assert even([light for light, _ in decks])
    assert not even([between(light, dark) for light, dark in decks])
