"""The environments of PettingZoo: their own tests, who is asked when, illegal actions, rewards."""

import subprocess
import sys
import warnings
from random import Random
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("pettingzoo")

import numpy as np
from pettingzoo.test import (  # pyright: ignore[reportMissingTypeStubs]
    api_test,  # pyright: ignore[reportUnknownVariableType]
    seed_test,  # pyright: ignore[reportUnknownVariableType]
)

from fliptable.core.errors import BadOption
from fliptable.core.legal import legal
from fliptable.core.moves import Move, rank
from fliptable.core.phases import RoundResult
from fliptable.core.rules import PRESETS, Rules, preset
from fliptable.plugins.training import classic_v0, flip_v0
from fliptable.plugins.training.actions import CALL, CATCH, WAIT
from fliptable.plugins.training.aec import Seats
from fliptable.plugins.training.asking import Asking
from fliptable.plugins.training.picking import IllegalAction
from fliptable.plugins.training.rewards import points, win, worst

from ...core.playing import NAMES, rule_sets

MODULES = {"flip": flip_v0, "classic": classic_v0}

UNAVOIDABLE = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
}
"""What `api_test` says of every observation with a mask in it, unless the environment is one of PettingZoo's own: it
has a list of their names."""


def environment(rules: Rules, seats: int, **options: Any) -> Seats:
    return MODULES[rules.deck].raw_env(seats, rules, **options)


def play(table: Seats, dice: Random, steps: int = 10_000) -> list[tuple[str, int | None]]:
    """Random legal actions until the end; who did what."""
    made: list[tuple[str, int | None]] = []
    for agent in table.agent_iter(steps):
        observation, _, over, _, info = table.last()
        assert table.observation_space(agent).contains(observation)
        assert observation is not None
        mask = observation["action_mask"]
        assert over or np.array_equal(mask, info["action_mask"])
        action = None if over else dice.choice(np.flatnonzero(mask).tolist())
        table.step(action)
        made.append((agent, action))
    return made


@pytest.mark.parametrize(
    "options", [{"options": {"voluntary_draw": False}}, {"match": True, "reward": "points"}], ids=["round", "match"]
)
@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)
def test_pettingzoo_finds_nothing_to_say(module: ModuleType, seats: int, options: dict[str, Any]) -> None:
    for make in (module.env, module.raw_env):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            api_test(make(seats, **options), num_cycles=150)
        assert {str(warning.message) for warning in caught} == UNAVOIDABLE
        seed_test(lambda make=make: make(seats, **options), num_cycles=60)


@settings(max_examples=15)
@given(seats=st.integers(2, 10), seed=st.integers(0, 2**32), rules=rule_sets)
def test_by_any_rules(seats: int, seed: int, rules: Rules) -> None:
    table = environment(rules, seats)
    table.reset(seed)
    play(table, Random(seed), 120)


def test_several_at_once_do_not_know_each_other() -> None:
    alone: list[list[Any]] = []
    for seed in range(3):
        table = flip_v0.raw_env(3)
        table.reset(seed)
        alone.append(play(table, Random(seed)))
    tables = [flip_v0.raw_env(3) for _ in range(3)]
    dice = [Random(seed) for seed in range(3)]
    for seed, table in enumerate(tables):
        table.reset(seed)
    together: list[list[Any]] = [[], [], []]
    while any(table.agents for table in tables):
        for table, chance, made in zip(tables, dice, together, strict=True):
            if table.agents:
                made.extend(play(table, chance, 1))
    assert together == alone


# ---- who is asked when


@settings(max_examples=40)
@given(seats=st.integers(2, 8), seed=st.integers(0, 2**32), rules=rule_sets)
def test_everybody_who_may_do_something_is_asked(seats: int, seed: int, rules: Rules) -> None:
    """After each move: all who may act out of turn, calls before catches before jumps, and the seat to act last."""
    dice = Random(seed)
    asking = Asking(rules, NAMES[:seats], dice)
    for _ in range(150):
        if asking.over:
            break
        table = asking.table
        may = {seat: legal(table, seat) for seat in range(seats)}
        asked: list[tuple[int, list[Move]]] = []
        while asking.waits:
            asked.append((asking.seat, asking.moves))
            asking.answer(None)
        asked.append((asking.seat, asking.moves))
        assert dict(asked) == {seat: moves for seat, moves in may.items() if moves}
        assert asked[-1][0] == table.turn
        ranks = [min(map(rank, moves)) for _, moves in asked[:-1]]
        assert len(asked) == len(dict(asked))
        assert ranks == sorted(ranks)
        asking.answer(dice.choice(asking.moves))


