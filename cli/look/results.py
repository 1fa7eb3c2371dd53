"""A round and a match when they are over, as pictures for any window from 60 x 18 cells on.

Must never know what a key does, or where the numbers come from.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..charts import MARKS, plot
from ..language import _, n_
from ..summary import MatchSummary, RoundSummary, SeatRound
from ..summary_words import names_of, tell_course, tell_flips, tell_left, tell_verified
from ..words import listed
from .bars import draw_keys
from .canvas import Canvas, Picture
from .faces import chip_of, face_of
from .look import Look
from .text import cut, width_of, wrap

Keys = Sequence[tuple[str, str]]
SERIES: Final = "ygrbtopu"
"""The colours of the lines of a plot, by seat; from the ninth on they come again, and the marks tell them apart."""
CHIP: Final = 4
NAME: Final = 20
PLOT_LEAST: Final = 28


def draw_round(summary: RoundSummary, look: Look, width: int, height: int, keys: Keys) -> Picture:
    """The hands that lay there, points, scores, and whether the deal was verified: ``key:v`` shows by what."""
    canvas = Canvas(width, height, look.dark if summary.side else look.light, look.glyphs)
    won = (
        _("Round {number} is over, and nobody wins it").format(number=summary.number)
        if summary.winner is None
        else _("Round {number}: {name} wins").format(number=summary.number, name=summary.winner)
    )
    _draw_title(canvas, won)
    rows = summary.ranked
    below = [
        *tell_left(summary),
        *([tell_flips(summary.flips)] if summary.flips else []),
        *map(_innocent, summary.innocent),
    ]
    room = height - 5 - len(below)
    heights = _heights(rows, width, room)
    names = min(NAME if width >= 76 else 12, max(width_of(look.glyphs.clean(name)) for name in _names(summary, rows)))
    y = 2
    for name, row, tall in zip(_names(summary, rows), rows, heights, strict=True):
        _draw_seat(canvas, y, names, name, row, tall, winner=row.seat == summary.winner)
        y += tall
    y += 1
    for sentence in below:
        canvas.put(2, y, look.glyphs.clean(sentence), "table", width - 3)
        y += 1
    verified = look.glyphs.clean(tell_verified(summary))
    role = "accent" if summary.audit == "clean" else "warning"
    end = canvas.put(2, y, verified, role, width - 3)
    canvas.spot(2, y, end - 2, 1, "key:v")
    draw_keys(canvas, height - 1, keys)
    return canvas.picture()


def _names(summary: RoundSummary, rows: Sequence[SeatRound]) -> list[str]:
    me = summary.rows[summary.me].seat
    return [_("{name} (you)").format(name=row.seat) if row.seat == me else row.seat for row in rows]


def _heights(rows: Sequence[SeatRound], width: int, room: int) -> list[int]:
    """How many lines each seat gets: all of its cards below its name, or one line of them, or no line of their own."""
    a_line = max(1, (width - 5) // CHIP)
    whole = [1 + -(-len(row.hand) // a_line) for row in rows]
    if sum(whole) + len(rows) <= room:
        return [tall + 1 for tall in whole]  # and a blank one
    if sum(whole) <= room:
        return whole
    return [2 if 2 * len(rows) <= room else 1] * len(rows)


def _innocent(name: str) -> str:
    return _("{name} confessed to a bluff that was none.").format(name=name)


def _draw_title(canvas: Canvas, text: str) -> None:
    canvas.fill(0, 0, canvas.width, 1, "bar")
    canvas.put(1, 0, canvas.glyphs.clean(text), "bar:strong", canvas.width - 2)


def _draw_seat(canvas: Canvas, y: int, names: int, name: str, row: SeatRound, lines: int, *, winner: bool) -> None:
    """Name, what was gained and what there is; then the hand, on the same line or on the next one."""
    glyphs = canvas.glyphs
    role = "strong" if winner else "table"
    canvas.put(0, y, glyphs.turn if winner else " ", "accent")
    x = canvas.put(2, y, cut(glyphs.clean(name), names, glyphs.dots).ljust(names), role) + 1
    gained = f"+{row.gained}" if row.gained else ""
    x = canvas.put(x, y, f"{gained:>5}", "accent") + 1
    x = canvas.put(x, y, f"{row.score:>5}", "strong") + 2
    if lines == 1:
        _draw_hand(canvas, x, y, row.hand)
        return
    if row.hand:
        cards = n_("{number} card left, {points} points", "{number} cards left, {points} points", len(row.hand))
        text = cards.format(number=len(row.hand), points=row.counts)
    else:
        text = _("no card left")
    canvas.put(x, y, glyphs.clean(text), "faint")
    a_line = max(1, (canvas.width - 5) // CHIP)
    rest = row.hand
    for line in range(1, lines):
        last = line + 1 == lines
        _draw_hand(canvas, 4, y + line, rest if last else rest[:a_line])
        rest = rest[a_line:]


def _draw_hand(canvas: Canvas, x: int, y: int, hand: Sequence[str]) -> None:
    """As many chips as fit, and how many more there are."""
    fitting = (canvas.width - x - 1) // CHIP
    shown = hand if len(hand) <= fitting else hand[: max(0, fitting - 1)]
    for card in shown:
        face = face_of(card)
        canvas.put(x, y, chip_of(face, canvas.glyphs), f"chip:{face.colour}")
        x += CHIP
    if len(shown) < len(hand):
        canvas.put(x, y, f"+{len(hand) - len(shown)}", "faint")


def draw_match(
    summary: MatchSummary, look: Look, width: int, height: int, keys: Keys, *, remark: str = "", you: bool = True
) -> Picture:
    """Places, a plot of the points round by round, what happened to us, and how the record is checked.

    Args:
        summary: the match.
        look: how it looks.
        width: in cells.
        height: in lines.
        keys: for the last line.
        remark: a sentence above them.
        you: whether the reader has played, and not an AI player in their place.
    """
    canvas = Canvas(width, height, look.light, look.glyphs)
    _draw_title(canvas, _title(summary, you=you))
    course = [line for text in _course(summary, you=you) for line in wrap(look.glyphs.clean(text), width - 4)]
    seats = len(summary.seats)
    # The plot has what is left beside the list of places, which is never less than that; then come the sentences.
    tall = max(seats, height - 4 - len(course))
    plotted = len(summary.rounds) > 0
    names = [look.glyphs.clean(name) for name in names_of(summary.seats, summary.me)]
    widest = min(max(map(width_of, names)), NAME, width - PLOT_LEAST - 17)
    _draw_places(canvas, 2, names, widest, summary, plotted=plotted)
    if plotted:
        x = widest + 15
        _draw_plot(canvas, x, 2, width - x - 2, min(tall, 16), summary)
    y = 3 + (max(seats, min(tall, 16)) if plotted else seats)
    for line in course[: max(0, height - 1 - y - bool(remark))]:
        canvas.put(2, y, line, "table")
        y += 1
    if remark:
        canvas.put(2, height - 2, look.glyphs.clean(remark), "accent", width - 3)
    draw_keys(canvas, height - 1, keys)
    return canvas.picture()


def _title(summary: MatchSummary, *, you: bool) -> str:
    if not summary.finished:
        return summary.text
    if summary.won and you:
        return _("The match is over: you win!") if len(summary.winners) == 1 else _("The match is over: you share it")
    if not summary.winners:
        return _("The match is over, and nobody wins it")
    return n_("The match is over: {names} wins", "The match is over: {names} win", len(summary.winners)).format(
        names=listed(summary.winners)
    )


def _course(summary: MatchSummary, *, you: bool) -> list[str]:
    path = [_("Record: {path}").format(path=summary.record)] if summary.record is not None else []
    return [*tell_course(summary, you=you), *path]


def _draw_places(
    canvas: Canvas, y: int, names: Sequence[str], widest: int, summary: MatchSummary, *, plotted: bool
) -> None:
    """A line a seat: its place, its mark in the plot, its name and its points."""
    glyphs = canvas.glyphs
    for place, seat in summary.places:
        role = "strong" if seat == summary.me else "table"
        x = canvas.put(1, y, f"{place:>2}.", "accent" if place == 1 else "faint") + 1
        if plotted:
            x = canvas.put(x, y, MARKS[seat], f"on:{SERIES[seat % len(SERIES)]}") + 1
        x = canvas.put(x, y, cut(names[seat], widest, glyphs.dots).ljust(widest), role)
        canvas.put(x, y, f"{summary.scores[seat]:>6}", role)
        y += 1


def _draw_plot(canvas: Canvas, x: int, y: int, width: int, height: int, summary: MatchSummary) -> None:
    if width < PLOT_LEAST // 2:
        return
    cells = plot(summary.series, width, max(2, height), ascii_only=canvas.glyphs.name == "ascii")
    for row, line in enumerate(cells):
        for column, cell in enumerate(line):
            if cell.text != " ":
                role = "faint" if cell.series < 0 else f"on:{SERIES[cell.series % len(SERIES)]}"
                canvas.put(x + column, y + row, cell.text, role)
