"""The table of actions: each legal move has its number, each possible number its move, but for equal fronts."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("pettingzoo")

from fliptable.core.dealer import TrustedDealer
from fliptable.core.legal import legal
from fliptable.core.moves import Jump, Move, Play
from fliptable.core.position_reader import read_position
from fliptable.core.rules import PRESETS, Rules
from fliptable.core.table import Table
from fliptable.plugins.training.actions import (
    CATCH,
    JUMP_CALLING,
    LAY,
    PLAY_CALLING,
    SIZE,
    TABLE,
    VERSION,
    WAIT,
    choices,
    spell,
)

from ...core.playing import played, rule_sets


def walk(table: Table, seat: int, moves: Sequence[Move], laid: tuple[int, ...] = ()) -> Iterator[Move]:
    """Every move that actions can say, one action after the other."""
    for action, choice in choices(table, seat, moves, laid).items():
        assert 0 <= action < SIZE
        if isinstance(choice, int):
            assert action == LAY + choice
            yield from walk(table, seat, moves, (*laid, choice))
        else:
            assert choice is not None
            yield choice


def look(table: Table, move: Move) -> tuple[Any, ...]:
    """A move as actions see it: faces instead of cards."""
    faces = table.faces[table.side]
    match move:
        case Play(places, colour, call):
            return Play, tuple(faces[place] for place in places), colour, call
        case Jump(place, call):
            return Jump, faces[place], call
        case _:
            return (move,)


def check(table: Table) -> None:
    """A move and its actions belong to each other, and of moves that look the same the one listed first is meant."""
    for seat in range(len(table.seats)):
        moves = legal(table, seat)
        first = {look(table, move): move for move in reversed(moves)}
        said = list(walk(table, seat, moves))
        assert len(said) == len(first)
        assert set(said) == set(first.values())
        waiting = choices(table, seat, moves, waits=True)
        assert set(waiting) == {*choices(table, seat, moves), WAIT}
        assert waiting[WAIT] is None


@given(seats=st.integers(2, 10), seed=st.integers(0, 2**32), moves=st.integers(0, 150), rules=rule_sets)
def test_every_legal_move_has_its_actions(seats: int, seed: int, moves: int, rules: Rules) -> None:
    check(played(seats, seed, moves, rules, leave=0.002))


@pytest.mark.parametrize("rules", PRESETS, ids=str)
def test_in_rounds_of_every_preset(rules: str) -> None:
    for seed in range(10):
        check(played(2 + seed % 9, seed, 10 * seed, PRESETS[rules]))


def position(**fields: object) -> Table:
    found: dict[str, object] = {
        "rules": "flip",
        "seats": ["A", "B", "C"],
        "turn": "A",
        "hands": {"A": ["r5/t8", "r5/u2", "y9/t1"], "B": ["y4/o4", "y5/o5"], "C": ["g1/o6"]},
        "draw": ["y5/t1", "y6/t2", "y7/t3", "y8/t4"],
        "discard": ["r1/p9"],
    }
    return read_position({**found, **fields}, TrustedDealer(Random(1)))


def test_of_equal_fronts_the_one_drawn_first_is_meant() -> None:
    table = position()
    moves = legal(table, 0)
    r5 = table.sheets[0].by_name["r5"]
    assert len([move for move in moves if isinstance(move, Play)]) == 2
    assert choices(table, 0, moves)[r5] == Play((table.hands[0][0],))


def test_several_numbers_are_chosen_one_after_the_other() -> None:
    table = position(
        rules={"preset": "flip", "multi_play": True},
        hands={"A": ["r5/t8", "b5/u2", "g5/t1", "y5/u8"], "B": ["y4/o4"], "C": ["g1/o6"]},
    )
    names = table.sheets[0].by_name
    moves, (r5, b5, g5, y5) = legal(table, 0), (names[name] for name in ("r5", "b5", "g5", "y5"))
    assert LAY + r5 in choices(table, 0, moves)
    assert set(choices(table, 0, moves, (r5,))) == {b5, g5, y5, LAY + b5, LAY + g5, LAY + y5}
    # Three of four: the last card is called with the last of them.
    assert {g5, PLAY_CALLING + g5, LAY + g5} <= set(choices(table, 0, moves, (r5, b5)))
    assert choices(table, 0, moves, (r5, b5))[PLAY_CALLING + g5] == Play(tuple(table.hands[0][:3]), call=True)


def test_seats_are_named_by_how_far_they_sit() -> None:
    table = position(turn="B", catchable=["A"], hands={"A": ["r5/t8"], "B": ["y4/o4", "r9/o3"], "C": ["g1/o6"] * 2})
    for seat, far in ((1, 2), (2, 1)):
        found = choices(table, seat, legal(table, seat))
        assert [action for action in found if action in TABLE["catch"]] == [CATCH + far - 1]


def test_the_numbers_of_this_version_stay() -> None:
    """Trained policies know them: another meaning is another version."""
    assert VERSION == 1
    assert [(name, len(numbers)) for name, numbers in TABLE.items()] == [
        ("play", 60),
        ("play, calling", 60),
        ("lay", 52),
        ("jump", 1),
        ("jump, calling", 1),
        ("draw", 1),
        ("keep", 1),
        ("pass", 1),
        ("accept", 1),
        ("challenge", 1),
        ("call", 1),
        ("wait", 1),
        ("name", 4),
        ("catch", 9),
        ("swap", 9),
    ]
    assert [action for numbers in TABLE.values() for action in numbers] == list(range(SIZE))
    assert spell(JUMP_CALLING) == "jump, calling"
    assert spell(CATCH + 1) == "catch 1"
    with pytest.raises(ValueError, match="they go from 0 to 202"):
        spell(SIZE)
