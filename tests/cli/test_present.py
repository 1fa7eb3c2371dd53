"""What is shown and what is understood, held on tables from random games."""

import random
import shlex
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.cli.drawing import WIDTH, cell, draw_asking, draw_hand, draw_scores, draw_table, draw_waiting
from fliptable.cli.present import Asked, Scene, only_choice, present
from fliptable.cli.typed import Act, AskColour, Show, Wrong, understand
from fliptable.cli.where import is_name, quoted
from fliptable.core.legal import legal
from fliptable.core.moves import Catch, Draw, Jump, Leave, Move, Name, Play, Swap
from fliptable.core.position_reader import read_position
from fliptable.core.rules import Rules
from fliptable.core.table import Table
from fliptable.core.view import View

from .games import any_rules, random_game


def scene_of(values: dict[str, Any], seat: int = 0) -> tuple[Scene, Table]:
    table = read_position(values)
    return present(View(table, seat)), table


TABLE: dict[str, Any] = {
    "rules": "flip",
    "seats": ["Ada", "Bo", "Chidi"],
    "turn": "Ada",
    "hands": {"Ada": ["W/p3", "r5/t8", "b5/o1", "r5/t8"], "Bo": ["bFL/u6"], "Chidi": ["g1/o1", "g2/WC"]},
    "draw": ["y2/p2", "y4/u1"],
    "discard": ["b2/o8", "b5/p9"],
    "catchable": ["Bo"],
}


RULES = st.none() | st.integers(0, 10_000).map(lambda seed: any_rules(random.Random(seed)))


@given(st.integers(0, 10_000), st.integers(2, 10), RULES)
def test_what_is_marked_is_what_may_be_played(seed: int, seats: int, rules: Rules | None) -> None:
    for table, _ in random_game(random.Random(seed), seats, 60, rules):
        if table.over:
            continue
        for seat in range(seats):
            scene = present(View(table, seat))
            plays = {move.places[0] for move in legal(table, seat) if isinstance(move, Play)}
            # Of cards that look the same to their holder the law lists one.
            looks = {table.look(place, seat) for place in plays}
            marked = {card.place for card in scene.hand if card.playable}
            assert plays <= marked
            assert {table.look(place, seat) for place in marked} <= looks
            assert (scene.asked is Asked.NOTHING) == (seat not in table.to_act)
            assert scene.asked is Asked.NOTHING or scene.prompt
            for card in scene.hand:
                meaning = understand(str(card.number), scene, table, seat)
                if not any(choice.number for choice in scene.choices):
                    assert isinstance(meaning, Act | AskColour) == card.playable


@given(st.integers(0, 10_000), st.integers(2, 10), RULES)
def test_everything_fits_80_columns_and_names_nothing_hidden(seed: int, seats: int, rules: Rules | None) -> None:
    for table, _ in random_game(random.Random(seed), seats, 40, rules):
        if table.over:
            continue
        scene = present(View(table, 0))
        lines = [*draw_table(scene), *draw_asking(scene), *draw_hand(scene), *draw_scores(scene), *draw_waiting(scene)]
        assert max(map(len, lines)) < WIDTH
        assert max((len(cell(card)) for card in scene.hand), default=0) <= 39
        for row, seat in zip(scene.rows, [*range(1, seats), 0], strict=True):
            assert row.cards == len(table.hands[seat])
            visible = len(table.sheets) > 1 and table.rules.backs == "visible"
            assert len(row.backs) == row.cards if visible else len(row.backs) <= row.cards
            hidden = [place for place in table.hands[seat] if not table.rights[table.side][place] & 1]
            assert seat == 0 or not scene.hand or not {card.place for card in scene.hand} & set(hidden)


@given(st.integers(0, 10_000), RULES)
def test_every_legal_move_can_be_typed_as_it_is_spelled(seed: int, rules: Rules | None) -> None:
    for table, _ in random_game(random.Random(seed), 3, 40, rules):
        for seat in range(3):
            if table.over:
                continue
            view = View(table, seat)
            scene = present(view)
            for move in view.legal:
                meaning = understand(view.spell(move), scene, table, seat)
                assert meaning == Act(move)


