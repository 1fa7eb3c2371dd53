"""The last card: called, caught, or caught falsely (rows 53 to 57). Must never know who is quick."""

from __future__ import annotations

from .agenda import plan, tell
from .drawing import draw_out
from .events import Called, Caught, FalselyCaught
from .phases import Drawn, Turn
from .table import Table
from .turns import move_on


def call_last(table: Table, seat: int) -> None:
    """``seat`` announces its last card."""
    table.called |= 1 << seat
    table.catchable &= ~(1 << seat)
    tell(table, Called, seat)


def catch(table: Table, seat: int, target: int) -> None:
    """Who did not call draws; who was wrong about it draws itself."""
    rules, bit = table.rules, 1 << target
    if table.catchable & bit:
        table.catchable &= ~bit
        tell(table, Caught, seat, target, rules.call_penalty)
        _fine(table, target, rules.call_penalty)
    else:
        table.tried |= 1 << seat
        tell(table, FalselyCaught, seat, target, rules.false_catch_penalty)
        _fine(table, seat, rules.false_catch_penalty)


def _fine(table: Table, seat: int, cards: int) -> None:
    """The cards are drawn at once, or when the open phase ends (H44, H82)."""
    if isinstance(table.phase, Turn | Drawn):
        plan(table, (draw_out, seat, cards), (move_on,))
    else:
        table.owed[seat] = table.owed.get(seat, 0) + cards
