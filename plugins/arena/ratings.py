"""How sure a share is, and how strong players are: figures that do not depend on the order of the games.

All of them take whole rotations as what was drawn at random, because the games of one share a deal. Must never know
what a game is, beyond who won it.

Sources: R. L. Plackett, "The analysis of permutations" (1975); R. D. Luce, "Individual choice behavior" (1959); D. R.
Hunter, "MM algorithms for generalized Bradley-Terry models" (2004); A. Agresti and B. Coull (1998) for the two
imagined rotations; D. B. Rubin, "The Bayesian bootstrap" (1981).
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

Z: Final = 1.959964
"""So many standard errors on each side hold 95 %."""
RESAMPLES: Final = 400
PRIOR: Final = 0.5
"""So many games more each player is thought to have won against all others, so that nobody's rating is infinite."""
_LEAST: Final = 1e-3
_ENOUGH: Final = 1e-8
_STEPS: Final = 10_000

Field = tuple[str, ...]
"""Who played a game: names, sorted, one a seat."""
Wins = Mapping[tuple[Field, str], float]
"""How many games of a field a name won; a shared game counts in parts."""


class Rating(NamedTuple):
    """The natural logarithm of a player's strength, 0 being the average, and its 95 % interval."""

    value: float
    low: float
    high: float


def half_width(shares: Sequence[float]) -> float:
    """Half of the 95 % interval of a mean of shares (0 to 1), one share a rotation.

    Two rotations are imagined beside the real ones, one won and one lost: of a player that won all of ten rotations
    nobody knows that it wins every one.
    """
    mean = math.fsum(shares) / len(shares)
    squares = math.fsum((share - mean) ** 2 for share in (*shares, 0.0, 1.0))
    return min(1.0, Z * math.sqrt(squares / (len(shares) + 1) / (len(shares) + 2)))


def strengths(wins: Wins, imagined: Mapping[str, float] | None = None) -> dict[str, float]:
    """The strengths that make the wins likeliest, their geometric mean being 1.

    Only the winner of a game is sure by the rules, so the model is Plackett and Luce's for a ranking of one and the
    rest together: who plays wins in proportion to its strength. Fitted by minorization and maximization.

    Args:
        wins: who won how often, and against whom.
        imagined: games that each name is thought to have won against all others besides; `PRIOR` by default.
    """
    fields: defaultdict[Field, float] = defaultdict(float)
    won: defaultdict[str, float] = defaultdict(float)
    names = sorted({name for field, _ in wins for name in field})
    everybody = tuple(names)
    more = {(everybody, name): PRIOR if imagined is None else imagined[name] for name in names}
    for (field, name), count in (*wins.items(), *more.items()):
        fields[field] += count
        won[name] += count
    found = dict.fromkeys(names, 1.0)
    for _ in range(_STEPS):
        weights = dict.fromkeys(names, 0.0)
        for field, count in fields.items():
            part = count / math.fsum(found[name] for name in field)
            for name in field:
                weights[name] += part
        following = _levelled({name: won[name] / weights[name] for name in names})
        far = max(abs(math.log(following[name] / found[name])) for name in names)
        found = following
        if far < _ENOUGH:
            break
    return found


def _levelled(found: dict[str, float]) -> dict[str, float]:
    level = math.exp(math.fsum(map(math.log, found.values())) / len(found))
    return {name: value / level for name, value in found.items()}


def ratings(rotations: Iterable[Wins], seed: str = "") -> dict[str, Rating]:
    """Ratings with bootstrap intervals: whole rotations are drawn again, each with a weight of its own.

    Args:
        rotations: the wins of each rotation; their order does not matter.
        seed: what the intervals are drawn by.
    """
    kinds = Counter(tuple(sorted(wins.items())) for wins in rotations)
    groups = sorted(kinds.items())
    values = {name: math.log(value) for name, value in strengths(_sum(groups)).items()}
    chance = Random(f"bootstrap/{seed}")
    drawn: dict[str, list[float]] = {name: [] for name in values}
    for _ in range(RESAMPLES):
        # The weights of rotations that went alike, together: exponential ones add up to a gamma distributed one.
        sample = [(wins, chance.gammavariate(count, 1.0)) for wins, count in groups]
        # What is imagined is no surer than what was played: without this, few rotations that went alike look certain.
        imagined = {name: max(chance.gammavariate(PRIOR, 1.0), _LEAST) for name in values}
        for name, value in strengths(_sum(sample), imagined).items():
            drawn[name].append(math.log(value))
    found: dict[str, Rating] = {}
    for name, value in values.items():
        ordered = sorted(drawn[name])
        edge = round(0.025 * len(ordered))
        found[name] = Rating(value, min(value, ordered[edge]), max(value, ordered[-1 - edge]))
    return found


def _sum(groups: Iterable[tuple[tuple[tuple[tuple[Field, str], float], ...], float]]) -> Wins:
    total: dict[tuple[Field, str], float] = {}
    for wins, weight in groups:
        for key, count in wins:
            total[key] = total.get(key, 0.0) + count * weight
    return total
