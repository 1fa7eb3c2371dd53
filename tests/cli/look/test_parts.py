"""Each part of the picture: what is asked, the hand, the seats, the piles, the log, the lines at top and bottom."""

import re
from dataclasses import replace
from typing import Any

import pytest

from fliptable.cli.language import choose, languages
from fliptable.cli.look.board import Asking, Option, draw_board, in_order
from fliptable.cli.look.faces import chip_of, face_of, sign_of
from fliptable.cli.look.middle import log_lines

from .boards import COLOURS, KEYS, LOOK, board, exact, part, position, size, spot


@size
def test_what_is_asked_stands_above_the_hand(size: tuple[int, int]) -> None:
    for selected in range(4):
        asking = Asking("Name a colour for the wild.", COLOURS, selected)
        picture = draw_board(board(position(10, 9), asking=asking, timer=(5, 10)), LOOK, *size)
        exact(picture, *size)
        assert any("Name a colour for the wild." in line for line in picture.text())
        for number, option in enumerate(COLOURS):
            place = spot(picture, f"option:{number}")
            text = part(picture, place)[0]
            assert f"{option.key} {sign_of(option.colour, LOOK.glyphs)} {option.label}" in text
            assert (LOOK.glyphs.pointer in text) == (number == selected)
            assert place.y < spot(picture, "card:0").y


def test_of_many_options_the_selected_one_is_shown() -> None:
    options = [Option(str(number), f"somebody {number} (7 cards)") for number in range(9)]
    for selected in range(9):
        picture = draw_board(board(position(10, 9), asking=Asking("With whom?", options, selected)), LOOK, 60, 18)
        assert f"somebody {selected} (7 cards)" in part(picture, spot(picture, f"option:{selected}"))[0]


@size
def test_the_footer_names_the_keys_that_fit(size: tuple[int, int]) -> None:
    picture = draw_board(board(position(4, 9), keys=KEYS * 8), LOOK, *size)
    exact(picture, *size)
    places = [found for found in picture.spots if found.action.startswith("key:")]
    assert len(places) > 4
    for place, (key, word) in zip(places, KEYS * 8, strict=False):
        assert place.action == f"key:{key}"
        assert part(picture, place) == [f"{key} {word}"]


def test_marked_cards_are_lifted() -> None:
    picture = draw_board(board(position(4, 9), selected=1, marked=(4, 5)), LOOK, 80, 24)
    lifted = {number for number in range(9) if spot(picture, f"card:{number}").y < spot(picture, "card:0").y}
    assert lifted == {1, 4, 5}


@size
def test_wide_windows_have_a_column_for_log_and_chat(size: tuple[int, int]) -> None:
    picture = draw_board(board(position(4, 9), chat=("Bo: hello",)), LOOK, *size)
    text = "\n".join(picture.text())
    assert ("Bo: hello" in text) == (size[0] >= 120)
    assert "Bo!" in text


def test_the_hand_is_ordered_as_wanted() -> None:
    hand = board(position(2, 30, 8)).scene.hand
    assert [card.age for card in in_order(hand, "drawn")] == list(range(30))
    assert [card.number for card in in_order(hand, "colour")] == list(range(1, 31))
    values = [(card.wild, card.name[1:]) for card in in_order(hand, "value")]
    assert values == sorted(values)


def test_colour_words_stand_on_their_colour() -> None:
    log = ["Bo plays teal 5, then red 7; the reddish one is not meant, and neither is Yellowstone."]
    picture = draw_board(board(position(4, 9), log=log, remark="Blue 5 does not match."), LOOK, 120, 40)
    tinted = {segment.text: segment.style for line in picture.lines for segment in line}
    for text, letter in (("□teal", "t"), ("▲red", "r"), ("◆Blue", "b")):
        assert tinted[text] == LOOK.style(f"chip:{letter}")
    assert not {"▲reddish", "●Yellow"} & set("\n".join(picture.text()).split())


def test_a_name_is_no_colour() -> None:
    shown = board(position(2, 9), log=["red plays red 7."])
    rows = tuple(replace(row, name="red" if not row.me else row.name) for row in shown.scene.rows)
    picture = draw_board(replace(shown, scene=replace(shown.scene, rows=rows)), LOOK, 80, 24)
    assert any("red plays red 7." in line for line in picture.text())


def test_no_option_is_marked_while_the_keys_belong_to_the_hand() -> None:
    picture = draw_board(board(position(4, 9), asking=Asking("Well?", COLOURS, None)), LOOK, 80, 24)
    (row,) = {found.y for found in picture.spots if found.action.startswith("option:")}
    assert not {LOOK.glyphs.pointer, *LOOK.glyphs.lift} & set(picture.text()[row])


@size
def test_seats_show_cards_marks_and_links(size: tuple[int, int]) -> None:
    values = position(3, 9) | {"called": ["Bo"], "dealer": "Chidi", "scores": {"Ada": 12, "Bo": 33, "Chidi": 0}}
    values["hands"]["Bo"] = ["r5/t8"]
    values["hands"]["Chidi"] = ["r5/t8", "gFL/WC", "bD1/uSE"]
    picture = draw_board(board(values, links={"Bo": "18 ms", "Ada": "via Chidi"}), LOOK, *size)
    bo, chidi, ada = (" ".join(part(picture, spot(picture, f"seat:{name}"))) for name in ("Bo", "Chidi", "Ada"))
    assert re.search(r"Bo +1( card)? .*called", bo)
    assert "18 ms" in bo
    assert re.search(r"Chidi +3( cards)? ", chidi)
    for name in ("t8", "WC", "uSE"):
        face = face_of(name)
        assert sign_of(face.colour, LOOK.glyphs) in chidi or chip_of(face, LOOK.glyphs, short=True) in chidi
    assert "9 cards" in ada
    assert "12 points" in ada
    assert "via Chidi" in ada


