"""How a round begins: the deal, the first card, and what that card does. Must never know how the round goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .agenda import plan, tell
from .cards import COLOURED_DRAWS, PLAIN_WILD, SKIPS, Kind
from .disclose import deal_out, mix, open_back, open_face
from .drawing import draw_out
from .events import Reversed, TurnedUp
from .penalties import summed
from .phases import Pending
from .table import BARRIER, Table
from .turns import ask_colour, begin_turn, flip, flipped, miss_turn, serve

MOST_REDRAWS: Final = 20
"""A first card has gone back so many times: it stands. With the printed deck this cannot be told from bad luck."""


def deal(table: Table) -> None:
    """Deal places 0, 1, 2 ... one at a time from the dealer's left; the rest is the pile, lowest number on top."""
    order = [table.after(table.dealer, steps) for steps in range(1, table.players + 1)]
    dealt = table.rules.hand_size * len(order)
    for number, seat in enumerate(order):
        table.hands[seat] = list(range(number, dealt, len(order)))
    deal_out(table, order, dealt)
    table.draw = list(range(table.rules.cards.size - 1, dealt - 1, -1))
    turn_up(table)


def turn_up(table: Table) -> None:
    """Turn the top of the pile up; both faces of it are then public, or only the front where backs are hidden."""
    place = table.draw.pop()
    table.discard.append(place)
    open_face(table, place, table.side)
    if table.shows_backs:
        open_face(table, place, 1 - table.side)
    if table.dues:
        plan(table, BARRIER, (turned_up, place))
    else:
        turned_up(table, place)


def turned_up(table: Table, place: int) -> None:
    """Let the first card stand and act, or send it back, or turn up another one on it (rows 5 to 13)."""
    rules = table.rules
    kind = table.sheets[table.side].kinds[table.read(place, table.side)]
    returned = table.ruling.returned
    back = kind in returned and not _stands(table, returned)
    tell(table, TurnedUp, place, table.read(place, table.side), back)
    if back:
        table.discard.pop()
        mix(table, [*table.draw, place])
        plan(table, BARRIER, (turn_up,))
        return
    if rules.opening_actions == "ignore" and kind in _ACTING and table.draw:
        turn_up(table)
        return
    # A Flip turns the pile over first, and then opens the back of its new top.
    acts = kind not in returned and not (rules.opening_actions == "ignore" and kind in _ACTING)
    if not acts or kind is not Kind.FLIP:
        open_back(table)
    left = table.after(table.dealer)
    if acts:
        _OPENINGS.get(kind, _starts)(table, left)
    elif table.top >= PLAIN_WILD:
        ask_colour(table, left, left)
    else:
        begin_turn(table, left)


_ACTING: Final = frozenset({Kind.REVERSE}) | COLOURED_DRAWS | SKIPS


def _stands(table: Table, returned: frozenset[Kind]) -> bool:
    """Whether no other kind of card is left to turn up (H13).

    Numbers of cards are looked at first: while more cards are left than all that would go back, the answer is no. Of a
    pile that a position describes the faces are read; of one of the printed deck they are secret, so there a number of
    attempts decides.
    """
    kinds, copies = table.sheets[table.side].kinds, table.inventory[table.side]
    if len(table.draw) >= sum(count for face, count in enumerate(copies) if kinds[face] in returned):
        return False
    if table.inventory == tuple(sheet.copies for sheet in table.sheets):
        return len(table.mixes) >= MOST_REDRAWS
    return all(kinds[table.read(place, table.side)] in returned for place in table.draw)


def _starts(table: Table, left: int) -> None:
    begin_turn(table, left)


def _draws(kind: Kind) -> Callable[[Table, int], None]:
    """The first seat draws, or answers, as if the card had been played against it."""

    def opening(table: Table, left: int) -> None:
        total, until = summed(table, kind)
        if table.rules.answers_draws:
            table.turn = left
            table.phase = Pending(kind, total, until)
        else:
            plan(table, (draw_out, left, total), (serve, left))

    return opening


def _reverse(table: Table, _left: int) -> None:
    """The dealer starts, or its right neighbour, and play goes on to the right (row 8)."""
    table.direction = -1
    tell(table, Reversed, table.dealer, table.direction)
    right = table.rules.opening_reverse == "right_of_dealer"
    begin_turn(table, table.after(table.dealer) if right else table.dealer)


def _wild(table: Table, left: int) -> None:
    """Who names the colour, and who plays then (row 9)."""
    match table.rules.opening_wild:
        case "left_names":
            ask_colour(table, left, table.after(left))
        case "dealer":
            ask_colour(table, table.dealer, left)
        case _:
            ask_colour(table, left, left)


def _flip(table: Table, left: int) -> None:
    """The whole table turns dark; the one discard shows its own other face (rows 11, 12)."""
    plan(table, (flip,), BARRIER, (flipped, table.dealer), (_after_flip, left))


def _after_flip(table: Table, left: int) -> None:
    """What the first card exposes never acts; a wild is for the first seat to name."""
    if table.top >= PLAIN_WILD:
        ask_colour(table, left, left)
    else:
        begin_turn(table, left)


_OPENINGS: Final[dict[Kind, Callable[[Table, int], None]]] = {
    **{kind: _draws(kind) for kind in COLOURED_DRAWS},
    **dict.fromkeys(SKIPS, miss_turn),
    Kind.REVERSE: _reverse,
    Kind.WILD: _wild,
    Kind.FLIP: _flip,
}