@given(st.integers(0, 10_000), RULES)
def test_enter_alone_never_chooses(seed: int, rules: Rules | None) -> None:
    """It does the only thing there is on the own turn, and nothing where there are two."""
    for table, _ in random_game(random.Random(seed), 3, 40, rules):
        for seat in table.to_act:
            view = View(table, seat)
            only = only_choice(present(view))
            own = [move for move in view.legal if not isinstance(move, Catch)]
            assert (only is not None and only.move == view.legal[0]) == (len(view.legal) == 1 and not plays(own))


def plays(moves: Sequence[Move]) -> list[Play]:
    return [move for move in moves if isinstance(move, Play)]


def test_a_scene_says_it_all() -> None:
    scene, _ = scene_of(TABLE)
    assert (scene.side, scene.direction, scene.top, scene.top_back) == ("light", "clockwise", "blue 5", "p9")
    assert (scene.colour, scene.draw_size, scene.draw_back) == ("blue", 2, "u1")
    assert [row.name for row in scene.rows] == ["Bo", "Chidi", "Ada"]
    assert scene.rows[0].marks == ("can be caught",)
    assert [card.name for card in scene.hand] == ["r5", "r5", "b5", "W"]
    assert all(card.playable for card in scene.hand)
    assert scene.prompt == "Your turn: blue or a 5 is needed."
    assert scene.hint == "Bo has one card and did not call: catch Bo."
    mine, _ = scene_of({**TABLE, "turn": "Chidi"}, 1)
    assert mine.prompt == ""
    assert mine.hint.startswith("You have one card and did not call")


def test_prompts_of_every_phase() -> None:
    drawn, _ = scene_of({**TABLE, "phase": "drawn", "drawn": "b5/o1"})
    assert drawn.prompt == "You drew blue 5: play it or keep it."
    assert [card.name for card in drawn.hand if card.playable] == ["b5"]
    useless, _ = scene_of({**TABLE, "phase": "drawn", "drawn": "r5/t8", "discard": ["g7/o8"]})
    assert useless.prompt == "You drew red 5, which does not fit: keep it."
    naming, _ = scene_of({**TABLE, "phase": "name", "discard": ["W/o8"]})
    assert naming.prompt.startswith("Name a colour")
    assert [choice.text for choice in naming.choices if choice.number] == [
        f"name {colour}" for colour in ("red", "yellow", "green", "blue")
    ]
    challenge = {"by": "Chidi", "before": "green"}
    values = {**TABLE, "phase": "challenge", "challenge": challenge, "discard": ["g7/o8", "W2/o1"], "colour": "red"}
    challenged, _ = scene_of(values)
    assert "if you think that Chidi had green" in challenged.prompt
    assert [choice.number for choice in challenged.choices] == [1, 2, None]


CLASSIC: dict[str, Any] = {
    "rules": "classic",
    "seats": ["Ada", "Bo", "Chidi"],
    "turn": "Ada",
    "hands": {"Ada": ["b5", "W4", "gD2", "g5"], "Bo": ["r1"], "Chidi": ["g1", "g2"]},
    "draw": ["y2", "y4"],
    "discard": ["b2", "b5"],
}


def rules(base: str = "classic", **options: Any) -> dict[str, Any]:
    return {"rules": {"preset": base, **options}}


def test_cards_with_one_face_have_no_sides_and_no_backs() -> None:
    scene, _ = scene_of(CLASSIC)
    lines = [*draw_table(scene), *draw_asking(scene)]
    assert lines[:3] == [
        "--- clockwise -----------------------------------------------------------------",
        "On top: blue 5 [b5]. Colour in force: blue.",
        "Draw pile: 2.",
    ]
    assert lines[3].split() == ["Bo", "1", "card"]
    assert " 1* green 5 [g5]" in lines[7]
    assert not any(word in line for line in lines for word in ("back", "light", "dark", "?"))
    assert scene.hand[-1].text == "wild draw four"


