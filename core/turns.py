"""Whose turn it is, and the Flip: steps of the agenda. Must never read a face that is not public."""

from __future__ import annotations

from typing import Final

from .agenda import tell
from .cards import NO_COLOUR
from .disclose import open_back, open_face, open_hands, show
from .ends import block
from .events import Flipped, Skipped
from .phases import TURN, Drawn, Naming, Turn
from .rules import MAX_SEATS
from .table import Table

BLOCKED_AFTER: Final = 3
"""The same public situation so many times, while the piles are nearly empty, blocks the round (H106)."""


def begin_turn(table: Table, seat: int) -> None:
    """It is the turn of ``seat``, or of the next one when it is out; blocked when the game goes round in circles."""
    if table.out[seat] is not None:
        seat = table.after(seat)
    table.turn = seat
    table.phase = TURN
    if table.called:
        void_calls(table)
    if len(table.draw) <= MAX_SEATS or table.repeats:
        _count(table)


def void_calls(table: Table) -> None:
    """A call counts for the turn it was made in: with more than one card left at its end it was for nothing (H78)."""
    for seat, hand in enumerate(table.hands):
        if len(hand) != 1:
            table.called &= ~(1 << seat)


def _count(table: Table) -> None:
    """While the piles hold no more cards than there are players, public situations are counted (H106)."""
    if len(table.draw) + len(table.discard) > table.players:
        table.repeats.clear()
        return
    situation = (
        table.turn,
        table.direction,
        table.side,
        table.colour,
        table.top,
        len(table.draw),
        len(table.discard),
        *(len(hand) for hand in table.hands),
    )
    table.repeats[situation] = count = table.repeats.get(situation, 0) + 1
    if count >= BLOCKED_AFTER:
        block(table)


def ask_colour(table: Table, seat: int, following: int) -> None:
    """``seat`` has to name a colour for the wild on top; then it is the turn of ``following``."""
    table.turn = seat
    table.phase = Naming(following)


def pass_turn(table: Table) -> None:
    """The turn goes to the next seat."""
    begin_turn(table, table.after(table.turn))


def miss_turn(table: Table, seat: int) -> None:
    """``seat`` misses its turn; the one after it is next."""
    if table.listening:
        tell(table, Skipped, seat)
    begin_turn(table, table.after(seat))


def serve(table: Table, victim: int) -> None:
    """The victim of a draw card has drawn: it misses its turn, or has it all the same (`penalty_then_play`)."""
    if table.rules.penalty_then_play or table.out[victim] is not None:
        begin_turn(table, victim)
    else:
        miss_turn(table, victim)


def move_on(table: Table) -> None:
    """Where the seat to act is out by now, the next one has the turn."""
    if table.out[table.turn] is not None and isinstance(table.phase, Turn | Drawn):
        pass_turn(table)


def flip(table: Table) -> None:
    """Turn over discard pile, draw pile and all hands in one step (rows 45 to 47).

    Old active faces of held cards become backs, which all may see; so does what the piles now show. With hidden backs
    the owners are shown their new fronts instead, and only the new top of the discards is public. With
    ``flip_mode=card_only`` the discards stay as they lie, and the Flip on top shows its other face.
    """
    rules, old = table.rules, table.side
    table.side = 1 - old
    if rules.flip_mode == "whole_pile":
        table.discard.reverse()
    table.draw.reverse()
    table.colour = NO_COLOUR
    table.played = False
    if table.shows_backs:
        open_hands(table, old)
    else:
        for seat in table.active:
            for place in table.hands[seat]:
                show(table, place, table.side, seat)
    open_face(table, table.discard[-1], table.side)
    open_back(table)


def flipped(table: Table, seat: int) -> None:
    """Report the new top."""
    tell(table, Flipped, seat, table.side, table.top)
