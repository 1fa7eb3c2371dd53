"""One spelling for each value, there and back; what reads but is not in the rules is refused, not misread."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.core.cards import CLASSIC, FACES, FLIP, UNKNOWN
from fliptable.core.dealer import TrustedDealer
from fliptable.core.errors import BadNotation, IllegalMove, Reason
from fliptable.core.law import refusal
from fliptable.core.moves import Jump, Move, Play, Swap
from fliptable.core.notation import KEYWORDS, format_card, is_seat_name, parse_card, parse_face, parse_move
from fliptable.core.position_reader import read_position
from fliptable.core.table import Table

POSITION: dict[str, Any] = {
    "rules": "flip",
    "seats": ["A", "B"],
    "turn": "A",
    "hands": {"A": ["r5/t8", "r5/u2", "W/p3", "g7/o1", "g7/o1"], "B": ["b1/p1"]},
    "draw": ["y1/u1"],
    "discard": ["r9/o9"],
}


def table(**changes: object) -> Table:
    return read_position({**POSITION, **changes}, TrustedDealer(Random(1)))


@given(st.tuples(st.integers(UNKNOWN, FACES - 1), st.integers(UNKNOWN, FACES - 1)))
def test_cards_there_and_back(faces: tuple[int, int]) -> None:
    assert parse_card(FLIP.sheets, format_card(FLIP.sheets, faces)) == faces


@given(st.integers(UNKNOWN, FACES - 1))
def test_cards_with_one_face_there_and_back(face: int) -> None:
    assert parse_card(CLASSIC.sheets, format_card(CLASSIC.sheets, (face,))) == (face,)


@given(st.text(max_size=5))
def test_only_the_one_spelling_reads(text: str) -> None:
    for sheet in (*FLIP.sheets, *CLASSIC.sheets):
        try:
            face = parse_face(sheet, text)
        except BadNotation:
            assert text not in (*sheet.faces, "?")
        else:
            assert text == ("?" if face == UNKNOWN else sheet.faces[face])


@pytest.mark.parametrize("text", ["play g7", "PLAY g7", "a play g7", "A  play   g7 "])
def test_words_and_seats_ignore_case(text: str) -> None:
    at = table()
    assert parse_move(at, text) == (0, Play((at.hands[0][3],)))


@pytest.mark.parametrize("text", ["play R5", "play G7", "play w red"])
def test_symbols_do_not(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_move(table(), text)


def test_a_bare_face_takes_the_card_drawn_first_and_both_faces_take_that_card() -> None:
    at = table()
    assert parse_move(at, "play r5")[1] == Play((at.hands[0][0],))
    assert parse_move(at, "play r5/u2")[1] == Play((at.hands[0][1],))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("play b1", Reason.CARD_NOT_HELD),
        ("play g7 g7 g7", Reason.CARD_NOT_HELD),
        ("jump b1", Reason.CARD_NOT_HELD),
        ("jump g7 g7", Reason.ONE_CARD_ONLY),
        ("jump g7 red", Reason.COLOUR_NOT_ASKED),
        ("play t8", Reason.CARD_NOT_HELD),
        ("play W pink", Reason.COLOUR_OF_OTHER_SIDE),
        ("name purple", Reason.COLOUR_OF_OTHER_SIDE),
    ],
)
def test_what_reads_but_may_not_be_is_refused(text: str, reason: Reason) -> None:
    with pytest.raises(IllegalMove) as refused:
        parse_move(table(), text)
    assert refused.value.reason is reason


def test_moves_of_house_rules_read_under_every_rule_set() -> None:
    """Whether the rules have them is for the rules to say."""
    at = table()
    first, second = at.hands[0][3:]
    moves: list[tuple[str, int, Move]] = [
        ("jump g7", 0, Jump(first)),
        ("B jump b1 call", 1, Jump(at.hands[1][0], call=True)),
        ("swap B", 0, Swap(1)),
        ("play g7 g7 call", 0, Play((first, second), call=True)),
        ("play r5/u2 r5", 0, Play((at.hands[0][1], at.hands[0][0]))),
    ]
    for text, seat, move in moves:
        assert parse_move(at, text) == (seat, move)
        assert refusal(at, seat, move) in (Reason.NOT_IN_RULES, Reason.ONE_CARD_ONLY)


@pytest.mark.parametrize(
    "text",
    ["", "play", "play x9", "play ?", "play W mauve", "draw two", "catch", "catch Zoe", "Zoe draw", "jump", "swap"],
)
def test_what_does_not_read_is_bad_notation(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_move(table(), text)


MOVES = "play CARD, draw, keep, pass, name COLOUR, challenge, accept, call, catch SEAT, jump CARD, swap SEAT and leave"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("dance", f"No move and no seat is called dance: the moves are {MOVES}."),
        ("dance r5", f"No move and no seat is called dance: the moves are {MOVES}."),
        ("plya r5", f"No move and no seat is called plya: the moves are {MOVES}. Did you mean play?"),
        ("A dance", f"A dance is no move: the moves are {MOVES}."),
        (" ", f"An empty line is no move: the moves are {MOVES}."),
        ("Zoe draw", "There is no seat called Zoe: the seats are A, B."),
        ("catch Zoe", "There is no seat called Zoe: the seats are A, B."),
        ("play x9", "x9 is no card: write a face such as r5, or both faces as in r5/t8."),
        ("play r5/t8/o1", "r5/t8/o1 is no card: write both faces, light first, as in r5/t8."),
        ("play W mauve", "mauve is no colour: write one of red, yellow, green, blue."),
    ],
)
def test_what_does_not_read_says_what_would(text: str, says: str) -> None:
    with pytest.raises(BadNotation) as wrong:
        parse_move(table(), text)
    assert str(wrong.value) == says


def test_a_list_of_moves_names_them_all() -> None:
    assert {word for word in MOVES.replace(",", "").split() if word.islower()} == KEYWORDS | {"and"}


@pytest.mark.parametrize("card", ["rFL", "t8", "r5/t8", "nonsense"])
def test_cards_of_a_deck_without_backs_have_one_face(card: str) -> None:
    at = table(rules="classic", hands={"A": ["r5", "W4"], "B": ["b1"]}, draw=["y1"], discard=["r9"])
    with pytest.raises(BadNotation) as wrong:
        parse_move(at, f"play {card}")
    assert str(wrong.value) == f"{card} is no card: write its one face, as in r5."
    with pytest.raises(BadNotation) as wrong:
        parse_move(at, "play W4 teal")
    assert str(wrong.value) == "teal is no colour: write one of red, yellow, green, blue."


@pytest.mark.parametrize("name", ["Ada", "a-b_c", "x" * 20, "0"])
def test_names_of_seats(name: str) -> None:
    assert is_seat_name(name)


@pytest.mark.parametrize("name", ["", "x" * 21, "draw", "Draw", "two words", "Zoë", "a/b"])
def test_names_no_seat_may_have(name: str) -> None:
    assert not is_seat_name(name)


def test_an_empty_pending_is_nothing() -> None:
    assert table(pending={}).digest() == table(pending=None).digest() == table().digest()


def test_a_pending_draw_follows_from_the_card_on_top() -> None:
    stacked = {"rules": {"preset": "flip", "stacking": "same"}, "phase": "pending"}
    of_the_top = {"kind": "W2", "sum": 2, "victim": "A", "colour": None}
    assert table(**stacked, discard=["W2/o9"], colour="red", pending={}).digest() == (
        table(**stacked, discard=["W2/o9"], colour="red", pending=of_the_top).digest()
    )


@pytest.mark.parametrize(
    "pending", [{"kind": "r5"}, {"kind": "D5"}, {"sum": "2"}, {"victim": "B"}, {"victim": {}}, {"of": "A"}, []], ids=str
)
def test_what_makes_no_pending_draw(pending: object) -> None:
    rules = {"preset": "flip", "stacking": "same"}
    with pytest.raises(BadNotation):
        table(rules=rules, phase="pending", turn="A", discard=["rD1/o9"], pending=pending)
