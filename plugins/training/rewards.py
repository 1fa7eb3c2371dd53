"""What an episode is worth to each seat; both ways to count sum up to nothing. Must never know an action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, get_args

from ...core.errors import BadOption
from ...core.near import near
from ...core.phases import RoundResult
from ...core.rules import Rules

Reward = Literal["win", "points"]
"""``win``: the winners share +1, the others -1, at the end; ``points``: each round as the function has it."""

_REWARDS: Final[tuple[str, ...]] = get_args(Reward)


def check_reward(reward: str) -> None:
    """Raise `BadOption` when there is no such reward."""
    if reward not in _REWARDS:
        raise BadOption(f"There is no reward {reward}: there are {' and '.join(_REWARDS)}.{near(reward, _REWARDS)}")


def win(winners: Sequence[int], seats: int) -> list[float]:
    """The winners share 1, the others -1; nothing for anybody where nobody won, or all did."""
    others = seats - len(winners)
    if not winners or not others:
        return [0.0] * seats
    return [1 / len(winners) if seat in winners else -1 / others for seat in range(seats)]


def points(result: RoundResult, seats: int) -> list[float]:
    """Each seat loses the points of its hand to the winner of the round; nothing where there is none."""
    found = [0.0] * seats
    if result.winner is not None:
        for seat, hand in result.by:
            found[seat] -= hand
        found[result.winner] = float(sum(hand for _, hand in result.by))
    return found


def worst(reward: Reward, rules: Rules) -> float:
    """What a seat gets that has lost as badly as can be: every card of the deck in its hand."""
    if reward == "win":
        return -1.0
    sheets = rules.cards.sheets
    return -float(max(sum(map(int.__mul__, sheet.points, sheet.copies)) for sheet in sheets))
