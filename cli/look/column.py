"""The column at the right of wide windows: the log, and below it what was said.

Must never know where the lines come from.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..language import _
from ..present import Scene
from .canvas import Canvas
from .middle import log_lines
from .model import Board
from .tinted import put_tinted


def draw_column(canvas: Canvas, x: int, y: int, width: int, height: int, board: Board) -> None:
    """The newest last; the chat gets a third of the lines where there is one."""
    said = height // 3 if board.chat else 0
    _list(canvas, x, y, width, height - said, _("Log"), board.log, board.scene)
    canvas.spot(x, y, width, height - said, "log")
    if said:
        _list(canvas, x, y + height - said, width, said, _("Chat"), board.chat, board.scene)
        canvas.spot(x, y + height - said, width, said, "chat")


def _list(
    canvas: Canvas, x: int, y: int, width: int, height: int, title: str, entries: Sequence[str], scene: Scene
) -> None:
    glyphs = canvas.glyphs
    title = glyphs.clean(title)
    at = canvas.put(x, y, f"{glyphs.rule} {title} ", "faint")
    canvas.put(at, y, glyphs.rule * (x + width - at - 1), "faint")
    lines = log_lines(entries, height - 2, width - 2, scene, glyphs)
    for row, (line, newest) in enumerate(lines):
        put_tinted(canvas, x, y + 1 + row, line, "table" if newest else "faint", scene)
