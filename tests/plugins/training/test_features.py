"""What an observation holds: what the view of the seat says, number by number, and nothing hidden."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("pettingzoo")

from fliptable.core.cards import FACES, UNKNOWN
from fliptable.core.knowledge import as_known
from fliptable.core.phases import Challenged, Drawn, Pending
from fliptable.core.play import apply
from fliptable.core.rules import PRESETS, Rules
from fliptable.core.table import Table
from fliptable.core.view import View
from fliptable.plugins.training.features import FEATURES, MOST, Encoder, greatest, layout

from ...core.hidden import change_everything_hidden
from ...core.playing import choose, fresh, played, rule_sets


def encode(table: Table, seat: int) -> dict[str, list[int]]:
    """An observation by feature."""
    found = Encoder(table.rules, len(table.seats)).encode(table, seat)
    return {name: list(found[at]) for name, at in layout(len(table.seats), len(table.faces)).items()}


def count(faces: Sequence[int]) -> list[int]:
    """How often each face is there; unknown ones are nowhere."""
    counts = Counter(faces)
    return [counts[face] for face in range(FACES)]


def one_of(number: int, size: int) -> list[int]:
    """A one at a number, nothing where there is none."""
    return [int(number == index) for index in range(size)]


def expected(table: Table, seat: int) -> dict[str, list[int]]:
    """The same out of the view, which knows nothing of features."""
    view, seats = View(table, seat), len(table.seats)
    around = [view.players[(seat + step) % seats] for step in range(seats)]
    phase, up = table.phase, table.side
    found = {
        "hand": count([card.front for card in view.hand]),
        "laid": [0] * FACES,
        # Another seat may know the card too, for example after hands were swapped; it is told to whom it is a choice.
        "drawn": one_of(view.card(phase.place).front if isinstance(phase, Drawn) and view.acts else UNKNOWN, FACES),
        "top": one_of(view.top.front, FACES),
        "unseen": [view.unseen(up)[face] for face in range(FACES)],
        "known": [number for player in around[1:] for number in count([card.front for card in player.cards])],
        "colour": one_of(view.colour, 4),
        "before": one_of(phase.before if isinstance(phase, Challenged) else UNKNOWN, 4),
        "until": one_of(phase.until if isinstance(phase, Challenged | Pending) else UNKNOWN, 4),
        "clockwise": [int(view.direction == 1)],
        "phase": one_of(
            ["Turn", "Drawn", "Naming", "Challenged", "Pending", "Swapping", "Over"].index(type(phase).__name__), 7
        ),
        "total": [min(MOST, phase.total) if isinstance(phase, Challenged | Pending) else 0],
        "pile": [view.draw_size],
        "turn": [int(player.seat == table.turn) for player in around],
        "accused": [int(isinstance(phase, Challenged) and phase.by == player.seat) for player in around],
        "cards": [len(player.cards) for player in around],
        "called": [int(player.called) for player in around],
        "catchable": [int(player.catchable) for player in around],
        "owed": [min(MOST, player.owed) for player in around],
        "out": [int(player.out is not None) for player in around],
        "hundreds": [min(MOST, player.score // 100) for player in around],
        "points": [player.score % 100 for player in around],
    }
    if len(table.faces) > 1:
        found |= {
            "hand_backs": count([card.back for card in view.hand]),
            "bottom": one_of(view.discard[0].back, FACES),
            "draw_back": one_of(view.draw_back, FACES),
            "unseen_backs": [view.unseen(1 - up)[face] for face in range(FACES)],
            "backs": [number for player in around[1:] for number in count([card.back for card in player.cards])],
            "dark": [up],
        }
    return found


any_table = given(
    seats=st.integers(2, 10),
    seed=st.integers(0, 2**32),
    moves=st.integers(0, 200),
    rules=rule_sets,
    leave=st.sampled_from([0.0, 0.003]),
)


@any_table
def test_it_says_what_the_view_says(seats: int, seed: int, moves: int, rules: Rules, leave: float) -> None:
    table = played(seats, seed, moves, rules, leave=leave)
    for seat in range(seats):
        assert encode(table, seat) == expected(table, seat)


@any_table
def test_what_is_hidden_changes_nothing(seats: int, seed: int, moves: int, rules: Rules, leave: float) -> None:
    table = played(seats, seed, moves, rules, leave=leave)
    for seat in range(seats):
        found = encode(table, seat)
        assert encode(change_everything_hidden(table, seat, Random(seed)), seat) == found
        assert encode(as_known(table, seat), seat) == found


@given(seats=st.integers(2, 6), seed=st.integers(0, 2**32), rules=rule_sets, gap=st.integers(1, 30))
def test_what_is_remembered_is_never_stale(seats: int, seed: int, rules: Rules, gap: int) -> None:
    """One encoder all along a round, asked now and then, says what a new one says; no number is out of bounds."""
    table, chance = fresh(seats, seed, rules), Random(seed)
    encoder, most = Encoder(rules, seats), greatest(seats, len(table.faces))
    for move in range(150):
        if table.over:
            break
        if move % gap == 0:
            seat = chance.randrange(seats)
            found = encoder.encode(table, seat)
            assert found == Encoder(rules, seats).encode(table, seat)
            assert all(number <= bound for number, bound in zip(found, most, strict=True))
        apply(table, *choose(table, chance))


@pytest.mark.parametrize("rules", ["flip", "classic"])
def test_layout_follows_the_list(rules: str) -> None:
    sides = len(PRESETS[rules].cards.sheets)
    names = [feature.name for feature in FEATURES if sides > 1 or not feature.two_sided]
    places = layout(4, sides)
    assert list(places) == names
    assert [at.start for at in places.values()] == [0, *(at.stop for at in places.values())][:-1]
    assert len(greatest(4, sides)) == Encoder(PRESETS[rules], 4).size == places[names[-1]].stop
