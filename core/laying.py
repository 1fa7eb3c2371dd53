"""Several numbers in one move (`multi_play`): which may lie together, and how they may be laid.

Must never know whose turn it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from .cards import SYMBOLS_PER_COLOUR, UNKNOWN, Kind
from .errors import Reason
from .moves import Move, Play
from .table import Table


def number_refusal(table: Table, places: Sequence[int]) -> Reason | None:
    """Why these cards may not be laid together: they must be numbers, and one number."""
    faces, kinds = table.faces[table.side], table.sheets[table.side].kinds
    shown = [faces[place] for place in places]
    if any(kinds[face] is not Kind.NUMBER for face in shown):
        return Reason.ONE_NUMBER_ONLY
    return None if len({face % SYMBOLS_PER_COLOUR for face in shown}) == 1 else Reason.ONE_NUMBER_ONLY


def add_numbers(table: Table, seat: int, moves: list[Move]) -> None:
    """Add the plays of several cards: each choice of first and last card, those between in the order drawn.

    The first one has to fit, the last one is the new top; the order of those between them changes nothing that a rule
    asks, so other orders are legal as well but not listed. Of equal cards the one drawn first goes first.
    """
    side = table.side
    faces, kinds, fitting = table.faces[side], table.sheets[side].kinds, table.fitting
    groups: dict[int, list[int]] = {}
    for place in table.hands[seat]:
        if faces[place] != UNKNOWN and kinds[faces[place]] is Kind.NUMBER:
            groups.setdefault(faces[place] % SYMBOLS_PER_COLOUR, []).append(place)
    cards = len(table.hands[seat])
    seen: set[tuple[tuple[int, ...], ...]] = set()
    for group in groups.values():
        for size in range(2, len(group) + 1):
            call = (False, True) if cards - size == 1 and table.rules.call_mode == "catch" else (False,)
            for chosen in combinations(group, size):
                for order in _orders(chosen):
                    look = tuple(tuple(side[place] for side in table.faces) for place in order)
                    if fitting >> faces[order[0]] & 1 and look not in seen:
                        seen.add(look)
                        moves += [Play(order, call=flag) for flag in call]


def _orders(chosen: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Each choice of a first and a last card."""
    return [
        (first, *(place for place in chosen if place not in (first, last)), last)
        for first in chosen
        for last in chosen
        if first != last
    ]
