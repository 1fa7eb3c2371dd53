"""The dealer's cut: who deals the first round.

Each seat draws a card and shows its light face; the highest number deals, symbols count nothing, the tied draw
again from what is left (documents 000 and 002; hard cases H1 and H2). Or any seat deals (`first_dealer=random`).
Must never know where the numbers come from.
"""

from __future__ import annotations

from collections.abc import Callable

from .cards import FACES, LIGHT, Kind
from .rules import Rules


def draw_dealer(rules: Rules, seats: int, below: Callable[[int], int]) -> tuple[int, list[list[tuple[int, int]]]]:
    """The seat that deals, and each draw as (seat, light face), one list a turn of drawing.

    Args:
        rules: they say how, and which deck is drawn from.
        seats: how many seats draw.
        below: ``below(n)`` gives the next uniform number in 0 .. n-1.
    """
    if rules.first_dealer == "random":
        return below(seats), []
    sheet = rules.cards.sheets[LIGHT]
    cards = [face for face in range(FACES) for _ in range(sheet.copies[face])]
    drawing = list(range(seats))
    draws: list[list[tuple[int, int]]] = []
    while len(drawing) > 1:
        drawn = [(seat, cards.pop(below(len(cards)))) for seat in drawing]
        draws.append(drawn)
        value = {seat: sheet.points[face] if sheet.kinds[face] is Kind.NUMBER else 0 for seat, face in drawn}
        drawing = [seat for seat in drawing if value[seat] == max(value.values())]
        if len(cards) < len(drawing):  # Nothing is left to tell the tied apart: all cards go back and they go on.
            cards = [face for face in range(FACES) for _ in range(sheet.copies[face])]
    return drawing[0], draws
