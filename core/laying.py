"""Several numbers in one move (`multi_play`): the ways to lay them.

Must never know whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from .cards import SYMBOLS_PER_COLOUR, UNKNOWN, Kind
from .moves import Move, Play
from .table import Table


def add_numbers(table: Table, seat: int, moves: list[Move]) -> None:
    """Add the plays of several cards: each choice of cards, of the first and of the last one.

    The first one has to fit, the last one is the new top; the order of those between them changes nothing that a rule
    asks, so other orders are legal as well but not listed. Of equal cards the one drawn first goes first.
    """
    side = table.side
    faces, kinds, fitting = table.faces[side], table.sheets[side].kinds, table.fitting
    groups: dict[int, dict[_Look, list[int]]] = {}
    for place in table.hands[seat]:
        if faces[place] != UNKNOWN and kinds[faces[place]] is Kind.NUMBER:
            look = table.look(place, seat)
            groups.setdefault(faces[place] % SYMBOLS_PER_COLOUR, {}).setdefault(look, []).append(place)
    cards, called = len(table.hands[seat]), table.rules.call_mode == "catch"
    for group in groups.values():
        for looks in _choices({look: len(places) for look, places in group.items()}):
            for order in _orders(looks):
                if fitting >> order[0][side] & 1:
                    laid = {look: iter(places) for look, places in group.items()}
                    places = tuple(next(laid[look]) for look in order)
                    flags = (False, True) if called and cards - len(places) == 1 else (False,)
                    moves += [Play(places, call=flag) for flag in flags]


_Look = tuple[int, ...]
"""What its holder sees of a card: its face on every side."""


def _choices(copies: Mapping[_Look, int]) -> Iterator[tuple[_Look, ...]]:
    """Every choice of two cards or more, equal cards not told apart."""
    for counts in product(*(range(count + 1) for count in copies.values())):
        if sum(counts) > 1:
            yield tuple(look for look, count in zip(copies, counts, strict=True) for _ in range(count))


def _orders(looks: tuple[_Look, ...]) -> Iterator[tuple[_Look, ...]]:
    """Each choice of a first and a last card."""
    for first in dict.fromkeys(looks):
        rest = list(looks)
        rest.remove(first)
        for last in dict.fromkeys(rest):
            between = rest[:]
            between.remove(last)
            yield (first, *between, last)
