"""What each kind of face does when it is played: a table, one function each.

``EFFECTS`` serve a card that leaves cards in the hand, ``LAST_EFFECTS`` the card with which a seat goes out: then
only forced draws and the Flip still happen (rows 52, 59; H93). Must never read a face that is not public.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .cards import Kind
from .events import Reversed, Skipped
from .phases import Challenged
from .steps import after_flip, begin_turn, draw_out, flip, flipped, miss_turn, plan, tell, wild_draw
from .table import BARRIER, Table


def _next(table: Table, seat: int, _before: int) -> None:
    begin_turn(table, table.after(seat))


def _skip(table: Table, seat: int, _before: int) -> None:
    miss_turn(table, table.after(seat))


def _reverse(table: Table, seat: int, before: int) -> None:
    """With two active seats the other one misses its turn (row 26)."""
    table.direction = -table.direction
    tell(table, Reversed, seat, table.direction)
    if len(table.active) == 2:
        _skip(table, seat, before)
    else:
        _next(table, seat, before)


def _skip_everyone(table: Table, seat: int, _before: int) -> None:
    for steps in range(1, len(table.active)):
        tell(table, Skipped, table.after(seat, steps))
    begin_turn(table, seat)


def _draw(cards: int) -> Callable[[Table, int, int], None]:
    def effect(table: Table, seat: int, _before: int) -> None:
        victim = table.after(seat)
        plan(table, (draw_out, victim, cards), (miss_turn, victim))

    return effect


def _flip(table: Table, seat: int, _before: int) -> None:
    plan(table, (flip,), BARRIER, (flipped, seat), (after_flip, seat, table.after(seat)))


def _wild_draw(table: Table, seat: int, before: int) -> None:
    table.turn = table.after(seat)
    table.phase = Challenged(seat, before, table.discard[-1])


Effect = Callable[[Table, int, int], None]
"""Takes the table, the seat that played, and the colour that was in force before."""

EFFECTS: Final[dict[Kind, Effect]] = {
    Kind.NUMBER: _next,
    Kind.WILD: _next,
    Kind.DRAW_ONE: _draw(1),
    Kind.DRAW_FIVE: _draw(5),
    Kind.REVERSE: _reverse,
    Kind.SKIP: _skip,
    Kind.SKIP_EVERYONE: _skip_everyone,
    Kind.FLIP: _flip,
    Kind.WILD_DRAW_TWO: _wild_draw,
    Kind.WILD_DRAW_COLOR: _wild_draw,
}


def _last_draw(cards: int) -> Effect:
    def effect(table: Table, seat: int, _before: int) -> None:
        plan(table, (draw_out, table.after(seat), cards))

    return effect


def _last_flip(table: Table, seat: int, _before: int) -> None:
    plan(table, (flip,), BARRIER, (flipped, seat))


def _last_wild_draw(table: Table, seat: int, _before: int) -> None:
    plan(table, wild_draw(table, table.after(seat), 0))


LAST_EFFECTS: Final[dict[Kind, Effect]] = {
    Kind.DRAW_ONE: _last_draw(1),
    Kind.DRAW_FIVE: _last_draw(5),
    Kind.FLIP: _last_flip,
    Kind.WILD_DRAW_TWO: _last_wild_draw,
    Kind.WILD_DRAW_COLOR: _last_wild_draw,
}
