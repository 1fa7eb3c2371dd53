"""The Monte Carlo players, and what they make of the moves of others."""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fliptable.core.cards import of
from fliptable.core.errors import BadOption
from fliptable.core.events import Drew, Event, Kept, Played, Swapped, TurnedUp, Verdict
from fliptable.core.moves import Move, Play
from fliptable.core.play import start
from fliptable.core.rules import PRESETS, Rules
from fliptable.core.view import View
from fliptable.plugins import Context, Player, PlayerSpec
from fliptable.plugins.arena.game import Game, one_round, play_game
from fliptable.plugins.players.greedy import GreedyPlayer
from fliptable.plugins.players.memory import Memory
from fliptable.plugins.players.monte import MontePlayer
from fliptable.plugins.players.outlook import chances, worth
from fliptable.plugins.players.random import RandomPlayer
from fliptable.plugins.players.steady import SteadyPlayer
from fliptable.plugins.spec import Budget
from fliptable.plugins.tiers.direct import Direct

from .playing import RULES, any_rules, fresh, position

QUICK = partial(MontePlayer, nodes=30)
LONG = Budget(move=60.0)
NODES = Budget(move=60.0, nodes=80)


def play(makers: Sequence[Callable[[], Player]], seed: int, rules: Rules = RULES, budget: Budget = LONG) -> Game:
    """A round, the dealer another one each time."""
    specs = [PlayerSpec(f"p{seat}", make) for seat, make in enumerate(makers)]
    dealer = seed % len(specs)
    return play_game(specs, one_round(rules), seed=str(seed), budget=budget, tier=Direct, dealer=dealer)


def by_any_rules(seed: int, seats: int) -> None:
    """Whatever is set: legal moves only, and the round ends."""
    chance = Random(seed)
    rules = any_rules(chance)
    try:
        rules.check_seats(seats)
    except BadOption:
        rules = rules.with_options({"hand_size": 7})
    rules = rules.with_options({"scoring": "low" if rules.scoring == "elimination" else rules.scoring})
    other = chance.choice([RandomPlayer, SteadyPlayer, GreedyPlayer]) if seats < 4 else SteadyPlayer
    assert play([QUICK, other, *[QUICK, SteadyPlayer] * 4][:seats], seed, rules).faults == ()


@settings(max_examples=6)
@given(st.integers(0, 100_000), st.integers(2, 10))
def test_monte_plays_by_any_rules(seed: int, seats: int) -> None:
    by_any_rules(seed, seats)


@pytest.mark.slow
@settings(max_examples=60)
@given(st.integers(0, 100_000), st.integers(2, 10))
def test_monte_plays_by_very_many_rules(seed: int, seats: int) -> None:
    by_any_rules(seed, seats)


@pytest.mark.parametrize("preset", PRESETS)
def test_monte_plays_every_preset(preset: str) -> None:
    assert play([QUICK, SteadyPlayer, QUICK], 3, PRESETS[preset]).faults == ()


def test_the_same_seed_and_nodes_give_the_same_moves() -> None:
    for seed in range(2):
        game = play([MontePlayer, SteadyPlayer], seed, budget=NODES)
        assert play([MontePlayer, SteadyPlayer], seed, budget=NODES).digest == game.digest
        assert play([QUICK, SteadyPlayer], seed, budget=NODES).digest != game.digest


