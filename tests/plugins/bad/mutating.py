"""A player that changes everything it is handed, and the table behind it, and answers rightly then."""

from fliptable.core.moves import Move
from fliptable.core.view import View


def choose(view: View) -> Move:
    move = view.legal[0]
    table = vars(view)["_table"]
    vars(view)["legal"] = ()
    view.seat = 0
    for hand in table.hands:
        hand.clear()
    table.draw.clear()
    table.scores[:] = [0] * len(table.scores)
    table.faces[0][:] = [0] * len(table.faces[0])
    table.turn = view.seat
    return move
