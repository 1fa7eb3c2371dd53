"""Small charts of characters: bars, and points round by round as lines.

Blocks and braille dots, or letters and signs that every terminal has. Each line of a plot carries the mark of its
series at every point, so that nothing rests on colour. Must never know what the numbers mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

EIGHTHS: Final = " ▏▎▍▌▋▊▉█"
BLOCKS: Final = "█"
"""Where this can be written, bars of blocks can."""
LEVELS: Final = "▁▂▃▄▅▆▇█"
ASCII_LEVELS: Final = "_.-=+*#@"
MARKS: Final = "123456789X"
"""One for each series of a plot."""
_DOTS: Final = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
_BRAILLE: Final = 0x2800


class Cell(NamedTuple):
    """A cell of a plot: what stands there, and of which series it is, -1 for none."""

    text: str
    series: int


def bar(share: float, width: int, *, ascii_only: bool = False) -> str:
    """A bar of ``width`` cells, the part ``share`` (0 to 1) of it filled; anything above nothing is seen."""
    share = min(1.0, max(0.0, share))
    if ascii_only:
        full = max(round(share * width), 1 if share and width else 0)
        return "#" * full + "." * (width - full)
    steps = max(round(share * width * 8), 1 if share and width else 0)
    whole, rest = divmod(steps, 8)
    return ("█" * whole + (EIGHTHS[rest] if rest else "")).ljust(width)


def spark(values: Sequence[float], *, ascii_only: bool = False) -> str:
    """A sign a value, the higher the more; the lowest sign is 0 or the least value below it."""
    levels = ASCII_LEVELS if ascii_only else LEVELS
    low, high = min((0.0, *values)), max((0.0, *values))
    span = (high - low) or 1.0
    return "".join(levels[round((value - low) / span * (len(levels) - 1))] for value in values)


def plot(series: Sequence[Sequence[int]], width: int, height: int, *, ascii_only: bool = False) -> list[list[Cell]]:
    """Lines through the points of each series, as ``height`` rows of ``width`` cells, with the scale to their left.

    Args:
        series: at least one, at most ten, all of one length of two or more.
        width: cells in all, 16 or more.
        height: rows, 2 or more.
        ascii_only: whether the lines are of dots that every terminal has.
    """
    low, high = min(0, *map(min, series)), max(1, *map(max, series))
    scale = max(len(str(low)), len(str(high)))
    inner = width - scale - 2
    spots = [_spots(values, (low, high), inner, height) for values in series]
    dots: dict[tuple[int, int], tuple[int, int]] = {}
    for number, line in enumerate(spots):
        for x, y in _joined(line):
            bits, _ = dots.get((x // 2, y // 4), (0, number))
            dots[x // 2, y // 4] = bits | _DOTS[x % 2][y % 4], number
    marks = {
        (x // 2, y // 4): Cell(MARKS[number], number)
        for number, line in reversed(list(enumerate(spots)))  # the first series lies on top
        for x, y in line[1:]
    }
    rows: list[list[Cell]] = []
    for y in range(height):
        label = str(high) if y == 0 else str(low) if y == height - 1 else ""
        axis = f"{label:>{scale}} {'|' if ascii_only else '│'}"
        row = [Cell(sign, -1) for sign in axis]
        for x in range(inner):
            bits, owner = dots.get((x, y), (0, -1))
            dot = " " if not bits else "." if ascii_only else chr(_BRAILLE + bits)
            row.append(marks.get((x, y), Cell(dot, owner)))
        rows.append(row)
    return rows


def _spots(values: Sequence[int], span: tuple[int, int], width: int, height: int) -> list[tuple[int, int]]:
    """Where the points of a series lie, in dots from the left and from the top."""
    low, high = span
    last = len(values) - 1
    return [
        (at * (width - 1) * 2 // last, round((high - value) / (high - low) * (height * 4 - 1)))
        for at, value in enumerate(values)
    ]


def _joined(line: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """All dots from point to point; where a line is steep it has several in a column."""
    for (start, above), (end, below) in pairwise(line):
        before = above
        for x in range(start, end + 1):
            share = (x - start) / max(1, end - start)
            y = round(above * (1 - share) + below * share)
            yield from ((x, between) for between in range(min(before, y), max(before, y) + 1))
            before = y
