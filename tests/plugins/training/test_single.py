"""The environment of Gymnasium, and a policy that sits at the table."""

import pickle
import warnings
from random import Random
from typing import Any

import pytest

pytest.importorskip("gymnasium")

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env

from fliptable.core.errors import BadOption
from fliptable.core.rules import preset
from fliptable.plugins.arena.game import play_game
from fliptable.plugins.errors import UnknownPlayer
from fliptable.plugins.spec import Context, PlayerSpec
from fliptable.plugins.training.actions import LAY
from fliptable.plugins.training.encoding import Observation
from fliptable.plugins.training.picking import IllegalAction
from fliptable.plugins.training.single import Flip, Single
from fliptable.plugins.training.trained import TrainedPlayer

from ..playing import HERE


def episode(env: gymnasium.Env[Any, Any], seed: int) -> list[tuple[int, float, bytes]]:
    """Random legal actions to the end."""
    dice = Random(seed)
    observation, _ = env.reset(seed=seed)
    made: list[tuple[int, float, bytes]] = []
    over = False
    while not over:
        action = dice.choice(np.flatnonzero(observation["action_mask"]).tolist())
        observation, reward, over, _, info = env.step(action)
        assert env.observation_space.contains(observation)
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        made.append((action, float(reward), observation["observation"].tobytes()))
    assert not observation["action_mask"].any()
    return made


@pytest.mark.parametrize(("name", "opponents"), [("Flip", "steady"), ("Classic", ("random", "greedy", "steady"))])
def test_gymnasium_finds_nothing_to_say(name: str, opponents: str | tuple[str, ...]) -> None:
    """`check_env` warns where something is wrong, and warnings are errors here."""
    check_env(gymnasium.make(f"fliptable/{name}-v0", opponents=opponents).unwrapped)


def test_the_same_seed_plays_the_same_episode() -> None:
    rules = {"jump_in": True, "seven_zero": True}
    envs = [gymnasium.make("fliptable/Flip-v0", opponents=["random", "steady"], options=rules) for _ in range(2)]
    for seed in range(3):
        one, other = (episode(env, seed) for env in envs)
        assert one == other
    assert episode(envs[0], 3) != episode(envs[0], 4)


@pytest.mark.parametrize("reward", ["win", "points"])
def test_rewards_come_at_the_end_of_a_round(reward: str) -> None:
    env = gymnasium.make("fliptable/Classic-v0", opponents="random", reward=reward)
    ends = set[float]()
    for seed in range(4):
        rewards = [given for _, given, _ in episode(env, seed)]
        assert set(rewards[:-1]) <= {0.0}
        ends.add(rewards[-1])
    assert ends == {-1.0, 1.0} if reward == "win" else min(ends) < -1 < 1 < max(ends)


def test_an_illegal_action_loses_or_raises_and_is_never_replaced() -> None:
    env = Flip("random")
    observation, _ = env.reset(seed=1)
    illegal = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    _, reward, over, cut, info = env.step(illegal)
    assert (reward, over, cut) == (-1, True, False)
    assert info["illegal"].startswith(f"A may not take action {illegal} (")
    strict = Flip("random", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction, match=f"A may not take action {illegal}"):
        strict.step(illegal)
    strict.step(int(np.flatnonzero(observation["action_mask"])[0]))


def test_an_opponent_that_fails_is_reported_and_the_game_goes_on() -> None:
    env = gymnasium.make("fliptable/Flip-v0", opponents="raising", plugins=[str(HERE / "bad" / "raising.py")])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        episode(env, 1)
    told = [str(warning.message) for warning in caught]
    assert any("raising failed" in text for text in told)
    assert any("the random player takes the seat" in text for text in told)


def test_wrong_names_are_named() -> None:
    with pytest.raises(UnknownPlayer, match="stedy"):
        gymnasium.make("fliptable/Flip-v0", opponents="stedy")
    with pytest.raises(BadOption, match="illegal=replace"):
        gymnasium.make("fliptable/Flip-v0", illegal="replace")
    with pytest.raises(BadOption, match="10"):
        gymnasium.make("fliptable/Flip-v0", opponents=["random"] * 10)


def test_the_table_in_words() -> None:
    env = gymnasium.make("fliptable/Flip-v0", render_mode="ansi")
    env.reset(seed=1)
    shown = env.render()
    assert isinstance(shown, str)
    assert shown.splitlines()[2].lstrip(" *").startswith("A: ")
    assert isinstance(env.unwrapped, Single)
    env.close()
    env.close()


def test_many_at_once() -> None:
    envs = gymnasium.make_vec("fliptable/Flip-v0", num_envs=3, vectorization_mode="sync", opponents="greedy")
    observation, _ = envs.reset(seed=4)
    for _ in range(30):
        actions = [int(np.flatnonzero(mask)[0]) if mask.any() else 0 for mask in observation["action_mask"]]
        observation, *_ = envs.step(np.array(actions))
    envs.close()


# ---- a policy at the table


class Policy(TrainedPlayer):
    """Not trained at all: lays several cards where it can, else any legal action."""

    laid = 0

    def start(self, context: Context) -> None:
        super().start(context)
        self.rng = context.rng

    def act(self, observation: Observation) -> int:
        possible = np.flatnonzero(observation["action_mask"]).tolist()
        several = [action for action in possible if LAY <= action < LAY + 52]
        Policy.laid += len(several) > 0
        return self.rng.choice(several or possible)


def test_a_policy_plays_where_players_play() -> None:
    policy = PlayerSpec("policy", Policy)
    pickle.loads(pickle.dumps(policy))  # noqa: S301 - as the arena does
    for rules in (preset("quick").with_options({"multi_play": True}), preset("party"), preset("classic")):
        game = play_game([policy] * 3, rules.with_options({"match": "single"}), seed="policy")
        assert game.faults == ()
        assert len(game.winners) == 1
    assert Policy.laid
