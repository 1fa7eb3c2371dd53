"""The game as PettingZoo has it: one agent after the other, each with its observation and its mask of actions.

`flip_v0` and `classic_v0` are the modules to import. Must never know what a rule says.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Literal

import numpy as np
from gymnasium.spaces import Discrete, Space
from pettingzoo import AECEnv  # pyright: ignore[reportMissingTypeStubs] - typed, but not marked so

from ...core.rules import Rules, Value
from .actions import SIZE, Choice, choices
from .asking import Asking
from .encoding import Observation, mask_of, rules_for, space_for
from .features import Encoder
from .picking import pick, picture
from .rewards import Reward, check_reward, points, win


class Seats(AECEnv[str, Any, Any]):  # a finished agent steps with None, which PettingZoo's own types do not allow for
    """A round, or a whole match, between agents ``player_0``, ``player_1``, ...; `asking` says who is asked when.

    Args:
        deck: the deck that the rules have to have.
        rules: a preset, or rules.
        seats: how many agents, 2 to 10.
        options: what differs from the preset, as ``{"jump_in": True}``.
        reward: ``win`` or ``points``, see `rewards`.
        match: whether an episode is a match as the rules have it, instead of one round.
        render_mode: ``ansi``, or None.

    Raises:
        BadOption: there are no such rules, or they do not go with the number of seats.
    """

    def __init__(
        self,
        deck: str,
        rules: str | Rules,
        seats: int,
        options: Mapping[str, Value] | None,
        reward: Reward,
        match: bool,
        render_mode: Literal["ansi"] | None,
    ) -> None:
        super().__init__()
        check_reward(reward)
        self.rules = rules_for(deck, rules, options)
        self.rules.check_seats(seats)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self.agents = []
        self.observation_spaces = {agent: space_for(self.rules, seats) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(SIZE) for agent in self.possible_agents}
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._reward: Reward = reward
        self._match = match
        self._dice = Random()
        self._encoder = Encoder(self.rules, seats)

    def observation_space(self, agent: str) -> Space[Any]:
        """The space of the agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """The space of the agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal anew; the same seed gives the same cards for the same actions. There are no options."""
        if seed is not None:
            self._dice = Random(seed)
        agents = self.possible_agents
        self.agents = agents[:]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos = {agent: {} for agent in agents}
        self._asking = Asking(self.rules, agents, self._dice, match=self._match)
        self._laid: tuple[int, ...] = ()
        self._scored = 0
        self._paid = False
        self.agent_selection = agents[0]
        self._ask()

    def step(self, action: int | None) -> None:
        """Let the agent that is asked decide.

        Raises:
            IllegalAction: it may not do that now; nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        choice = pick(agent, action, self._possible)
        self._cumulative_rewards[agent] = 0.0
        if self._paid:
            self._clear_rewards()
            self._paid = False
        if isinstance(choice, int):
            self._laid += (choice,)
        else:
            self._laid = ()
            asking = self._asking
            asking.answer(choice)
            if len(asking.results) > self._scored or asking.over:
                self._score()
        self.infos[agent] = {}
        self._ask()

    def observe(self, agent: str) -> Observation:
        """What the agent may know now; its mask is empty unless it is asked."""
        seat, asking = self._seats[agent], self._asking
        asked = seat == asking.seat
        found = self._encoder.encode(asking.table, seat, self._laid if asked else ())
        mask = self._mask if asked else mask_of(())
        return {"observation": np.frombuffer(found, dtype=np.int8), "action_mask": mask}

    def render(self) -> str | None:
        """The table as the agent that is asked sees it, where ``render_mode`` is ``ansi``."""
        return picture(self._asking.table, self._asking.seat) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to let go of."""

    def _ask(self) -> None:
        """Turn to the seat that is asked now."""
        asking = self._asking
        self._possible: dict[int, Choice] = choices(
            asking.table, asking.seat, asking.moves, self._laid, waits=asking.waits
        )
        self._mask = mask_of(self._possible)
        if not asking.over:
            self.agent_selection = agent = self.possible_agents[asking.seat]
            self.infos[agent] = {"action_mask": self._mask}

    def _score(self) -> None:
        """Give the rewards of the rounds that have ended, and of the end."""
        asking, seats = self._asking, len(self.possible_agents)
        worth = [0.0] * seats
        if self._reward == "points":
            for result in asking.results[self._scored :]:
                worth = [a + b for a, b in zip(worth, points(result, seats), strict=True)]
        elif asking.over:
            worth = win(asking.winners, seats)
        self._scored = len(asking.results)
        self._paid = True
        self.rewards = dict(zip(self.possible_agents, worth, strict=True))
        self._accumulate_rewards()
        if asking.over:
            self.terminations = dict.fromkeys(self.agents, True)