def test_monte_beats_steady() -> None:
    """Far from the measured share (docs/players.md), so that this says something when it fails."""
    won = 0
    for number in range(40):
        line: list[Callable[[], Player]] = [SteadyPlayer, SteadyPlayer]
        line[number % 2] = MontePlayer
        won += play(line, number // 2, budget=NODES).winners == (number % 2,)
    assert won > 24


class Clocked(MontePlayer):
    """Notes how many moves its decisions simulated."""

    used_most = 0

    def choose(self, view: View) -> Move | None:
        """The same."""
        move = super().choose(view)
        Clocked.used_most = max(Clocked.used_most, self.used)
        return move


def test_the_budget_is_obeyed() -> None:
    """Of nodes to the last world, by the clock within what the table grants."""
    play([Clocked, SteadyPlayer], 1, budget=NODES)
    assert 80 <= Clocked.used_most < 80 + 9 * 8
    game = play([partial(MontePlayer, ms=5000), SteadyPlayer], 1, budget=Budget(move=0.02, bank=3.0))
    assert game.faults == ()


# ---- positions


def choice(player: Player, **fields: object) -> str:
    """What a player does in a position, in notation."""
    table = position(**fields)
    player.start(Context(0, table.seats, table.rules, Random(1), Budget(move=60.0, nodes=3000)))
    view = View(table, 0)
    move = player.choose(view)
    assert move in view.legal
    return view.spell(move)  # pyright: ignore[reportArgumentType]


FULL = {
    "draw": [
        f"{front}/{back}" for front, back in zip(["r3", "y5", "g6", "b8"] * 6, ["t1", "o2", "p3"] * 8, strict=True)
    ]
}


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"hands": {"Ada": ["r7/t7"], "Bo": ["y4/o4"]}}, "play r7 call"),
        ({"hands": {"Ada": ["r7/t7", "W/o1"], "Bo": ["y4/o4"] * 5}}, "play r7 call"),
        ({"hands": {"Ada": ["r7/t7", "rSK/o1", "r2/p2"], "Bo": ["y4/o4"]}}, "play rSK"),
        ({"hands": {"Ada": ["y7/t7", "g3/o1"], "Bo": ["y4/o4"]}}, "draw"),
        ({"catchable": ["Bo"]}, "catch Bo"),
        ({"turn": "Bo", "hands": {"Ada": ["y7/t7"], "Bo": ["y4/o4", "y5/o5"]}, "catchable": ["Ada"]}, "call"),
    ],
)
def test_monte(fields: dict[str, object], expected: str) -> None:
    assert choice(MontePlayer(), **{**FULL, **fields}) in (expected, expected.removesuffix(" call"))


def test_the_last_card_is_called_with_its_play() -> None:
    hands = {"Ada": ["r7/t7", "W/o1"], "Bo": ["y4/o4"] * 5}
    assert choice(MontePlayer(), **{**FULL, "hands": hands}).endswith(" call")


def test_a_flip_that_wins_is_played() -> None:
    """The backs are seen: after the Flip the next seat cannot answer a card that goes out at once."""
    hands = {"Ada": ["rFL/p1", "g7/p7", "b5/p3"], "Bo": ["r4/o4", "r5/t5"]}
    assert choice(MontePlayer(), hands=hands, discard=["b9/p9", "r1/p9"]).startswith("play rFL")


def test_a_position_that_cannot_be_is_no_trouble() -> None:
    hand = ["?/t8", "r7/?", "rFL/t1", "W/?"]
    for discard in (["?/o8", "r1/p9"], ["r1/?"]):
        choice(MontePlayer(), hands={"Ada": hand, "Bo": ["?/o4", "?/?"]}, discard=discard)


def test_the_outlook_is_a_chance() -> None:
    ahead = position(hands={"Ada": ["r7/t7"], "Bo": ["y4/o4"] * 9})
    assert sum(chances(ahead)) == pytest.approx(1)
    assert chances(ahead)[0] > 0.7
    assert worth(ahead, 0) == chances(ahead)[0]
    points = position(hands={"Ada": ["r7/t7"], "Bo": ["y4/o4"] * 9}, rules={"preset": "flip", "scoring": "low"})
    assert worth(points, 0) == pytest.approx(-worth(points, 1))
    assert worth(points, 0) > 0


# ---- memory


def remembered(events: Sequence[Event], hands: dict[str, list[str]], seat: int = 0, **fields: object) -> dict[int, int]:
    """What a seat supposes of the fronts of places, after events that led to these hands."""
    table = position(hands=hands, **fields)
    memory = Memory(table.rules, seat)
    for event in events:
        memory.observe(event)
    held = {place for hand in table.hands for place in hand}
    return {place: faces for (_, place), faces in memory.recall(View(table, seat)).items() if place in held}


