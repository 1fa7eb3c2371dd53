"""The list of matches with what they add up to above it, as a picture for any window from 60 x 18 cells on.

Must never know what a key does.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from ..charts import bar, spark
from ..history import Match
from ..language import _
from ..stats import add_up, outcome, percent, points_of, tell_totals
from ..summary_words import duration
from .bars import draw_keys
from .canvas import Canvas, Picture
from .look import Look
from .text import wrap

HEAD: Final = 5
BAR: Final = 20


def rows_of(height: int) -> int:
    """How many matches a window of this height lists."""
    return max(1, height - HEAD - 4)


def draw_chronicle(
    matches: Sequence[Match],
    at: int,
    remark: str,
    look: Look,
    width: int,
    height: int,
    keys: Sequence[tuple[str, str]],
) -> Picture:
    """Figures, and the matches, the newest first; a click on one is ``match:N``.

    Args:
        matches: the newest first.
        at: the chosen one, from 0.
        remark: a sentence instead of what the chosen one was like.
        look: how it looks.
        width: in cells.
        height: in lines.
        keys: for the last line.
    """
    canvas = Canvas(width, height, look.light, look.glyphs)
    clean = look.glyphs.clean
    canvas.fill(0, 0, width, 1, "bar")
    canvas.put(1, 0, clean(_("Your matches")), "bar:strong")
    if matches:
        _draw_figures(canvas, matches, ascii_only=look.glyphs.name == "ascii")
    else:
        text = clean(remark or _("No match is in your history yet."))
        for row, line in enumerate(wrap(text, width - 3)):
            canvas.put(2, 2 + row, line, "table")
    rows = rows_of(height)
    first = min(max(0, at - rows // 2), max(0, len(matches) - rows))
    for row, match in enumerate(matches[first : first + rows]):
        _draw_match(canvas, HEAD + row + 1, match, chosen=first + row == at)
        canvas.spot(0, HEAD + row + 1, width, 1, f"match:{first + row}")
    text = clean(remark or _detail(matches[at])) if matches else ""
    for row, line in enumerate(wrap(text, width - 3)[:2]):
        canvas.put(2, height - 3 + row, line, "warning" if remark else "faint")
    draw_keys(canvas, height - 1, keys)
    return canvas.picture()


def _draw_figures(canvas: Canvas, matches: Sequence[Match], *, ascii_only: bool) -> None:
    oldest_first = list(reversed(matches))
    stats = add_up(oldest_first)
    clean = canvas.glyphs.clean
    width = canvas.width - 3
    if not stats.own.matches:  # an AI player had the seat, or nothing was finished
        canvas.put(2, 1, clean(_("You have finished no match yet.")), "table", width)
        return
    share = bar(stats.own.share, BAR, ascii_only=ascii_only)
    canvas.put(2, 1, share, "accent", width)
    label = _("{share} of {number} finished matches won").format(
        share=percent(stats.own.share), number=stats.own.matches
    )
    canvas.put(3 + BAR, 1, clean(label), "strong", canvas.width - BAR - 4)
    for row, text in enumerate(tell_totals(stats)[-2:]):
        canvas.put(2, 2 + row, clean(text), "table", width)
    points = points_of(oldest_first, 40)
    if len(points) > 1:
        start = canvas.put(2, 4, clean(_("Points a round")), "faint") + 1
        canvas.put(start, 4, spark(points, ascii_only=ascii_only), "accent", canvas.width - start - 1)


def _draw_match(canvas: Canvas, y: int, match: Match, *, chosen: bool) -> None:
    glyphs = canvas.glyphs
    role = "strong" if chosen else "table"
    canvas.put(0, y, glyphs.pointer if chosen else " ", "accent")
    x = canvas.put(2, y, time.strftime("%Y-%m-%d %H:%M", time.localtime(match.at)), "faint") + 1
    x = canvas.put(x, y, f"{glyphs.clean(outcome(match)):<11}", "accent" if match.own.won else role)
    order = sorted(match.seats, key=lambda seat: (not seat.won, -seat.score))
    canvas.put(x, y, glyphs.clean(", ".join(f"{seat.name} {seat.score}" for seat in order)), role, canvas.width - x - 1)


def _detail(match: Match) -> str:
    """What the line of a match has no room for."""
    players = [f"{seat.name} ({seat.ai})" if seat.ai is not None else seat.name for seat in match.seats]
    where = _("at {table}").format(table=match.table) if match.table else _("on this machine")
    return ", ".join([match.rules, where, " ".join(players), duration(match.seconds)])
