"""The first line, the last line and the bar of time. Must never know what a key does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..language import _
from .canvas import Canvas
from .model import Board
from .text import cut, width_of

_BAR: Final = 10


def draw_top(canvas: Canvas, board: Board) -> None:
    """Table, round, side, direction, draw pile, target and own link; what matters least is left out first."""
    scene, glyphs = board.scene, canvas.glyphs
    me = next((row.name for row in scene.rows if row.me), "")
    side = (_("DARK side") if scene.dark else _("LIGHT side")) if scene.side else ""
    way = f"{glyphs.ways[not scene.clockwise]} {scene.direction}"
    parts: list[tuple[int, str, str]] = [
        (3, board.table, "bar:strong"),
        (4, _("round {number}").format(number=board.round) if board.round else "", "bar"),
        (0, f" {side} " if side else "", "side:dark" if scene.dark else "side:light"),
        (1, way, "bar:strong"),
        (5, _("deck {number}").format(number=scene.draw_size), "bar"),
        (6, board.target, "bar"),
        (2, board.links.get(me, ""), "bar"),
    ]
    shown = [
        (rank, cut(glyphs.clean(text), 32 if rank < 2 else 24, glyphs.dots), role) for rank, text, role in parts if text
    ]
    shown = [(rank, f" {text.strip()} " if role[:4] == "side" else text, role) for rank, text, role in shown]
    while sum(width_of(text) + 3 for _rank, text, _role in shown) > canvas.width - 1 and len(shown) > 2:
        shown.remove(max(shown))
    canvas.fill(0, 0, canvas.width, 1, "bar")
    x = 1
    for at, (_rank, text, role) in enumerate(shown):
        if at:
            x = canvas.put(x, 0, f" {glyphs.dot} ", "bar")
        x = canvas.put(x, 0, text, role)


def draw_bottom(canvas: Canvas, board: Board) -> None:
    """The keys that fit, or the line that is being typed."""
    glyphs = canvas.glyphs
    y = canvas.height - 1
    canvas.fill(0, y, canvas.width, 1, "bar")
    if board.typing is not None:
        label = glyphs.clean(_("Say:"))
        canvas.spot(0, y, canvas.width, 1, "chat")
        x = canvas.put(1, y, label, "bar:strong") + 1
        room = canvas.width - x - 2
        typed = glyphs.clean(board.typing)
        while width_of(typed) > room:
            typed = typed[1:]
        canvas.put(canvas.put(x, y, typed, "bar"), y, "_", "bar:strong")
        return
    draw_keys(canvas, y, board.keys)


def draw_keys(canvas: Canvas, y: int, keys: Sequence[tuple[str, str]]) -> None:
    """Keys and words on a bar, as many as fit."""
    glyphs = canvas.glyphs
    canvas.fill(0, y, canvas.width, 1, "bar")
    x = 1
    for pair in keys:
        key, word = map(glyphs.clean, pair)
        size = width_of(key) + 1 + width_of(word)
        if x + size >= canvas.width:
            break
        canvas.spot(x, y, size, 1, f"key:{pair[0]}")
        canvas.put(canvas.put(x, y, key, "bar:strong") + 1, y, word, "bar")
        x += size + 2


def draw_timer(canvas: Canvas, y: int, width: int, timer: tuple[float, float], turn: bool = False) -> int:
    """Seconds left and a bar at the right end of a line; gives the cell it begins at."""
    glyphs = canvas.glyphs
    left, total = timer
    full = 0 if total <= 0 else max(0, min(_BAR, round(_BAR * left / total)))
    seconds = _("{number} s").format(number=max(0, int(left + 0.999)))
    seconds = glyphs.clean(seconds)
    x = width - width_of(seconds) - _BAR - 3
    loud, quiet = ("turn:accent", "turn:faint") if turn else ("accent", "faint")
    at = canvas.put(x, y, f"{seconds} ", loud)
    at = canvas.put(at, y, glyphs.full * full, loud)
    canvas.put(at, y, glyphs.spent * (_BAR - full), quiet)
    return x