def test_hidden_backs_are_not_mentioned() -> None:
    scene, _ = scene_of({**TABLE, **rules("flip", backs="hidden"), "seen": []})
    lines = draw_table(scene)
    assert not any("back" in line or "?" in line for line in lines)
    assert lines[0].startswith("--- light side")
    assert [row.backs for row in scene.rows] == [(), (), ()]


def test_a_draw_card_that_may_be_answered() -> None:
    values = {**CLASSIC, "phase": "pending", "discard": ["b2", "bD2"], "pending": {"sum": 4}}
    scene, table = scene_of({**values, **rules(stacking="up")})
    assert scene.prompt == "The draw two is at you: draw 4 cards, or answer with a draw two or a wild draw four."
    assert [card.name for card in scene.hand if card.playable] == ["gD2", "W4"]
    assert "To be drawn: 4 cards." in draw_table(scene)
    assert only_choice(scene) is None
    draw_two, wild = (next(card for card in scene.hand if card.name == name) for name in ("gD2", "W4"))
    assert understand(str(draw_two.number), scene, table, 0) == Act(Play((draw_two.place,)))
    assert understand(str(wild.number), scene, table, 0) == AskColour(wild.place, False)
    waiting, _ = scene_of({**values, **rules(stacking="up"), "turn": "Bo"})
    assert " ".join(" ".join(draw_waiting(waiting)).split()).endswith("force: blue. To be drawn: 4 cards.")
    deflected, _ = scene_of({**values, **rules(reverse_deflect=True)})
    assert deflected.prompt == "The draw two is at you: draw 4 cards, or answer with a blue reverse."
    assert only_choice(deflected) is not None
    dark = {**TABLE, "side": "dark", "discard": ["b2/o8", "b5/WC"], "colour": "teal", "turn": "Bo", "phase": "pending"}
    dark |= {"pending": {"kind": "WC", "sum": 5}, **rules("flip", stacking="any", wild_draw_mode="free")}
    assert scene_of(dark, 1)[0].prompt == (
        "The wild draw color is at you: draw until teal comes, then 5 cards more, or answer with a draw five or a wild "
        "draw color."
    )


def test_a_challenge_that_may_be_answered_with_a_card() -> None:
    values = {**CLASSIC, "phase": "challenge", "discard": ["b2", "W4"], "colour": "red"}
    values |= {"challenge": {"by": "Chidi", "before": "green"}, "pending": {"sum": 8}}
    scene, _ = scene_of({**values, **rules(stacking="same", wild_draw_test="colour_or_wild")})
    assert scene.prompt == (
        "Chidi played wild draw four at you (to draw: 8 cards): accept, answer with a wild draw four, or challenge if "
        "you think that Chidi had green or another wild."
    )
    assert [(choice.text, choice.number) for choice in scene.choices] == [("accept", None), ("challenge", None)]
    assert [card.name for card in scene.hand if card.playable] == ["W4"]
    alone, _ = scene_of({**values, "pending": {}, **rules()})
    assert alone.prompt.startswith("Chidi played wild draw four at you: accept, or challenge if you think")
    assert [choice.number for choice in alone.choices] == [1, 2]


def test_a_seven_asks_with_whom_hands_are_swapped() -> None:
    scene, table = scene_of({**CLASSIC, **rules(seven_zero=True), "phase": "swap", "discard": ["b2", "b7"]})
    assert scene.asked is Asked.SWAP
    assert scene.prompt == "You played a 7: with whom do you swap hands? Bo (1 card) or Chidi (2 cards)."
    assert [(choice.number, choice.text) for choice in scene.choices] == [(1, "swap Bo"), (2, "swap Chidi")]
    for line in ("2", "swap chidi", "s Chidi", "Chidi", "chidi"):
        assert understand(line, scene, table, 0) == Act(Swap(2)), line
    assert understand("Ada", scene, table, 0) == Wrong(
        "Hands are swapped with another seat that still plays: with Bo or Chidi."
    )


