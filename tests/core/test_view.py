"""What a seat may know: nothing hidden reaches it, and worlds that agree with it are drawn without favour."""

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.core import sampling
from fliptable.core.cards import ALL_FACES, UNKNOWN, of
from fliptable.core.dealer import TrustedDealer
from fliptable.core.moves import Challenge, Play
from fliptable.core.play import apply, open_position
from fliptable.core.position_reader import read_position
from fliptable.core.table import Table
from fliptable.core.view import View

from .playing import fresh, random_play


def seen(table: Table, seat: int) -> dict[str, Any]:
    """A view without its log: a sampled world has played no moves."""
    found = View(table, seat).to_dict()
    del found["log"]
    return found


@given(seats=st.integers(2, 10), seed=st.integers(0, 2**32), moves=st.integers(0, 200))
def test_a_sampled_world_has_the_same_view(seats: int, seed: int, moves: int) -> None:
    table = fresh(seats, seed)
    for made, _ in enumerate(random_play(table, seed, leave=0.003)):
        if made == moves:
            break
    chance = Random(seed)
    for seat in range(seats):
        world = View(table, seat).sample(chance)
        assert seen(world, seat) == seen(table, seat)
        for side, copies in enumerate(table.inventory):
            live = Counter(world.faces[side][place] for place in sampling.live_places(world))
            assert live == Counter(dict(enumerate(copies)))


@given(seats=st.integers(2, 10), seed=st.integers(0, 2**32), moves=st.integers(0, 120))
def test_what_is_hidden_changes_nothing(seats: int, seed: int, moves: int) -> None:
    """Exchange two faces that a seat has no right to: its view stays as it was."""
    table = fresh(seats, seed)
    for made, _ in enumerate(random_play(table, seed)):
        if made == moves:
            break
    chance = Random(seed)
    for seat in range(seats):
        view = View(table, seat).to_dict()
        other = table.clone()
        other.history = table.history
        for side in range(2):
            hidden = [p for p in sampling.live_places(table) if not table.rights[side][p] >> seat & 1]
            if len(hidden) > 1:
                a, b = chance.sample(hidden, 2)
                faces = other.faces[side]
                faces[a], faces[b] = faces[b], faces[a]
        assert View(other, seat).to_dict() == view


SMALL = {
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
        faces = sampling.sample_side(table, seat, side, chance)
        found[tuple(faces[place] for place in sampling.live_places(table))] += 1
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
    live = sampling.live_places(table)
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
                faces = [sampling.sample_side(blind, seat, side, Random(seed)) for side in range(2)]
            except ValueError:
                differs = True
                break
            world = table.clone()
            world.faces = faces
            broken = any(
                not fact >> faces[side][place] & 1 for side in range(2) for place, fact in table.facts[side].items()
            )
            live = Counter(faces[0][place] for place in sampling.live_places(table))
            lost = live != Counter(dict(enumerate(table.inventory[0])))
            differs |= seen(world, seat) != seen(table, seat) or broken or lost
        if differs:
            break
    assert differs


def test_a_card_is_asked_for_by_its_place() -> None:
    """As a legal `Play` names it: the own card with both faces, another's with its back alone."""
    table = fresh(3, 5)
    view = View(table, 1)
    assert view.sheet is table.sheets[table.side]
    for player in view.players:
        assert tuple(view.card(card.place) for card in player.cards) == player.cards
        assert all((card.front != UNKNOWN) == (player.seat == 1) for card in player.cards)
        assert all(card.back != UNKNOWN for card in player.cards)
