"""All pairs of values of two options, and of an option with a deck and with a number of seats, play on at random.

Whole rule sets are built so that each brings together as many pairs as it can that no set before it had; about a
hundred of them hold all pairs. Each is played for a bounded number of moves, and every law is asked on the way (see
`matches`). What is refused together is what the options page refuses in its section 3, and nothing else.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any, Final

import pytest

from fliptable.core.errors import BadOption
from fliptable.core.position import rules_field
from fliptable.core.rules import CLASHES, MAX_SEATS, MIN_SEATS, OPTIONS, PRESETS, Rules, Value

from .matches import Match
from .playing import fresh

Setting = tuple[str, Value]
Pair = frozenset[Setting]
Settings = dict[str, Value]

MOVES: Final = 160
"""Of each rule set: a round or two of four seats."""
CHOICES: Final[Mapping[str, tuple[Value, ...]]] = {
    "deck": ("flip", "classic"),
    "seats": tuple(range(MIN_SEATS, MAX_SEATS + 1)),
    **{key: option.examples() for key, option in OPTIONS.items()},
}


def pairs(*choices: tuple[str, tuple[Value, ...]]) -> Iterator[Pair]:
    """Every value of one with every value of another."""
    for (one, values), (other, others) in combinations(choices, 2):
        for value, another in product(values, others):
            yield frozenset({(one, value), (other, another)})


STACKS: Final = ("coloured", "same", "up", "any")
# The options page, section 3. More cards than the deck has cannot come up: 10 seats with 10 cards go with both decks.
REFUSED: Final = {
    *pairs(("draw_rule", ("until_playable",)), ("drawn_card", ("may_not",))),
    *pairs(("stacking", STACKS), ("reverse_deflect", (True,))),
    *pairs(("stacking", STACKS), ("skip_deflect", (True,))),
    *pairs(("multi_play", (True,)), ("jump_in", (True,))),
    *pairs(("multi_play", (True,)), ("seven_zero", (True,))),
    *pairs(("scoring", ("elimination",)), ("match", ("single", "rounds"))),
}
ALL: Final = set(pairs(*CHOICES.items()))

# Rules under which as many options as possible are read: what one of them leaves idle another one reads.
WIDE_AWAKE: Final[tuple[Settings, ...]] = (
    {"match": "points", "seven_zero": True},
    {"match": "rounds", "seven_zero": True},
    {"match": "points", "scoring": "elimination", "seven_zero": True},
)


def rules_of(settings: Mapping[str, Value]) -> Rules:
    """The rules with these settings; raises `BadOption`."""
    preset = PRESETS[str(settings.get("deck", "flip"))]
    return preset.with_options({key: value for key, value in settings.items() if key in OPTIONS})


@cache
def waking(pair: Pair) -> Settings | None:
    """Settings with which both options of a pair are read, or None when one of them is always idle beside the other."""
    for base in WIDE_AWAKE:
        settings = base | dict(pair)
        try:
            rules = rules_of(settings)
        except BadOption:
            continue
        if not rules.unused() & dict(pair).keys():
            return settings
    return None


def refused(settings: Mapping[str, Value]) -> bool:
    """Whether these settings are refused."""
    try:
        rules_of(settings)
    except BadOption:
        return True
    return False


def build(missing: set[Pair], dice: Random) -> Settings:
    """A whole rule set that holds many of the missing pairs, one of them for certain."""
    beside: defaultdict[Setting, set[Setting]] = defaultdict(set)
    for one, other in map(tuple, missing):
        beside[one].add(other)
        beside[other].add(one)
    pair = dice.choice(sorted(missing, key=lambda pair: sorted(map(str, pair))))
    chosen = dict(waking(pair) or dict(pair))
    order = [key for key in CHOICES if key not in chosen]
    dice.shuffle(order)
    for key in order:
        here = set(chosen.items())
        values = sorted(CHOICES[key], key=lambda value: (-len(beside[key, value] & here), dice.random()))
        chosen[key] = next(value for value in values if not refused({**chosen, key: value}))
    return chosen


def held(settings: Settings) -> set[Pair]:
    """The pairs that a rule set plays: both options are read, unless they never are together."""
    idle = rules_of(settings).unused()
    both = pairs(*((key, (value,)) for key, value in settings.items()))
    return {pair for pair in both if not idle & dict(pair).keys() or not waking(pair)}


@cache
def rule_sets() -> tuple[Settings, ...]:
    """Rule sets that hold all pairs together which are not refused; always the same ones."""
    dice, missing = Random(3), ALL - REFUSED
    found: list[Settings] = []
    while missing:
        assert len(found) < 400, f"never together: {list(missing)[:5]}"
        settings = build(missing, dice)
        missing -= held(settings)
        found.append(settings)
    return tuple(found)


def test_only_what_the_page_names_is_refused() -> None:
    assert {pair for pair in ALL if refused(dict(pair))} == REFUSED


def test_every_refusal_has_its_pairs_and_its_reason() -> None:
    for clash in CLASHES:
        met = {pair for pair in REFUSED if clash.met(_forced(dict(pair)))}
        assert met
        for pair in met:
            with pytest.raises(BadOption, match=clash.reason):
                rules_of(dict(pair))


def _forced(settings: dict[str, Any]) -> Rules:
    """Rules with settings that are refused."""
    return Rules(**settings)


@pytest.mark.slow
def test_every_pair_plays_on() -> None:
    played = set[Pair]()
    for seed, settings in enumerate(rule_sets()):
        rules, seats = rules_of(settings), int(settings["seats"])
        try:
            Match(fresh(seats, seed, rules), Random(seed)).go_on(MOVES)
        except Exception as error:
            error.add_note(f"{seats} seats, seed {seed}, {rules_field(rules)}")
            raise
        played |= held(settings)
    assert ALL - played == REFUSED