HANDS = {"Ada": ["r7/t7", "g1/o1"], "Bo": ["y4/o4", "y6/o6", "b1/o5"]}
"""Bo has the places 2, 3 and 4."""
RED_ONE = 0


def test_who_draws_and_keeps_held_nothing_that_fits() -> None:
    events = [TurnedUp(20, RED_ONE, back=False), Drew(1, (4,), 0), Kept(1)]
    supposed = remembered(events, HANDS)
    assert set(supposed) == {2, 3, 4}
    assert all(not faces & of(0) and faces & of(1) for faces in supposed.values())
    # Who plays what it drew tells that of the others alone.
    events = [TurnedUp(20, RED_ONE, back=False), Drew(1, (9,), 0), Played(1, (9,), (RED_ONE,), 0, -1, call=False)]
    assert set(remembered(events, HANDS)) == {2, 3, 4}
    # The own hand is known, and a penalty tells nothing.
    assert remembered(events, HANDS, seat=1) == {}
    assert remembered([TurnedUp(20, RED_ONE, back=False), Drew(1, (4,), 0)], HANDS) == {}


def test_a_wild_tells_that_no_colour_fitted() -> None:
    wild = 52
    events = [TurnedUp(20, RED_ONE, back=False), Played(1, (9,), (wild,), 0, 2, call=False)]
    supposed = remembered(events, HANDS)
    assert set(supposed) == {2, 3, 4}
    assert all(not faces & of(0) and faces >> wild & 1 for faces in supposed.values())


def test_what_was_drawn_later_is_not_meant() -> None:
    first = [TurnedUp(20, RED_ONE, back=False), Played(1, (9,), (52,), 0, 2, call=False)]
    assert set(remembered([*first, Drew(1, (3, 4), 0)], HANDS)) == {2}
    # Hands that were swapped since: the cards are meant, not who has them now.
    assert set(remembered([*first, Swapped(0, 1), Swapped(1, 0)], HANDS)) == {0, 1}


def test_a_seat_that_does_otherwise_is_not_believed() -> None:
    events = [TurnedUp(20, RED_ONE, back=False), Drew(1, (4,), 0), Kept(1)]
    table = position(hands=HANDS)
    memory = Memory(table.rules, 0)
    for event in events:
        memory.observe(event)
    assert memory.recall(View(table, 0))
    memory.observe(Played(1, (9,), (RED_ONE + 4,), 0, -1, call=False))
    assert memory.recall(View(table, 0))
    memory.observe(Played(1, (2,), (RED_ONE + 4,), 0, -1, call=False))  # Red was supposed not to be there.
    assert not memory.recall(View(table, 0))
    caught = Memory(table.rules, 0)
    for event in (*events, Verdict(0, 1, guilty=True)):
        caught.observe(event)
    assert not caught.recall(View(table, 0))


def test_worlds_keep_to_what_is_supposed() -> None:
    view = View(position(hands=HANDS, draw=["r5/t1", "r6/t2", "y7/t3", "y8/t4"]), 0)
    assert any(of(0) >> view.sample(Random(seed)).faces[0][2] & 1 for seed in range(40))
    supposing = view.supposing({(0, 2): ~of(0)})
    assert not any(of(0) >> supposing.sample(Random(seed)).faces[0][2] & 1 for seed in range(40))
    with pytest.raises(ValueError, match="No world"):
        view.supposing({(0, 2): 0}).sample(Random(1), tries=5)


def test_a_move_is_simulated_to_the_end_of_the_round() -> None:
    table = fresh(2)
    start(table)
    view = View(table, table.turn)
    before = view.to_dict()
    world = view.simulate(view.legal[0], SteadyPlayer().choose, Random(1))
    assert world.over
    assert world.result is not None
    assert view.to_dict() == before
    unfinished = view.simulate(view.legal[0], SteadyPlayer().choose, Random(1), steps=1)
    assert not unfinished.over
    first = view.legal[0]
    assert isinstance(first, Play)
    assert first.places[0] in unfinished.discard
