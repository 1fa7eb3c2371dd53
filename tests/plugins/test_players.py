"""The players that come with the game: what each of them stands for, and that the better one wins more."""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.core.events import Verdict
from fliptable.core.legal import legal
from fliptable.core.moves import Challenge, Draw
from fliptable.core.play import apply, start
from fliptable.core.rules import Rules
from fliptable.core.view import View
from fliptable.plugins import Context, Player, PlayerSpec
from fliptable.plugins.guard import Fault
from fliptable.plugins.players.greedy import GreedyPlayer
from fliptable.plugins.players.random import RandomPlayer
from fliptable.plugins.players.steady import SteadyPlayer

from .playing import NAMES, RULES, any_rules, fresh, play_round, position, sit

OURS: tuple[Callable[[], Player], ...] = (RandomPlayer, GreedyPlayer, SteadyPlayer)


def play(players: Sequence[Player], seed: int, rules: Rules = RULES) -> int | None:
    """Play a round without a guard and say who won; every answer has to be legal."""
    for seat, player in enumerate(players):
        player.start(Context(seat, NAMES[: len(players)], rules, Random(f"{seed}/{seat}")))
    table = fresh(len(players), seed, rules)
    table.dealer = table.turn = seed % len(players)
    events = start(table)
    while True:
        for event in events:
            for player in players:
                player.observe(event)
        if table.over:
            assert table.result is not None
            return table.result.winner
        asked = [seat for seat in range(len(players)) if seat != table.turn and legal(table, seat)]
        events = []
        for seat in [*asked, table.turn]:
            view = View(table, seat)
            move = players[seat].choose(view)
            if move is not None:
                assert move in view.legal
                events = apply(table, seat, move)  # pyright: ignore[reportArgumentType]
                break


def wins(first: Callable[[], Player], others: Sequence[Callable[[], Player]], rounds: int) -> int:
    """How many of ``rounds`` the first one wins; equal deals, seats rotated."""
    count, seats = 0, len(others) + 1
    for number in range(rounds):
        line = [first(), *(make() for make in others)]
        shift = number % seats
        seated = line[-shift:] + line[:-shift] if shift else line
        count += play(seated, number // seats) == shift
    return count


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_our_players_play_legally_whatever_comes(seats: int) -> None:
    for seed in range(12):
        play([OURS[(seat + seed) % 3]() for seat in range(seats)], seed)


@given(st.integers(0, 100_000), st.integers(2, 4))
def test_our_players_play_by_any_rules(seed: int, seats: int) -> None:
    """Whatever is set: legal moves only, and the round ends."""
    line = [OURS[(seat + seed) % 3] for seat in range(3)]
    play([make() for make in [*line, GreedyPlayer][:seats]], seed, any_rules(Random(seed)))


@pytest.mark.parametrize("seed", range(5))
def test_the_guard_finds_no_fault_with_them(seed: int) -> None:
    rules = any_rules(Random(seed)).with_options({"play_to_last": False})
    faults: list[Fault] = []
    specs = [PlayerSpec(make.__name__, make) for make in OURS]
    assert play_round(fresh(3, seed, rules), sit(specs, faults, rules=rules)).over
    assert faults == []


def test_the_better_player_wins_more() -> None:
    """Far from the measured shares (docs/players.md), so that this says something when it fails."""
    assert wins(SteadyPlayer, [RandomPlayer], 60) > 45  # measured 98 %
    assert wins(GreedyPlayer, [RandomPlayer], 60) > 45  # measured 96 %
    assert wins(SteadyPlayer, [GreedyPlayer], 400) > 200  # measured 67 %
    assert wins(SteadyPlayer, [GreedyPlayer] * 3, 400) > 105  # measured 38 %; an equal one wins 100


def test_random_is_uniform() -> None:
    view = View(position(), 0)
    player = RandomPlayer(Random(1))
    counted = Counter(player.choose(view) for _ in range(3000))
    assert set(counted) == set(view.legal)
    assert all(abs(count - 1000) < 150 for count in counted.values())


def choice(player: Player, **fields: object) -> str:
    """What a player does in a position, in notation."""
    view = View(position(**fields), 0)
    move = player.choose(view)
    assert move in view.legal
    return view.spell(move)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, "play r7"),
        ({"hands": {"Ada": ["r7/t7", "rSK/o1", "b2/p2"], "Bo": ["y4/o4"]}}, "play rSK"),
        ({"hands": {"Ada": ["r7/t7", "W/o1", "b2/p2", "b3/p3"], "Bo": ["y4/o4"]}}, "play W blue"),
        ({"hands": {"Ada": ["r7/t7", "g3/o1"], "Bo": ["y4/o4"]}}, "play r7 call"),
        ({"hands": {"Ada": ["y7/t7", "g3/o1"], "Bo": ["y4/o4"]}}, "draw"),
        ({"catchable": ["Bo"]}, "catch Bo"),
        ({"turn": "Bo", "hands": {"Ada": ["y7/t7"], "Bo": ["y4/o4", "y5/o5"]}, "catchable": ["Ada"]}, "call"),
    ],
)
def test_greedy(fields: dict[str, object], expected: str) -> None:
    assert choice(GreedyPlayer(), **fields) == expected


