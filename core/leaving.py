"""A seat leaves: its hand lies open, and an open decision takes its cheapest end (H100 to H102).

Must never know why it left.
"""

from __future__ import annotations

from .agenda import plan, tell
from .disclose import open_face
from .drawing import pay
from .dues import Release
from .ends import end_if_alone
from .events import Left, Named
from .phases import Challenged, Naming, Pending, Swapping
from .table import BARRIER, LEFT, Step, Table
from .turns import begin_turn


def leave(table: Table, seat: int) -> None:
    """The hand joins the next reshuffle; nothing is drawn, swapped or answered for the seat any more."""
    was_in = table.out[seat] is None
    table.drop(seat, LEFT)
    table.passes = 0  # Its cards can be drawn now, so nobody's pass says anything any more.
    tell(table, Left, seat)
    if table.discloser is None:
        table.dues.append(Release(seat))
    for place in table.hands[seat]:
        for side in range(len(table.sheets)):
            open_face(table, place, side)
    if was_in:
        plan(table, BARRIER, (_go_on, seat))


def _go_on(table: Table, seat: int) -> None:
    """The decision that the seat owed, if it did, ends here."""
    if end_if_alone(table) or seat != table.turn:
        return
    then: Step = (begin_turn, table.after(seat))
    match table.phase:
        case Naming(following):
            table.colour = 0
            tell(table, Named, seat, table.side, 0)
            then = (begin_turn, following)
        case Challenged() | Pending() | Swapping():
            pass
        case _:
            plan(table, then)
            return
    plan(table, (pay,), then)