def test_who_waits_may_be_caught() -> None:
    """A seat that did not call is asked first whether it does; only when it waits comes whoever may catch."""
    for seed in range(50):
        table, dice = flip_v0.raw_env(3), Random(seed)
        table.reset(seed)
        while table.agents and not table.terminations[table.agent_selection]:
            mask = table.observe(table.agent_selection)["action_mask"]
            if mask[WAIT] and mask[CALL]:
                late = table.agent_selection
                table.step(WAIT)
                observation = table.observe(table.agent_selection)
                assert observation["action_mask"][CATCH : CATCH + 2].any()
                cards = table.observe(late)["observation"]
                table.step(int(CATCH + np.flatnonzero(observation["action_mask"][CATCH : CATCH + 2])[0]))
                assert not np.array_equal(cards, table.observe(late)["observation"])
                return
            possible = np.flatnonzero(mask).tolist()
            # Whoever can lays a card, and never calls with it.
            plays = [action for action in possible if action < 60]
            table.step(dice.choice(plays or possible))
    pytest.fail("nobody came down to one card")


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    for make in (flip_v0.raw_env, flip_v0.env):
        table = make(2)
        table.reset(seed=1)
        agent, before = table.agent_selection, table.last()[0]
        assert before is not None
        illegal = int(np.flatnonzero(before["action_mask"] == 0)[0])
        for action, why in (
            (illegal, rf"^{agent} may not take action {illegal} \(.+\): take one whose action_mask is 1\.$"),
            (-1, "-1, which is no action at all"),
            (10**6, "1000000, which is no action at all"),
            (None, "None, which is no whole number"),
            (0.0, "0.0, which is no whole number"),
        ):
            with pytest.raises(IllegalAction, match=why):
                table.step(action)  # pyright: ignore[reportArgumentType] - on purpose
        after = table.last()[0]
        assert table.agent_selection == agent
        assert after is not None
        assert all(np.array_equal(before[key], after[key]) for key in before)
        table.step(np.int64(np.flatnonzero(before["action_mask"])[0]))  # pyright: ignore[reportArgumentType]


# ---- rewards


def test_a_round_is_worth_as_much_to_winners_as_it_costs_the_others() -> None:
    for reward in ("win", "points"):
        table = flip_v0.raw_env(4, reward=reward)
        table.reset(seed=5)
        while not any(table.terminations.values()):
            mask = table.observe(table.agent_selection)["action_mask"]
            assert set(table.rewards.values()) == {0.0}
            table.step(int(np.flatnonzero(mask)[0]))
        assert sum(table.rewards.values()) == pytest.approx(0)
        best = max(table.rewards.values())
        assert sorted(table.rewards.values())[:3] == [-1 / 3] * 3 if reward == "win" else best > 1
        assert best == 1 or reward == "points"
        earned = dict(table.rewards)
        for _ in range(4):
            assert table.last()[1] == earned[table.agent_selection]
            table.step(None)
        assert table.agents == []


def test_a_match_pays_points_after_every_round() -> None:
    table = classic_v0.raw_env(2, "classic", {"target": 400, "hand_size": 3}, reward="points", match=True)
    table.reset(seed=2)
    dice = Random(2)
    paid: list[float] = []
    while not any(table.terminations.values()):
        table.step(dice.choice(np.flatnonzero(table.observe(table.agent_selection)["action_mask"]).tolist()))
        if any(table.rewards.values()):
            paid.append(max(table.rewards.values()))
    assert len(paid) > 1
    assert sum(paid) >= 400


def test_what_is_won_and_lost() -> None:
    assert win([1], 3) == [-0.5, 1.0, -0.5]
    assert win([0, 1], 4) == [0.5, 0.5, -0.5, -0.5]
    assert win([], 3) == win([0, 1], 2)[:1] * 3 == [0.0] * 3
    assert points(RoundResult(1, 30, ((0, 10), (2, 20))), 3) == [-10.0, 30.0, -20.0]
    assert points(RoundResult(None, 0, ((0, 10), (1, 20)), blocked=True), 2) == [0.0, 0.0]
    assert worst("win", preset("flip")) == -1
    assert worst("points", preset("flip")) == -1480
    assert worst("points", preset("classic")) == -1240


# ---- the door


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"rules": "classic"}, "the deck classic"),
        ({"rules": "flop"}, "no rules called flop"),
        ({"seats": 11}, "2 to 10 seats, not 11"),
        ({"reward": "fame"}, "no reward fame"),
        ({"options": {"jumpin": True}}, "no option jumpin"),
    ],
)
def test_what_cannot_be_made_is_said_in_one_sentence(arguments: dict[str, Any], says: str) -> None:
    with pytest.raises(BadOption, match=says):
        flip_v0.env(**arguments)


def test_the_table_in_words_shows_what_the_seat_sees() -> None:
    table = flip_v0.env(render_mode="ansi")
    table.reset(seed=1)
    shown = table.render()
    assert isinstance(shown, str)
    lines = shown.splitlines()
    own = next(line for line in lines if table.agent_selection in line)
    other = next(line for line in lines if "player" in line and line != own)
    assert "?" not in own
    assert other.count("?/") == 7
    assert flip_v0.raw_env().render_mode is None


def test_every_preset_has_its_environment() -> None:
    for name, rules in PRESETS.items():
        table = MODULES[rules.deck].env(3, name)
        table.reset(seed=1)
        table.step(int(np.flatnonzero(table.last()[4]["action_mask"])[0]))


def test_without_the_extra_one_sentence_says_what_to_do() -> None:
    """And the rest of the game does not miss it."""
    code = (
        "import sys; sys.modules.update(numpy=None, gymnasium=None, pettingzoo=None)\n"
        "import fliptable.cli.app, fliptable.plugins.arena, fliptable.plugins.registry\n"
        "try:\n    import fliptable.plugins.training.flip_v0\n"
        "except ModuleNotFoundError as error:\n    print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "Training needs gymnasium, which is not installed: pip install 'fliptable[rl]'.\n"
