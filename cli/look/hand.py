"""The own hand: side by side while there is room, then a fan, then a window on it with counters.

The selected card is lifted and always wholly seen; of every other one at least four cells are. Must never know what
may be done with a card beyond the mark it bears.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..language import _
from ..present import HandCard
from .canvas import Canvas
from .cards import draw_card

FAN: Final = 4
"""How much of a covered card is seen at least: all that tells it apart."""
_COUNTER: Final = 4


@dataclass(frozen=True, slots=True)
class _Laid:
    """Which cards are laid out, how far they are apart, and where the first one lies."""

    first: int
    last: int
    step: int
    left: int


def draw_hand(
    canvas: Canvas,
    y: int,
    hand: Sequence[HandCard],
    selected: int | None,
    marked: Sequence[int],
    letters: tuple[str, ...],
    size: tuple[int, int],
) -> None:
    """Lay the hand from line ``y`` on: one line of room to lift cards, the cards, their numbers."""
    if not hand:
        canvas.put(2, y + size[1] // 2, canvas.glyphs.clean(_("Your hand is empty.")), "faint")
        return
    chosen = None if selected is None else min(max(selected, 0), len(hand) - 1)
    laid = _layout(len(hand), chosen, canvas.width, size[0])
    x, places = laid.left, list[tuple[int, int, int]]()
    for at in range(laid.first, laid.last):
        wide = at in (chosen, laid.last - 1)
        step = size[0] + (laid.step >= size[0]) if wide else laid.step
        covered = at + 1 == chosen and FAN < laid.step < size[0]  # its last cell, by the left bar of the lifted card
        places.append((at, x, min(step - covered, size[0])))
        x += step + (at == chosen and laid.step < size[0])
    for at, left, shown in places:
        lifted = at == chosen or at in marked
        top = y if lifted else y + 1
        draw_card(canvas, left, top, hand[at].name, hand[at].back, letters, size, shown)
        canvas.spot(left, top, shown, size[1] + 1 + lifted, f"card:{at}")
        _number(canvas, left, y + 1 + size[1], at, hand[at].playable, at == chosen)
        if at == chosen and canvas.turning is None:
            for row in range(top, top + size[1]):
                canvas.put(left - 1, row, canvas.glyphs.lift[0], "accent")
                canvas.put(left + size[0], row, canvas.glyphs.lift[1], "accent")
    _counters(canvas, y + 1 + size[1] // 2, laid, len(hand))


def _layout(count: int, chosen: int | None, width: int, card: int) -> _Laid:
    """As wide as fits; the cell on each side of a lifted card is counted in."""
    room = width - 2
    for step in (card + 1, card):
        if count * step <= room + (step - card):
            return _Laid(0, count, step, (width - count * step + step - card) // 2)

    def fits(room: int) -> int:
        """How many cards lie in a fan of the closest kind, one of them open and the last one whole."""
        return max(1, (room - 2 * card - 1) // FAN + 2)

    if count <= fits(room):
        step = max(FAN, min(card - 1, (room - 2 * card - 1) // max(count - 2, 1)))
        taken = step * (count - 2) + 2 * card + 1
        return _Laid(0, count, step, max(1, (width - taken) // 2))
    shown = fits(room - 2 * _COUNTER)
    middle = chosen if chosen is not None else 0
    first = min(max(middle - shown // 2, 0), count - shown)
    return _Laid(first, first + shown, FAN, 1 + _COUNTER)


def _number(canvas: Canvas, x: int, y: int, at: int, playable: bool, chosen: bool) -> None:
    """Below a card: its number, whether it is selected, whether it fits."""
    glyphs = canvas.glyphs
    x = canvas.put(x, y, glyphs.pointer if chosen else " ", "accent")
    if playable:
        canvas.put(x, y, f"{at + 1}{glyphs.playable}", "chosen")
    else:
        canvas.put(x, y, str(at + 1), "accent" if chosen else "faint")


def _counters(canvas: Canvas, y: int, laid: _Laid, count: int) -> None:
    """How many cards lie beyond the edges."""
    left, right = canvas.glyphs.more
    if laid.first:
        canvas.put(0, y, f"{left}{laid.first}", "accent")
        canvas.spot(0, y - 1, _COUNTER, 3, "scroll:left")
    if laid.last < count:
        text = f"{count - laid.last}{right}"
        canvas.put(canvas.width - len(text), y, text, "accent")
        canvas.spot(canvas.width - _COUNTER, y - 1, _COUNTER, 3, "scroll:right")
