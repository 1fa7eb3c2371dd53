"""Every reason code at a table where it comes up, and what a player is told there."""

import json
from typing import Any

import pytest

from fliptable.cli.refusal_words import refuse
from fliptable.core.errors import Reason
from fliptable.core.law import refusal
from fliptable.core.moves import Draw
from fliptable.core.play import start
from fliptable.core.rules import preset
from fliptable.core.table import Table

from .command import Command

TABLE: dict[str, Any] = {
    "rules": "flip",
    "seats": ["A", "B", "C"],
    "turn": "B",
    "hands": {
        "A": ["r5/t8", "W/p3", "g9/u4"],
        "B": ["bFL/u6", "r5/t1", "W/t2", "W2/t3"],
        "C": ["b5/o1", "g1/o1"],
    },
    "draw": ["y2/p2", "y4/u1"],
    "discard": ["b2/o8", "b5/p9"],
}


def rules(**options: Any) -> dict[str, Any]:
    """Preset flip, with options."""
    return {"rules": {"preset": "flip", **options}}


def held(*cards: str) -> dict[str, Any]:
    """What B holds."""
    return {"hands": {**TABLE["hands"], "B": list(cards)}}


ONE_CARD = {"hands": {**TABLE["hands"], "A": ["r5/t8"]}}
OVER = {"phase": "over"}
DRAWN = {"phase": "drawn", "drawn": "r5/t1"}
NAMING = {"phase": "name", "discard": ["W/p9"]}
CHALLENGED = {
    "phase": "challenge",
    "discard": ["b2/o8", "W2/p9"],
    "colour": "green",
    "challenge": {"by": "A", "before": "blue"},
}
PENDING = {"phase": "pending", "discard": ["b2/o8", "bD1/p9"], "pending": {"kind": "D1", "sum": 2}}
SWAPPING = {"phase": "swap", "discard": ["b7/p9"]}
CLASSIC: dict[str, Any] = {
    "hands": {"A": ["r5"], "B": ["gD2", "g7", "W4"], "C": ["r1", "r2"]},
    "draw": ["y2"] * 9,
    "discard": ["b2", "bD2"],
}

