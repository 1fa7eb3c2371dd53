"""How a round begins: the deal, the first card, and what that card does. Must never know how the round goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .cards import WILD_DRAWS, Kind
from .disclose import mix, open_back, open_face, show
from .events import Reversed, TurnedUp
from .phases import Naming
from .steps import after_flip, begin_turn, draw_out, flip, flipped, miss_turn, plan, tell
from .table import BARRIER, Table


def deal(table: Table) -> None:
    """Deal places 0, 1, 2 ... one at a time from the dealer's left; the rest is the pile, lowest number on top."""
    order = [table.after(table.dealer, steps) for steps in range(1, len(table.active) + 1)]
    places = iter(range(table.rules.cards.size))
    for _ in range(table.rules.hand_size):
        for seat in order:
            place = next(places)
            table.hands[seat].append(place)
            show(table, place, table.side, seat)
            open_face(table, place, 1 - table.side)
    table.draw = list(reversed(list(places)))
    turn_up(table)


def turn_up(table: Table) -> None:
    """Turn the top of the pile up; both faces of it are then public."""
    place = table.draw.pop()
    table.discard.append(place)
    for side in range(len(table.sheets)):
        open_face(table, place, side)
    plan(table, BARRIER, (turned_up, place))


def turned_up(table: Table, place: int) -> None:
    """Let the first card stand and act, or send it back (row 10)."""
    face = table.read(place, table.side)
    kind = table.sheets[table.side].kinds[face]
    back = kind in WILD_DRAWS and not _only_wild_draws(table, face)
    tell(table, TurnedUp, place, face, back)
    if back:
        table.discard.pop()
        mix(table, [*table.draw, place])
        plan(table, BARRIER, (turn_up,))
        return
    if kind is not Kind.FLIP:  # A Flip turns the pile over first, and then opens the back of its new top.
        open_back(table)
    left = table.after(table.dealer)
    _OPENINGS.get(kind, _starts)(table, left)


def _only_wild_draws(table: Table, face: int) -> bool:
    """Whether no other card than such a one is left to turn up (H13).

    The number of printed copies is looked at first: with a real deck more cards than that are always left, so that no
    hidden face is ever read.
    """
    if len(table.draw) >= table.inventory[table.side][face]:
        return False
    return all(table.faces[table.side][place] == face for place in table.draw)


def _starts(table: Table, left: int) -> None:
    begin_turn(table, left)


def _draws(cards: int) -> Callable[[Table, int], None]:
    def opening(table: Table, left: int) -> None:
        plan(table, (draw_out, left, cards), (miss_turn, left))

    return opening


def _reverse(table: Table, _left: int) -> None:
    """The dealer starts, and play goes on to its right (row 8)."""
    table.direction = -1
    tell(table, Reversed, table.dealer, table.direction)
    begin_turn(table, table.dealer)


def _wild(table: Table, left: int) -> None:
    """The dealer's left neighbour names a colour and then plays (row 9)."""
    table.turn = left
    table.phase = Naming(left)


def _flip(table: Table, left: int) -> None:
    """The whole table turns dark; the one discard shows its own other face (rows 11, 12)."""
    plan(table, (flip,), BARRIER, (flipped, table.dealer), (after_flip, left, left))


_OPENINGS: Final[dict[Kind, Callable[[Table, int], None]]] = {
    Kind.DRAW_ONE: _draws(1),
    Kind.SKIP: miss_turn,
    Kind.REVERSE: _reverse,
    Kind.WILD: _wild,
    Kind.WILD_DRAW_TWO: _wild,
    Kind.FLIP: _flip,
}
