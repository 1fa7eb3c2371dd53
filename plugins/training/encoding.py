"""From a table to the arrays that learners read, and the spaces they lie in. Must never know who is asked when."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from gymnasium.spaces import Box, Dict
from numpy.typing import NDArray

from ...core.errors import BadOption
from ...core.rules import Rules, Value, preset
from .actions import SIZE
from .features import greatest

Array = NDArray[np.int8]
Observation = dict[str, Array]
"""``observation``: see `features`; ``action_mask``: 1 for each action that is legal now, see `actions`."""


def rules_for(deck: str, rules: str | Rules, options: Mapping[str, Value] | None) -> Rules:
    """The rules that an environment is asked for; raises `BadOption`, also when they are those of another deck."""
    found = preset(rules) if isinstance(rules, str) else rules
    if found.deck != deck:
        raise BadOption(f"These rules are played with the deck {found.deck}: take the environment of that name.")
    return found.with_options(options or {})


def space_for(rules: Rules, seats: int) -> Dict:
    """The space of one seat's observations."""
    high = np.frombuffer(greatest(seats, len(rules.cards.sheets)), dtype=np.int8)
    return Dict(
        {
            "observation": Box(np.zeros_like(high), high, dtype=np.int8),
            "action_mask": Box(0, 1, (SIZE,), dtype=np.int8),
        }
    )


def mask_of(possible: Iterable[int]) -> Array:
    """A mask that is 1 for each possible action."""
    mask = bytearray(SIZE)
    for action in possible:
        mask[action] = 1
    return np.frombuffer(mask, dtype=np.int8)
