"""How rounds go on average, against the figures of two other programs (see `tests/bench/averages.py`).

Their figures are rounded and come from a number of rounds themselves. A tolerance is half a unit of the figure's last
digit and four standard errors: of our number of rounds for the sensible policy, whose figures come from more rounds
than ours; of the difference of two averages, ours and theirs over as many rounds, for the uniform one. The standard
errors were taken once, from other seeds, and stand here as numbers, so that a broken rule cannot widen them.
"""

from typing import Final

import pytest

from fliptable.core.rules import PRESETS

from ..bench.averages import (
    DARK_ENDS,
    DRAW_COLOUR,
    ELSEWHERE,
    FIRST_WILD,
    FLIPS,
    OPENED,
    POINTS,
    RESHUFFLED,
    SENSIBLE,
    TURNS,
    UNIFORM,
    UNIFORM_RULES,
    play_rounds,
    sensible,
    uniform,
)

ROUNDS: Final = 1500

# Policy sensible: how far 2, 4 and 10 seats may be off.
SENSIBLE_OFF: Final = {
    TURNS: (2.9, 2.6, 3.1),
    FLIPS: (0.24, 0.25, 0.3),
    DARK_ENDS: (0.056, 0.056, 0.056),
    POINTS: (6.3, 8.9, 15),
    RESHUFFLED: (0.006, 0.008, 0.052),
    FIRST_WILD: (0.035, 0.033, 0.033),
    OPENED: (0.032, 0.032, 0.032),
    DRAW_COLOUR: (0.64, 0.52, 0.5),
}
# Policy uniform: the standard error of an average over 8,000 rounds (40,000 rounds had 55.55, 3.132, 0.4943, 146.4).
UNIFORM_ERROR: Final = {TURNS: 0.348, FLIPS: 0.0253, DARK_ENDS: 0.00559, POINTS: 0.852}
HALF_A_DIGIT: Final = {TURNS: 0.05, FLIPS: 0.005, DARK_ENDS: 0.0005, POINTS: 0.5}


@pytest.mark.slow
@pytest.mark.parametrize("seats", SENSIBLE)
def test_rounds_go_as_the_reference_found(seats: int) -> None:
    tally = play_rounds(PRESETS["flip"], seats, sensible, ROUNDS, seats)
    column = list(SENSIBLE).index(seats)
    for name, figure in SENSIBLE[seats].items():
        assert tally.mean(name) == pytest.approx(figure, abs=SENSIBLE_OFF[name][column]), name


@pytest.mark.slow
def test_rounds_go_as_another_engine_found() -> None:
    tally = play_rounds(UNIFORM_RULES, 4, uniform, ELSEWHERE, 4)
    for name, figure in UNIFORM.items():
        off = HALF_A_DIGIT[name] + 4 * 2**0.5 * UNIFORM_ERROR[name]
        assert tally.mean(name) == pytest.approx(figure, abs=off), name
        assert tally.error(name) == pytest.approx(UNIFORM_ERROR[name], rel=0.1)
