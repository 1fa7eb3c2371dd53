"""The visible backs of a hand that is not ours: small cards where there is room, else chips, else as many as fit.

Must never know whose they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..language import _
from .canvas import Canvas
from .faces import Face, chip_of, face_of, sign_of, value_of
from .text import width_of

SMALL: Final = 4
"""How wide a small card is: edge, shape, letter and a blank, or edge and value."""


def draw_backs(canvas: Canvas, x: int, y: int, room: int, backs: Sequence[str], height: int = 1) -> None:
    """Backs from a cell on in so many cells and lines."""
    faces = [face_of(back) for back in backs]
    if height > 1 and len(faces) * (SMALL + 1) <= room:
        for at, face in enumerate(faces):
            _small(canvas, x + at * (SMALL + 1), y, min(height, 3), face)
    elif faces and room >= 6:
        _chips(canvas, x, y, room, faces)


def _small(canvas: Canvas, x: int, y: int, height: int, face: Face) -> None:
    """A small card: its colour, its value."""
    glyphs = canvas.glyphs
    x, seen = canvas.narrow(x, SMALL)
    lines = [sign_of(face.colour, glyphs), value_of(face), ""]
    for row, line in enumerate(lines[:height]):
        text = f"{glyphs.edge}{line}"
        canvas.put(x, y + row, (text + " " * (SMALL - width_of(text)))[:seen], f"chip:{face.colour}")


def _chips(canvas: Canvas, x: int, y: int, room: int, faces: Sequence[Face]) -> None:
    """Chips: apart, close, short, and at last as many as fit with the number of the others."""
    glyphs = canvas.glyphs
    full = len(chip_of(faces[0], glyphs))
    for short, gap in ((False, 1), (False, 0), (True, 1), (True, 0)):
        size = (2 if short else full) + gap
        if len(faces) * size - gap <= room:
            break
    else:
        short, size = True, 2
    fitting = len(faces)
    if len(faces) * size - (size - (2 if short else full)) > room:
        fitting = max((room - 4) // size, 0)
    for face in faces[:fitting]:
        chip = chip_of(face, glyphs, short)
        left, seen = canvas.narrow(x, len(chip))
        canvas.put(left, y, chip[:seen], f"chip:{face.colour}")
        x += size
    if fitting < len(faces):
        more = _("+{number}").format(number=len(faces) - fitting)
        canvas.put(x + 1, y, more, "faint", room)
