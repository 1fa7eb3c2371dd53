"""What each kind of face does when it is played: a table, one function each.

``EFFECTS`` serve a card that leaves cards in the hand, ``LAST_EFFECTS`` the card with which a seat goes out: then
only forced draws and the Flip still happen (rows 52, 59; H93). Must never read a face that is not public.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .agenda import plan, tell
from .cards import ACTIONS, DRAWN_BY, NO_COLOUR, PLAIN_WILD, Kind
from .drawing import draw_out
from .events import Reversed, Skipped
from .penalties import attack, last_attack
from .phases import SWAPPING
from .swapping import pass_hands_on
from .table import BARRIER, Table
from .turns import ask_colour, begin_turn, flip, flipped, miss_turn

Effect = Callable[[Table, int, int, Kind], None]
"""Takes the table, the seat that played, the colour that was in force before, and the kind of face."""


def _next(table: Table, seat: int, _before: int, _kind: Kind) -> None:
    begin_turn(table, table.after(seat))


def _number(table: Table, seat: int, _before: int, _kind: Kind) -> None:
    """A 7 or a 0 may move hands (H116)."""
    number = table.sheets[table.side].symbol(table.top) if table.rules.seven_zero else ""
    if number == "7":
        table.turn = seat
        table.phase = SWAPPING
    elif number == "0":
        pass_hands_on(table)
        plan(table, BARRIER, (begin_turn, table.after(seat)))
    else:
        begin_turn(table, table.after(seat))


def _skip(table: Table, seat: int, _before: int, _kind: Kind) -> None:
    miss_turn(table, table.after(seat))


def _reverse(table: Table, seat: int, _before: int, _kind: Kind) -> None:
    """With two active seats the other one misses its turn (row 26)."""
    table.direction = -table.direction
    tell(table, Reversed, seat, table.direction)
    if table.players == 2 and table.rules.two_player_reverse == "skip":
        miss_turn(table, table.after(seat))
    else:
        begin_turn(table, table.after(seat))


def _skip_everyone(table: Table, seat: int, _before: int, _kind: Kind) -> None:
    for steps in range(1, table.players):
        tell(table, Skipped, table.after(seat, steps))
    begin_turn(table, seat)


def _flip(table: Table, seat: int, _before: int, _kind: Kind) -> None:
    _turn_over(table, seat, after_flip)


EFFECTS: Final[dict[Kind, Effect]] = {
    Kind.NUMBER: _number,
    Kind.WILD: _next,
    Kind.REVERSE: _reverse,
    Kind.SKIP: _skip,
    Kind.SKIP_EVERYONE: _skip_everyone,
    Kind.FLIP: _flip,
    **dict.fromkeys(DRAWN_BY, attack),
}


def _turn_over(table: Table, seat: int, then: Callable[[Table, int], None]) -> None:
    """Turn the table over for a played Flip, and go on with what it shows."""
    flip(table)
    if table.dues:
        plan(table, BARRIER, (_turned_over, seat, then))
    else:
        _turned_over(table, seat, then)


def _turned_over(table: Table, seat: int, then: Callable[[Table, int], None]) -> None:
    """The next seat may have to draw for the Flip."""
    flipped(table, seat)
    if table.rules.progressive_flip:
        plan(table, (draw_out, table.after(seat), 1), (then, seat))
    else:
        then(table, seat)


def after_flip(table: Table, seat: int) -> None:
    """An exposed face sets colour and symbol only, unless actions act; for a wild a colour is named (rows 48, 49)."""
    top, following, rules = table.top, table.after(seat), table.rules
    kind = table.sheets[table.side].kinds[top]
    if top >= PLAIN_WILD:
        ask_colour(table, seat if rules.flip_wild_chooser == "flipper" else following, following)
    elif rules.flip_exposed_action and kind in _EXPOSED:
        EFFECTS[kind](table, seat, table.colour_in_force, kind)
    else:
        begin_turn(table, following)


_EXPOSED: Final = ACTIONS - {Kind.FLIP}


def _last_draw(table: Table, seat: int, _before: int, kind: Kind) -> None:
    last_attack(table, seat, kind)


def _last_flip(table: Table, seat: int, _before: int, _kind: Kind) -> None:
    if table.rules.flip_last_card == "execute":
        _turn_over(table, seat, _after_last_flip)


def _after_last_flip(table: Table, seat: int) -> None:
    """An exposed draw card still forces its draw where actions act."""
    kind = table.sheets[table.side].kinds[table.top]
    if table.rules.flip_exposed_action and kind in _EXPOSED and kind in DRAWN_BY:
        last_attack(table, seat, kind)


LAST_EFFECTS: Final[dict[Kind, Effect]] = {
    Kind.FLIP: _last_flip,
    **dict.fromkeys(DRAWN_BY, _last_draw),
}


def go_on(table: Table, seat: int) -> None:
    """Play goes on after ``seat`` went out; an exposed wild is the next seat's to name."""
    following = table.after(seat)
    if table.top >= PLAIN_WILD and table.colour == NO_COLOUR:
        ask_colour(table, following, following)
    else:
        begin_turn(table, following)
