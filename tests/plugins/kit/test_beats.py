"""`assert_beats` says who is stronger, soon where it is plain, and is wrong as seldom as it promises."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.plugins.errors import UnknownPlayer
from fliptable.plugins.kit import assert_beats
from fliptable.plugins.kit.beats import Claim

PLAYERS = Path(__file__).parents[1]


def decide(chance: Random, true: float, claimed: float, most: int, values: int = 2) -> tuple[bool | None, int]:
    """Test a claim on the share of wins of so many coins a time; what came of it, and after how many throws."""
    claim = Claim(claimed, 0.9)
    for seen in range(most):
        claim.add(sum(chance.random() < true for _ in range(values)) / values)
        if claim.decided is not None:
            return claim.decided, seen + 1
    return None, most


def rates(true: float, claimed: float, runs: int, most: int, seats: int = 2) -> tuple[float, float, float]:
    """How often a claim is accepted and refused, and the mean number of observations."""
    chance = Random(f"{true} {claimed} {seats}")
    found = [decide(chance, true, claimed, most, seats) for _ in range(runs)]
    accepted = sum(outcome is True for outcome, _ in found) / runs
    refused = sum(outcome is False for outcome, _ in found) / runs
    return accepted, refused, sum(seen for _, seen in found) / runs


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("share", [0.1, 0.25, 0.5, 0.8])
def test_it_is_wrong_no_more_often_than_it_says(share: float, seats: int) -> None:
    """At the very border both decisions are wrong; each may come in a tenth of all runs, and three deviations more."""
    accepted, refused, _ = rates(share, share, 1000, 1000, seats)
    assert accepted < 0.1 + 3 * (0.09 / 1000) ** 0.5
    assert refused < 0.1 + 3 * (0.09 / 1000) ** 0.5


def test_it_decides_rightly_and_soon_where_it_is_plain() -> None:
    accepted, refused, seen = rates(0.7, 0.55, 200, 2000)
    assert accepted > 0.9
    assert refused < 0.05
    assert seen < 100
    accepted, refused, seen = rates(0.45, 0.55, 200, 2000)
    assert refused > 0.9
    assert accepted < 0.05
    assert seen < 200


@given(st.lists(st.floats(0, 1), max_size=60), st.floats(0.01, 0.99))
def test_any_values_can_be_seen(values: list[float], claimed: float) -> None:
    claim = Claim(claimed, 0.95)
    for value in values:
        claim.add(value)
    assert claim.decided in (True, False, None)


def test_what_always_wins_is_believed_and_what_never_does_is_not() -> None:
    for value, outcome in ((1.0, True), (0.0, False)):
        claim = Claim(0.5, 0.99)
        for _ in range(30):
            claim.add(value)
        assert claim.decided is outcome


def test_the_stronger_one_is_found_stronger() -> None:
    found = assert_beats("steady", "random", at_least=0.6)
    assert found.games < 500
    assert found.share > 0.6
    assert assert_beats("steady", "random", at_least=0.6) == found
    assert assert_beats("greedy", "random", at_least=0.3, seats=4, rules="classic").games % 4 == 0


def test_the_weaker_one_is_not() -> None:
    with pytest.raises(
        AssertionError, match=r"^random won \d+\.\d% of \d+ games against steady, which is not above 50"
    ):
        assert_beats("random", "steady", at_least=0.5)


def test_what_cannot_be_said_in_time_is_not_said() -> None:
    with pytest.raises(
        AssertionError, match=r"of 20 games against greedy, which could not be shown to be above 50\.0%"
    ):
        assert_beats("greedy", "greedy", at_least=0.5, max_games=20, confidence=0.999)


def test_a_player_that_fails_does_not_beat_anybody() -> None:
    with pytest.raises(AssertionError, match=r"raising failed: ValueError: it is too hot"):
        assert_beats("raising", "random", at_least=0.1, plugins=[str(PLAYERS / "bad" / "raising.py")])


def test_wrong_use() -> None:
    with pytest.raises(ValueError, match="lie between 0 and 1"):
        assert_beats("steady", "random", at_least=1.0)
    with pytest.raises(UnknownPlayer):
        assert_beats("nobody", "random", at_least=0.5)