CASES: list[tuple[Reason, dict[str, Any], str, str]] = [
    (Reason.ROUND_OVER, OVER, "B draw", "The round is over."),
    (Reason.SEAT_OUT, {"out": {"A": "left"}}, "A draw", "A has left the match."),
    (Reason.SEAT_OUT, {"out": {"A": "eliminated"}}, "A draw", "A is out."),
    (Reason.SEAT_OUT, {"out": {"A": "finished"}}, "A draw", "A has no card left, and takes no part any more."),
    (Reason.NOT_YOUR_TURN, {}, "A draw", "It is B's turn."),
    (Reason.CARD_NOT_HELD, {}, "play g1", "B holds no such card."),
    (Reason.UNKNOWN_FACE, held("?/t1", "r5/t1"), "play ?/t1", "The move would have to read a face that is not known."),
    (Reason.DOES_NOT_FIT, held("r4/t1", "r6/t2"), "play r4", "Red 4 does not match: blue or a 5 is needed."),
    (
        Reason.DOES_NOT_FIT,
        {**held("r4/t1", "r6/t2"), **rules(flip_as_wild=True)},
        "play r4",
        "Red 4 does not match: blue, a 5 or a flip is needed.",
    ),
    (
        Reason.DOES_NOT_FIT,
        {"discard": ["b2/o8", "W/p9"], "colour": "green"},
        "play r5",
        "Red 5 does not match: green or a wild is needed.",
    ),
    (
        Reason.DOES_NOT_FIT,
        {"discard": ["b2/o8", "W/p9"], "colour": "green", **rules(no_wild_on_wild=True)},
        "play r5",
        "Red 5 does not match: green is needed.",
    ),
    (Reason.DRAWN_CARD_ONLY, DRAWN, "play bFL", "After drawing, only the drawn card may be played; or keep it."),
    (Reason.ONE_CARD_ONLY, {}, "play r5 bFL", "One card is played at a time."),
    (Reason.COLOUR_NEEDED, {}, "play W", "A wild needs its colour: red, yellow, green or blue."),
    (Reason.COLOUR_NOT_ASKED, {}, "play r5 green", "Red 5 is no wild: it names no colour."),
    (
        Reason.COLOUR_OF_OTHER_SIDE,
        {},
        "play W teal",
        "This colour belongs to the other side of the cards; this side has red, yellow, green and blue.",
    ),
    (Reason.NAME_FIRST, NAMING, "draw", "A colour has to be named first: red, yellow, green or blue."),
    (Reason.NOTHING_TO_NAME, {}, "name red", "There is no colour to name now: it is blue."),
    (Reason.CHALLENGE_FIRST, CHALLENGED, "draw", "Wild draw two has to be accepted or challenged first."),
    (Reason.NOTHING_TO_CHALLENGE, {}, "accept", "There is nothing to accept or challenge now."),
    (Reason.ALREADY_DREW, DRAWN, "draw", "A card was drawn already: it is played or kept."),
    (Reason.NOTHING_TO_DRAW, {"draw": [], "discard": ["b5/p9"]}, "draw", "There is no card left to draw."),
    (Reason.NOTHING_DRAWN, {}, "keep", "Only a card just drawn can be kept."),
    (Reason.CAN_DRAW, {}, "pass", "Nobody passes while cards can be drawn."),
    (
        Reason.MUST_PLAY,
        {"draw": [], "discard": ["b5/p9"]},
        "pass",
        "Nobody passes while a card fits: blue flip does.",
    ),
    (Reason.MUST_PLAY, rules(voluntary_draw=False), "draw", "Nobody draws while a card fits: blue flip does."),
    (
        Reason.CALL_TOO_EARLY,
        {},
        "A call",
        "A has 3 cards: a last card is called on the own turn with two cards, with the play that leaves one, or "
        "before a catch.",
    ),
    (Reason.CALLED_ALREADY, {"called": ["B"]}, "B call", "The last card was called already."),
    (Reason.NOT_CATCHABLE, {}, "C catch A", "A cannot be caught: A has 3 cards."),
    (
        Reason.NOT_CATCHABLE,
        {**NAMING, **ONE_CARD, "owed": {"A": 2}},
        "C catch A",
        "A cannot be caught again: A was caught already, and draws when this is decided.",
    ),
    (
        Reason.NOT_CATCHABLE,
        {**ONE_CARD, **rules(seven_zero=True)},
        "C catch A",
        "A cannot be caught now: the time to call is over, or no call was due.",
    ),
    (
        Reason.NOT_CATCHABLE,
        {**ONE_CARD, "draw": [], "discard": ["b5/p9"]},
        "C catch A",
        "A cannot be caught now: the time to call is over, or no call was due.",
    ),
    (
        Reason.NOT_CATCHABLE,
        {**ONE_CARD, **rules(seven_zero=True, swap_call=True)},
        "C catch A",
        "A cannot be caught any more: somebody has acted since.",
    ),
    (
        Reason.CALL_TOO_EARLY,
        {**NAMING, **ONE_CARD, "owed": {"A": 2}},
        "A call",
        "A was caught already: it is too late to call.",
    ),
    (
        Reason.CALL_TOO_EARLY,
        {**NAMING, **ONE_CARD, "owed": {"A": 2}, **rules(false_catch_penalty=2)},
        "A call",
        "A has one card, and nobody can catch that now.",
    ),
    (Reason.CALL_TOO_EARLY, ONE_CARD, "A call", "A has one card, and nobody can catch that now."),
    (
        Reason.CALL_TOO_EARLY,
        {**NAMING, **held("r5/t1", "bFL/u6")},
        "B call",
        "B has something else to decide first.",
    ),
    (Reason.NOT_IN_RULES, {}, "C jump b5", "Nobody plays out of turn."),
    (Reason.NOT_IN_RULES, {}, "swap C", "A 7 and a 0 are numbers like any other."),
    (Reason.NOT_IN_RULES, rules(call_mode="off"), "C call", "The last card is not called."),
    (
        Reason.NOT_IN_RULES,
        rules(call_mode="auto"),
        "C catch A",
        "The last card is called by itself, and nobody can be caught.",
    ),
    (
        Reason.ANSWER_FIRST,
        {**PENDING, **rules(stacking="same")},
        "keep",
        "A draw one waits: play a draw one, or draw 2 cards.",
    ),
    (
        Reason.ANSWER_FIRST,
        {**PENDING, **rules(reverse_deflect=True, skip_deflect=True)},
        "keep",
        "A draw one waits: play a blue reverse or a blue skip, or draw 2 cards.",
    ),
    (
        Reason.ANSWER_FIRST,
        {**CHALLENGED, "phase": "pending", "challenge": {}, **rules(stacking="coloured", wild_draw_mode="free")},
        "keep",
        "A wild draw two waits: draw 2 cards.",
    ),
    (
        Reason.DOES_NOT_ANSWER,
        {**PENDING, **rules(stacking="up")},
        "play r5",
        "Red 5 does not answer the draw one: only a draw one or a wild draw two does; or draw 2 cards.",
    ),
    (
        Reason.DOES_NOT_ANSWER,
        {**CHALLENGED, **rules(stacking="same")},
        "play r5",
        "Red 5 does not answer the wild draw two: only a wild draw two does; or accept, or challenge.",
    ),
    (
        Reason.DOES_NOT_ANSWER,
        {"rules": "classic-hu", **CLASSIC, "phase": "pending", "pending": {"sum": 4}},
        "play g7",
        "Green 7 does not answer the draw two: only a draw two does; or draw 4 cards.",
    ),
    (
        Reason.MUST_PLAY_DRAWN,
        {**DRAWN, **rules(drawn_card="must")},
        "keep",
        "Red 5 fits, and has to be played.",
    ),
    (
        Reason.HOLDS_COLOUR,
        rules(wild_draw_mode="enforce"),
        "play W2 red",
        "Wild draw two may not be played now: B holds blue flip.",
    ),
    (
        Reason.WILD_ON_WILD,
        {"discard": ["b2/o8", "W/p9"], "colour": "green", **rules(no_wild_on_wild=True)},
        "play W red",
        "Wild may not be played on a wild: green is needed.",
    ),
    (
        Reason.WILD_FINISH,
        {**held("W/t2"), **rules(no_wild_finish=True)},
        "play W red",
        "Wild may not be the last card: no wild may.",
    ),
    (
        Reason.ACTION_FINISH,
        {**held("bSK/t2"), **rules(no_action_finish=True)},
        "play bSK",
        "Blue skip may not be the last card: no action card may.",
    ),
    (
        Reason.ONE_NUMBER_ONLY,
        {**held("b5/t2", "b6/t3", "r1/t1"), **rules(multi_play=True)},
        "play b5 b6",
        "Blue 5 does not go together with blue 6: only number cards of one number are played together.",
    ),
    (
        Reason.TRIED_ALREADY,
        {"tried": ["C"], **rules(false_catch_penalty=1)},
        "C catch A",
        "C has caught in vain already: somebody has to act first.",
    ),
    (
        Reason.JUMP_TOO_LATE,
        rules(jump_in=True),
        "C jump b5",
        "Nobody jumps in now: that takes a card that was just played, before anybody else acts.",
    ),
    (
        Reason.JUMP_TOO_LATE,
        {**DRAWN, **rules(jump_in=True)},
        "C jump b5",
        "Nobody jumps in any more: somebody has drawn a card since.",
    ),
    *(
        (
            Reason.JUMP_TOO_LATE,
            {"played": True, **fields, **rules(jump_in=True, stacking="same", seven_zero=True)},
            "C jump b5",
            "Nobody jumps in while somebody has something else to decide.",
        )
        for fields in (PENDING, CHALLENGED, NAMING, SWAPPING)
    ),
    (
        Reason.JUMP_NOT_IDENTICAL,
        {"played": True, **rules(jump_in=True)},
        "A jump r5",
        "Red 5 does not jump in: only another blue 5 does.",
    ),
    (
        Reason.JUMP_OWN_TURN,
        {"played": True, **rules(jump_in=True)},
        "B jump r5",
        "It is B's turn: the card is played, without jumping in.",
    ),
    (
        Reason.NO_WILD_JUMP,
        {"played": True, **rules(jump_in=True)},
        "A jump W",
        "Wild does not jump in: no wild does.",
    ),
    (
        Reason.SWAP_FIRST,
        {**SWAPPING, **rules(seven_zero=True)},
        "draw",
        "The hands have to be swapped first: with A or C.",
    ),
    (Reason.NOTHING_TO_SWAP, rules(seven_zero=True), "swap A", "There are no hands to swap now."),
    (
        Reason.SWAP_TARGET,
        {**SWAPPING, **rules(seven_zero=True)},
        "swap B",
        "Hands are swapped with another seat that still plays: with A or C.",
    ),
]


