"""The whole table as a picture, for any window from 60 x 18 cells on.

Must never know what a key does, or what happens next: it is told a `Board` and draws that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from ..present import HandCard, Scene
from .canvas import Canvas, Picture, Spot
from .look import Look
from .text import clean_text

__all__ = [
    "LEAST_HEIGHT",
    "LEAST_WIDTH",
    "Asking",
    "Board",
    "Option",
    "Order",
    "Picture",
    "Spot",
    "draw_board",
    "in_order",
]

LEAST_WIDTH: Final = 60
LEAST_HEIGHT: Final = 18

Order = Literal["colour", "value", "drawn"]


@dataclass(frozen=True, slots=True)
class Option:
    """Something to choose: its key, its label, and where it is a colour the letter of that in notation (``r``)."""

    key: str
    label: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Asking:
    """A question drawn where the prompt is: a colour, a challenge, a swap, a catch, a pause."""

    title: str
    options: Sequence[Option] = ()
    selected: int = 0


@dataclass(frozen=True, slots=True)
class Board:
    """What the screen shows.

    Attributes:
        scene: the table as the own seat sees it.
        table: its name; empty where it has none.
        round: the number of the round, 0 when it is not known.
        target: what the match is played to, in words.
        links: a few words on the connection of a seat, by its name (``18 ms``, ``away 0:12``).
        log: what happened, newest last.
        chat: what was said, newest last; wide windows show it below the log, others leave it to the log.
        selected: the selected card, counted in the order shown from 0; None for none.
        order: how the hand is sorted.
        asking: a question to answer, instead of the prompt.
        timer: seconds left and seconds in all, where there is a time limit.
        remark: a sentence on what was just tried (why a card does not fit, a hint).
        flip: how far the table has turned over, 0 to 1; None when it lies still.
        typing: the line being typed, None when nothing is being typed.
        keys: what the footer offers: key and word.
    """

    scene: Scene
    table: str = ""
    round: int = 0
    target: str = ""
    links: Mapping[str, str] = field(default_factory=dict[str, str])
    log: Sequence[str] = ()
    chat: Sequence[str] = ()
    selected: int | None = None
    order: Order = "colour"
    asking: Asking | None = None
    timer: tuple[float, float] | None = None
    remark: str = ""
    flip: float | None = None
    typing: str | None = None
    keys: Sequence[tuple[str, str]] = ()


def in_order(hand: Sequence[HandCard], order: Order) -> tuple[HandCard, ...]:
    """The hand as it is shown: by colour, by what is printed besides the colour, or oldest first."""
    match order:
        case "colour":
            return tuple(hand)
        case "value":
            return tuple(sorted(hand, key=lambda card: (card.wild, card.name[1:], card.number)))
        case "drawn":
            return tuple(sorted(hand, key=lambda card: card.age))


def draw_board(board: Board, look: Look, width: int, height: int) -> Picture:
    """The table in exactly ``width`` x ``height`` cells; below the least size it says what is needed."""
    canvas = Canvas(width, height, look.style("table"))
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        return canvas.picture()
    scene = board.scene
    style = look.style("table")
    y = 1
    canvas.put(
        0, 0, clean_text(f" {board.table} {scene.side} {scene.direction} {scene.draw_size} {board.target}"), style
    )
    for row in scene.rows:
        canvas.put(0, y, clean_text(f"{'>' if row.turn else ' '} {row.name} {row.cards} {' '.join(row.backs)}"), style)
        canvas.spot(0, y, width, 1, f"seat:{row.name}")
        y += 1
    canvas.put(0, y, f"{scene.top} {scene.colour}", style)
    for line in (*board.log[-2:], board.remark, board.asking.title if board.asking else scene.prompt):
        y += 1
        canvas.put(0, y, clean_text(line), style)
    x = 1
    for at, card in enumerate(in_order(scene.hand, board.order)):
        mark = ">" if at == board.selected else " "
        canvas.put(x, height - 3, f"{mark}{card.name}{'*' if card.playable else ''}", style)
        canvas.spot(x, height - 3, 5, 1, f"card:{at}")
        x += 6
    canvas.put(0, height - 1, "  ".join(f"{key} {word}" for key, word in board.keys), style)
    return canvas.picture()
