"""Who sits where, on which deal: everybody has every hand and every place."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.core.rules import preset
from fliptable.plugins.arena.schedule import Schedule, schedule
from fliptable.plugins.errors import BadSchedule

RULES = preset("quick")
LINE_UPS = st.lists(st.sampled_from(["steady", "greedy", "random"]), min_size=2, max_size=6)


def games(found: Schedule) -> list[tuple[str, tuple[str, ...]]]:
    """For each game its seed and who sits where."""
    return [
        (found.seed_of(game), tuple(found.players[who] for who in found.order(game))) for game in range(found.games)
    ]


@given(LINE_UPS, st.integers(1, 40))
def test_everybody_plays_every_seat_of_every_deal(players: list[str], count: int) -> None:
    found = schedule(players, RULES, games=count)
    assert count <= found.games < count + found.seats
    assert found.games % found.seats == 0
    sat = Counter((who, seat) for game in range(found.games) for seat, who in enumerate(found.order(game)))
    assert set(sat.values()) == {found.games // found.seats}
    deals: dict[str, Counter[tuple[int, str]]] = {}
    for seed, seated in games(found):
        deals.setdefault(seed, Counter()).update(enumerate(seated))
    for deal in deals.values():
        held = {name: Counter({seat: n for (seat, who), n in deal.items() if who == name}) for name in players}
        assert all(set(seats) == set(range(found.seats)) for seats in held.values())
        assert all(len(set(seats.values())) == 1 for seats in held.values())


@given(LINE_UPS, st.integers(1, 40), st.integers(0, 5))
def test_no_game_is_played_twice(players: list[str], count: int, seed: int) -> None:
    found = games(schedule(players, RULES, games=count, seed=seed))
    assert len(set(found)) == len(found)


@given(LINE_UPS, st.integers(1, 40))
def test_a_turned_line_up_plays_the_same_games(players: list[str], count: int) -> None:
    turned = players[1:] + players[:1]
    assert Counter(games(schedule(players, RULES, games=count))) == Counter(games(schedule(turned, RULES, games=count)))


def test_fewer_names_than_seats_repeat_in_order() -> None:
    assert schedule(["a", "b"], RULES, games=1, seats=5).players == ("a", "b", "a", "b", "a")


@pytest.mark.parametrize(
    ("players", "seats", "count", "words"),
    [
        (["a", "b", "c"], 2, 1, "3 players do not fit on 2 seats: raise --seats or name fewer."),
        (["a"], None, 1, "1 at a table is not possible: 2 to 10 play; with --seats 2 one player plays against itself."),
        (["a"], 11, 1, "11 at a table is not possible: 2 to 10 play."),
        ([], None, 1, "A tournament needs players: name at least one, for example steady."),
        (["a", "b"], None, 0, "0 games are none: ask for at least one."),
    ],
)
def test_what_cannot_be_played_is_said(players: list[str], seats: int | None, count: int, words: str) -> None:
    with pytest.raises(BadSchedule) as refused:
        schedule(players, RULES, games=count, seats=seats)
    assert str(refused.value) == words


def test_a_fingerprint_is_of_what_decides_and_not_of_how_many() -> None:
    one = schedule(["a", "b"], RULES, games=2)
    assert one.fingerprint() == schedule(["a", "b"], RULES, games=200).fingerprint()
    others = [
        schedule(["b", "a"], RULES, games=2),
        schedule(["a", "b"], preset("classic"), games=2),
        schedule(["a", "b"], RULES, games=2, seed=1),
        schedule(["a", "b"], RULES, games=2, plugins=["a_module"]),
    ]
    assert len({one.fingerprint(), *(other.fingerprint() for other in others)}) == 5


def test_more_games_than_memory_holds_are_refused() -> None:
    with pytest.raises(BadSchedule, match="are too many"):
        schedule(["random", "greedy"], preset("flip"), games=10**14)