CLASSIC: dict[str, object] = {
    "rules": {"preset": "classic", "stacking": "same", "seven_zero": True, "jump_in": True},
    "seats": ["Ada", "Bo", "Chidi"],
    "hands": {"Ada": ["r5", "gD2", "b2", "r7"], "Bo": ["y4", "y5", "y6"], "Chidi": ["g4", "g5"]},
    "draw": ["y1"] * 8,
    "discard": ["r1"],
}


@pytest.mark.parametrize("make", [GreedyPlayer, SteadyPlayer])
@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"phase": "pending", "discard": ["r1", "rD2"]}, "play gD2"),
        ({"phase": "swap", "discard": ["r7"]}, "swap Chidi"),
        ({"turn": "Bo", "discard": ["y5", "r5"], "played": True}, "jump r5"),
        (
            {
                "turn": "Bo",
                "discard": ["r5"],
                "played": True,
                "hands": {"Ada": ["r5", "g1"], "Bo": ["y4"], "Chidi": []},
            },
            "jump r5 call",
        ),
        (
            {"phase": "challenge", "discard": ["r1", "W4"], "colour": "red", "hands": {"Ada": ["W4", "b2"]}},
            "play W4 blue",
        ),
    ],
)
def test_other_rules(make: Callable[[], Player], fields: dict[str, object], expected: str) -> None:
    assert choice(make(), **{**CLASSIC, **fields}) in (expected, f"{expected} call")


def test_several_numbers_go_together() -> None:
    fields = {
        **CLASSIC,
        "rules": {"preset": "classic", "multi_play": True},
        "hands": {"Ada": ["r7", "b7", "g7", "y2", "b3"]},
    }
    for make in (GreedyPlayer, SteadyPlayer):
        assert len(choice(make(), **fields).split()) == 4


def test_steady_swaps_no_good_hand_away() -> None:
    hands = {"Ada": ["r7", "r2"], "Bo": ["y4"] * 6, "Chidi": ["g4"] * 5}
    assert choice(SteadyPlayer(), **{**CLASSIC, "hands": hands}) == "play r2 call"
    jump = {**CLASSIC, "hands": hands, "turn": "Bo", "discard": ["r7"], "played": True}
    assert SteadyPlayer().choose(View(position(**jump), 0)) is None


def test_steady_keeps_no_card_that_may_not_be_the_last() -> None:
    hands = {"Ada": ["r3/t1", "W/o1"], "Bo": ["y4/o4"] * 5}
    assert choice(SteadyPlayer(), hands=hands) == "play r3 call"
    banned = {"preset": "flip", "no_wild_finish": True}
    assert choice(SteadyPlayer(), hands=hands, rules=banned) == "play W red call"


CHALLENGED = {
    "seats": ["Ada", "Bo"],
    "phase": "challenge",
    "colour": "green",
    "discard": ["r1/p9", "W2/p8"],
    "draw": ["y5/t1", "y6/t2", "y7/t3", "y8/t4", "b1/t5", "b2/t6", "b3/t7", "b4/t8"],
}


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"hands": {"Ada": ["r7/t7", "W/o1", "b2/p2", "b3/p3"], "Bo": ["y4/o4"] * 5}}, "play r7"),
        ({"hands": {"Ada": ["r7/t7", "g3/o1"], "Bo": ["y4/o4"] * 5}}, "play r7 call"),
        ({"hands": {"Ada": ["y7/t7", "W/o1", "b2/p2", "b3/p3"], "Bo": ["y4/o4"] * 5}}, "play W blue"),
        ({"hands": {"Ada": ["r7/t7", "rSK/o1", "b2/p2"], "Bo": ["y4/o4"]}}, "play rSK"),
        ({"catchable": ["Bo"]}, "catch Bo"),
        ({"turn": "Bo", "hands": {"Ada": ["y7/t7"], "Bo": ["y4/o4", "y5/o5"]}, "catchable": ["Ada"]}, "call"),
    ],
)
def test_steady(fields: dict[str, object], expected: str) -> None:
    assert choice(SteadyPlayer(), **fields) == expected


