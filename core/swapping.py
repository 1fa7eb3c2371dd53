"""Hands that change owner: a 7 swaps two, a 0 moves all of them on (H115, H116).

Calls belong to hands, so those of a moved hand lapse. Must never read a face that is not public.
"""

from __future__ import annotations

from collections.abc import Mapping

from .agenda import plan, tell
from .disclose import hand_over
from .drawing import pay
from .events import Swapped
from .table import BARRIER, Table
from .turns import begin_turn


def swap(table: Table, seat: int, target: int) -> None:
    """``seat`` and ``target`` swap hands; then it is the next seat's turn."""
    _move(table, {seat: target, target: seat})
    plan(table, BARRIER, (pay,), (begin_turn, table.after(seat)))


def pass_hands_on(table: Table) -> None:
    """Every active seat gives its hand to the next one in the direction of play."""
    _move(table, {seat: table.after(seat) for seat in table.active})


def _move(table: Table, moves: Mapping[int, int]) -> None:
    """Each seat's hand goes where ``moves`` says, all at once."""
    rules = table.rules
    hands = {seat: table.hands[seat] for seat in moves}
    for seat, target in moves.items():
        hand_over(table, seat, target)
        tell(table, Swapped, seat, target)
    for seat, target in moves.items():
        bit = 1 << target
        table.hands[target] = hands[seat]
        table.called &= ~bit
        table.catchable &= ~bit
        if rules.swap_call and rules.call_mode == "catch" and len(hands[seat]) == 1:
            table.catchable |= bit
