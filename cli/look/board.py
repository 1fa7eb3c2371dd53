"""The whole table as a picture, for any window from 60 x 18 cells on.

Must never know what a key does, or what happens next: it is told a `Board` and draws that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..language import _
from .bars import draw_bottom, draw_top
from .canvas import Canvas, Picture, Spot, Turning
from .column import draw_column
from .hand import draw_hand
from .look import Look
from .middle import draw_middle
from .model import Asking, Board, Option, Order, in_order
from .piles import GAP, draw_piles, pile_size
from .seats import draw_seats
from .text import width_of, wrap
from .turning import turned

__all__ = [
    "LEAST_HEIGHT",
    "LEAST_WIDTH",
    "Asking",
    "Board",
    "Option",
    "Order",
    "Picture",
    "Spot",
    "draw_board",
    "in_order",
]

LEAST_WIDTH: Final = 60
LEAST_HEIGHT: Final = 18
COLUMN: Final = 36
"""How wide the column with log and chat is, where there is one: from 120 cells on."""

_SEATS: Final = 90
"""How wide the seats are at most: eyes do not find the end of a longer line."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """Who gets which lines: seats and piles, the middle, the hand; and the size of a card of the hand."""

    column: int
    seats: int
    middle: int
    card: tuple[int, int]


def draw_board(board: Board, look: Look, width: int, height: int) -> Picture:
    """The table in exactly ``width`` x ``height`` cells; below the least size it says what is needed."""
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        return _too_small(board, look, width, height).picture()
    if board.flip is None:
        return _draw(board, look, width, height).picture()
    turning = Turning(board.flip, width)
    canvas = _draw(turned(board), look, width, height, turning)
    canvas.take(_draw(board, look, width, height, turning), turning.seam)
    return canvas.picture()


def _plan(board: Board, width: int, height: int) -> _Plan:
    """Everything is decided by the size of the window, so that nothing jumps while a round is played."""
    column = COLUMN if width >= 120 else 0
    card = (12, 8) if width >= 120 and height >= 40 else (8, 5) if height >= 24 else (8, 4)
    rest = height - 4 - card[1]
    middle = 4 if height < 24 else 5 if height < 30 else 7
    return _Plan(column, rest - middle, middle, card)


def _draw(board: Board, look: Look, width: int, height: int, turning: Turning | None = None) -> Canvas:
    scene = board.scene
    canvas = Canvas(width, height, look.dark if scene.dark else look.light, look.glyphs, turning)
    plan = _plan(board, width, height)
    main = width - plan.column
    pile, _tall = pile_size(plan.seats)
    piles = 2 * pile + GAP
    draw_top(canvas, board)
    seats = min(main - piles - 3, _SEATS)
    draw_seats(canvas, 1, seats, plan.seats, scene, board.links)
    draw_piles(canvas, (seats + 2 + main - piles - 1) // 2, 1, plan.seats, scene)
    draw_middle(canvas, 1 + plan.seats, plan.middle, main, board, log=not plan.column)
    if plan.column:
        draw_column(canvas, main, 1, plan.column, plan.seats + plan.middle - 1, board)
    hand = in_order(scene.hand, board.order)
    draw_hand(canvas, 1 + plan.seats + plan.middle, hand, board.selected, board.marked, scene.letters, plan.card)
    draw_bottom(canvas, board)
    return canvas


def _too_small(board: Board, look: Look, width: int, height: int) -> Canvas:
    """What is needed, and that one can leave."""
    canvas = Canvas(width, height, look.dark if board.scene.dark else look.light, look.glyphs)
    needed = _("The table needs {width} x {height} cells; this window has {wide} x {high}.").format(
        width=LEAST_WIDTH, height=LEAST_HEIGHT, wide=width, high=height
    )
    lines = [
        *wrap(look.glyphs.clean(needed), max(width - 2, 1)),
        *wrap(look.glyphs.clean(_("q quits.")), max(width - 2, 1)),
    ]
    for at, line in enumerate(lines[-height:]):
        y = max(height - len(lines), 0) // 2 + at
        canvas.put(max(width - width_of(line), 0) // 2, y, line, "strong")
    return canvas