def test_a_jump_is_offered_out_of_turn() -> None:
    values = {**CLASSIC, "turn": "Chidi", "played": True, **rules(jump_in=True)}
    scene, table = scene_of(values)
    assert scene.prompt == ""
    assert scene.hint == "You hold the same card: jump b5."
    number = next(card.number for card in scene.hand if card.name == "b5")
    for line in ("jump", "j", "jump b5", "j b5", f"jump {number}", f"j {number}"):
        assert understand(line, scene, table, 0) == Act(Jump(scene.hand[number - 1].place)), line
    assert understand("jump 99", scene, table, 0) == Wrong("There is no card 99: your hand has 4.")
    assert understand(f"jump {number} red", scene, table, 0) == Wrong(
        f"red does not go with a jump: write jump {number}, or jump {number} call."
    )
    last, last_table = scene_of({**values, "hands": {**CLASSIC["hands"], "Ada": ["b5", "g5"]}})
    assert last.hint == "You hold the same card: jump b5 call."
    card = next(card for card in last.hand if card.name == "b5")
    assert understand(f"jump {card.number} call", last, last_table, 0) == Act(Jump(card.place, call=True))
    calm, calm_table = scene_of({**values, "played": False})
    assert calm.hint == ""
    assert understand("jump", calm, calm_table, 0) == Wrong("You hold no card that jumps in now.")


def test_several_cards_in_one_play() -> None:
    scene, table = scene_of({**CLASSIC, **rules(multi_play=True)})
    green, blue = (next(card for card in scene.hand if card.name == name) for name in ("g5", "b5"))
    for line in (
        f"{green.number} {blue.number}",
        f"play {green.number} {blue.number}",
        f"p {green.number} {blue.number}",
        "play g5 b5",
        "g5 b5",
    ):
        assert understand(line, scene, table, 0) == Act(Play((green.place, blue.place))), line
    short, short_table = scene_of({**CLASSIC, **rules(multi_play=True), "hands": {"Ada": ["b5", "g5", "r1"]}})
    fives = [next(card for card in short.hand if card.name == name) for name in ("g5", "b5")]
    places = tuple(card.place for card in fives)
    for line in (f"{fives[0].number} {fives[1].number} call", f"{fives[0].number} {fives[1].number} u", "g5 b5 call"):
        assert understand(line, short, short_table, 0) == Act(Play(places, call=True)), line
    assert understand(f"{fives[0].number} 9", short, short_table, 0) == Wrong("There is no card 9: your hand has 3.")
    wrong = understand("1 1", scene, table, 0)
    assert wrong == Wrong("You hold no such card.")
    one, one_table = scene_of(CLASSIC)
    assert understand(f"{green.number} {blue.number}", one, one_table, 0) == Wrong("One card is played at a time.")


def test_who_is_out_is_marked() -> None:
    values = {**CLASSIC, **rules(play_to_last=True), "seats": ["Ada", "Bo", "Chidi", "Dee"]}
    scene, _ = scene_of({**values, "out": {"Bo": "finished", "Dee": "eliminated"}, "places": ["Bo"]})
    assert [row.marks for row in scene.rows] == [("place 1",), (), ("out",), ("dealer",)]
    assert scene_of({**values, "out": {"Bo": "left"}})[0].rows[0].marks == ("left",)


@pytest.mark.parametrize("mode", ["auto", "off"])
def test_where_nobody_calls_no_call_is_offered(mode: str) -> None:
    values = {**CLASSIC, **rules(call_mode=mode), "hands": {**CLASSIC["hands"], "Ada": ["b5", "g5"]}}
    scene, table = scene_of(values)
    assert not scene.calls
    assert "call" not in " ".join(draw_asking(scene))
    meaning = understand("call", scene, table, 0)
    assert isinstance(meaning, Wrong)
    assert meaning.sentence.startswith("The last card is ")


