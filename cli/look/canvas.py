"""A grid of cells to draw on, and the picture that comes of it.

Must never know cards or seats.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from rich.segment import Segment
from rich.style import Style

from .glyphs import Glyphs
from .look import Styles
from .text import cell_of, cut, width_of


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for the mouse: cells from the left, lines from the top, and what a click there means.

    Actions: ``card:I`` (I counts the hand in the order shown, from 0), ``draw``, ``discard``, ``seat:NAME``,
    ``option:I`` (of the asking), ``key:K`` (of the footer), ``scroll:left`` and ``scroll:right``, ``log``, ``chat``.
    """

    x: int
    y: int
    width: int
    height: int
    action: str

    def holds(self, x: int, y: int) -> bool:
        """Whether the cell belongs to it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


@dataclass(frozen=True, slots=True)
class Picture:
    """Lines of segments, each exactly as wide as was asked for, and the spots, the uppermost last."""

    lines: list[list[Segment]]
    spots: list[Spot]

    def at(self, x: int, y: int) -> str:
        """The action of the uppermost spot at a cell, or nothing."""
        return next((spot.action for spot in reversed(self.spots) if spot.holds(x, y)), "")

    def text(self) -> list[str]:
        """The lines without their styles."""
        return ["".join(segment.text for segment in line) for line in self.lines]


@dataclass(frozen=True, slots=True)
class Turning:
    """The table turning over from left to right, like a row of cards pushed over; ``at`` is 0 to 1."""

    at: float
    width: int

    def stage(self, x: int) -> float:
        """How far a column has turned, 0 to 1; from a half on its new side is seen."""
        return min(1.0, max(0.0, self.at * (1 + _LAG) - _LAG * x / self.width))

    @property
    def seam(self) -> int:
        """How many columns show their new side."""
        return min(self.width, max(0, math.ceil((self.at * (1 + _LAG) - 0.5) / _LAG * self.width)))


_LAG: Final = 1.0
"""How much later the right end begins to turn than the left one, measured in how long a card takes."""


class Canvas:
    """``width`` x ``height`` cells, all blank, with styles and signs to draw with; whatever leaves it is cut off."""

    def __init__(self, width: int, height: int, styles: Styles, glyphs: Glyphs, turning: Turning | None = None) -> None:
        self.width = width
        self.height = height
        self.styles = styles
        self.glyphs = glyphs
        self.turning = turning
        self.spots: list[Spot] = []
        style = styles["table"]
        self._cells = [[" "] * width for _ in range(height)]
        self._styles = [[style] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, role: str, width: int | None = None) -> int:
        """Write clean text in a role's style from a cell on, in at most ``width`` cells; gives the cell behind it."""
        room = self.width - x if width is None else min(width, self.width - x)
        if room <= 0 or x < 0 or not 0 <= y < self.height:
            return x
        text = cut(text, room, self.glyphs.dots)
        size = width_of(text)
        cells, styles = self._cells[y], self._styles[y]
        self._mend(cells, x, x + size)
        cells[x : x + size] = text if size == len(text) else cell_of(text)
        styles[x : x + size] = [self.styles[role]] * size
        return x + size

    def fill(self, x: int, y: int, width: int, height: int, role: str) -> None:
        """Blank a block in a role's style."""
        style = self.styles[role]
        left, right = max(x, 0), min(x + width, self.width)
        for row in range(max(y, 0), min(y + height, self.height)):
            if left < right:
                self._mend(self._cells[row], left, right)
                self._cells[row][left:right] = [" "] * (right - left)
                self._styles[row][left:right] = [style] * (right - left)

    def spot(self, x: int, y: int, width: int, height: int, action: str) -> None:
        """Remember a place for the mouse, as far as it lies inside."""
        left, top = max(x, 0), max(y, 0)
        right, bottom = min(x + width, self.width), min(y + height, self.height)
        if left < right and top < bottom:
            self.spots.append(Spot(left, top, right - left, bottom - top, action))

    def narrow(self, x: int, width: int) -> tuple[int, int]:
        """Where something lies and how wide it is while it turns over: one cell when it stands on its edge."""
        if self.turning is None:
            return x, width
        seen = max(1, round(width * abs(math.cos(math.pi * self.turning.stage(x + width // 2)))))
        return x + (width - seen) // 2, seen

    def take(self, other: Canvas, until: int) -> None:
        """Take the columns left of ``until`` from another canvas of the same size."""
        for row in range(self.height):
            self._mend(self._cells[row], 0, until)
            other._mend(other._cells[row], until, other.width)
            self._cells[row][:until] = other._cells[row][:until]
            self._styles[row][:until] = other._styles[row][:until]

    def picture(self) -> Picture:
        """What was drawn."""
        return Picture([_line(*row) for row in zip(self._cells, self._styles, strict=True)], self.spots)

    @staticmethod
    def _mend(cells: list[str], left: int, right: int) -> None:
        """Half of a wide character that is written over becomes a blank."""
        if left and left < len(cells) and not cells[left]:
            cells[left - 1] = " "
        if right < len(cells) and not cells[right]:
            cells[right] = " "


def _line(cells: list[str], styles: list[Style]) -> list[Segment]:
    """Cells of one style after each other make one segment."""
    line: list[Segment] = []
    start, last = 0, styles[0]
    for at, style in enumerate(styles):
        if style is not last:
            line.append(Segment("".join(cells[start:at]), last))
            start, last = at, style
    line.append(Segment("".join(cells[start:]), last))
    return line
