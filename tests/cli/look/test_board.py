"""The picture of the table: exact sizes, and nothing of what matters missing, in any window."""

import itertools

import pytest
from rich.cells import cell_len

from fliptable.cli.look.board import draw_board
from fliptable.cli.look.canvas import Picture
from fliptable.cli.look.look import load_look

from .boards import board, position

SIZES = ((60, 18), (80, 24), (100, 30), (120, 40), (200, 60))
SEATS = (2, 4, 10)
HANDS = (1, 9, 25, 40)
LOOK = load_look()
ASCII = load_look(glyphs="ascii", depth="none")


def exact(picture: Picture, width: int, height: int) -> None:
    assert len(picture.lines) == height
    for line in picture.lines:
        assert sum(cell_len(segment.text) for segment in line) == width


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", SEATS)
def test_every_line_is_as_wide_as_asked(size: tuple[int, int], seats: int) -> None:
    for cards, dark, look in itertools.product(HANDS, (False, True), (LOOK, ASCII)):
        shown = board(position(seats, cards, cards, turn=seats - 1, dark=dark), selected=cards // 2, timer=(3, 20))
        exact(draw_board(shown, look, *size), *size)
