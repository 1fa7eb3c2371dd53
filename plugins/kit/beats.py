"""Who is stronger, decided as soon as it is sure: a sequential test over rotated deals.

One observation is a whole rotation: the same deal once with the player at each seat, all others held by the opponent;
its value is the player's share of the wins, 0 to 1. Rotations are independent and alike, and luck of the deal cancels
within each. The test is one by betting (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by
betting", JRSS B 86(1), 2024): a stake grows in the long run only if the claim is wrong, so by Ville's inequality the
chance that it ever comes to 1/alpha under a true claim is at most alpha, however long one looks. Must never run for a
player whose games somebody else has to survive: everything is played in the thread that asks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log
from typing import Final

from ...core.rules import PRESETS, Rules
from ..arena.game import one_round, play_game
from ..registry import Registry
from ..spec import ARENA_BUDGET, Budget, PlayerSpec
from ..tiers.direct import Direct

MOST: Final = 0.75
"""What part of what it has a stake puts at risk at most; any value below 1 is right, this one is quick."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a match stood when it was decided: how many games, and the player's share of the wins."""

    games: int
    share: float


class Claim:
    """A test of whether the mean of independent values in [0, 1] is above ``mean``.

    Args:
        mean: what it is compared with, strictly between 0 and 1.
        confidence: 1 less the chance of deciding for either side when the other one is right.
    """

    def __init__(self, mean: float, confidence: float) -> None:
        self._mean = mean
        self._goal = -log(1 - confidence)
        self._above = 0.0  # logarithm of the stake that wins when the mean is above, and of the other one
        self._below = 0.0
        # As if one half had been seen once: the first bets are small.
        self._seen, self._sum, self._squares = 1, 0.5, 0.25

    def add(self, value: float) -> None:
        """See one more value; the bets on it are laid by what was seen before."""
        centre = self._sum / self._seen
        edge = centre - self._mean
        bet = abs(edge) / (self._squares / self._seen + edge * edge)
        if edge > 0:
            self._above += log(1 + min(bet, MOST / self._mean) * (value - self._mean))
        else:
            self._below += log(1 - min(bet, MOST / (1 - self._mean)) * (value - self._mean))
        self._seen += 1
        self._sum += value
        self._squares += (value - self._sum / self._seen) ** 2

    @property
    def decided(self) -> bool | None:
        """True: the mean is above. False: it is not. None: nobody can say yet."""
        if self._above >= self._goal:
            return True
        return False if self._below >= self._goal else None


def assert_beats(
    player: str | PlayerSpec,
    opponent: str | PlayerSpec,
    *,
    at_least: float,
    confidence: float = 0.95,
    seats: int = 2,
    rules: str | Rules = "flip",
    max_games: int = 20_000,
    plugins: Sequence[str] = (),
    seed: str = "beats",
    budget: Budget = ARENA_BUDGET,
    progress: Callable[[int, int], None] | None = None,
) -> Standing:
    """Play rounds until it is sure whether ``player`` wins more than ``at_least`` of them.

    A player that truly wins no more than that passes with a chance of 1 - ``confidence`` at most, and one that does win
    more is turned down with no greater chance. The nearer its strength is to ``at_least``, the longer it takes.

    Args:
        player: by name, as ``--ai`` takes it, or a spec.
        opponent: who has all other seats.
        at_least: the share of the wins, between 0 and 1; even is 1 / ``seats``.
        confidence: see above.
        seats: how many sit at the table.
        rules: a preset or rules; a game is one round.
        max_games: where it gives up.
        plugins: files and modules to load, as ``--plugin`` takes them.
        seed: the games follow it; with a budget of nodes they are the same everywhere.
        budget: how long players may think.
        progress: told how many games were played, and how many there may be.

    Raises:
        AssertionError: it does not, it cannot be said within ``max_games``, or the player failed at a question.
        ValueError: ``at_least`` or ``confidence`` are not between 0 and 1.
        PluginError: a player cannot be found.
    """
    if not (0 < at_least < 1 and 0 < confidence < 1):
        raise ValueError("at_least and confidence lie between 0 and 1")
    registry = Registry.installed(plugins)
    own, other = (registry.find(one) if isinstance(one, str) else one for one in (player, opponent))
    chosen = one_round(PRESETS[rules] if isinstance(rules, str) else rules)
    claim, games, wins = Claim(at_least, confidence), 0, 0.0
    while claim.decided is None and games < max_games:
        share = sum(_won(own, other, chosen, seats, seat, f"{seed}/{games}", budget) for seat in range(seats))
        games, wins = games + seats, wins + share
        claim.add(share / seats)
        if progress is not None:
            progress(min(games, max_games), max_games)
    found = Standing(games, wins / max(1, games))
    if not claim.decided:
        how = "is not above" if claim.decided is False else "could not be shown to be above"
        raise AssertionError(
            f"{own.name} won {found.share:.1%} of {games} games against {other.name}, which {how} {at_least:.1%} "
            f"with a confidence of {confidence:.0%}."
        )
    return found


def _won(own: PlayerSpec, other: PlayerSpec, rules: Rules, seats: int, seat: int, seed: str, budget: Budget) -> float:
    """The player's part of a win at one seat; everybody deals as often as the others."""
    game = play_game(
        [own if number == seat else other for number in range(seats)],
        rules,
        seed=f"{seed}/{seat}",
        deal=seed,
        budget=budget,
        tier=Direct,
    )
    for fault in game.faults:
        if fault.seat == seat:
            raise AssertionError(fault.text)
    return 1 / len(game.winners) if seat in game.winners else 0.0