def test_a_false_catch_is_never_offered_but_can_be_typed() -> None:
    scene, table = scene_of({**CLASSIC, **rules(false_catch_penalty=1)})
    assert not any(isinstance(choice.move, Catch) for choice in scene.choices)
    assert understand("catch Chidi", scene, table, 0) == Act(Catch(2))


def test_scores_say_whether_the_lowest_win() -> None:
    low, _ = scene_of({**CLASSIC, **rules(scoring="low")})
    assert draw_scores(low) == ["Points (the lowest win): Bo 0, Chidi 0, Ada 0."]
    assert draw_scores(scene_of(CLASSIC)[0]) == ["Points: Bo 0, Chidi 0, Ada 0."]


def test_a_drawn_card_that_has_to_be_played() -> None:
    values = {**CLASSIC, "phase": "drawn", "drawn": "b5", **rules(drawn_card="must")}
    scene, _ = scene_of(values)
    assert scene.prompt == "You drew blue 5: it fits, and has to be played."
    assert not scene.choices
    barred, _ = scene_of({**values, "drawn": "W4", **rules(drawn_card="must", wild_draw_mode="enforce")})
    assert barred.prompt == "You drew wild draw four, which may not be played now: keep it."


def place_of(scene: Scene, number: int) -> int:
    return next(card.place for card in scene.hand if card.number == number)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("draw", Draw()),
        ("d", Draw()),
        ("D", Draw()),
        ("catch Bo", Catch(1)),
        ("catch bo", Catch(1)),
        ("catch", Catch(1)),
        ("c", Catch(1)),
        ("leave", Leave()),
        ("quit", Leave()),
        ("q", Leave()),
        ("Ada draw", Draw()),
    ],
)
def test_typed_moves(line: str, move: Move) -> None:
    scene, table = scene_of(TABLE)
    assert understand(line, scene, table, 0) == Act(move)


def test_typed_cards_and_colours() -> None:
    scene, table = scene_of(TABLE)
    blue, wild = place_of(scene, 3), place_of(scene, 4)
    for line in ("3", "play 3", "p 3", "b5", "play b5", "p b5", "b5/o1"):
        assert understand(line, scene, table, 0) == Act(Play((blue,))), line
    for line in ("4 red", "4 r", "play 4 red", "W red", "W r", "play W red", "play w red".replace("w", "W")):
        assert understand(line, scene, table, 0) == Act(Play((wild,), 0)), line
    asked = understand("4", scene, table, 0)
    assert asked == AskColour(wild, False)
    assert isinstance(asked, AskColour)
    for line in ("green", "g", "3", "GREEN"):
        assert understand(line, scene, table, 0, asked) == Act(Play((wild,), 2))
    # Something else is still possible when a colour was asked for.
    assert understand("catch Bo", scene, table, 0, asked) == Act(Catch(1))


def test_the_last_card_but_one_is_played_and_called_in_one_go() -> None:
    scene, table = scene_of({**TABLE, "hands": {**TABLE["hands"], "Ada": ["b5/o1", "W/p3"]}})
    blue, wild = place_of(scene, 1), place_of(scene, 2)
    for line in ("1 call", "1 u", "b5 call", "play b5 call"):
        assert understand(line, scene, table, 0) == Act(Play((blue,), call=True)), line
    assert understand("2 red call", scene, table, 0) == Act(Play((wild,), 0, True))
    asked = understand("2 call", scene, table, 0)
    assert asked == AskColour(wild, True)
    assert isinstance(asked, AskColour)
    assert understand("1", scene, table, 0, asked) == Act(Play((wild,), 0, True))
    # A beginner is told of it where it counts, and only there.
    assert "1 call (plays and calls)" in " ".join(" ".join(draw_asking(scene)).split())
    assert "plays and calls" not in " ".join(draw_asking(scene_of(TABLE)[0]))


