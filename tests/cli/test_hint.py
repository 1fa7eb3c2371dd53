"""The hint is what `steady` would do, with reasons of its own, and tells nothing that is hidden."""

import random
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.cli.hint import WORDS, hint
from fliptable.cli.plain import Plain
from fliptable.core.dealer import TrustedDealer
from fliptable.core.events import Verdict
from fliptable.core.knowledge import as_known
from fliptable.core.position_reader import read_position
from fliptable.core.table import Table
from fliptable.core.view import View
from fliptable.p2p.notices import Happened
from fliptable.plugins.players.steady import SteadyPlayer, Weights

from .games import any_rules, random_game

PILE = ["y5/t1", "y6/t2", "y7/t3", "y8/t4", "b1/t5", "b2/t6", "b3/t7", "b4/t8"]
TABLE: dict[str, Any] = {
    "rules": "flip",
    "seats": ["Ada", "Bo", "Chidi"],
    "turn": "Ada",
    "hands": {"Ada": ["r5/t8", "r7/o1", "W/p3"], "Bo": ["g1/o1"] * 6, "Chidi": ["g2/WC"] * 6},
    "draw": PILE,
    "discard": ["b2/o8", "r9/p9"],
}
CHALLENGE = {
    "phase": "challenge",
    "colour": "green",
    "discard": ["r1/p9", "W2/p8"],
    "challenge": {"by": "Chidi", "before": "red", "card": "W2/p8"},
}


def table(**changes: Any) -> Table:
    return read_position({**TABLE, **changes}, TrustedDealer(random.Random(1)))


def said(seat: int = 0, **changes: Any) -> str:
    return hint(View(table(**changes), seat), SteadyPlayer())


@given(st.integers(0, 10_000), st.integers(2, 5), st.booleans())
def test_it_is_what_steady_plays_and_tells_nothing_hidden(seed: int, seats: int, odd: bool) -> None:
    chance = random.Random(seed)
    *_, (found, _) = random_game(chance, seats, chance.randrange(40), any_rules(chance) if odd else None)
    for seat in range(seats):
        view = View(found, seat)
        text = hint(view, SteadyPlayer())
        assert text.endswith(".")
        assert len(text) < 160
        assert hint(View(as_known(found, seat), seat), SteadyPlayer()) == text
        move = SteadyPlayer().choose(view) if view.legal else None
        if move is not None:
            assert text.startswith(f"steady would {view.spell(move)}")
        else:
            assert text.startswith("There is nothing for you to do now") == (not view.legal)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "play r5: it keeps a wild for later"),
        ({"hands": {**TABLE["hands"], "Ada": ["rSK/t8", "r7/o1"], "Bo": ["g1/o1"]}}, "Bo has to draw or misses a turn"),
        ({"hands": {**TABLE["hands"], "Ada": ["rFL/t8", "g7/W"]}}, "play rFL call: no other card fits"),
        (
            {"hands": {**TABLE["hands"], "Ada": ["rFL/p1", "r7/p7", "b2/W", "g3/p4", "y8/p9"]}},
            "play rFL: your other side has",
        ),
        ({"hands": {**TABLE["hands"], "Ada": ["b1/t8", "g7/o1"]}}, "draw: nothing of yours fits"),
        ({"hands": {**TABLE["hands"], "Ada": ["b1/t8", "g7/o1", "b2/t2"]}}, "draw: it is all there is to do"),
        ({"hands": {**TABLE["hands"], "Ada": ["r1/t8", "r3/o1", "b2/t2"]}}, "as good"),
        ({"hands": {**TABLE["hands"], "Ada": ["b1/t8"]}, "catchable": ["Bo"]}, "catch Bo: Bo has one card and did not"),
        ({**CHALLENGE, "hands": {**TABLE["hands"], "Chidi": ["y4/o4"]}}, "accept: the odds that Chidi had red are "),
        (
            {**CHALLENGE, "hands": {**TABLE["hands"], "Chidi": ["r4/o4"] * 6}, "draw": ["r5/t1"] * 8},
            "challenge: the odds that Chidi had red are ",
        ),
    ],
)
def test_reasons(changes: dict[str, Any], expected: str) -> None:
    if "catchable" in changes:
        changes["hands"] = {**changes["hands"], "Bo": ["g1/o1"]}
    assert expected in said(**changes)


def test_every_thought_of_steady_has_its_words() -> None:
    kinds = {field.name for field in fields(Weights)} - {"doubt", "bold", "flip_action"}
    assert set(WORDS) == kinds


def test_out_of_turn_there_is_mostly_nothing_to_do() -> None:
    assert said(1) == "There is nothing for you to do now. It is Ada's turn."
    assert said(1, hands={**TABLE["hands"], "Bo": ["g1/o1"]}, catchable=["Bo"]).startswith("steady would call: ")


def test_it_remembers_who_bluffs(capsys: pytest.CaptureFixture[str]) -> None:
    """At the prompt the adviser has heard what happened, as it would have at the seat."""
    hands = {"Ada": ["b7/t7", "g1/o1"], "Bo": ["y4/o4"], "Chidi": ["r4/o4", "y5/o5", "y6/o6"]}
    draw = ["r5/t1", "r6/t2", "y7/t3", "y8/t4", "b1/t5", "b2/t6", "r3/t7", "b4/t8"]
    found = table(**CHALLENGE, hands=hands, draw=draw)
    for guilty, move in ((True, "challenge"), (False, "accept")):
        plain = Plain()
        plain.happened(Happened(1, tuple([Verdict(0, 2, guilty)] * 4)), found, 0)
        capsys.readouterr()
        assert plain.typed("h", found, 0) is None
        assert f"steady would {move}: " in capsys.readouterr().out


def test_before_the_cards_lie_there_it_waits(capsys: pytest.CaptureFixture[str]) -> None:
    plain = Plain()
    for word in ("h", "hint"):
        assert plain.typed(word, None, 0) is None
        assert capsys.readouterr().out == "The cards are being dealt: one moment.\n"


def test_who_was_asked_is_still_asked(capsys: pytest.CaptureFixture[str]) -> None:
    plain = Plain()
    assert plain.typed("hint", table(), 0) is None
    first, last = capsys.readouterr().out.rsplit("\n", 1)
    assert first.startswith("steady would play r5: ")
    assert last == "> "
