"""What the first game says above its table: the lesson, and what to do.

Must never know how a lesson ends.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, replace

from ..language import _
from ..look.board import LEAST_HEIGHT
from ..look.canvas import Canvas, Picture
from ..look.look import Look


@dataclass(frozen=True, slots=True)
class LessonText:
    """A lesson as it is told: which one of how many, what is to be learnt, and what to do."""

    number: int
    count: int
    text: str
    task: str

    @property
    def title(self) -> str:
        """Which one of how many."""
        return _("Lesson {number} of {count}").format(number=self.number, count=self.count)


def fits(lesson: LessonText, width: int, height: int) -> bool:
    """Whether there is room for it and for the table."""
    return height - len(_wrapped(lesson, width)) >= LEAST_HEIGHT


def above(lesson: LessonText, table: Picture, look: Look, width: int, *, dark: bool) -> Picture:
    """The lesson, and below it the table, which was drawn as much lower as `height_left` says."""
    lines = _wrapped(lesson, width)
    canvas = Canvas(width, len(lines), look.dark if dark else look.light, look.glyphs)
    for y, (line, role) in enumerate(lines):
        canvas.put(1, y, look.glyphs.clean(line), role, width - 2)
    spots = [replace(spot, y=spot.y + len(lines)) for spot in table.spots]
    return Picture([*canvas.picture().lines, *table.lines], spots)


def height_left(lesson: LessonText, width: int, height: int) -> int:
    """How many lines the table has below a lesson."""
    return height - len(_wrapped(lesson, width))


def _wrapped(lesson: LessonText, width: int) -> list[tuple[str, str]]:
    text = textwrap.wrap(f"{lesson.title}. {lesson.text}", width - 2)
    return [*((line, "table") for line in text), *((line, "accent") for line in textwrap.wrap(lesson.task, width - 2))]
