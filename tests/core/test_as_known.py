"""What may leave a process: a table with nothing on it that the seat may not know, and the view all the same."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fliptable.core.cards import UNKNOWN
from fliptable.core.knowledge import as_known
from fliptable.core.legal import legal
from fliptable.core.phases import OVER, SWAPPING, TURN
from fliptable.core.rules import PRESETS, Rules
from fliptable.core.table import Table
from fliptable.core.view import View
from fliptable.plugins.tiers.packing import pack, unpack

from .playing import played, rule_sets


def world(view: View, seed: int) -> list[list[int]] | None:
    try:
        return view.sample(Random(seed)).faces
    except ValueError:  # A position that holds no world does so under either knowledge.
        return None


def check_equal(view: View, other: View, seed: int) -> None:
    """Two views are equal in all that they say, and in what they make of the same random numbers."""
    assert other.to_dict() == view.to_dict()
    assert other.legal == view.legal
    assert (other.players, other.hand, other.discard, other.top) == (view.players, view.hand, view.discard, view.top)
    assert (other.phase, other.colour, other.to_act) == (view.phase, view.colour, view.to_act)
    for side in range(len(view.rules.cards.sheets)):
        assert other.unseen(side) == view.unseen(side)
    assert world(other, seed) == world(view, seed)


def check_knows_no_more(table: Table, truth: Table, seat: int) -> None:
    for side, faces in enumerate(table.faces):
        assert len(faces) == len(truth.faces[side])
        for place, face in enumerate(faces):
            right = truth.rights[side][place] >> seat & 1
            assert face == (truth.faces[side][place] if right else UNKNOWN)


def check_all_seats(table: Table, seed: int) -> None:
    for seat in range(len(table.seats)):
        known = as_known(table, seat)
        check_knows_no_more(known, table, seat)
        check_equal(View(table, seat), View(known, seat), seed)
        sent = unpack(pack(View(table, seat)), table.rules, seat)
        assert sent.phase is table.phase or type(sent.phase) not in map(type, (TURN, SWAPPING, OVER))
        check_equal(View(table, seat), sent, seed)
        check_knows_no_more(vars(sent)["_table"], table, seat)


@pytest.mark.parametrize("name", PRESETS)
@settings(max_examples=settings().max_examples // 4)
@given(seats=st.integers(2, 6), seed=st.integers(0, 2**32), moves=st.integers(0, 120))
def test_every_preset(name: str, seats: int, seed: int, moves: int) -> None:
    check_all_seats(played(seats, seed, moves, PRESETS[name], leave=0.005), seed)


@given(rules=rule_sets, seats=st.integers(2, 10), seed=st.integers(0, 2**32), moves=st.integers(0, 200))
def test_any_rules(rules: Rules, seats: int, seed: int, moves: int) -> None:
    check_all_seats(played(seats, seed, moves, rules, leave=0.005), seed)


def test_the_copy_is_independent() -> None:
    table = played(3, 5, 20)
    before = table.digest(), [side[:] for side in table.faces]
    known = as_known(table, 1)
    known.faces[0].clear()
    known.hands[0].clear()
    known.history.clear()
    assert (table.digest(), table.faces) == before
    assert legal(table, table.turn)
