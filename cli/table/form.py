"""A form: rows one below the other, one of them in focus; what the lobby and its dialogs are made of.

A row is a text to write, a choice among few, something to do, or words between them. Everything here is pure: what a
form looks like and what a key does to it. Must never know what a form is for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from ..look.canvas import Canvas, Picture
from ..look.look import Look
from ..look.text import clean_text, cut, width_of, wrap

TEXT_MAX: Final = 200
LABEL_MAX: Final = 28
INDENT: Final = 4


def nothing_wrong(text: str) -> str:
    """The check of a text of which nothing can be wrong."""
    del text
    return ""


@dataclass(slots=True)
class Words:
    """Sentences that nobody can choose; ``role`` is of the look, ``under`` puts them below the row before them."""

    text: str
    role: str = "table"
    under: bool = False


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
        """The cursor stands behind the text, which has to be fit for a screen as all that is written later."""
        self.text = clean_text(self.text)[:TEXT_MAX]
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


Live = Do | Write | Choose


class Form:
    """Rows, and which of them is in focus.

    Attributes:
        title: stands on top.
        rows: what there is; may be replaced at any time, the row of the same name stays in focus.
        foot: what stands at the foot: words, and things to do by their keys.
    """

    def __init__(self, title: str, rows: Sequence[Row], foot: Sequence[Words | Do] = ()) -> None:
        self.title = title
        self.foot = foot
        self.rows: Sequence[Row] = rows
        self._focus = ""
        self._top = 0

    @property
    def focus(self) -> Live | None:
        """The row in focus; None where nothing can be."""
        rows = self._live()
        return next((row for row in rows if row.name == self._focus), rows[0] if rows else None)

    def focus_on(self, name: str) -> None:
        """Bring the row of that name into focus, if there is one."""
        if any(row.name == name for row in self._live()):
            self._focus = name

    def move(self, step: int) -> None:
        """Bring the next row into focus, or the one before; after the last comes the first."""
        rows, focus = self._live(), self.focus
        if focus is not None:
            self._focus = rows[(rows.index(focus) + step) % len(rows)].name

    def jump(self, step: int) -> None:
        """Go on by so many rows, to the first or the last at most."""
        rows, focus = self._live(), self.focus
        if focus is not None:
            self._focus = rows[max(0, min(len(rows) - 1, rows.index(focus) + step))].name

    def by_key(self, key: str) -> Do | None:
        """What a key does from anywhere."""
        return next((row for row in (*self.rows, *self.foot) if isinstance(row, Do) and row.key == key), None)

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

    # Drawing.

    def draw(self, look: Look, width: int, height: int) -> Picture:
        """The form in exactly so many cells; it scrolls to the row in focus."""
        if self.focus is not None:  # what comes to stand above it later does not take the focus away
            self._focus = self.focus.name
        canvas = Canvas(width, height, look.light, look.glyphs)
        canvas.fill(0, 0, width, 1, "bar")
        canvas.put(1, 0, look.glyphs.clean(self.title), "bar:strong", width - 2)
        lines = [line for row in self.rows for line in self._lines(row, look, width)]
        room = max(1, height - 3)
        mine = [number for number, line in enumerate(lines) if line.row is not None and line.row is self.focus]
        if mine:
            # All that belongs to the row is seen, and a line above it, as far as there is room for that.
            self._top = max(self._top, mine[-1] - room + 1)
            self._top = min(self._top, max(0, mine[0] - 1) if len(mine) < room else mine[0])
        self._top = max(0, min(self._top, len(lines) - room))
        for y, line in enumerate(lines[self._top : self._top + room], 2):
            line.draw(canvas, y, width)
        self._draw_foot(canvas, width, height, more=len(lines) > room)
        return canvas.picture()

    def _draw_foot(self, canvas: Canvas, width: int, height: int, *, more: bool) -> None:
        y, x, clean = height - 1, 1, canvas.glyphs.clean
        canvas.fill(0, y, width, 1, "bar")
        for row in self.foot:
            start = x
            if isinstance(row, Do):
                x = canvas.put(x, y, f"{clean(row.key)} ", "bar:strong", width - 2 - x)
                x = canvas.put(x, y, clean(row.label), "bar", width - 2 - x)
                canvas.spot(start, y, x - start, 1, f"row:{row.name}")
            else:
                x = canvas.put(x, y, clean(row.text), "bar", width - 2 - x)
            x += 2
        if more and x < width - 4:
            canvas.put(width - 4, y, "...", "bar")

    def _live(self) -> list[Live]:
        return [row for row in self.rows if not isinstance(row, Words)]

    def _lines(self, row: Row, look: Look, width: int) -> list[_Line]:
        if isinstance(row, Words):
            indent = INDENT if row.under else 0
            owner = self._owner(row) if row.under else None
            return [_Line([(text, row.role)], owner, indent=indent) for text in _wrapped(row.text, width - 4 - indent)]
        mine = row is self.focus
        line = _Line(self._runs(row, look, width, mine=mine), row, bar=mine)
        if not (isinstance(row, Write) and mine and (wrong := row.wrong(row.text.strip()))):
            return [line]
        return [line, *(_Line([(text, "warning")], row, indent=INDENT) for text in _wrapped(wrong, width - 8))]

    def _owner(self, words: Words) -> Live | None:
        """The row above words."""
        owner: Live | None = None
        for row in self.rows:
            if row is words:
                break
            owner = row if not isinstance(row, Words) else owner
        return owner

    def _margin(self, look: Look, kind: type[Do] | tuple[type[Write], type[Choose]]) -> int:
        """How wide the labels are: that of something to do is not cut, so a very long one counts for itself."""
        widths = [width_of(look.glyphs.clean(row.label)) for row in self._live() if isinstance(row, kind)]
        if kind is Do:
            return max((each for each in widths if each <= LABEL_MAX), default=0)
        return min(LABEL_MAX, max(widths, default=0))

    def _runs(self, row: Live, look: Look, width: int, *, mine: bool) -> list[tuple[str, str]]:
        """A row in pieces with their roles."""
        role, accent, faint = ("turn", "turn:accent", "turn:faint") if mine else ("table", "accent", "faint")
        clean = look.glyphs.clean
        if isinstance(row, Do):
            margin = self._margin(look, Do) if row.note else 0
            key = [(f"{clean(row.key)}  ", accent)] if row.key else []
            label = clean(row.label)
            return [*key, (label + " " * (margin - width_of(label)), role), ("  " + clean(row.note), faint)]
        margin = self._margin(look, (Write, Choose))
        label = cut(clean(row.label), margin, look.glyphs.dots)
        head = (label + " " * (margin - width_of(label)), role)
        if isinstance(row, Choose):
            left, right = ("< ", " >") if mine else ("  ", "")
            return [head, ("  " + left, accent), (clean(row.options[row.at][1]), role), (right, accent)]
        if not mine:
            return [head, ("    ", role), (clean(row.text), role) if row.text else (clean(row.empty), faint)]
        # A long text is shown around the cursor, which is a sign of its own: the terminal's stands elsewhere.
        room, start = max(8, width - margin - 10), 0
        while width_of(clean(row.text[start : row.at])) >= room:
            start += 1
        before, after = clean(row.text[start : row.at]), clean(row.text[row.at :])
        empty = [(f" {clean(row.empty)}", faint)] if row.empty and not row.text else []
        return [head, ("    ", role), (before, role), ("_", accent), (after, role), *empty]


@dataclass(slots=True)
class _Line:
    """A line of a form as it is drawn: pieces with their roles, and the row it belongs to."""

    runs: list[tuple[str, str]]
    row: Live | None = None
    bar: bool = False
    indent: int = 0

    def draw(self, canvas: Canvas, y: int, width: int) -> None:
        x = 2 + self.indent
        if self.bar:
            canvas.fill(0, y, width, 1, "turn")
            canvas.put(0, y, ">", "turn:accent")
        for text, role in self.runs:
            x = canvas.put(x, y, canvas.glyphs.clean(text), role, width - 1 - x)
        if self.row is not None:
            canvas.spot(0, y, width, 1, f"row:{self.row.name}")


def _wrapped(text: str, width: int) -> list[str]:
    return wrap(clean_text(text), max(20, width)) or [""]
