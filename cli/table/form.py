"""A form: rows one below the other, one of them in focus; what the lobby and its dialogs are made of.

A row is a text to write, a choice among few, something to do, or words between them. Everything here is pure: what a
form looks like and what a key does to it. Must never know what a form is for.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from ..look.canvas import Canvas, Picture
from ..look.look import Look
from ..look.text import clean_text, cut, width_of

TEXT_MAX: Final = 200
LABEL_MAX: Final = 24


def nothing_wrong(text: str) -> str:
    """The check of a text of which nothing can be wrong."""
    del text
    return ""


@dataclass(slots=True)
class Words:
    """Sentences that nobody can choose; ``role`` is of the look."""

    text: str
    role: str = "table"


@dataclass(slots=True)
class Do:
    """Something to do: Enter or a click does it; ``note`` says more in the same line, ``key`` does it from anywhere."""

    name: str
    label: str
    note: str = ""
    key: str = ""


@dataclass(slots=True)
class Write:
    """A text to write. ``wrong`` says what is wrong with it in a sentence, or nothing; ``empty`` stands in for none."""

    name: str
    label: str
    text: str = ""
    empty: str = ""
    wrong: Callable[[str], str] = nothing_wrong
    at: int = -1

    def __post_init__(self) -> None:
        """The cursor stands behind the text."""
        self.at = len(self.text)

    def put(self, more: str) -> None:
        """Write at the cursor, one line."""
        more = clean_text(more)[: TEXT_MAX - len(self.text)]
        self.text, self.at = self.text[: self.at] + more + self.text[self.at :], self.at + len(more)

    def key(self, key: str) -> bool:
        """Move or delete; says whether the key means that."""
        match key:
            case "left":
                self.at = max(0, self.at - 1)
            case "right":
                self.at = min(len(self.text), self.at + 1)
            case "home" | "ctrl+a":
                self.at = 0
            case "end" | "ctrl+e":
                self.at = len(self.text)
            case "backspace":
                at = max(0, self.at - 1)
                self.text, self.at = self.text[:at] + self.text[self.at :], at
            case "delete":
                self.text = self.text[: self.at] + self.text[self.at + 1 :]
            case "ctrl+u":
                self.text, self.at = self.text[self.at :], 0
            case _:
                return False
        return True


@dataclass(slots=True)
class Choose:
    """One of few: ``options`` are values and what they are called, ``at`` the one that is chosen."""

    name: str
    label: str
    options: Sequence[tuple[str, str]]
    at: int = 0

    @property
    def value(self) -> str:
        """What is chosen."""
        return self.options[self.at][0]

    def turn(self, step: int) -> None:
        """The next one, or the one before; after the last comes the first."""
        self.at = (self.at + step) % len(self.options)


Row = Words | Do | Write | Choose


class Form:
    """Rows, and which of them is in focus.

    Attributes:
        title: stands on top.
        rows: what there is; may be replaced at any time.
        foot: what stands at the foot.
    """

    def __init__(self, title: str, rows: Sequence[Row], foot: str = "") -> None:
        self.title = title
        self.foot = foot
        self.rows: Sequence[Row] = rows
        self._focus = ""
        self._top = 0

    @property
    def focus(self) -> Do | Write | Choose | None:
        """The row in focus; None where nothing can be."""
        rows = self._live()
        return next((row for row in rows if row.name == self._focus), rows[0] if rows else None)

    def focus_on(self, name: str) -> None:
        """Bring the row of that name into focus, if there is one."""
        if any(row.name == name for row in self._live()):
            self._focus = name

    def move(self, step: int) -> None:
        """Bring the next row into focus, or the one before."""
        rows, focus = self._live(), self.focus
        if focus is not None:
            self._focus = rows[(rows.index(focus) + step) % len(rows)].name

    def __getitem__(self, name: str) -> str:
        """The text or the choice of the row of that name; raises KeyError."""
        for row in self.rows:
            if isinstance(row, Write) and row.name == name:
                return row.text.strip()
            if isinstance(row, Choose) and row.name == name:
                return row.value
        raise KeyError(name)

    def wrong(self) -> str:
        """What is wrong with the first text that has something wrong; empty when nothing is."""
        wrongs = (row.wrong(row.text.strip()) for row in self.rows if isinstance(row, Write))
        return next((wrong for wrong in wrongs if wrong), "")

    def draw(self, look: Look, width: int, height: int, *, dark: bool = False) -> Picture:
        """The form in exactly so many cells; it scrolls to the row in focus."""
        canvas = Canvas(width, height, look.dark if dark else look.light, look.glyphs)
        clean = look.glyphs.clean
        canvas.fill(0, 0, width, 1, "bar")
        canvas.put(1, 0, clean(self.title), "bar", width - 2)
        lines = [line for row in self.rows for line in self._lines(row, look, width - 2)]
        room = max(1, height - 3)
        at = next((number for number, line in enumerate(lines) if line.row is not None and line.row is self.focus), 0)
        self._top = max(0, min(self._top, at - 1, len(lines) - room))
        while at + self._below(lines, at) >= self._top + room:
            self._top += 1
        for y, line in enumerate(lines[self._top : self._top + room], 2):
            line.draw(canvas, y, width)
        canvas.fill(0, height - 1, width, 1, "bar")
        more = "  ..." if len(lines) > room else ""
        canvas.put(1, height - 1, clean(self.foot + more), "bar", width - 2)
        return canvas.picture()

    @staticmethod
    def _below(lines: Sequence[_Line], at: int) -> int:
        """How many lines after a row belong to it and should be seen with it."""
        return sum(1 for line in lines[at + 1 : at + 3] if line.row is None and line.indent) if at < len(lines) else 0

    def _live(self) -> list[Do | Write | Choose]:
        return [row for row in self.rows if not isinstance(row, Words)]

    def _lines(self, row: Row, look: Look, width: int) -> list[_Line]:
        if isinstance(row, Words):
            return [_Line(line, row.role) for line in _wrapped(row.text, width)]
        mine = row is self.focus
        lines = [_Line(self._text(row, look, width, mine=mine), "turn" if mine else "table", row, mine)]
        if isinstance(row, Write) and mine and (wrong := row.wrong(row.text.strip())):
            lines += [_Line(line, "warning", indent=2) for line in _wrapped(wrong, width - 4)]
        return lines

    def _text(self, row: Do | Write | Choose, look: Look, width: int, *, mine: bool) -> str:
        live = self._live()
        margin = max((width_of(each.label) for each in live if not isinstance(each, Do)), default=0)
        margin = min(margin, LABEL_MAX) + 2
        if isinstance(row, Do):
            key = f"{row.key}  " if row.key else ""
            return f"{key}{row.label}{'  ' if row.note else ''}{row.note}"
        label = cut(row.label, margin - 2, look.glyphs.dots)
        label += " " * (margin - width_of(label))
        if isinstance(row, Choose):
            arrows = ("< ", " >") if mine else ("  ", "  ")
            return f"{label}{arrows[0]}{row.options[row.at][1]}{arrows[1]}"
        if not mine:
            return f"{label}  {row.text or row.empty}"
        # A long text is shown around the cursor, which is a sign of its own: the terminal's stands elsewhere.
        room = max(8, width - margin - 5)
        start = max(0, row.at - room + 1)
        shown = row.text[start : row.at] + "_" + row.text[row.at : start + room]
        return f"{label}  {shown}"


@dataclass(slots=True)
class _Line:
    """A line of a form as it is drawn."""

    text: str
    role: str
    row: Do | Write | Choose | None = None
    mine: bool = False
    indent: int = 0

    def draw(self, canvas: Canvas, y: int, width: int) -> None:
        clean = canvas.glyphs.clean
        if self.mine:
            canvas.fill(0, y, width, 1, self.role)
            canvas.put(0, y, ">", self.role)
        canvas.put(2 + self.indent, y, clean(clean_text(self.text)), self.role, width - 3 - self.indent)
        if self.row is not None:
            canvas.spot(0, y, width, 1, f"row:{self.row.name}")


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(clean_text(text), max(20, width - 1)) or [""]
