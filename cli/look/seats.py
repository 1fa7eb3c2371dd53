"""The other seats in the order of play: whose turn it is, how many cards each holds, their visible backs, their marks.

Where they do not fit, a window of them around the turn is shown. Must never know the own hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..language import n_
from ..present import Row, Scene
from .backs import draw_backs
from .canvas import Canvas
from .text import cut, width_of

_WORDY: Final = 64
"""From this width on a line has room for "5 cards" instead of "5"."""


_MOST: Final = 5


def lines_of(seats: int, height: int) -> int:
    """How many lines a seat gets: all in one, then its backs on the second, a blank one, and backs as small cards."""
    return max(1, min(_MOST, height // max(seats, 1)))


def draw_seats(canvas: Canvas, y: int, width: int, height: int, scene: Scene, links: Mapping[str, str]) -> None:
    """The seats but the own one, in a block at the left edge."""
    rows = [row for row in scene.rows if not row.me]
    if height > len(rows) * lines_of(len(rows), height):
        y, height = y + 1, height - 1
    lines = lines_of(len(rows), height)
    fitting = height // lines
    first = 0
    if len(rows) > fitting:
        turn = next((at for at, row in enumerate(rows) if row.turn), 0)
        first = min(max(turn - fitting // 2, 0), len(rows) - fitting)
    shown = rows[first : first + fitting]
    clean = canvas.glyphs.clean
    name = min(max((width_of(clean(row.name)) for row in rows), default=0), 20 if width >= 50 else 12)
    wordy = lines > 1 or width >= _WORDY
    count = max((width_of(clean(cards_of(row))) for row in rows), default=0) if wordy else 2
    for at, row in enumerate(shown):
        top = y + at * lines
        canvas.spot(0, top, width, lines if lines < 3 else lines - 1, f"seat:{row.name}")
        if row.turn:
            canvas.fill(0, top, width, 1, "turn")
        link = clean(links.get(row.name, ""))
        behind = _head(canvas, top, name, count, row, wordy)
        if lines == 1:
            _line(canvas, behind + 1, top, width, row, link)
        else:
            _words(canvas, behind + 2, top, width, row, link)
            draw_backs(canvas, 3, top + 1, width - 4, row.backs, max(lines - 2, 1))
    if first:
        canvas.put(0, y, canvas.glyphs.more[0], "accent")
    if first + fitting < len(rows):
        canvas.put(0, y + height - 1, canvas.glyphs.more[1], "accent")


def cards_of(row: Row) -> str:
    """How many cards, in words."""
    return n_("{number} card", "{number} cards", row.cards).format(number=row.cards)


def points_of(row: Row) -> str:
    """The score, in words."""
    return n_("{number} point", "{number} points", row.score).format(number=row.score)


def _roles(row: Row) -> tuple[str, str, str]:
    """For what is written of a seat: text, loud and quiet."""
    return ("turn", "turn:accent", "turn:faint") if row.turn else ("table", "accent", "faint")


def _head(canvas: Canvas, y: int, name: int, size: int, row: Row, wordy: bool) -> int:
    """Marker, name, number of cards in so many cells; gives the cell behind."""
    glyphs = canvas.glyphs
    text, loud, _quiet = _roles(row)
    canvas.put(1, y, glyphs.turn if row.turn else " ", loud)
    canvas.put(3, y, glyphs.clean(row.name), text, name)
    count = glyphs.clean(cards_of(row)) if wordy else str(row.cards)
    at = 4 + name
    canvas.put(at + size - width_of(count), y, count, loud if row.cards == 1 else text)
    return at + size


def _line(canvas: Canvas, x: int, y: int, width: int, row: Row, link: str) -> None:
    """All in one line: what is to be known stands at its right end, and the backs have the rest."""
    glyphs = canvas.glyphs
    marks = glyphs.clean(", ".join(row.marks))
    words = f" {glyphs.dot} ".join(part for part in (marks, link) if part)
    words = cut(words, max(width - x - (10 if row.backs else 1), 0), glyphs.dots)
    text, loud, quiet = _roles(row)
    end = width - width_of(words) - 1
    canvas.put(end, y, words, loud if row.marks and row.cards == 1 else text if row.marks else quiet)
    draw_backs(canvas, x, y, end - x - 1, row.backs)


def _words(canvas: Canvas, x: int, y: int, width: int, row: Row, link: str) -> None:
    """What is to be known, with more room for it: points too."""
    glyphs = canvas.glyphs
    text, loud, quiet = _roles(row)
    if row.marks:
        marks = glyphs.clean(", ".join(row.marks))
        x = canvas.put(x, y, marks, loud if row.cards == 1 else text, max(width - x - 1, 0)) + 2
    points = glyphs.clean(points_of(row)) if row.score else ""
    both = f" {glyphs.dot} ".join(part for part in (points, link) if part)
    words = next((words for words in (both, link) if width_of(words) <= width - x - 1), "")
    canvas.put(width - width_of(words) - 1, y, words, quiet)
