"""The one widget of the table: it shows lines of segments as they are, and repaints only what differs.

Must never know what is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget


class Paper(Widget):
    """Shows a picture that somebody else has drawn, in exactly its colours."""

    DEFAULT_CSS = "Paper { width: 100%; height: 100%; }"

    def __init__(self) -> None:
        super().__init__()
        self._strips: list[Strip] = []

    def paint(self, lines: Sequence[Sequence[Segment]]) -> None:
        """Show these lines; only what differs from the ones before is sent to the terminal."""
        strips = [Strip(line).simplify() for line in lines]
        before, self._strips = self._strips, strips
        if len(before) != len(strips):
            self.refresh()
            return
        changed = [
            Region(start, row, end - start, 1)
            for row, (old, new) in enumerate(zip(before, strips, strict=True))
            for start, end in [difference(old, new)]
            if start < end
        ]
        if changed:
            self.refresh(*changed)

    def render_lines(self, crop: Region) -> list[Strip]:
        """See `Widget`; no style of the screen is mixed in."""
        blank = Strip.blank(crop.width)
        rows = range(crop.y, crop.bottom)
        return [
            self._strips[row].crop_extend(crop.x, crop.right, None) if row < len(self._strips) else blank
            for row in rows
        ]


def difference(old: Strip, new: Strip) -> tuple[int, int]:
    """The cells, from and to, outside of which two lines are alike; an empty range when they are the same."""
    width = max(old.cell_length, new.cell_length)
    if old.cell_length != new.cell_length:
        return 0, width
    start = _alike(list(old), list(new))
    if start >= width:
        return 0, 0
    return start, width - _alike(list(old)[::-1], list(new)[::-1])


def _alike(old: Sequence[Segment], new: Sequence[Segment]) -> int:
    """How many cells of whole segments are the same from the beginning on."""
    cells = 0
    for one, other in zip(old, new, strict=False):
        if one != other:
            return cells
        cells += one.cell_length
    return cells
