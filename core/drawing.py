"""Drawing: cards from the pile into a hand, through a reshuffle where it is spent; steps of the agenda.

Must never read a face that is not public.
"""

from __future__ import annotations

from typing import Final

from .agenda import plan, tell
from .cards import ALL_FACES, FaceSet
from .disclose import known_in, mix, open_back, show, state
from .ends import eliminate
from .events import Drew, Reshuffled
from .table import BARRIER, Step, Table


def take(table: Table, seat: int) -> int:
    """Move the top of the draw pile into a hand; a hand that grew needs a new call (H86)."""
    draw, side, bit = table.draw, table.side, 1 << seat
    place = draw.pop()
    table.hands[seat].append(place)
    table.called &= ~bit
    table.catchable &= ~bit
    if table.discloser is None:
        show(table, place, side, seat)
        open_back(table)
    else:
        table.rights[side][place] |= bit
        if draw and table.shows_backs:
            table.rights[1 - side][draw[-1]] = table.everyone
    return place


def too_many(table: Table, seat: int) -> bool:
    """Whether a hand has reached the size at which mercy ends it."""
    return 0 < table.rules.mercy <= len(table.hands[seat])


def draw_out(table: Table, seat: int, cards: int, drawn: int = 0) -> None:
    """``seat`` draws ``cards`` after the ``drawn`` it has drawn already, through a reshuffle where the pile is spent.

    What cannot be drawn lapses.
    """
    if table.out[seat] is not None:
        return
    mercy = table.rules.mercy
    while cards and table.draw:
        take(table, seat)
        drawn += 1
        cards -= 1
        if mercy and too_many(table, seat):
            _report(table, seat, drawn)
            eliminate(table, seat)
            return
    if cards and table.can_reshuffle:
        plan(table, *_RESHUFFLE, (draw_out, seat, cards, drawn))
    elif table.listening:
        _report(table, seat, drawn)


def _report(table: Table, seat: int, drawn: int) -> None:
    """So many cards were drawn: the last ones of the hand."""
    hand = table.hands[seat]
    tell(table, Drew, seat, tuple(hand[len(hand) - drawn :]), table.side)


def draw_until(table: Table, seat: int, stop: FaceSet, most: int, more: int, drawn: int = 0) -> None:
    """``seat`` draws until a card of ``stop`` comes, at most ``most`` cards, then ``more`` (rows 41 to 43).

    It ends as well when both piles are spent.
    """
    if table.out[seat] is not None:
        return
    while table.draw:
        place = take(table, seat)
        drawn += 1
        if too_many(table, seat):
            _report(table, seat, drawn)
            eliminate(table, seat)
            return
        if drawn >= most:
            draw_out(table, seat, more, drawn)
            return
        if table.discloser is None:
            plan(table, BARRIER, (_state, seat, stop, most, more, drawn))
            return
        state(table, place, table.side, seat, stop, ALL_FACES & ~stop)
        if known_in(table, place, table.side, stop):
            draw_out(table, seat, more, drawn)
            return
    if table.can_reshuffle:
        plan(table, *_RESHUFFLE, (draw_until, seat, stop, most, more, drawn))
    else:
        _report(table, seat, drawn)


def _state(table: Table, seat: int, stop: FaceSet, most: int, more: int, drawn: int) -> None:
    """The drawer, who has read its card by now, says whether it ends the drawing."""
    state(table, table.hands[seat][-1], table.side, seat, stop, ALL_FACES & ~stop)
    plan(table, BARRIER, (_judge, seat, stop, most, more, drawn))


def _judge(table: Table, seat: int, stop: FaceSet, most: int, more: int, drawn: int) -> None:
    if not known_in(table, table.hands[seat][-1], table.side, stop):
        draw_until(table, seat, stop, most, more, drawn)
    else:
        draw_out(table, seat, more, drawn)


def pay(table: Table) -> None:
    """Caught seats draw what a phase made them wait for, in the order of play."""
    owed = sorted(table.owed.items(), key=lambda debt: table.distance(debt[0]))
    table.owed.clear()
    plan(table, *((draw_out, seat, cards) for seat, cards in owed))


def reshuffle(table: Table) -> None:
    """All discards but the top, and the hands of seats that are out, become the draw pile (row 60, H100, H107)."""
    inputs = table.discard[:-1]
    del table.discard[:-1]
    for seat in list(table.frozen_hands()):
        inputs += table.hands[seat]
        table.hands[seat].clear()
    mix(table, inputs)
    tell(table, Reshuffled, len(inputs))


_RESHUFFLE: Final[tuple[Step, ...]] = (BARRIER, (reshuffle,), BARRIER, (open_back,))
