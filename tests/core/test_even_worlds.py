"""Worlds are drawn evenly: in rounds of few cards, where all can be listed, each comes up as often as it ought."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from random import Random
from typing import Any, Final

import pytest

from fliptable.core.dealer import TrustedDealer
from fliptable.core.play import apply
from fliptable.core.position import rules_field
from fliptable.core.position_reader import read_position
from fliptable.core.rules import PRESETS, Rules
from fliptable.core.table import Table
from fliptable.core.view import View

from .playing import choose
from .worlds import TooMany, World, chi_square, present, worlds

FEWEST_WORLDS: Final = 5
MOST_WORLDS: Final = 40
DRAWS: Final = 100
"""For each world, on average."""
STATING: Final = {"voluntary_draw": False, "drawn_card": "must", "draw_rule": "until_playable"}


@dataclass(frozen=True)
class Situation:
    """What a seat may have seen; ``shows`` says whether a table is a case of it."""

    rules: Rules
    shows: Callable[[Table, int, int], bool]


def hides_fronts(table: Table, seat: int, side: int) -> bool:
    """Some of the faces are hidden, whatever side is up."""
    return any(not table.rights[side][place] >> seat & 1 for place in present(table))


def after_a_flip(table: Table, seat: int, side: int) -> bool:
    """A Flip has shown what others held, and something is hidden all the same."""
    known = [table.rights[side][place] >> seat & 1 for place in held_by_others(table, seat)]
    return side == table.side and any(known) and not all(known)


def held_by_others(table: Table, seat: int) -> list[int]:
    return [place for other, hand in enumerate(table.hands) if other != seat for place in hand]


def with_facts(table: Table, seat: int, side: int) -> bool:
    """Something was stated of a card that is hidden."""
    stated = set(table.facts[side]) & set(present(table))
    return any(not table.rights[side][place] >> seat & 1 for place in stated)


def after_a_reshuffle(table: Table, seat: int, side: int) -> bool:
    """Cards came out of a reshuffle, some of them unseen."""
    out = {place for mix in table.mixes for place in mix.outputs} & set(present(table))
    seen = [table.rights[side][place] >> seat & 1 for place in out]
    return bool(seen) and not all(seen)


def traced(table: Table, seat: int, side: int) -> bool:
    """Something unseen went into a reshuffle, and something seen came out of it."""
    rights = table.rights[side]
    return any(
        any(not rights[place] >> seat & 1 for place in mix.inputs)
        and any(rights[place] >> seat & 1 for place in mix.outputs)
        for mix in table.mixes
    )


def traced_with_facts(table: Table, seat: int, side: int) -> bool:
    return traced(table, seat, side) and with_facts(table, seat, side)


FLIP, HIDDEN = PRESETS["flip"], PRESETS["flip"].with_options({"backs": "hidden"})
SITUATIONS: Final = {
    "backs seen": Situation(FLIP, hides_fronts),
    "backs hidden": Situation(HIDDEN, hides_fronts),
    "one face": Situation(PRESETS["classic"], hides_fronts),
    "a Flip": Situation(FLIP, after_a_flip),
    "facts": Situation(FLIP.with_options(STATING), with_facts),
    "facts of one face": Situation(PRESETS["classic"].with_options(STATING), with_facts),
    "hands that change": Situation(PRESETS["party"].with_options({"swap_call": True}), after_a_reshuffle),
    "a reshuffle": Situation(FLIP, after_a_reshuffle),
    "faces traced": Situation(HIDDEN, traced),
    "faces traced, with facts": Situation(HIDDEN.with_options(STATING), traced_with_facts),
}


def few_cards(seed: int, rules: Rules) -> Table:
    """A round with six to eight cards, most of them of faces that come up again, a Flip among them."""
    dice = Random(seed)
    light, dark = ["r1", "r2", "g1", "r1", "g2", "b2", "W2", "r2"], ["p1", "p1", "t1", "t2", "p2", "o2", "u2", "p1"]
    if len(rules.cards.sheets) > 1:
        light[dice.randrange(3)], dark[dice.randrange(3)] = "rFL", "pFL"
    else:
        light[6] = "W4"
    dice.shuffle(light)
    dice.shuffle(dark)
    cards = ["/".join(pair) for pair in zip(light, dark, strict=True)] if len(rules.cards.sheets) > 1 else light
    few = iter(cards[: dice.randint(6, 8)])
    return read_position(
        {
            "rules": rules_field(rules),
            "seats": ["Ada", "Bo"],
            "turn": "Ada",
            "hands": {"Ada": list(islice(few, 2)), "Bo": list(islice(few, 2))},
            "discard": list(islice(few, 1)),
            "draw": list(few),
        },
        TrustedDealer(dice),
    )


def cases(situation: Situation) -> Iterator[tuple[Table, int, int, dict[World, float]]]:
    """Tables that are a case of a situation, with seat, side and all worlds: not too many of them."""
    for seed in range(3000):
        table, dice = few_cards(seed, situation.rules), Random(seed)
        for _ in range(dice.randrange(1, 16)):
            if not table.over:
                apply(table, *choose(table, dice))
        for seat in range(2):
            for side in range(len(table.faces)):
                if not table.over and situation.shows(table, seat, side):
                    try:
                        chances = worlds(table, seat, side)
                    except TooMany:
                        continue
                    if FEWEST_WORLDS <= len(chances) <= MOST_WORLDS:
                        yield table, seat, side, chances


def drawn(table: Table, seat: int, side: int, chances: dict[World, float], dice: Random) -> Counter[World]:
    """How often `View.sample` draws each world: half of them from one view, half from a view of its own each."""
    here, times = present(table), DRAWS * len(chances)
    view, found = View(table, seat), Counter[World]()
    for number in range(times):
        world = (view if number % 2 else View(table, seat)).sample(dice).faces[side]
        found[tuple(world[place] for place in here)] += 1
    return found


def check(name: str, wanted: int) -> None:
    """So many cases of a situation, each drawn evenly."""
    seen = 0
    for table, seat, side, chances in islice(cases(SITUATIONS[name]), wanted):
        square, limit = chi_square(drawn(table, seat, side, chances, Random(seen)), chances)
        assert square < limit, (name, seen)
        seen += 1
    assert seen == wanted


@pytest.mark.parametrize("name", SITUATIONS)
def test_each_world_comes_up_as_often_as_it_ought(name: str) -> None:
    check(name, 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", SITUATIONS)
def test_each_world_comes_up_as_often_as_it_ought_in_many_rounds(name: str) -> None:
    check(name, 8)


# ---- planted biases: what the test is worth

Biased = Callable[[dict[World, float], Random], World]


def pick(chances: dict[World, float], dice: Random) -> World:
    return dice.choices(list(chances), list(chances.values()))[0]


def forgets_weights(chances: dict[World, float], dice: Random) -> World:
    """Every world as likely as the other, though more histories lead to some."""
    return dice.choice(list(chances))


def likes_the_first(chances: dict[World, float], dice: Random) -> World:
    """Draws again, half the time, what is not the first world there is."""
    found = pick(chances, dice)
    return found if found == next(iter(chances)) or dice.random() < 0.5 else pick(chances, dice)


def never_draws_one(chances: dict[World, float], dice: Random) -> World:
    return next(found for found in iter(lambda: pick(chances, dice), None) if found != max(chances))


def lays_low_faces_first(chances: dict[World, float], dice: Random) -> World:
    """As a shuffle with a crooked step does: of two worlds the smaller one, one time in three."""
    found = [pick(chances, dice) for _ in range(2)]
    return min(found) if dice.random() < 1 / 3 else found[0]


@cache
def some_chances(name: str) -> list[dict[World, float]]:
    """The chances of a few cases of a situation."""
    return [chances for *_, chances in islice(cases(SITUATIONS[name]), 3)]


@pytest.mark.parametrize("biased", [pick, forgets_weights, likes_the_first, never_draws_one, lays_low_faces_first])
def test_a_bias_is_seen(biased: Biased) -> None:
    """Each in some case, by as many draws as the test above takes; who has none is never accused."""
    caught = False
    for name in ("backs hidden", "facts", "faces traced"):
        for number, chances in enumerate(some_chances(name)):
            dice = Random(number)
            found = Counter(biased(chances, dice) for _ in range(DRAWS * len(chances)))
            square, limit = chi_square(found, chances)
            caught |= square >= limit
    assert caught == (biased is not pick)


def test_a_world_that_cannot_be_is_seen() -> None:
    _, _, _, chances = next(cases(SITUATIONS["facts"]))
    strange: Any = tuple(reversed(max(chances)))
    with pytest.raises(AssertionError, match="cannot be"):
        chi_square(Counter([(*strange, 0)]), chances)
