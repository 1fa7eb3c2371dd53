"""The two piles: what lies on top, what is drawn next as far as its back tells, and the colour in force.

Must never know whose turn it is.
"""

from __future__ import annotations

from typing import Final

from ..language import _
from ..present import Scene
from .canvas import Canvas
from .cards import draw_card
from .faces import chip_of, face_of, letter_of
from .text import width_of

GAP: Final = 2
_WIDTHS: Final = ((9, 13), (7, 10), (4, 8))
"""How wide a card of a pile is, by the height there is for it."""


def pile_size(height: int) -> tuple[int, int]:
    """Width and height of a pile's card in a block so high; two lines of it are words."""
    tall = min(height - 2, 9)
    return next(width for least, width in _WIDTHS if tall >= least), tall


def draw_piles(canvas: Canvas, x: int, y: int, height: int, scene: Scene) -> None:
    """The draw pile, the discard pile to its right, and below them the words."""
    glyphs = canvas.glyphs
    wide, tall = pile_size(height)
    right = x + wide + GAP
    y += (height - 2 - tall + 1) // 2
    words = y + tall
    _draw_pile(canvas, x, y, (wide, tall), scene)
    canvas.spot(x, y, wide, tall + 1, "draw")
    draw_card(canvas, right, y, scene.top_name, scene.top_back, scene.letters, (wide, tall))
    canvas.spot(right, y, wide, tall + 1, "discard")
    left = glyphs.clean(_("{number} left").format(number=scene.draw_size))
    canvas.put(x + max(wide - width_of(left), 0) // 2, words, left, "strong", wide)
    _colour(canvas, right, words, wide, scene)
    if scene.pending:
        pending = glyphs.clean(_("To be drawn: {cards}").format(cards=scene.pending))
        canvas.put(x, words + 1, pending, "warning", 2 * wide + GAP)
        return
    way = f"{glyphs.ways[not scene.clockwise]} {glyphs.clean(scene.direction)}"
    canvas.put(x + max(2 * wide + GAP - width_of(way), 0) // 2, words + 1, way, "table", 2 * wide + GAP)


def _draw_pile(canvas: Canvas, x: int, y: int, size: tuple[int, int], scene: Scene) -> None:
    """What is drawn next, as far as its back tells: a card that nobody takes for one to play."""
    glyphs = canvas.glyphs
    whole, tall = size
    x, wide = canvas.narrow(x, whole)
    face = face_of(scene.draw_back or "?")
    role = f"face:{face.colour}"
    label = glyphs.clean(_("DRAW") if scene.draw_size else _("empty"))
    if scene.draw_size:
        canvas.fill(x, y, wide, tall, role)
        for row in range(y, y + tall):
            canvas.put(x, row, glyphs.edge, role)
        if scene.draw_back:
            canvas.put(x + 1, y, chip_of(face, glyphs)[: wide - 1], f"bold:{face.colour}")
    role = f"bold:{face.colour}" if scene.draw_size else "faint"
    if wide == whole:
        canvas.put(x + max(wide - width_of(label) + 1, 0) // 2, y + tall // 2, label, role, wide)


def _colour(canvas: Canvas, x: int, y: int, width: int, scene: Scene) -> None:
    """The colour in force, in words on its own fill."""
    glyphs = canvas.glyphs
    if not scene.letter:
        canvas.put(x, y, glyphs.clean(_("no colour")), "faint", width)
        return
    word = glyphs.clean(scene.colour.upper())
    text = f" {glyphs.shapes.get(scene.letter) or letter_of(scene.letter)} {word}"
    role = f"bold:{scene.letter}"
    canvas.fill(x, y, width, 1, role)
    canvas.put(x + (width - width_of(text) > 2), y, text if width_of(text) <= width else text[1:], role, width)
