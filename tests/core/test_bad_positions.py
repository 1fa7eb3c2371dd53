"""Positions and moves written by hand: what cannot be read is `BadNotation`, and never any other exception."""

import contextlib
import copy
import json
import random
from typing import Any, Final, cast

import pytest

from fliptable.core.dealer import TrustedDealer
from fliptable.core.errors import BadNotation, IllegalMove, Reason
from fliptable.core.legal import legal
from fliptable.core.moves import Leave
from fliptable.core.notation import parse_move
from fliptable.core.phases import OPENING
from fliptable.core.play import attempt, open_position
from fliptable.core.position import position
from fliptable.core.position_reader import read_position
from fliptable.core.table import Table

from .cases import legal_moves, load

GOOD: Final[dict[str, Any]] = {
    "rules": "flip",
    "seats": ["A", "B", "C"],
    "turn": "A",
    "hands": {"A": ["r5/t8", "W/p3"], "B": ["bFL/u6"], "C": ["g1/o1"]},
    "draw": ["y2/p2", "y4/u1"],
    "discard": ["b2/o8", "b5/p9"],
}
JUNK: Final[tuple[Any, ...]] = (
    *(None, True, -1, 2**31, 10**30, 3.5, float("nan"), "", "A", "Z", "red", "pink", "light", "dark", "é", "\ud800"),
    *("r5", "r5/t8", "W/?", "?/?", "bFL/u6", "opening", "turn", "drawn", "name", "challenge", "pending", "over"),
    *([], ["A"], ["A", "A"], [1, 2, 3], ["r5/t8"], [["A", 0, "light", "all"]], [["draw pile", 0, "dark", ["?"]]]),
    *({}, {"A": 1}, {"A": "left"}, {"A": "left", "B": "left"}, {"A": ["r5/t8"]}, {"by": "A", "before": "red"}),
    *({"winner": "A", "points": 3}, {"preset": ["flip"]}, {"preset": "quick", "target": 100}, {"target": True}),
)
FIELDS: Final = (
    *("rules", "seats", "dealer", "turn", "direction", "side", "colour", "phase", "hands", "draw", "discard"),
    *("called", "scores", "catchable", "drawn", "challenge", "pending", "owed", "passes", "played", "out", "round"),
    *("match", "number", "next", "seen", "facts", "repeats", "nonsense"),
)
WORDS: Final = (
    *("play", "draw", "keep", "pass", "name", "challenge", "accept", "call", "catch", "jump", "swap", "leave", "PLAY"),
    *("A", "B", "Z", "red", "pink", "r5", "W", "W2", "WC", "r5/t8", "?/t8", "W/?", "?", "/", "r5/", "é", "İ", "½", "1"),
)


def read(values: object) -> Table:
    return read_position(values, TrustedDealer(random.Random(0)))


@pytest.mark.parametrize("field", ["rules", "seats", "hands", "draw", "discard"])
def test_five_fields_have_no_default(field: str) -> None:
    with pytest.raises(BadNotation):
        read({key: value for key, value in GOOD.items() if key != field})


