"""Between the seats and the own hand: what happened, what was tried, what is asked, what may be answered, the own seat.

The eye is here when there is something to decide, so every question is asked here, above the cards and never over
them. Must never know how the answer is given.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..language import _
from ..present import Scene
from .bars import draw_timer
from .canvas import Canvas
from .faces import letter_of
from .glyphs import Glyphs
from .model import Asking, Board, Option
from .seats import cards_of, points_of
from .text import width_of
from .tinted import put_tinted, wrap_tinted


def draw_middle(canvas: Canvas, y: int, height: int, width: int, board: Board, log: bool) -> None:
    """``height`` lines: from below the own seat, the options, the prompt, the remark, and the log in what is left."""
    glyphs = canvas.glyphs
    inner = width - 3
    prompt = wrap_tinted(prompt_of(board), inner, board.scene, glyphs)
    remark = wrap_tinted(board.remark or board.scene.hint, inner, board.scene, glyphs)
    own = height > 4 or not board.asking
    beside = 0 if own or not board.timer else 18
    options = _rows(board.asking, inner - beside, glyphs) if board.asking else []
    left = height - own
    options = _around(options, board.asking.selected if board.asking else None, max(left - 1, 1))
    left -= len(options)
    prompt = _fitted(prompt, max(left, 1), glyphs)
    left -= len(prompt)
    remark = _fitted(remark, left, glyphs) if left > 0 else []
    left -= len(remark)
    if log and left > 0:
        _log(canvas, y, left, inner, board)
    at = y + max(left, 0)
    for line in remark:
        put_tinted(canvas, 2, at, line, "warning", board.scene)
        at += 1
    mine = any(row.me and row.turn for row in board.scene.rows)
    for line in prompt:
        put_tinted(canvas, 2, at, line, "accent" if mine or board.asking else "strong", board.scene)
        at += 1
    for row in options:
        _options(canvas, at, row, board.asking)
        at += 1
    if own:
        _own(canvas, y + height - 1, canvas.width, board)
    elif board.timer:
        draw_timer(canvas, y + height - 1, width, board.timer)


def prompt_of(board: Board) -> str:
    """What is asked, or whose turn it is."""
    if board.asking:
        return board.asking.title
    if board.scene.prompt:
        return board.scene.prompt
    names = ", ".join(row.name for row in board.scene.rows if row.turn)
    if names and board.scene.pending:
        return _("{name}'s turn. To be drawn: {cards}.").format(name=names, cards=board.scene.pending)
    return _("{name}'s turn.").format(name=names) if names else _("Nobody is to play.")


def _fitted(lines: list[str], room: int, glyphs: Glyphs) -> list[str]:
    """The first lines, with a sign where more were."""
    return lines if len(lines) <= room else [*lines[: room - 1], f"{lines[room - 1][:-1]}{glyphs.dots}"]


def _log(canvas: Canvas, y: int, height: int, width: int, board: Board) -> None:
    """The newest lines that fit, the newest last and brightest, off the seats by a line if there is room."""
    lines = log_lines(board.log, height - (height > 3), width, board.scene, canvas.glyphs)
    canvas.spot(0, y, width, height, "log")
    top = y + height - len(lines) - (height > 4)
    for at, (line, newest) in enumerate(lines):
        put_tinted(canvas, 2, top + at, line, "table" if newest else "faint", board.scene)


def log_lines(log: Sequence[str], height: int, width: int, scene: Scene, glyphs: Glyphs) -> list[tuple[str, bool]]:
    """The end of a log, wrapped: each line, and whether it belongs to the newest entry; none without its beginning."""
    lines: list[tuple[str, bool]] = []
    entries = log[-height:] if height > 0 else ()
    for at, entry in enumerate(reversed(entries)):
        wrapped = wrap_tinted(entry, width, scene, glyphs)
        if at == 0:
            wrapped = _fitted(wrapped, height, glyphs)
        if len(lines) + len(wrapped) > height:
            break
        lines = [*((line, at == 0) for line in wrapped), *lines]
    return lines


def _label(option: Option, glyphs: Glyphs) -> str:
    sign = f"{glyphs.shapes.get(option.colour, '')}{letter_of(option.colour)} " if option.colour else ""
    return f"{glyphs.clean(option.key)} {sign}{glyphs.clean(option.label)}"


def _rows(asking: Asking, width: int, glyphs: Glyphs) -> list[list[tuple[int, int, Option]]]:
    """The options in rows: number, place in the row, option."""
    rows: list[list[tuple[int, int, Option]]] = []
    x = 0
    for number, option in enumerate(asking.options):
        size = width_of(_label(option, glyphs)) + 4
        if not rows or x + size > width:
            rows.append([])
            x = 0
        rows[-1].append((number, x, option))
        x += size + 1
    return rows


def _around(
    rows: list[list[tuple[int, int, Option]]], selected: int | None, room: int
) -> list[list[tuple[int, int, Option]]]:
    """So many rows, the selected option among them."""
    if len(rows) <= room:
        return rows
    row = next((at for at, found in enumerate(rows) if any(number == selected for number, _x, _o in found)), 0)
    first = min(max(row - room // 2, 0), len(rows) - room)
    return rows[first : first + room]


def _options(canvas: Canvas, y: int, row: list[tuple[int, int, Option]], asking: Asking | None) -> None:
    glyphs = canvas.glyphs
    for number, left, option in row:
        text = _label(option, glyphs)
        chosen = asking is not None and number == asking.selected
        role = f"bold:{option.colour}" if option.colour else "chosen" if chosen else "strong"
        x = canvas.put(2 + left, y, glyphs.pointer if chosen else " ", "accent")
        x = canvas.put(x, y, f" {text} ", role)
        canvas.put(x, y, glyphs.lift[1] if chosen and option.colour else " ", "accent")
        canvas.spot(2 + left, y, width_of(text) + 4, 1, f"option:{number}")


def _own(canvas: Canvas, y: int, width: int, board: Board) -> None:
    """The own seat in a line, and the time that is left."""
    glyphs = canvas.glyphs
    row = next((row for row in board.scene.rows if row.me), None)
    if row is None:
        return
    if row.turn:
        canvas.fill(0, y, width, 1, "turn")
        canvas.put(1, y, glyphs.turn, "turn:accent")
    points = points_of(row) if any(other.score for other in board.scene.rows) else ""
    parts = [_("{name} (you)").format(name=row.name), cards_of(row), *row.marks, points, board.links.get(row.name, "")]
    end = draw_timer(canvas, y, width, board.timer, row.turn) if board.timer else width
    words = f" {glyphs.dot} ".join(glyphs.clean(part) for part in parts if part)
    canvas.put(3, y, words, "turn" if row.turn else "table", max(end - 5, 0))
    canvas.spot(0, y, end, 1, f"seat:{row.name}")
