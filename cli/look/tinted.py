"""Colour words in sentences, with the shape and the fill of their colour.

Must never know what a sentence says.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ...core.cards import FLIP
from ..present import Scene
from ..words import name_colour
from .canvas import Canvas
from .glyphs import Glyphs
from .text import width_of, wrap


def wrap_tinted(text: str, width: int, scene: Scene, glyphs: Glyphs) -> list[str]:
    """Somebody's text in clean lines, with a shape before each colour word."""
    shapes = glyphs.shapes
    pattern, letters = _words(_spoken(), tuple(row.name for row in scene.rows))
    clean = pattern.sub(lambda found: shapes.get(letters[found[1]], "") + found[1], glyphs.clean(text))
    return wrap(clean, width)


def put_tinted(canvas: Canvas, x: int, y: int, line: str, role: str, scene: Scene) -> None:
    """Write one of those lines, each colour word on its colour unless the line is faint."""
    canvas.put(x, y, line, role)
    if role == "faint":
        return
    pattern, letters = _words(_spoken(), tuple(row.name for row in scene.rows))
    for found in pattern.finditer(line):
        letter = letters[found[1]]
        start = found.start() - bool(canvas.glyphs.shapes)
        canvas.put(x + width_of(line[:start]), y, line[start : found.end()], f"chip:{letter}")


def _spoken() -> tuple[tuple[str, str], ...]:
    """The colours of both sides as they are called now, with their letters in notation."""
    sheets = FLIP.sheets
    return tuple((name_colour(sheet, at), letter) for sheet in sheets for at, letter in enumerate(sheet.letters))


@lru_cache(maxsize=64)
def _words(spoken: tuple[tuple[str, str], ...], names: Sequence[str]) -> tuple[re.Pattern[str], dict[str, str]]:
    """What to look for: whole words that nobody at the table has for a name."""
    letters = {form: letter for word, letter in spoken for form in (word, word.capitalize()) if form not in names}
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, letters))})(?!\w)"), letters