def test_all_other_fields_have_one() -> None:
    table = read({key: value for key, value in GOOD.items() if key != "turn"})
    assert table.turn == 1
    assert table.dealer == 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"out": {"B": "left", "C": "left"}},
        {"out": {"A": "left"}},
        {"out": {"A": "left", "B": "left", "C": "left"}, "phase": "name"},
        {"discard": []},
        {"discard": ["?/t1"]},
        {"phase": "opening"},
        {"phase": "drawn", "drawn": "r9/t8"},
        {"phase": "challenge", "challenge": {"by": "C", "before": "red"}},
        {"colour": "pink"},
        {"seats": ["A", "a", "C"]},
        {"seats": ["A", "draw", "C"]},
        {"hands": {"D": []}},
        {"draw": ["y2"]},
        {"draw": ["y2/y2"]},
        {"rules": {"preset": "flip", "target": "300"}},
        {"nonsense": 1},
    ],
    ids=str,
)
def test_what_makes_no_position(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadNotation) as caught:
        read(GOOD | wrong)
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        ({"scores": {"A": "1"}}, "A in scores of a position is a whole number from 0 on, and no huge one."),
        ({"owed": {"A": -1}}, "A in owed of a position is a whole number from 0 on, and no huge one."),
        ({"out": {"A": "gone"}}, "A in out of a position says why the seat is out: left, eliminated, finished."),
        ({"hands": {"A": [5]}}, "A in hands of a position is a list of texts."),
        ({"hands": {"D": []}}, "hands of a position names a seat that does not sit at it: the seats are A, B, C."),
        ({"called": ["D"]}, "called of a position names a seat that does not sit at it: the seats are A, B, C."),
        ({"played": 1}, "played of a position is true or false."),
        (
            {"colour": "teal"},
            "colour of a position is null or one of the active side's colours: red, yellow, green, blue.",
        ),
        ({"phase": "pending", "pending": {"kind": "D5"}}, "kind in pending of a position is one of D1, W2."),
        (
            {"phase": "pending", "pending": {"sum": "2"}},
            "sum in pending of a position is a whole number from 0 on, and no huge one.",
        ),
        (
            {"phase": "pending", "turn": "A", "pending": {"victim": "B"}},
            "victim in pending of a position is the seat to act.",
        ),
        (
            {"phase": "challenge", "discard": ["W2/o9"], "challenge": {"by": "D"}},
            "by in challenge of a position names a seat that does not sit at it: the seats are A, B, C.",
        ),
        (
            {"phase": "challenge", "discard": ["W2/o9"], "challenge": {"before": "teal"}},
            "before in challenge of a position is null or one of the active side's colours: red, yellow, green, blue.",
        ),
        (
            {"phase": "challenge", "discard": ["W2/o9"], "challenge": {"card": "r5/t8"}},
            "card in challenge of a position is the top of the discard pile.",
        ),
        (
            {"phase": "over", "round": {"by": {"A": "5"}}},
            "A in by in round of a position is a whole number from 0 on, and no huge one.",
        ),
        (
            {"phase": "over", "match": {"winner": "D"}},
            "winner in match of a position names a seat that does not sit at it: the seats are A, B, C.",
        ),
        ({"draw": [""]}, "An empty text is no card: write both faces, light first, as in r5/t8."),
    ],
    ids=str,
)
def test_what_is_wrong_in_a_position_is_named_with_its_field(wrong: dict[str, Any], text: str) -> None:
    with pytest.raises(BadNotation) as caught:
        read(GOOD | wrong)
    assert str(caught.value) == text


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        ({"color": "red"}, "A position has no field color. Did you mean colour?"),
        ({"nonsense": 1}, "A position has no field nonsense."),
        (
            {"phase": "challenge", "discard": ["W2/o9"], "challenge": {"befor": "red"}},
            "challenge of a position has no field befor. Did you mean before?",
        ),
        ({"phase": "pending", "pending": {"of": "A"}}, "pending of a position has no field of."),
        (
            {"phase": "over", "round": {"winer": "A"}},
            "round of a position has no field winer. Did you mean winner?",
        ),
        ({"phase": "over", "match": {"points": 3}}, "match of a position has no field points."),
    ],
    ids=str,
)
def test_a_field_that_there_is_not_is_told_with_the_nearest_one(wrong: dict[str, Any], text: str) -> None:
    with pytest.raises(BadNotation) as caught:
        read(GOOD | wrong)
    assert str(caught.value) == text


