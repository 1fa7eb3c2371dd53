"""The picture of the table: exact sizes, and nothing of what matters missing, in any window."""

import itertools
import random
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.cli.look.board import Asking, Board, Option, draw_board, in_order
from fliptable.cli.look.digits import big
from fliptable.cli.look.faces import chip_of, face_of, sign_of, value_of
from fliptable.cli.look.look import load_look
from fliptable.cli.present import present
from fliptable.core.view import View

from ..games import any_rules, random_game
from .boards import COLOURS, KEYS, LOOK, SIZES, board, exact, part, position, size, spot

SEATS = (2, 4, 10)
HANDS = (1, 9, 25, 40)
ASCII = load_look(glyphs="ascii", depth="none")
LOOKS = (LOOK, load_look(depth="256"), load_look(depth="16"), load_look(depth="none"), ASCII)

any_size, any_look = st.sampled_from(SIZES), st.sampled_from(range(len(LOOKS)))
seats = pytest.mark.parametrize("seats", SEATS)


@size
@seats
def test_pictures_are_exact_and_show_the_five_facts(size: tuple[int, int], seats: int) -> None:
    looks = itertools.cycle(LOOKS)
    for cards, dark, turn in itertools.product(HANDS, (False, True), {0, 1, seats - 1}):
        look = next(looks)
        shown = board(position(seats, cards, cards, turn, dark), selected=cards // 2, timer=(3, 20))
        picture = draw_board(shown, look, *size)
        exact(picture, *size)
        text = picture.text()
        scene = shown.scene
        # Whose turn it is: the mark stands before the name, and the prompt says it.
        mover = next(row for row in scene.rows if row.turn)
        line = text[spot(picture, f"seat:{mover.name}").y]
        assert re.match(rf".{re.escape(look.glyphs.turn)} {mover.name[:8]}", line)
        assert mover.me or any(f"{mover.name}'s turn." in line for line in text)
        # The side and the direction.
        assert f" {'DARK' if dark else 'LIGHT'} side " in text[0]
        assert f"{look.glyphs.ways[not scene.clockwise]} {scene.direction}" in text[0]
        # The top card with its back, and the colour in force.
        top = part(picture, spot(picture, "discard"))
        assert sign_of(face_of(scene.top_name).colour, look.glyphs) in top[0]
        assert chip_of(face_of(scene.top_back), look.glyphs).strip() in top[-2]
        assert scene.colour.upper() in top[-1]


@size
@seats
def test_cards_are_told_apart_by_text_alone(size: tuple[int, int], seats: int) -> None:
    for cards, look in itertools.product(HANDS, (LOOKS[3], ASCII)):
        for selected in {0, cards // 2, cards - 1}:
            shown = board(position(seats, cards, seats + cards), selected=selected)
            picture = draw_board(shown, look, *size)
            hand = in_order(shown.scene.hand, "colour")
            seen = 0
            for number, card in enumerate(hand):
                if not any(found.action == f"card:{number}" for found in picture.spots):
                    continue
                seen += 1
                rows = part(picture, spot(picture, f"card:{number}"))
                face = face_of(card.name)
                # What is seen of it begins with edge, shape and letter; value and back are in the first four cells.
                tab = -3 if number == selected else -2
                assert rows[0].startswith(look.glyphs.edge + sign_of(face.colour, look.glyphs))
                value = (
                    big(value_of(face), look.glyphs.blocks)
                    if len(rows[0]) == 12 and size[1] >= 40
                    else [value_of(face)]
                )
                assert all(any(line in row for row in rows[1:6]) for line in value)
                assert chip_of(face_of(card.back), look.glyphs) in rows[tab][:4]
                assert str(number + 1) in rows[-1]
                assert (look.glyphs.playable in rows[-1]) == card.playable
            assert seen >= min(cards, 9)


@size
def test_the_selected_card_is_seen_whole(size: tuple[int, int]) -> None:
    for cards, selected in ((1, 0), (9, 8), (25, 0), (25, 13), (40, 39), (40, 20)):
        shown = board(position(4, cards, cards), selected=selected)
        picture = draw_board(shown, LOOK, *size)
        place = spot(picture, f"card:{selected}")
        assert place.width == (12 if size[1] >= 40 else 8)
        assert picture.at(place.x, place.y) == f"card:{selected}"
        assert picture.at(place.x + place.width - 1, place.y + place.height - 1) == f"card:{selected}"
        others = [found for found in picture.spots if found.action.startswith("card:") and found != place]
        assert all(found.y == place.y + 1 for found in others)
        rows = part(picture, place)
        assert all(row[0] == LOOK.glyphs.edge for row in rows[:-2])
        assert not any(set(row) & set(LOOK.glyphs.lift) for row in rows)
        beside = [line[place.x - 1] + line[place.x + place.width] for line in picture.text()]
        assert beside[place.y : place.y + place.height - 2] == ["".join(LOOK.glyphs.lift)] * (place.height - 2)


def test_cards_beyond_the_edges_are_counted() -> None:
    for selected in range(40):
        picture = draw_board(board(position(4, 40), selected=selected), LOOK, 80, 24)
        cards = [int(found.action[5:]) for found in picture.spots if found.action.startswith("card:")]
        assert selected in cards
        assert cards == list(range(cards[0], cards[-1] + 1))
        text = "\n".join(picture.text())
        assert (f"‹{cards[0]}" in text) == (cards[0] > 0) == bool(picture.at(0, 18))
        assert (f"{39 - cards[-1]}›" in text) == (cards[-1] < 39)


@given(st.text(max_size=60), st.lists(st.text(max_size=200), max_size=8), any_size, any_look)
def test_no_text_of_others_breaks_the_picture(name: str, lines: list[str], size: tuple[int, int], look: int) -> None:
    first = lines[0] if lines else ""
    asking = Asking(first, [Option(name[:3], line) for line in lines], len(lines) // 2) if len(lines) > 3 else None
    shown = board(
        position(4, 9),
        table=name,
        target=first,
        links={"Bo": name, "Ada": first},
        log=lines,
        chat=lines,
        remark=first,
        asking=asking,
        typing=name if len(name) % 2 else None,
        keys=[*KEYS, (name, first)],
    )
    picture = draw_board(shown, LOOKS[look], *size)
    exact(picture, *size)
    if LOOKS[look] is ASCII:
        assert all(line.isascii() for line in picture.text())


@given(st.integers(1, 70), st.integers(1, 30))
def test_a_small_window_says_what_is_needed(width: int, height: int) -> None:
    picture = draw_board(board(position(10, 9)), LOOK, width, height)
    exact(picture, width, height)
    text = " ".join(" ".join(picture.text()).split())
    small = width < 60 or height < 18
    if width >= 20 and height >= 6:
        assert ("60 x 18" in text and "q quits" in text) == small


def test_without_colours_no_style_has_one() -> None:
    for theme in ("felt", "daylight"):
        for look in (load_look(theme, depth="none"), load_look(theme, depth="none", glyphs="ascii")):
            shown = board(position(10, 40, dark=True), selected=3, asking=Asking("?", COLOURS, 1), timer=(1, 2))
            for segment in itertools.chain(*draw_board(shown, look, 120, 40).lines):
                assert segment.style is not None
                assert segment.style.color is None
                assert segment.style.bgcolor is None


def test_the_turn_is_seen_when_not_all_seats_fit() -> None:
    for turn in range(1, 10):
        picture = draw_board(board(position(10, 9, turn=turn)), LOOK, 60, 18)
        mover = next(row.name for row in board(position(10, 9, turn=turn)).scene.rows if row.turn)
        assert LOOK.glyphs.turn in picture.text()[spot(picture, f"seat:{mover}").y]


@pytest.mark.parametrize("rules", ["classic", {"preset": "flip", "backs": "hidden"}])
@size
def test_no_back_is_shown_where_there_is_none(rules: Any, size: tuple[int, int]) -> None:
    shown = board(position(4, 9, rules=rules), selected=2)
    picture = draw_board(shown, LOOK, *size)
    exact(picture, *size)
    bo = spot(picture, "seat:Bo")
    assert not set("".join(part(picture, bo))) & set("▲●■◆△□○◇✦")
    assert ("LIGHT side" in picture.text()[0]) == (rules != "classic")


@given(st.floats(0, 1), any_size, any_look, st.booleans())
def test_every_stage_of_a_flip_is_a_picture(stage: float, size: tuple[int, int], look: int, dark: bool) -> None:
    shown = board(position(4, 9, dark=dark), selected=3)
    exact(draw_board(turning(shown, stage), LOOKS[look], *size), *size)


@size
def test_the_turn_begins_with_the_backs_and_ends_with_the_faces(size: tuple[int, int]) -> None:
    shown = board(position(4, 9, dark=True), selected=3)
    lies = draw_board(shown, LOOK, *size)
    assert draw_board(turning(shown, 1), LOOK, *size).text()[0] == lies.text()[0]
    before = draw_board(turning(shown, 0), LOOK, *size)
    assert " LIGHT side " in before.text()[0]
    for number, card in enumerate(shown.scene.hand):
        place = spot(before, f"card:{number}")
        assert sign_of(face_of(card.back).colour, LOOK.glyphs) in part(before, place)[0]
    stages = [draw_board(turning(shown, at / 10), LOOK, *size).text() for at in range(11)]
    assert len({"\n".join(text) for text in stages}) > 6


def turning(shown: Board, stage: float) -> Board:
    return replace(shown, flip=stage)


@given(st.integers(0, 10_000), st.integers(2, 10), any_size, any_look)
def test_every_table_of_a_game_is_drawn(seed: int, seats: int, size: tuple[int, int], look: int) -> None:
    chance = random.Random(seed)
    for table, _events in random_game(chance, seats, 12, any_rules(chance)):
        if not table.over:
            scene = present(View(table, chance.randrange(seats)))
            picture = draw_board(Board(scene, selected=chance.choice((None, 0, 5)), order="value"), LOOKS[look], *size)
            exact(picture, *size)
            text = re.sub(r"[^ -~]", "", " ".join(picture.text()))
            words = " ".join(text.split())
            assert scene.prompt or scene.pending in words
            assert all(mark in text for row in scene.rows for mark in row.marks if row.me)


@size
@seats
def test_nothing_lies_on_something_else(size: tuple[int, int], seats: int) -> None:
    picture = draw_board(board(position(seats, 25), selected=3, asking=Asking("Well?", COLOURS, 1)), LOOK, *size)
    apart = [found for found in picture.spots if found.action.partition(":")[0] not in ("card", "log")]
    for one, other in itertools.combinations(apart, 2):
        beside = one.x + one.width <= other.x or other.x + other.width <= one.x
        assert beside or one.y + one.height <= other.y or other.y + other.height <= one.y, (one, other)
    cards = [found for found in picture.spots if found.action.startswith("card:")]
    assert all(one.x + one.width <= other.x for one, other in itertools.pairwise(cards))
    discard = spot(picture, "discard")
    assert all(found.x + found.width < discard.x for found in apart if found.action == "draw")
