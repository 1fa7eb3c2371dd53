"""A frame of a recorded game: the table as a seat saw it, and the bar that says where in the game it is.

Must never know records, files or what a key does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..language import _
from .board import LEAST_HEIGHT, Board, draw_board
from .canvas import Canvas, Picture
from .look import Look
from .text import width_of

ROOMY: Final = LEAST_HEIGHT + 1
"""From so many lines on the bar has a line of its own; below, it stands where the keys would."""
_LABEL: Final = 26


@dataclass(frozen=True, slots=True)
class Reel:
    """Where a film stands.

    Attributes:
        at, frames: the frame shown, from 0, and how many there are.
        rounds: the frames with which rounds begin.
        warned: the frames at which something is wrong.
        slot: of the log.
        playing: whether it goes on by itself, and how many frames a second.
    """

    at: int
    frames: int
    rounds: Sequence[int]
    warned: Sequence[int]
    slot: int
    playing: float | None


def draw_reel(board: Board, reel: Reel, look: Look, width: int, height: int) -> Picture:
    """The table with the bar below it, in exactly ``width`` x ``height`` cells.

    A click on the bar is ``frame:N``.
    """
    rows = height - 1 if height >= ROOMY else height
    picture = draw_board(board, look, width, rows)
    canvas = Canvas(width, 1, look.dark if board.scene.dark else look.light, look.glyphs)
    canvas.fill(0, 0, width, 1, "bar")
    _draw_bar(canvas, reel)
    strip = canvas.picture()
    keep = rows if height >= ROOMY else rows - 1
    spots = [spot for spot in picture.spots if spot.y < keep]
    for spot in strip.spots:
        spots.append(type(spot)(spot.x, keep, spot.width, 1, spot.action))
    return Picture([*picture.lines[:keep], *strip.lines], spots)


def _draw_bar(canvas: Canvas, reel: Reel) -> None:
    """The way played and to play, a mark where rounds begin and where something is wrong, and numbers."""
    glyphs = canvas.glyphs
    state = "||" if reel.playing is None else _("{speed:g} a second").format(speed=reel.playing)
    label = glyphs.clean(
        _("{at}/{frames} slot {slot} {state}").format(at=reel.at + 1, frames=reel.frames, slot=reel.slot, state=state)
    )
    inner = max(1, canvas.width - max(_LABEL, width_of(label) + 1) - 2)
    last = max(1, reel.frames - 1)
    here = reel.at * (inner - 1) // last
    canvas.put(1, 0, glyphs.full * here, "bar:strong")
    canvas.put(1 + here, 0, glyphs.spent * (inner - here), "bar")
    for frame in reel.rounds:
        canvas.put(1 + frame * (inner - 1) // last, 0, "|", "bar")
    for frame in reel.warned:
        canvas.put(1 + frame * (inner - 1) // last, 0, "!", "bar:strong")
    canvas.put(1 + here, 0, glyphs.turn, "bar:strong")
    canvas.put(inner + 2, 0, label, "bar")
    for x in range(inner):
        canvas.spot(1 + x, 0, 1, 1, f"frame:{x * last // max(1, inner - 1)}")
