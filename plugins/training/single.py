"""The game as Gymnasium has it: one seat learns, the others are players of the registry.

Each opponent sits behind its guard (`guard.Seat`), in the thread that steps, so an opponent that fails costs its seat a
neutral move, and a warning says so. Who is asked when says `asking`.

Gymnasium's spaces know no mask, and its tools sample from them, so an illegal action does not raise here unless that is
asked for: it loses. The episode ends with the worst reward there is, and ``info["illegal"]`` says what was wrong; no
legal action is ever put in its place. Must never know what a rule says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Literal, cast

import gymnasium
import numpy as np
from gymnasium import logger
from gymnasium.spaces import Discrete, Space

from ...core.errors import BadOption
from ...core.rules import Rules, Value
from ...core.view import View
from ..arena.game import SEATS
from ..guard import Fault, Seat
from ..registry import Registry
from ..spec import PlayerSpec
from ..tiers.direct import Direct
from .actions import SIZE, Choice, choices
from .asking import Asking
from .encoding import Observation, mask_of, rules_for, space_for
from .features import Encoder
from .picking import IllegalAction, pick, picture
from .rewards import Reward, check_reward, points, win, worst


class Single(gymnasium.Env[Observation, np.int64]):
    """A round, or a whole match, from one seat.

    Args:
        deck: the deck that the rules have to have.
        opponents: the players at the other seats, clockwise from the own one, as ``--ai`` takes them:
            ``("steady", "monte:ms=20")``; one name for one opponent.
        rules: a preset, or rules.
        options: what differs from the preset, as ``{"jump_in": True}``.
        reward: ``win`` or ``points``, see `rewards`.
        match: whether an episode is a match as the rules have it, instead of one round.
        illegal: what an illegal action does: ``lose`` or ``raise`` (`picking.IllegalAction`).
        plugins: files or modules with further players, as ``--plugin`` takes them.
        render_mode: ``ansi``, or None.

    Raises:
        BadOption: there are no such rules, or they do not go with the number of seats.
        plugins.errors.PluginError: there is no such player.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium's shape
        "render_modes": ["ansi"],
        "render_fps": 1,
    }

    def __init__(
        self,
        deck: str,
        opponents: str | Sequence[str],
        rules: str | Rules,
        options: Mapping[str, Value] | None,
        reward: Reward,
        match: bool,
        illegal: Literal["lose", "raise"],
        plugins: Sequence[str],
        render_mode: Literal["ansi"] | None,
    ) -> None:
        check_reward(reward)
        if illegal not in ("lose", "raise"):
            raise BadOption(f"illegal={illegal} is not possible: it takes lose or raise.")
        self.rules = rules_for(deck, rules, options)
        names = (opponents,) if isinstance(opponents, str) else tuple(opponents)
        self.rules.check_seats(len(names) + 1)
        registry = Registry.installed(plugins)
        self._opponents = [registry.find(name) for name in names]
        self._names = SEATS[: len(names) + 1]
        self.render_mode = render_mode
        self.observation_space = cast("Space[Any]", space_for(self.rules, len(self._names)))
        self.action_space = Discrete(SIZE)
        self._reward: Reward = reward
        self._match = match
        self._loses = illegal == "lose"
        self._encoder = Encoder(self.rules, len(self._names))
        self._seats: list[Seat] = []

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal anew, and let the others play until this seat is asked; there are no options.

        A game that ends before it was asked once is no episode: it is dealt again.
        """
        super().reset(seed=seed)
        while True:
            dice = Random(self.np_random.bytes(8))
            self.close()
            self._deal(dice)
            self._go_on()
            if not self._asking.over:
                return self._see()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Decide, and let the others play until this seat is asked again.

        Raises:
            IllegalAction: with ``illegal="raise"``, when the seat may not do that now; nothing has changed.
        """
        try:
            choice = pick(self._names[self._seat], action, self._possible)
        except IllegalAction as refused:
            if not self._loses:
                raise
            observation, info = self._see()
            return observation, worst(self._reward, self.rules), True, False, {**info, "illegal": str(refused)}
        if isinstance(choice, int):
            self._laid += (choice,)
        else:
            self._laid = ()
            self._asking.answer(choice)
            self._go_on()
        reward = self._score()
        observation, info = self._see()
        return observation, reward, self._asking.over, False, info

    def render(self) -> str | None:  # pyright: ignore[reportIncompatibleMethodOverride] - a base for every mode
        """The table as this seat sees it, where ``render_mode`` is ``ansi``."""
        return picture(self._asking.table, self._seat) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Let go of the opponents."""
        for seat in self._seats:
            seat.close()
        self._seats = []

    def _deal(self, dice: Random) -> None:
        """A new game, and the opponents at their seats."""
        seed = str(dice.getrandbits(64))
        self._seat = 0
        self._laid: tuple[int, ...] = ()
        self._scored = 0
        self._asking = Asking(self.rules, self._names, dice, match=self._match, listening=True)
        self._seats = [self._sit(spec, seat, seed) for seat, spec in enumerate(self._opponents, 1)]

    def _sit(self, spec: PlayerSpec, seat: int, seed: str) -> Seat:
        return Seat(spec, seat, self._names, self.rules, seed=seed, on_fault=_warn, tier=Direct)

    def _go_on(self) -> None:
        """Tell the opponents what happened, and let them play until this seat is asked or all is over."""
        asking = self._asking
        while True:
            for event in asking.take_events():
                for seat in self._seats:
                    seat.observe(event)
            if asking.over:
                for seat in self._seats:
                    seat.finish(asking.table.match_result)
                return
            if asking.seat == self._seat:
                return
            asking.answer(self._seats[asking.seat - 1].choose(View(asking.table.clone(), asking.seat)))

    def _see(self) -> tuple[Observation, dict[str, Any]]:
        """What this seat sees and may do now."""
        asking = self._asking
        moves = asking.moves if asking.seat == self._seat else ()
        self._possible: dict[int, Choice] = choices(
            asking.table, self._seat, moves, self._laid, waits=bool(moves) and asking.waits
        )
        found = np.frombuffer(self._encoder.encode(asking.table, self._seat, self._laid), dtype=np.int8)
        observation = {"observation": found, "action_mask": mask_of(self._possible)}
        return observation, {"action_mask": mask_of(self._possible)}

    def _score(self) -> float:
        """The reward since the last decision."""
        asking, seats = self._asking, len(self._names)
        results = asking.results[self._scored :]
        self._scored = len(asking.results)
        if self._reward == "points":
            return sum(points(result, seats)[self._seat] for result in results)
        return win(asking.winners, seats)[self._seat] if asking.over else 0.0


def _warn(fault: Fault) -> None:
    logger.warn(fault.text)


class Flip(Single):
    """``fliptable/Flip-v0``: the two-sided game; see `Single`."""

    def __init__(
        self,
        opponents: str | Sequence[str] = "steady",
        rules: str | Rules = "flip",
        options: Mapping[str, Value] | None = None,
        *,
        reward: Reward = "win",
        match: bool = False,
        illegal: Literal["lose", "raise"] = "lose",
        plugins: Sequence[str] = (),
        render_mode: Literal["ansi"] | None = None,
    ) -> None:
        super().__init__("flip", opponents, rules, options, reward, match, illegal, plugins, render_mode)


class Classic(Single):
    """``fliptable/Classic-v0``: the game with one-faced cards; see `Single`."""

    def __init__(
        self,
        opponents: str | Sequence[str] = "steady",
        rules: str | Rules = "classic",
        options: Mapping[str, Value] | None = None,
        *,
        reward: Reward = "win",
        match: bool = False,
        illegal: Literal["lose", "raise"] = "lose",
        plugins: Sequence[str] = (),
        render_mode: Literal["ansi"] | None = None,
    ) -> None:
        super().__init__("classic", opponents, rules, options, reward, match, illegal, plugins, render_mode)
