"""What a seat may know, by the property that says it: a world in which it could be looks the same to it.

For reachable tables of every preset and of any rules, seat by seat: a world that `View.sample` draws has the same view,
and whatever of the hidden things is changed, the view stays as it was.
"""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.core.cards import UNKNOWN
from fliptable.core.legal import legal
from fliptable.core.play import make
from fliptable.core.rules import PRESETS, Rules
from fliptable.core.table import Table
from fliptable.core.view import View

from .hidden import change_everything_hidden, mix_the_hidden_pile
from .playing import few_cards, fresh, played, random_play, rule_sets

SEEDS = st.integers(0, 2**32)


def all_of(view: View, log: bool = True) -> dict[str, Any]:
    """Everything that a view says."""
    found = view.to_dict()
    if not log:
        del found["log"]
    sides = range(len(view.rules.cards.sheets))
    return found | {
        "hand": view.hand,
        "top": view.top,
        "discards": view.discard,
        "draw_back": view.draw_back,
        "seats": view.players,
        "moves": view.legal,
        "unseen": [view.unseen(side) for side in sides],
        "candidates": [
            [view.candidates(player.seat, index) for index in range(len(player.cards))] for player in view.players
        ],
        "phase of": view.phase,
        "next": view.after(view.seat),
        "names": (view.scores, view.places, view.direction, view.side, view.dealer),
    }


def check_worlds(table: Table, chance: Random) -> None:
    """A sampled world looks the same to the seat in all that a view says, and can be played on."""
    for seat in range(len(table.seats)):
        view = View(table, seat)
        world = view.sample(chance)
        assert all_of(View(world, seat), log=False) == all_of(view, log=False)
        assert all(face != UNKNOWN for faces in world.faces for face in faces)
        for _ in range(3):
            if world.over:
                break
            make(world, world.turn, chance.choice(legal(world, world.turn)))


def check_nothing_hidden_matters(table: Table, chance: Random) -> None:
    """The view of each seat is the same whatever lies where it cannot look, and in whatever order."""
    for seat in range(len(table.seats)):
        says = all_of(View(table, seat))
        assert all_of(View(change_everything_hidden(table, seat, chance), seat)) == says
        assert all_of(View(mix_the_hidden_pile(table, seat, chance), seat)) == says


def check(table: Table, seed: int) -> None:
    check_worlds(table, Random(seed))
    check_nothing_hidden_matters(table, Random(seed))


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset(name: str) -> None:
    for seed, moves in enumerate((0, 25, 60, 110)):
        check(played(2 + 2 * seed, seed, moves, PRESETS[name], leave=0.001 * seed), seed)


@given(
    seats=st.integers(2, 6),
    seed=SEEDS,
    moves=st.integers(0, 150),
    rules=rule_sets,
    leave=st.sampled_from([0.0, 0.003]),
)
def test_any_rules(seats: int, seed: int, moves: int, rules: Rules, leave: float) -> None:
    check(played(seats, seed, moves, rules, leave=leave), seed)


@given(seats=st.integers(2, 4), seed=SEEDS, moves=st.integers(0, 60), rules=rule_sets)
def test_few_cards(seats: int, seed: int, moves: int, rules: Rules) -> None:
    """Where piles are spent and mixed again and again, and much of what is hidden was seen before."""
    table = few_cards(seats, seed, rules)
    for made, _ in enumerate(random_play(table, seed)):
        if made == moves:
            break
    check(table, seed)


def test_a_crowded_table_of_hidden_backs() -> None:
    """A hundred cards in ten hands, a pile mixed every few moves, much stated of each card: a world is found."""
    options = {"backs": "hidden", "hand_size": 10, "voluntary_draw": False, "drawn_card": "must"}
    table = played(10, 52, 120, PRESETS["flip"].with_options(options))
    assert len(table.mixes) == 9
    for seat in (1, 2, 3):
        assert View(View(table, seat).sample(Random(1)), seat).hand == View(table, seat).hand


@pytest.mark.slow
@pytest.mark.parametrize("name", PRESETS)
def test_whole_rounds(name: str) -> None:
    for seed in range(4):
        table = fresh(2 + seed * 3, seed, PRESETS[name])
        for made, _ in enumerate(random_play(table, seed)):
            if made % 40 == 0:
                check(table, seed)


# ---- what the checks are worth


def test_a_leak_is_seen() -> None:
    """A view that looked at one hidden card of another hand would not pass, whichever it is."""
    table = played(3, 7, 20, PRESETS["classic"])
    hidden = [place for hand in table.hands[1:] for place in hand if not table.rights[table.side][place] & 1]
    assert hidden
    for place in hidden:
        views: list[dict[str, Any]] = []
        for leaky in (table.clone(), change_everything_hidden(table, 0, Random(place))):
            leaky.rights[table.side][place] |= 1
            views.append(all_of(View(leaky, 0), log=False))
        assert views[0] != views[1]


def test_what_is_changed_is_everything() -> None:
    """No hidden face stays as it was, and no other one changes."""
    table = played(4, 3, 90, PRESETS["flip"].with_options({"backs": "hidden"}))
    changed = change_everything_hidden(table, 2, Random(1))
    for side, faces in enumerate(table.faces):
        for place, face in enumerate(faces):
            assert (changed.faces[side][place] == face) == bool(table.rights[side][place] >> 2 & 1)
    mixed = mix_the_hidden_pile(table, 2, Random(1))
    assert mixed.draw != table.draw
    assert sorted(mixed.draw) == sorted(table.draw)