def test_steady_flips_for_the_better_back() -> None:
    """Its own backs are wilds and one colour, the next seat's are a jumble; and the other way round."""
    rich, poor = ["b2/W", "g3/p4", "y8/p9"], ["b4/t1", "g6/o5", "y9/u8"]
    ours, theirs = {"Ada": ["rFL/p1", "r7/p7", *rich], "Bo": poor}, {"Ada": ["rFL/p1", "r7/t7", *poor], "Bo": rich}
    assert choice(SteadyPlayer(), hands=ours) == "play rFL"
    assert choice(SteadyPlayer(), hands=theirs) == "play r7"


def challenge(hand: list[str], **fields: object) -> str:
    """What steady does about a Wild Draw Two of Bo's, played while red was in force."""
    details = {"by": "Bo", "before": "red", "card": "W2/p8"}
    hands = {"Ada": ["b7/t7", "g1/o1"], "Bo": hand}
    return choice(SteadyPlayer(), **{**CHALLENGED, "challenge": details, "hands": hands, **fields})


def test_steady_challenges_when_the_odds_say_so() -> None:
    assert challenge(["r4/o4", "r5/o5", "r6/o6", "r8/o8", "r9/o9"], draw=["r5/t1", "r6/t2"] * 4) == "challenge"
    assert challenge(["y4/o4"]) == "accept"
    assert challenge(["y4/o4", "y5/o5", "y6/o6"]) == "accept"  # no red is left that it has not seen


def test_steady_says_why() -> None:
    """What the weights add makes up the worth; the odds of guilt are said of a challenge."""
    steady = SteadyPlayer()
    hands = {"Ada": ["rFL/p1", "r7/p7", "W/o1", "rSK/W", "g1/u8"], "Bo": ["b4/t1", "g6/o5"]}
    view = View(position(hands=hands), 0)
    for move, worth in steady.worth(view).items():
        thoughts = steady.thoughts(view, move)
        assert sum(thought.share for thought in thoughts) == pytest.approx(worth)
        shares = [abs(thought.share) for thought in thoughts]
        assert shares == sorted(shares, reverse=True)
    assert {thought.kind for thought in steady.thoughts(view, view.legal[1])} == {"held"}
    assert steady.thoughts(view, Draw()) == ()
    details = {"by": "Bo", "before": "red", "card": "W2/p8"}
    hands = {"Ada": ["b7/t7", "g1/o1"], "Bo": ["r4/o4"] * 5}
    view = View(position(**{**CHALLENGED, "challenge": details, "hands": hands, "draw": ["r5/t1"] * 8}), 0)
    (doubt,) = steady.thoughts(view, Challenge())
    assert doubt.kind == "doubt"
    assert doubt.share == pytest.approx(1)


def test_steady_remembers_who_bluffs() -> None:
    bold, honest = SteadyPlayer(), SteadyPlayer()
    for _ in range(4):
        bold.observe(Verdict(0, 1, guilty=True))
        honest.observe(Verdict(0, 1, guilty=False))
    fields: dict[str, object] = {
        **CHALLENGED,
        "challenge": {"by": "Bo", "before": "red", "card": "W2/p8"},
        "hands": {"Ada": ["b7/t7", "g1/o1"], "Bo": ["r4/o4", "y5/o5", "y6/o6"]},
        "draw": ["r5/t1", "r6/t2", "y7/t3", "y8/t4", "b1/t5", "b2/t6", "r3/t7", "b4/t8"],
    }
    assert choice(bold, **fields) == "challenge"
    assert choice(honest, **fields) == "accept"


@pytest.mark.parametrize("make", OURS)
def test_a_position_with_unknown_cards_is_no_trouble(make: Callable[[], Player]) -> None:
    hand = ["?/t8", "r7/?", "rFL/t1", "W/?"]
    for discard in (["?/o8", "r1/p9"], ["r1/?"]):
        choice(make(), hands={"Ada": hand, "Bo": ["?/o4", "?/?"]}, discard=discard)