@size
def test_the_bar_of_time_runs_down(size: tuple[int, int]) -> None:
    for left, bars in ((20, 10), (10, 5), (0.2, 0), (0, 0)):
        picture = draw_board(board(position(4, 9), timer=(left, 20)), LOOK, *size)
        (line,) = [line for line in picture.text() if " s " in line and LOOK.glyphs.spent * (10 - bars) in line]
        assert line.count(LOOK.glyphs.full) == bars
        assert f" {-int(-left // 1)} s " in line


@size
def test_the_newest_of_the_log_is_always_there(size: tuple[int, int]) -> None:
    log = [f"Event number {number}." for number in range(50)]
    text = "\n".join(draw_board(board(position(10, 9), log=log), LOOK, *size).text())
    assert "Event number 49." in text
    assert text.count("Event number") >= (1 if size[1] < 30 else 3)
    assert ("Event number 30." in text) == (size[0] >= 120)


def test_what_is_typed_is_seen_from_its_end() -> None:
    picture = draw_board(board(position(4, 9), typing="x" * 200 + " the end"), LOOK, 60, 18)
    assert picture.text()[-1].rstrip().endswith("the end_")


def test_seats_beyond_the_edges_are_marked() -> None:
    for turn in range(1, 10):
        shown = board(position(10, 9, turn=turn))
        picture = draw_board(shown, LOOK, 60, 18)
        lines = [spot.y for spot in picture.spots if spot.action.startswith("seat:") and spot.action != "seat:Ada"]
        names = [row.name for row in shown.scene.rows]
        first = names.index(next(spot.action[5:] for spot in picture.spots if spot.action.startswith("seat:")))
        assert len(lines) == 6
        assert (picture.text()[lines[0]][0] == LOOK.glyphs.more[0]) == (first > 0)
        assert (picture.text()[lines[-1]][0] == LOOK.glyphs.more[1]) == (first + 6 < 9)


@size
def test_the_draw_pile_says_how_many_are_left(size: tuple[int, int]) -> None:
    values: Any = position(4, 9)
    for number, label in ((20, "DRAW"), (0, "empty")):
        cards: list[str] = values["draw"][:number]
        picture = draw_board(board(values | {"draw": cards}), LOOK, *size)
        pile = part(picture, spot(picture, "draw"))
        assert any(label in row for row in pile)
        assert f"{len(cards)} left" in pile[-1]
        if cards:
            assert chip_of(face_of(cards[-1].split("/")[1]), LOOK.glyphs).strip() in pile[0]


@size
def test_a_wild_shows_the_colours_it_may_name(size: tuple[int, int]) -> None:
    for dark, shapes in ((False, "▲●■◆"), (True, "△□○◇")):
        values: Any = position(2, 2, dark=dark)
        values["hands"]["Ada"] = ["W/WC", "W2/W"]
        picture = draw_board(board(values), LOOK, *size)
        for number in range(2):
            assert any(shapes in row for row in part(picture, spot(picture, f"card:{number}")))
        (label,) = [segment for segment in picture.lines[0] if " side " in segment.text]
        assert label.style == LOOK.style("side:dark" if dark else "side:light", dark)


@size
@pytest.mark.parametrize("seats", [2, 3, 5, 10])
def test_every_back_is_shown_or_counted(size: tuple[int, int], seats: int) -> None:
    shown = board(position(seats, 9, seats), links={"Bo": "18 ms"})
    picture = draw_board(shown, LOOK, *size)
    rows = {f"seat:{row.name}": row for row in shown.scene.rows if not row.me}
    places = [found for found in picture.spots if found.action in rows]
    assert len(places) == min(len(rows), 6 if size[1] < 24 else 9)
    for place in places:
        row, text = rows[place.action], " ".join(part(picture, place))
        shapes = re.findall("[△□○◇✦]", text)
        more = re.search(r" \+(\d+)", text) if len(shapes) < row.cards else None
        assert len(shapes) + int(more[1] if more else 0) == row.cards
        colours = [face_of(back).colour for back in row.backs]
        assert shapes == [LOOK.glyphs.shapes[colour] for colour in colours[: len(shapes)]]
        assert ("18 ms" in text) == (row.name == "Bo")


@size
@pytest.mark.parametrize("language", languages())
def test_every_language_has_room_for_side_and_direction(size: tuple[int, int], language: str) -> None:
    choose(language)
    try:
        shown = board(position(10, 9, 3, dark=True), target="x" * 40, links={"Ada": "x" * 40})
        picture = draw_board(shown, LOOK, *size)
        exact(picture, *size)
        assert shown.scene.direction in picture.text()[0]
        assert any(segment.style == LOOK.style("side:dark", dark=True) for segment in picture.lines[0])
    finally:
        choose("en")


def test_no_line_of_the_log_stands_without_the_beginning_of_its_sentence() -> None:
    entry = "A red 9 lies on top. Play your red 3, because it has the same colour as the card that lies there."
    scene = board(position(2, 5)).scene
    for height in range(1, 8):
        lines = [line for line, _newest in log_lines([entry, "Bo left."], height, 40, scene, LOOK.glyphs)]
        assert len(lines) <= height
        assert lines[-1] == "Bo left."
        assert lines == ["Bo left."] or lines[0].startswith("A ")
        alone = log_lines([entry], height, 40, scene, LOOK.glyphs)
        assert alone[0][0].startswith("A ")
