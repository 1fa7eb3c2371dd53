"""Ratings find again what strengths made the results, and care for no order."""

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.plugins.arena.ratings import Field, half_width, ratings, strengths

Rotation = dict[tuple[Field, str], float]


def played(true: dict[str, float], fields: list[Field], games: int, chance: Random) -> list[Rotation]:
    """Rotations of one game each, won in proportion to the true strengths."""
    found: list[Rotation] = []
    for number in range(games):
        field = tuple(sorted(fields[number % len(fields)]))
        winner = chance.choices(field, [true[name] for name in field])[0]
        found.append({(field, name): float(name == winner) for name in set(field)})
    return found


def centred(true: dict[str, float]) -> dict[str, float]:
    level = math.fsum(map(math.log, true.values())) / len(true)
    return {name: math.log(value) - level for name, value in true.items()}


TRUE = {"a": 4.0, "b": 2.0, "c": 1.0, "d": 0.5}
FIELDS: list[Field] = [("a", "b", "c", "d"), ("a", "b"), ("c", "d", "d"), ("b", "c", "c")]


def test_known_strengths_are_recovered() -> None:
    found = ratings(played(TRUE, FIELDS, 4000, Random(5)))
    for name, value in centred(TRUE).items():
        assert found[name].value == pytest.approx(value, abs=0.12)
        assert found[name].low < found[name].value < found[name].high


@pytest.mark.parametrize("games", [4, 300])
def test_intervals_hold_what_they_promise(games: int) -> None:
    """95 of 100 hold the truth, and of four games nobody learns much."""
    hits = sum(
        rating.low <= centred(TRUE)[name] <= rating.high
        for seed in range(20)
        for name, rating in ratings(played(TRUE, FIELDS[:1], games, Random(seed)), str(seed)).items()
    )
    assert 70 <= hits <= 80


def test_rotations_that_all_went_alike_are_not_certain() -> None:
    field: Field = ("a", "b")
    rotation: Rotation = {(field, "a"): 1.0, (field, "b"): 1.0}
    found = ratings([rotation] * 2)
    assert found["a"].low < -0.3
    assert found["a"].high > 0.3


@given(st.randoms(use_true_random=False))
def test_order_does_not_matter(chance: Random) -> None:
    rotations = played(TRUE, FIELDS, 40, chance)
    wins: Rotation = {}
    for rotation in rotations:
        for key, count in rotation.items():
            wins[key] = wins.get(key, 0.0) + count
    items = list(wins.items())
    chance.shuffle(items)
    first, again = strengths(wins), strengths(dict(items))
    assert again == pytest.approx(first)


def test_the_order_of_rotations_changes_no_interval() -> None:
    rotations = played(TRUE, FIELDS, 60, Random(2))
    assert ratings(rotations, "s") == ratings(rotations[::-1], "s")


@given(st.integers(0, 50), st.integers(0, 50))
def test_two_players_are_rated_by_their_wins(first: int, second: int) -> None:
    field = ("a", "b")
    found = strengths({(field, "a"): first, (field, "b"): second})
    assert found["a"] / found["b"] == pytest.approx((first + 0.5) / (second + 0.5))
    assert found["a"] * found["b"] == pytest.approx(1.0)


def test_who_has_two_seats_is_no_better_for_it() -> None:
    """Three equal seats win a third each; the name with two of them wins two thirds."""
    field = ("a", "b", "b")
    found = strengths({(field, "a"): 1000, (field, "b"): 2000})
    assert found["a"] == pytest.approx(found["b"], rel=0.01)


def test_nobody_won() -> None:
    assert strengths({(("a", "b"), "a"): 0.0, (("a", "b"), "b"): 0.0}) == pytest.approx({"a": 1.0, "b": 1.0})


# ---- half-widths


def test_a_half_width_is_that_of_the_mean() -> None:
    """Rotations of two independent games: the usual formula for a share, but for the two imagined ones."""
    chance = Random(1)
    shares = [(chance.randrange(2) + chance.randrange(2)) / 2 for _ in range(2000)]
    assert half_width(shares) == pytest.approx(1.96 * math.sqrt(0.25 / 4000), rel=0.05)


def test_games_of_one_deal_count_as_one_look() -> None:
    """Where the deal decides all its games, more games a deal say nothing more."""
    together = half_width([0.0, 1.0] * 500)
    assert together == pytest.approx(1.96 * 0.5 / math.sqrt(1000), rel=0.01)
    assert half_width([0.5] * 1000) < together / 10


def test_half_widths_hold_what_they_promise() -> None:
    chance = Random(3)
    hits = 0
    for _ in range(300):
        shares = [sum(chance.random() < 0.3 for _ in range(4)) / 4 for _ in range(50)]
        hits += abs(sum(shares) / 50 - 0.3) <= half_width(shares)
    assert 275 <= hits <= 299


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_nobody_is_ever_certain(shares: list[float]) -> None:
    assert 0 < half_width(shares) <= 1
