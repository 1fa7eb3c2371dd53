"""PettingZoo's module of the flip game: `env` and `raw_env`, which take the same arguments.

The number is that of the environment: it grows when observations, actions or rewards mean something else.
Must never hold anything but that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # pyright: ignore[reportMissingTypeStubs]

from ...core.rules import Rules, Value
from .aec import Seats
from .encoding import Observation
from .rewards import Reward

__all__ = ["env", "raw_env"]


class raw_env(Seats):
    """The two-sided game; see `aec.Seats`."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - the shape is PettingZoo's
        "name": "flip_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        seats: int = 2,
        rules: str | Rules = "flip",
        options: Mapping[str, Value] | None = None,
        *,
        reward: Reward = "win",
        match: bool = False,
        render_mode: Literal["ansi"] | None = None,
    ) -> None:
        super().__init__("flip", rules, seats, options, reward, match, render_mode)


def env(
    seats: int = 2,
    rules: str | Rules = "flip",
    options: Mapping[str, Value] | None = None,
    *,
    reward: Reward = "win",
    match: bool = False,
    render_mode: Literal["ansi"] | None = None,
) -> OrderEnforcingWrapper[str, Observation, int | None]:
    """`raw_env` in the wrapper that notices calls out of order. No wrapper replaces an illegal action: it raises."""
    return OrderEnforcingWrapper(raw_env(seats, rules, options, reward=reward, match=match, render_mode=render_mode))