def test_colours_are_named_when_asked() -> None:
    scene, table = scene_of({**TABLE, "phase": "name", "discard": ["W/o8"]})
    for line in ("name green", "green", "g", "3", "name g", "n 3"):
        assert understand(line, scene, table, 0) == Act(Name(2)), line
    assert isinstance(understand("name teal", scene, table, 0), Wrong)
    assert isinstance(understand("5", scene, table, 0), Wrong)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("dance", "type help"),
        ("9", "no card 9"),
        ("3 call", "You have 4 cards"),
        ("4 mauve", "no colour"),
        ("4 teal", "no colour"),
        ("3 red", "names no colour"),
        ("g1", "You hold no such card"),
        ("keep", "just drawn"),
        ("catch Zoe", "no seat called Zoe"),
        ("catch Chidi", "Chidi has 2 cards"),
        ("Bo draw", "You sit at Ada, not at Bo"),
        ("name", "name"),
        ("challenge", "nothing to accept or challenge"),
    ],
)
def test_what_cannot_be_done_is_explained(line: str, says: str) -> None:
    scene, table = scene_of(TABLE)
    meaning = understand(line, scene, table, 0)
    assert isinstance(meaning, Wrong)
    assert says in meaning.sentence


def test_a_card_that_does_not_fit_says_what_would() -> None:
    scene, table = scene_of({**TABLE, "discard": ["g7/o8"]})
    meaning = understand("1", scene, table, 0)
    assert meaning == Wrong("Red 5 does not match: green or a 7 is needed.")


@pytest.mark.parametrize("line", ["hand", "h", "table", "t", "help", "?", "scores"])
def test_questions_are_no_moves(line: str) -> None:
    scene, table = scene_of(TABLE)
    assert isinstance(understand(line, scene, table, 0), Show)
    assert understand("   ", scene, table, 0) is None


@given(st.text(max_size=30))
def test_nothing_typed_breaks_it(line: str) -> None:
    scene, table = scene_of(TABLE)
    meaning = understand(line, scene, table, 0)
    assert meaning is None or isinstance(meaning, Act | AskColour | Show | Wrong)


def test_enter_alone_does_the_only_thing_there_is() -> None:
    values: dict[str, Any] = {**TABLE, "hands": {**TABLE["hands"], "Ada": ["r1/t8", "g3/o1"]}, "catchable": []}
    scene, table = scene_of({**values, "called": ["Ada"]})
    assert understand("", scene, table, 0) == Act(Draw())
    assert draw_asking(scene)[-1].endswith("Enter: draw.")
    scene, table = scene_of(values)  # a call may be due as well
    assert understand("", scene, table, 0) is None
    scene, table = scene_of(TABLE)
    assert understand("", scene, table, 0) is None
    assert "Enter" not in " ".join(" ".join(draw_asking(scene)).split())
    scene, table = scene_of(TABLE, 2)
    assert understand("", scene, table, 2) is None
    assert draw_waiting(scene) == ["It is Ada's turn. On top: blue 5 [b5]. Colour in force: blue."]


def test_the_name_of_a_table_is_shown_as_it_is_typed() -> None:
    for name, typed in (("Kitchen", "Kitchen"), ("Ada's table", '"Ada\'s table"'), ('a "b"', "'a \"b\"'")):
        assert (quoted(name), is_name(name)) == (typed, True)
        assert shlex.split(typed) == [name]
    assert not any(map(is_name, ("+CODE", "-h", "10.0.0.1", "my.host", "[::1]", "a:b", "localhost")))


@pytest.mark.parametrize("columns", [30, 40, 60, 79])
def test_everything_fits_a_narrow_terminal(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for seed in range(4):
        for table, _ in random_game(random.Random(seed), 4, 12, None):
            if table.over:
                continue
            scene = present(View(table, 0))
            lines = [*draw_table(scene), *draw_asking(scene), *draw_scores(scene), *draw_waiting(scene)]
            assert max(map(len, lines)) < max(columns, 45)  # a card takes one line
