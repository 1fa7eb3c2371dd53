"""Events that meet in one slot: what goes first, what comes to nothing, and what was seen of it all the same.

The table is a position, so that exactly the moves in question meet; how they get there is tested elsewhere.
"""

from __future__ import annotations

import json
import random

import pytest

from fliptable.core.dealer import TrustedDealer
from fliptable.core.events import Event as Happening
from fliptable.core.events import FalselyCaught
from fliptable.core.moves import rank
from fliptable.core.notation import parse_move
from fliptable.core.position_reader import read_position
from fliptable.core.table import Table
from fliptable.p2p.deal.deal import Deal
from fliptable.p2p.log import in_order
from fliptable.p2p.rounds import TABLE_CHANGED, Round

HANDS = {
    "A": ["r5/t8", "g1/p1", "g2/p1"],
    "B": ["r1/u1", "r2/u2", "g9/o9"],
    "C": ["r3/u3", "b1/o1", "b2/u4"],
}


def table(**fields: object) -> Table:
    """Read a position in which B is to act on a red 3 that A has just played."""
    values: dict[str, object] = {
        "rules": {"preset": "flip", "jump_in": True},
        "seats": ["A", "B", "C"],
        "turn": "B",
        "played": True,
        "hands": HANDS,
        "draw": ["y7/p7", "y8/p8", "y9/p9", "y1/p2"],
        "discard": ["b2/o4", "r3/p9"],
    }
    text = json.dumps(values | fields)
    return read_position(json.loads(text), TrustedDealer(random.Random(1)))


def round_of(table: Table) -> Round:
    """Make a round of this table; its deal is never asked."""
    names = tuple(sheet.name for sheet in table.sheets)
    return Round(Deal(bytes(32), 1, tuple(range(len(table.seats))), table.inventory, names), table)


def meet(table: Table, *lines: str) -> tuple[dict[str, str | None], list[Happening]]:
    """Apply moves as those of one slot; give for each why it came to nothing, and what happened."""
    read = [(line, *parse_move(table, line)) for line in lines]
    moves = {seat: move for _, seat, move in read}
    spelled = {seat: line for line, seat, _ in read}
    order = in_order(((rank(move), seat) for seat, move in moves.items()), table.distance)
    round_ = round_of(table)
    round_.line_up()
    table.listening = True
    void: dict[str, str | None] = {}
    happened: list[Happening] = []
    for _, seat in order:
        void[spelled[seat]], events = round_.apply(seat, moves[seat])
        happened += events
    return void, happened


@pytest.mark.parametrize("move", ["play r1", "draw"])
def test_after_a_jump_the_move_of_the_seat_to_act_comes_to_nothing(move: str) -> None:
    at = table()
    held = list(at.hands[1])
    void, _ = meet(at, f"B {move}", "C jump r3")
    assert void == {"C jump r3": None, f"B {move}": TABLE_CHANGED}
    assert at.hands[1] == held
    assert at.turn == 0


def test_also_when_it_would_still_be_legal() -> None:
    """A jumps, so that it is B's turn again, on the same card: B has decided about another turn."""
    at = table(hands=HANDS | {"A": ["r3/u3", "g1/p1"]})
    card = at.hands[1][0]
    void, _ = meet(at, "B play r1", "A jump r3")
    assert at.turn == 1
    assert void["B play r1"] == TABLE_CHANGED
    assert card in at.hands[1]
    assert at.public(card, 0)
    assert not any(at.public(place, 0) for place in at.hands[1] if place != card)


def test_a_jump_stops_nobody_in_the_next_slot() -> None:
    at = table()
    round_ = round_of(at)
    round_.line_up()
    assert round_.apply(*parse_move(at, "C jump r3"))[0] is None
    round_.line_up()
    assert round_.apply(*parse_move(at, "A play r5"))[0] is None


def test_a_card_shown_in_vain_is_public_in_whatever_hand_it_is() -> None:
    """Jumping with a 0 moves all hands on, the card that was shown with its hand."""
    classic = {
        "rules": {"preset": "classic", "jump_in": True, "seven_zero": True},
        "hands": {"A": ["r5", "g1", "g2"], "B": ["r1", "r2", "g9"], "C": ["r0", "b1", "b2"]},
        "draw": ["y7", "y8", "y9"],
        "discard": ["b2", "r0"],
    }
    at = table(**classic)
    card = at.hands[1][0]
    void, _ = meet(at, "B play r1", "C jump r0")
    assert void["B play r1"] == TABLE_CHANGED
    assert card in at.hands[2]
    assert at.public(card, 0)