@pytest.mark.parametrize(("reason", "fields", "move", "text"), CASES)
def test_a_refused_move_says_why(
    command: Command, reason: Reason, fields: dict[str, Any], move: str, text: str
) -> None:
    done = command("position", "-", move, "--json", stdin=json.dumps({**TABLE, **fields}))
    assert done.err == ""
    assert done.json["refused"] == {"move": move, "reason": reason.value, "text": text}
    assert done.code == 3


@pytest.mark.parametrize(
    ("draw", "text"),
    [
        (["y2/p2", "?/t3"], "The first card cannot be turned up: its face is not known."),
        (["y2/p2", "rFL/?"], "The first card cannot be turned up: a face that comes up then is not known."),
    ],
)
def test_a_first_card_that_is_not_known_cannot_be_turned_up(command: Command, draw: list[str], text: str) -> None:
    values = {**TABLE, "phase": "opening", "draw": draw, "discard": []}
    done = command("position", "-", "--json", stdin=json.dumps(values))
    assert done.json["refused"] == {"move": "", "reason": "unknown-face", "text": text}
    assert (done.code, done.err) == (3, "")
    plain = command("position", "-", stdin=json.dumps(values))
    assert (plain.code, plain.err) == (3, f"fliptable: {text}\n")


def test_a_second_catch_while_a_colour_is_to_be_named_says_that_there_was_one(command: Command) -> None:
    fields = {**TABLE, **NAMING, **ONE_CARD, "catchable": ["A"]}
    done = command("position", "-", "B catch A", "C catch A", "--json", stdin=json.dumps(fields))
    assert done.json["position"]["owed"] == {"A": 2}
    assert done.json["refused"]["text"] == (
        "A cannot be caught again: A was caught already, and draws when this is decided."
    )


def test_every_code_comes_up() -> None:
    """But for one that no position can show: those are settled."""
    assert {reason for reason, *_ in CASES} | {Reason.NOT_SETTLED} == set(Reason)


def test_a_table_that_is_busy_takes_no_move() -> None:
    table = Table(preset("flip"), ["A", "B"])
    start(table)
    assert refusal(table, 1, Draw()) is Reason.NOT_SETTLED
    assert refuse(table, 1, Draw(), Reason.NOT_SETTLED) == "The table is still busy with the last move."
