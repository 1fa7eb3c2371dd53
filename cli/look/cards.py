"""One card: a filled face with shape, letter, value and word, and its back as a tab along the bottom.

Everything that tells cards apart stands in the four cells on the left, so that it is seen in a fan. Must never know
where a card lies, or what may be played.
"""

from __future__ import annotations

from functools import lru_cache

from .canvas import Canvas
from .digits import big
from .faces import WILD, chip_of, face_of, sign_of, spoken_letters, value_of, word_of
from .glyphs import Glyphs
from .text import cut, width_of, wrap

Run = tuple[str, str]
"""Text and role."""


@lru_cache(maxsize=4096)
def _rows(
    name: str, back: str, letters: str, width: int, height: int, glyphs: Glyphs, word: str, seen: int, spoken: str
) -> list[list[Run]]:
    """A card line by line; ``letters`` are the colours that a wild may name, ``word`` what it does.

    Where only ``seen`` cells of it are, its value is small, and its word is left out if it would be cut off. ``spoken``
    only keeps languages apart.
    """
    face = face_of(name)
    bold, plain, edge = (f"{role}:{face.colour}" for role in ("bold", "face", "edge"))
    inner = width - 1

    def row(text: str, role: str) -> list[Run]:
        text = cut(text, inner, glyphs.dots)
        return [(glyphs.edge, edge), (text + " " * (inner - width_of(text)), role)]

    value = value_of(face) or ("" if height < 7 else "W")
    large = height >= 7 and bool(glyphs.blocks) and seen == width
    tab = 1 if back else 0
    body = [row(sign_of(face.colour, glyphs), bold)]
    if large:
        lines = big(value, glyphs.blocks)
        body += [row("", plain)] * (height >= 8)
        body += [row(" " * ((inner - width_of(line)) // 2) + line, bold) for line in lines]
    elif value:
        body.append(row(value, bold))
    words = wrap(word, inner)
    room = height - tab - len(body) - (face.colour == WILD)
    if max(map(width_of, words), default=0) > seen - 1:
        words = []
    indent = " " if all(width_of(line) < seen - 1 for line in words) else ""
    body += [row(indent + line, plain) for line in words[: max(room, 0)]]
    spare = height - tab - len(body)
    if face.colour == WILD and spare > 0:
        body += [row("", plain)] * (spare - 1)
        fan = [(glyphs.shapes.get(letter) or sign_of(letter, glyphs), f"chip:{letter}") for letter in letters]
        body.append([(glyphs.edge, edge), *fan, (" " * (inner - len(fan)), plain)])
    body += [row("", plain)] * (height - tab - len(body))
    if tab:
        under = face_of(back)
        body.append([(glyphs.edge + chip_of(under, glyphs).ljust(inner), f"chip:{under.colour}")])
    return body[:height]


def draw_card(
    canvas: Canvas,
    x: int,
    y: int,
    name: str,
    back: str,
    letters: tuple[str, ...],
    size: tuple[int, int],
    shown: int | None = None,
) -> None:
    """Lay a card with its upper left corner at a cell, ``shown`` cells of its width to be seen."""
    width, height = size
    word, seen = word_of(face_of(name)), width if shown is None else min(shown, width)
    rows = _rows(name, back, "".join(letters), width, height, canvas.glyphs, word, seen, spoken_letters())
    x, room = canvas.narrow(x, seen)
    for step, runs in enumerate(rows):
        at = x
        for text, role in runs:
            part = text[: x + room - at]
            canvas.put(at, y + step, part, role)
            at += width_of(text)
            if at >= x + room:
                break
