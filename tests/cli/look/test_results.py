"""Rounds and matches that are over, as pictures: exact sizes, nobody missing, and signs that every terminal has."""

import itertools
from collections import Counter
from dataclasses import replace

import pytest

from fliptable.cli.history import Match
from fliptable.cli.look.canvas import Picture
from fliptable.cli.look.chronicle import draw_chronicle
from fliptable.cli.look.reel import Reel, draw_reel
from fliptable.cli.look.results import draw_match, draw_round
from fliptable.cli.summary import count_deeds
from fliptable.cli.summary_words import tell_course
from fliptable.core.events import Left

from ..results import finished, over
from ..test_history import some
from .boards import board, position
from .test_board import ASCII, HANDS, LOOK, SEATS, SIZES, exact

KEYS = (("Enter", "go on"), ("v", "proofs"))


def flat(picture: Picture) -> str:
    return "\n".join(picture.text())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", SEATS)
def test_a_round_fits_and_nobody_is_missing(size: tuple[int, int], seats: int) -> None:
    for cards, look in itertools.product((0, *HANDS), (LOOK, ASCII)):
        summary = over(seats, cards)
        picture = draw_round(summary, look, *size, KEYS)
        exact(picture, *size)
        text = flat(picture)
        for row in summary.rows:
            assert row.seat[:11] in text
        assert f"Deal verified: {9 * seats} proofs, 0 faults." in text
        assert "The table turned over 2 times." in text
        assert "Enter go on" in text
        assert look is LOOK or text.isascii()


@pytest.mark.parametrize(
    ("seats", "cards", "size"), [(2, 25, (80, 24)), (2, 40, (60, 18)), (4, 40, (60, 18)), (4, 12, (80, 24))]
)
def test_every_card_is_seen_or_counted(seats: int, cards: int, size: tuple[int, int]) -> None:
    lines = draw_round(over(seats, cards), ASCII, *size, KEYS).text()
    words = [word for line in lines if line.startswith("    ") for word in line.split()]
    more = [int(word) for word in words if word[0] == "+"]
    assert len(words) - len(more) + sum(more) == cards * (seats - 1)


def test_who_won_is_marked_without_colour() -> None:
    picture = draw_round(over(4, 5), ASCII, 80, 24, KEYS)
    (line,) = [line for line in picture.text() if line.startswith(">")]
    assert "Bo" in line
    assert "+20" in line


def test_the_way_to_the_proofs_can_be_clicked() -> None:
    picture = draw_round(over(4, 5), LOOK, 80, 24, KEYS)
    y, line = next((y, line) for y, line in enumerate(picture.text()) if "Deal verified" in line)
    assert picture.at(line.index("Deal"), y) == "key:v"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", SEATS)
def test_a_match_fits_and_every_seat_has_its_mark(size: tuple[int, int], seats: int) -> None:
    for rounds, look in itertools.product((0, 1, 7), (LOOK, ASCII)):
        summary = finished(seats, rounds)
        picture = draw_match(summary, look, *size, KEYS)
        exact(picture, *size)
        text = flat(picture)
        for at, name in enumerate(summary.seats):
            row = next(line for line in picture.text() if f" {name[:10]}" in line and "." in line[:4])
            assert str(summary.scores[at]) in row
            assert not rounds or row[5] == "123456789X"[at]
        assert f"{rounds} rounds in 12 min." in text or rounds == 1
        assert look is LOOK or text.isascii()


def test_an_ai_player_is_not_taken_for_the_reader() -> None:
    summary = finished(2, 2)
    mine = replace(summary, winners=("Ada",))
    assert "you win!" in flat(draw_match(mine, LOOK, 80, 24, KEYS))
    text = flat(draw_match(mine, LOOK, 80, 24, KEYS, you=False))
    assert "Ada wins" in text
    assert "You " not in text


@pytest.mark.parametrize("size", SIZES)
def test_the_list_of_matches_fits(size: tuple[int, int]) -> None:
    found: list[Match] = [replace(some(f"{number:02}"), table="Kitchen", at=number) for number in range(60)]
    for number, look in itertools.product((0, 1, 60), (LOOK, ASCII)):
        for at in {0, number // 2, max(0, number - 1)}:
            picture = draw_chronicle(found[:number], at, "", look, *size, KEYS)
            exact(picture, *size)
            text = flat(picture)
            assert look is LOOK or text.isascii()
            if not number:
                assert "No match is in your history yet." in text
                continue
            assert "Ada 64, Bo 0" in text
            assert [spot for spot in picture.spots if spot.action == f"match:{at}"]  # the chosen one is in sight


def test_a_window_that_became_tiny_breaks_nothing() -> None:
    reel = Reel(3, 9, (0, 5), (7,), 12, None)
    shown = board(position(3, 9))
    for width, height in itertools.product((1, 2, 7, 20, 59), (1, 2, 5, 17)):
        exact(draw_round(over(4, 25), LOOK, width, height, KEYS), width, height)
        exact(draw_match(finished(10, 3), LOOK, width, height, KEYS, remark="Bo wants to"), width, height)
        exact(draw_chronicle([some()], 0, "", LOOK, width, height, KEYS), width, height)
        exact(draw_reel(shown, reel, LOOK, width, height), width, height)


@pytest.mark.parametrize("size", SIZES)
def test_a_reel_says_where_it_is(size: tuple[int, int]) -> None:
    for look in (LOOK, ASCII):
        picture = draw_reel(board(position(4, 9)), Reel(3, 9, (0, 5), (7,), 12, 2.0), look, *size)
        exact(picture, *size)
        last = picture.text()[-1]
        assert "4/9 slot 12 2 a second" in last
        assert "!" in last
        assert {picture.at(x, size[1] - 1) for x in range(size[0])} >= {f"frame:{frame}" for frame in range(9)}


@pytest.mark.parametrize("size", SIZES)
def test_it_is_said_who_has_left(size: tuple[int, int]) -> None:
    match = finished(4, 2)
    last = match.rounds[-1]
    gone, *others = last.rows
    summary = replace(last, rows=(replace(gone, deeds=gone.deeds + Counter(left=1)), *others))
    picture = draw_round(summary, LOOK, *size, KEYS)
    exact(picture, *size)
    sentence = f"{gone.seat} leaves the match"
    assert sentence in flat(picture)
    match = replace(match, rounds=(match.rounds[0], summary))
    assert any(text.startswith(sentence) for text in tell_course(match))
    assert not any("leaves the match" in text for text in tell_course(finished(4, 2)))


def test_who_leaves_is_counted() -> None:
    deeds = [Counter[str](), Counter[str]()]
    assert count_deeds([Left(1)], deeds) == 0
    assert [one["left"] for one in deeds] == [0, 1]
