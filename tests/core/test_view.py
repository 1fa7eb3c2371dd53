"""What a seat may know: nothing hidden reaches it, and worlds that agree with it are drawn without favour."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from random import Random
from typing import Any

import pytest

from fliptable.core import sampling
from fliptable.core.cards import ALL_FACES, UNKNOWN, of
from fliptable.core.dealer import TrustedDealer
from fliptable.core.dues import Mix
from fliptable.core.moves import Challenge, Play
from fliptable.core.play import apply, open_position
from fliptable.core.position_reader import read_position
from fliptable.core.rules import PRESETS
from fliptable.core.table import Table
from fliptable.core.view import View

from .hidden import change_everything_hidden
from .playing import fresh, played, random_play
from .worlds import present


def seen(table: Table, seat: int) -> dict[str, Any]:
    """A view without its log: a sampled world has played no moves."""
    found = View(table, seat).to_dict()
    del found["log"]
    return found


def check_sampled_worlds(table: Table, chance: Random) -> None:
    """Each seat finds a world that it cannot tell from the true one: the same cards, and every fact is true."""
    for seat in range(len(table.seats)):
        world = View(table, seat).sample(chance)
        assert seen(world, seat) == seen(table, seat)
        for side, copies in enumerate(table.inventory):
            live = present(world)
            assert Counter(world.faces[side][place] for place in live) == Counter(dict(enumerate(copies)))
            facts = table.facts[side].items()
            assert all(fact >> world.faces[side][place] & 1 for place, fact in facts if place in live)


def check_nothing_hidden_shows(table: Table, chance: Random) -> None:
    """Change what a seat has no right to: its view stays as it was."""
    for seat in range(len(table.seats)):
        other = change_everything_hidden(table, seat, chance)
        assert View(other, seat).to_dict() == View(table, seat).to_dict()


SECRETIVE = {
    "hidden backs": ("flip", {"backs": "hidden"}),
    "hidden backs that change hands": ("party", {"backs": "hidden"}),
    "hands that change": ("classic", {"seven_zero": True, "swap_call": True}),
    "no draw without need": ("flip", {"voluntary_draw": False}),
    "no keeping what fits": ("classic", {"drawn_card": "must"}),
    "drawing until one fits": ("flip", {"draw_rule": "until_playable", "drawn_card": "must", "voluntary_draw": False}),
    "no bluff": ("flip", {"wild_draw_mode": "enforce", "wild_draw_test": "any_playable"}),
    "all of it": (
        "classic",
        {
            "voluntary_draw": False,
            "drawn_card": "must",
            "draw_rule": "until_playable",
            "wild_draw_mode": "enforce",
            "wild_draw_test": "colour_or_wild",
            "seven_zero": True,
            "no_wild_finish": True,
        },
    ),
    "all of it with two sides": (
        "flip",
        {
            "backs": "hidden",
            "voluntary_draw": False,
            "drawn_card": "must",
            "draw_rule": "until_playable",
            "wild_draw_mode": "enforce",
            "wild_draw_test": "any_playable",
            "seven_zero": True,
            "challenge_reveal": "all",
            "draw_color_wild_stops": True,
        },
    ),
}


@pytest.mark.parametrize("name", SECRETIVE)
def test_secrets_of_each_rule_are_kept(name: str) -> None:
    preset, options = SECRETIVE[name]
    rules = PRESETS[preset].with_options(options)
    facts = 0
    for seed in range(3):
        table = played(3 + seed * 5 % 9, seed, 20 + 50 * seed, rules, leave=0.002)
        facts += sum(map(len, table.facts))
        check_nothing_hidden_shows(table, Random(seed))
        check_sampled_worlds(table, Random(seed))
    stating = {"voluntary_draw", "drawn_card", "draw_rule", "wild_draw_mode"} & set(options)
    assert facts or not stating, "nothing was stated, so nothing was looked at"


def test_a_back_that_is_hidden_names_no_card() -> None:
    """Cards that a seat cannot tell apart are one to it, whatever lies on their backs."""
    position = {
        "rules": {"preset": "flip", "backs": "hidden"},
        "seats": ["A", "B"],
        "turn": "A",
        "hands": {"A": ["r5/t8", "r5/u2", "b1/p1"], "B": ["b1/p2"]},
        "draw": ["y1/u1"],
        "discard": ["r9/o9"],
    }
    hidden = View(read_position(position, TrustedDealer(Random(1))), 0)
    assert hidden.to_dict()["legal"] == ["play r5", "draw"]
    visible = View(read_position(position | {"rules": "flip"}, TrustedDealer(Random(1))), 0)
    assert visible.to_dict()["legal"] == ["play r5/t8", "play r5/u2", "draw"]


SMALL: dict[str, Any] = {
    "rules": "flip",
    "seats": ["A", "B"],
    "hands": {"A": ["r1/p1"], "B": ["r2/p2", "r3/p3"]},
    "draw": ["g4/t4", "g5/t5"],
    "discard": ["y9/o9"],
}


def worlds(table: Table, seat: int, side: int, tries: int) -> Counter[tuple[int, ...]]:
    """How often each world of a side was drawn."""
    chance = Random(7)
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(tries):
        faces = sampling.draw(sampling.Past(table, seat, side), chance)
        found[tuple(faces[place] for place in present(table))] += 1
    return found


def chi_square(found: Counter[tuple[int, ...]], expected: dict[tuple[int, ...], float]) -> float:
    assert found.keys() <= expected.keys(), "a world was drawn that cannot be"
    return sum((found[world] - count) ** 2 / count for world, count in expected.items())


def test_small_worlds_are_drawn_evenly() -> None:
    table = read_position(SMALL, TrustedDealer(Random(1)))
    known = table.faces[0]
    # Seat A sees its own card and the discard; four fronts are hidden: B's two and the pile's two.
    hidden = known[1:5]
    expected = {(known[0], *order, known[5]): 4800 / 24 for order in permutations(hidden)}
    assert chi_square(worlds(table, 0, 0, 4800), expected) < 60  # 23 degrees of freedom; one in 40,000 by chance


def test_facts_bind_and_do_not_favour() -> None:
    table = read_position(SMALL, TrustedDealer(Random(1)))
    reds, not_three = of(0), ALL_FACES & ~(1 << table.sheets[0].by_name["r3"])
    table.facts[0] = {1: reds, 4: not_three}
    hidden = table.faces[0][1:5]
    allowed = [order for order in permutations(hidden) if reds >> order[0] & 1 and not_three >> order[3] & 1]
    expected = {(table.faces[0][0], *order, table.faces[0][5]): 6000 / len(allowed) for order in allowed}
    assert chi_square(worlds(table, 0, 0, 6000), expected) < 35


def test_a_first_card_that_went_back_lies_in_the_pile() -> None:
    """A Wild Draw Two went back and the pile was mixed: seat A knows that one lies among the places that came out.

    Two cards in a hidden hand, a pile of two places and the card that is now on top; of the two wild draws one was
    seen. Every order of the faces counts once for each wild draw in the pile, because the one that went back may be
    any of them.
    """
    table = read_position(
        {
            "rules": "flip",
            "seats": ["A", "B"],
            "phase": "opening",
            "hands": {"A": ["r1/p1"], "B": ["r2/p2", "W2/p3"]},
            "draw": ["g5/t5", "g4/t4", "W2/o9"],
            "discard": [],
        },
        TrustedDealer(Random(3)),
    )
    open_position(table)
    assert len(table.mixes) == 1
    live = present(table)
    pile = [place for place in live if place in table.mixes[0].outputs]
    wild = table.sheets[0].by_name["W2"]
    hidden = [place for place in live if not table.rights[0][place] & 1]
    faces = list(sampling.unseen_faces(table, 0, 0).elements())
    weights: Counter[tuple[int, ...]] = Counter()
    for order in set(permutations(faces)):
        world = dict(zip(hidden, order, strict=True))
        filled = [world.get(place, table.faces[0][place]) for place in live]
        in_pile = sum(1 for place, face in zip(live, filled, strict=True) if place in pile and face == wild)
        if in_pile:
            weights[tuple(filled)] += in_pile
    total = sum(weights.values())
    expected = {world: 6000 * weight / total for world, weight in weights.items()}
    assert chi_square(worlds(table, 0, 0, 6000), expected) < 5 * len(expected)


@dataclass(frozen=True)
class Past:
    """Five cards, two reshuffles: the faces of places 0 to 10, which of them a seat saw, what was stated of others."""

    faces: str
    seen: tuple[int, ...]
    facts: tuple[tuple[int, str], ...] = ()


# Places 0 to 4 are the deal; 0, 1 and 2 become 5, 6 and 7; two of those and place 3 become 8, 9 and 10.
MIXES = (Mix((0, 1, 2), (5, 6, 7)), Mix((3, 5, 6), (8, 9, 10)))
PASTS = {
    "nothing": Past("r1 r1 g2 g2 b3 r1 r1 g2 g2 r1 r1", ()),
    "what went in": Past("r1 r1 g2 g2 b3 r1 r1 g2 g2 r1 r1", (0, 3)),
    "what came out": Past("r1 g2 b3 r1 g2 b3 g2 r1 r1 g2 b3", (8, 9)),
    "the same face twice": Past("r1 r1 g2 g2 b3 r1 r1 g2 g2 r1 r1", (0, 9, 10)),
    "in and out": Past("r1 g2 b3 r1 g2 b3 g2 r1 r1 g2 b3", (1, 3, 5, 9)),
    "all of one reshuffle": Past("r1 g2 b3 r1 g2 b3 g2 r1 r1 g2 b3", (0, 1, 2, 8)),
    "a fact about the deal": Past("r1 g2 b3 r1 g2 b3 g2 r1 r1 g2 b3", (8,), ((2, "g2 b3"), (4, "r1 g2"))),
    "facts about what came out": Past(
        "r1 g2 b3 r1 g2 b3 g2 r1 r1 g2 b3", (3,), ((7, "r1 b3"), (9, "g2 b3"), (10, "b3"))
    ),
}


def histories(faces: list[str]) -> Iterator[tuple[str, ...]]:
    """Every way the cards may have been dealt and mixed, equal cards told apart: the faces of all eleven places."""
    for deal in permutations(faces):
        for first in permutations((0, 1, 2)):
            middle = [*deal, *(deal[place] for place in first)]
            for second in permutations((3, 5, 6)):
                yield (*middle, *(middle[place] for place in second))


@pytest.mark.parametrize("name", PASTS)
def test_pasts_with_reshuffles_are_drawn_evenly(name: str) -> None:
    """Against every history there is: one that agrees with what was seen is as likely as another."""
    past = PASTS[name]
    faces = past.faces.split()
    position: dict[str, object] = {
        "rules": "flip",
        "seats": ["A", "B"],
        "hands": {"A": [], "B": []},
        "draw": [],
        "discard": ["r1/p1"],
    }
    table = read_position(position, TrustedDealer(Random(1)))
    names = table.sheets[0].by_name
    table.mixes = MIXES
    table.faces[0] = [names[face] for face in faces]
    table.rights[0] = [int(place in past.seen) for place in range(len(faces))]
    table.facts[0] = {place: sum(1 << names[face] for face in stated.split()) for place, stated in past.facts}
    table.inventory = (tuple(faces[:5].count(name) for name in table.sheets[0].faces), table.inventory[1])
    stated = {place: set(stated.split()) for place, stated in past.facts}
    expected = Counter(
        history
        for history in histories(faces[:5])
        if all(history[place] == faces[place] for place in past.seen)
        and all(history[place] in allowed for place, allowed in stated.items())
    )
    tries, chance = 2500, Random(3)
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(tries):
        found[tuple(sampling.draw(sampling.Past(table, 0, 0), chance))] += 1
    worlds = {
        tuple(names[face] for face in history): tries * count / expected.total() for history, count in expected.items()
    }
    free = len(worlds) - 1
    assert chi_square(found, worlds) < free + 5 * (2 * free) ** 0.5 + 10


def test_a_challenger_sees_the_hand_and_others_do_not() -> None:
    table = read_position(
        {
            "rules": "flip",
            "seats": ["A", "B", "C"],
            "turn": "A",
            "hands": {"A": ["W2/p1", "y3/p2", "g4/p3"], "B": ["r2/p4", "r2/p5"], "C": ["r5/p6", "r6/p7"]},
            "draw": [f"b{n}/t{n}" for n in range(1, 9)],
            "discard": ["r9/o9"],
        },
        TrustedDealer(Random(1)),
    )
    apply(table, 0, Play((table.hands[0][0],), 2))
    assert [card.front for card in View(table, 1).players[0].cards] == [UNKNOWN, UNKNOWN]
    apply(table, 1, Challenge())
    fronts = [table.sheets[0].by_name[name] for name in ("y3", "g4")]
    assert [card.front for card in View(table, 1).players[0].cards] == fronts
    others = View(table, 2).players[0].cards
    assert [card.front for card in others] == [UNKNOWN, UNKNOWN]
    # Innocent: everybody knows that no red card was among them, and samples by it.
    assert all(not card.fact & of(0) for card in others)
    for _ in range(20):
        world = View(table, 2).sample(Random(5))
        assert all(not of(0) >> world.faces[0][place] & 1 for place in world.hands[0])


@pytest.mark.parametrize("dropped", ["rights", "facts", "mixes"])
def test_a_sampler_that_drops_a_constraint_is_found(dropped: str) -> None:
    """The checks above have teeth: without rights, facts or reshuffles a sampled world stops agreeing."""
    differs = False
    for seed in range(60):
        table = fresh(4, seed)
        for _ in random_play(table, seed):
            if table.facts[0] and table.mixes:
                break
        if table.over or not (table.facts[0] and table.mixes):
            continue
        blind = table.clone()
        if dropped == "rights":
            blind.rights = [[0] * len(side) for side in blind.rights]
        elif dropped == "facts":
            blind.facts = [{}, {}]
        else:
            blind.mixes = ()
        for seat in range(4):
            try:
                faces = [sampling.draw(sampling.Past(blind, seat, side), Random(seed)) for side in range(2)]
            except ValueError:
                differs = True
                break
            world = table.clone()
            world.faces = faces
            broken = any(
                not fact >> faces[side][place] & 1 for side in range(2) for place, fact in table.facts[side].items()
            )
            live = Counter(faces[0][place] for place in present(table))
            lost = live != Counter(dict(enumerate(table.inventory[0])))
            differs |= seen(world, seat) != seen(table, seat) or broken or lost
        if differs:
            break
    assert differs


def test_a_card_is_asked_for_by_its_place() -> None:
    """As a legal `Play` names it: the own card with both faces, another's with its back alone."""
    table = fresh(3, 6)
    view = View(table, 1)
    assert view.sheet is table.sheets[table.side]
    for player in view.players:
        assert tuple(view.card(card.place) for card in player.cards) == player.cards
        assert all((card.front != UNKNOWN) == (player.seat == 1) for card in player.cards)
        assert all(card.back != UNKNOWN for card in player.cards)
        assert view.fronts(player.seat) == {card.place: card.front for card in player.cards}
        assert view.backs(player.seat) == {card.place: card.back for card in player.cards}
        assert view.active == (0, 1, 2)
        assert (player.seat in view.to_act) == View(table, player.seat).acts
    assert view.under == view.top == view.bottom
    flat = View(fresh(2, 5, PRESETS["classic"]), 1)
    assert set(flat.backs(0).values()) == {UNKNOWN}