@pytest.mark.parametrize(
    ("field", "content", "phases"),
    [
        ("challenge", {"by": "C", "before": "red"}, "challenge"),
        ("pending", {"sum": 2}, "pending or challenge"),
        ("drawn", "r5/t8", "drawn"),
        ("next", "B", "name"),
        ("round", {"winner": "A"}, "over"),
        ("match", {"winner": "A"}, "over"),
    ],
)
@pytest.mark.parametrize("phase", [None, "turn", "swap", "opening"])
def test_what_belongs_to_another_phase_is_not_dropped(field: str, content: Any, phases: str, phase: str | None) -> None:
    values: dict[str, Any] = GOOD | ({} if phase is None else {"phase": phase})
    if phase == "opening":
        values["discard"] = []
    with pytest.raises(BadNotation) as caught:
        read(values | {field: content})
    is_in = phase or "turn"
    assert str(caught.value) == f"{field} of a position belongs to phase {phases}, and its phase is {is_in}."
    nothings: list[Any] = [None, {}] if isinstance(content, dict) else [None]
    for nothing in nothings:
        assert read(values | {field: nothing}).digest() == read(values).digest()


def test_a_seat_named_twice_is_named_once() -> None:
    table = read(GOOD | {"called": ["B", "B"], "catchable": ["C", "C"]})
    assert position(table)["called"] == ["B"]
    assert position(table)["catchable"] == ["C"]


def test_faces_that_are_not_known_are_asked_for_when_a_rule_needs_them() -> None:
    table = read(GOOD | {"hands": {"A": ["?/t8", "r5/t1"], "B": ["?/?"], "C": ["g1/o1"]}, "draw": ["?/p2"]})
    assert not any("?" in text for text in position(table)["discard"])
    with pytest.raises(IllegalMove, match="unknown-face"):
        attempt(table, *parse_move(table, "A play ?/t8"))
    after, _ = attempt(table, *parse_move(table, "A draw"))
    assert position(after)["hands"]["A"] == ["?/t8", "r5/t1", "?/p2"]


def inside(node: object) -> list[tuple[Any, Any]]:
    """Every (container, key) within a position."""
    if isinstance(node, dict):
        items: list[tuple[Any, Any]] = list(cast("dict[str, Any]", node).items())
    elif isinstance(node, list):
        items = list(enumerate(cast("list[Any]", node)))
    else:
        return []
    found: list[tuple[Any, Any]] = [(cast("Any", node), key) for key, _ in items]
    return found + [slot for _, value in items for slot in inside(value)]


def spoil(values: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """A position with one to three things wrong somewhere in it."""
    values = copy.deepcopy(values)
    for _ in range(dice.randrange(1, 4)):
        container, key = (values, dice.choice(FIELDS)) if dice.random() < 0.5 else dice.choice(inside(values))
        container[key] = copy.deepcopy(dice.choice(JUNK))
    return values


@pytest.mark.parametrize("seed", range(4))
def test_spoilt_positions_are_refused_or_played(seed: int) -> None:
    dice = random.Random(seed)
    good = [json.loads(case.values["position"]) for case in load() if "position" in case.values]
    played, refused = 0, set[Reason]()
    for _ in range(1500):
        try:
            table = read(spoil(dice.choice(good), dice))
        except BadNotation:
            continue
        try:
            if table.phase is OPENING:
                open_position(table)
        except IllegalMove:
            continue
        again = read(json.loads(json.dumps(position(table))))
        assert again.digest() == table.digest()
        assert legal_moves(again) == legal_moves(table)
        text = " ".join(dice.choice(WORDS) for _ in range(dice.randrange(6)))
        with contextlib.suppress(BadNotation, IllegalMove):
            parse_move(table, text)
        for seat in table.active if not table.over else ():
            for move in (*legal(table, seat), Leave()):
                try:
                    after, _ = attempt(table, seat, move)
                except IllegalMove as error:
                    refused.add(error.reason)
                    continue
                assert read(json.loads(json.dumps(position(after)))).digest() == after.digest()
                assert after.over or legal(after, after.turn)
                played += 1
    assert played > 100
    assert refused <= {Reason.UNKNOWN_FACE}
