"""A seat leaves: its hand lies open, and an open decision takes its cheapest end (H100 to H102). Or it is put out.

Must never know why.
"""

from __future__ import annotations

from .agenda import plan, tell
from .disclose import open_face
from .drawing import pay
from .dues import Release
from .ends import end_if_alone
from .events import Left, Named
from .phases import OVER, Challenged, Naming, Pending, Swapping
from .scoring import match_result
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


def put_out(table: Table, seat: int) -> Table:
    """The table as it goes on when ``seat`` is put out of the match; ``table`` itself stays as it is.

    A round that has ended stands. Any other is void, and this is its beginning: cards unknown and undealt, scores as
    they were, the deal with the next seat if it was that seat's. With one seat left the match is over.
    """
    if table.over:
        after = table.clone()
        after.drop(seat, LEFT)
    else:
        out = [table.out[other] if other not in table.dealt else None for other in range(len(table.seats))]
        for other in (*(gone for gone in table.dealt if table.out[gone] == LEFT), seat):
            out[other] = LEFT
        dealer = next(who for who in (*range(table.dealer, len(out)), *range(table.dealer)) if out[who] is None)
        after = Table(table.rules, table.seats, dealer, scores=table.scores, round=table.round, out=out)
    after.listening = table.listening
    if table.match_over or len(after.staying) == 1:
        after.phase = OVER
        after.match_result = match_result(after)
    return after