def test_a_card_shown_in_vain_is_public_on_the_side_that_was_up() -> None:
    rules = {"preset": "flip", "jump_in": True, "backs": "hidden"}
    at = table(rules=rules, hands=HANDS | {"C": ["rFL/u3", "b1/o1", "b2/u4"]}, discard=["b2/o4", "rFL/p9"])
    card = at.hands[1][0]
    void, _ = meet(at, "B play r1", "C jump rFL")
    assert void["B play r1"] == TABLE_CHANGED
    assert at.side == 1
    assert at.public(card, 0)
    assert not at.public(card, 1)


@pytest.mark.parametrize("price", [0, 2])
def test_a_catch_that_was_true_when_it_was_made_is_never_a_false_one(price: int) -> None:
    """The call goes first; of two catches one counts."""
    rules = {"preset": "flip", "false_catch_penalty": price}
    hands = {"A": ["r5/t8"], "B": HANDS["B"], "C": HANDS["C"]}
    at = table(rules=rules, hands=hands, catchable=["A"])
    void, events = meet(at, "A call", "B catch A", "C catch A")
    assert void == {"A call": None, "B catch A": "not-catchable", "C catch A": "not-catchable"}
    assert [event.type for event in events] == ["called"]
    at = table(rules=rules, hands=hands, catchable=["A"])
    void, events = meet(at, "B catch A", "C catch A")
    assert void == {"B catch A": None, "C catch A": "not-catchable"}
    assert [event.type for event in events] == ["caught", "drew"]
    assert [len(hand) for hand in at.hands] == [3, 3, 3]


def test_a_catch_that_was_false_when_it_was_made_costs_its_maker() -> None:
    at = table(rules={"preset": "flip", "false_catch_penalty": 2})
    void, events = meet(at, "A catch C", "C catch A")
    assert set(void.values()) == {None}
    assert [(event.seat, event.target) for event in events if isinstance(event, FalselyCaught)] == [(2, 0), (0, 2)]
    assert [len(hand) for hand in at.hands] == [5, 3, 5]


def test_a_catch_goes_before_a_jump_that_would_end_the_chance() -> None:
    at = table(hands=HANDS | {"A": ["r5/t8"]}, catchable=["A"])
    void, events = meet(at, "B catch A", "C jump r3")
    assert set(void.values()) == {None}
    assert [event.type for event in events][:2] == ["caught", "drew"]
    assert len(at.hands[0]) == 3


def test_a_draw_for_which_a_hand_has_to_vouch_is_made_anew_after_a_catch() -> None:
    """B has nothing that fits, and says so by drawing; the two cards it is dealt for the catch may fit."""
    rules = {"preset": "flip", "voluntary_draw": False}
    hands = HANDS | {"B": ["g9/o9"]}
    at = table(rules=rules, hands=hands, catchable=["B"])
    void, _ = meet(at, "C catch B", "B draw")
    assert void == {"C catch B": None, "B draw": TABLE_CHANGED}
    assert len(at.hands[1]) == 3
    at = table(hands=hands, catchable=["B"])  # where nothing has to be stated the draw stands
    void, _ = meet(at, "C catch B", "B draw")
    assert void == {"C catch B": None, "B draw": None}
    assert len(at.hands[1]) == 4


@pytest.mark.parametrize(("mode", "reason"), [("enforce", TABLE_CHANGED), ("bluff", None)])
def test_a_wild_draw_card_for_which_a_hand_has_to_vouch_is_laid_anew_after_a_catch(
    mode: str, reason: str | None
) -> None:
    at = table(rules={"preset": "flip", "wild_draw_mode": mode}, hands=HANDS | {"B": ["W2/o9"]}, catchable=["B"])
    card = at.hands[1][0]
    void, _ = meet(at, "C catch B", "B play W2 red")
    assert void == {"C catch B": None, "B play W2 red": reason}
    assert (card in at.hands[1]) == (reason is not None)
    assert at.public(card, 0)
