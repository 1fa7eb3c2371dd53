"""A page of text over the table: the log, the keys; it scrolls, and Esc closes it.

Must never know what is written on it.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence

from textual import events
from textual.app import ComposeResult

from ..language import _
from ..look.canvas import Canvas, Picture
from ..look.look import Look
from ..look.text import clean_text
from .paper import Paper
from .screen import GameScreen

WHEEL = 3


def draw_page(
    title: str,
    lines: Sequence[str],
    foot: str,
    look: Look,
    width: int,
    height: int,
    top: int = 0,
    *,
    dark: bool = False,
) -> Picture:
    """A title, as many lines as fit from ``top`` on, and a line at the foot."""
    canvas = Canvas(width, height, look.dark if dark else look.light, look.glyphs)
    clean = look.glyphs.clean
    canvas.fill(0, 0, width, 1, "bar")
    canvas.put(1, 0, clean(title), "bar", width - 2)
    for row, line in enumerate(lines[top : top + rows(height)], 2):
        canvas.put(1, row, clean(line), "table", width - 2)
    canvas.fill(0, height - 1, width, 1, "bar")
    canvas.put(1, height - 1, clean(foot), "bar", width - 2)
    return canvas.picture()


def rows(height: int) -> int:
    """How many lines a page of this height shows."""
    return max(1, height - 4)


def wrapped(texts: Sequence[str], width: int) -> list[str]:
    """Sentences in lines for a page of this width; a sentence that is continued is indented."""
    return [
        line
        for text in texts
        for line in textwrap.wrap(clean_text(text), max(20, width - 2), subsequent_indent="  ") or [""]
    ]


class Page(GameScreen[None]):
    """Shows the lines that ``write`` gives for a width; one that follows shows the last ones first.

    Args:
        title: what it is called.
        write: the lines for a width.
        look: how it looks.
        follow: whether the end is shown, where news appear.
        closing: the keys that close it besides Esc, Enter and q.
    """

    def __init__(
        self,
        title: str,
        write: Callable[[int], list[str]],
        look: Look,
        *,
        follow: bool = False,
        closing: Sequence[str] = (),
    ) -> None:
        super().__init__()
        self._heading = title
        self._write = write
        self._look = look
        self._top: int | None = None if follow else 0
        self._closers = ("escape", "enter", "q", *closing)
        self._paper = Paper()
        self.picture = Picture([], [])

    def compose(self) -> ComposeResult:
        """See `Screen`."""
        yield self._paper

    def on_resize(self, event: events.Resize) -> None:
        """Draw anew."""
        self.draw()

    def draw(self) -> None:
        """Draw what is written now."""
        width, height = self.size
        lines = self._write(width)
        last = max(0, len(lines) - rows(height))
        top = last if self._top is None else min(self._top, last)
        more = "" if not last else f"{top + 1}-{min(top + rows(height), len(lines))}/{len(lines)}   ↑↓   "
        self.picture = draw_page(self._heading, lines, more + _("Esc closes"), self._look, width, height, top)
        self._paper.paint(self.picture.lines)

    def on_key(self, event: events.Key) -> None:
        """Scroll, or close."""
        page = rows(self.size.height)
        steps = {"up": -1, "down": 1, "pageup": -page, "pagedown": page, "space": page, "home": -(10**6), "end": 10**6}
        if event.key in self._closers or event.character in self._closers:
            event.stop()
            self.dismiss()
        elif event.key in steps:
            self._scroll(steps[event.key])

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll back."""
        self._scroll(-WHEEL)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll on."""
        self._scroll(WHEEL)

    def on_click(self, event: events.Click) -> None:
        """A click on the foot closes."""
        if event.screen_y == self.size.height - 1:
            self.dismiss()

    def _scroll(self, step: int) -> None:
        last = max(0, len(self._write(self.size.width)) - rows(self.size.height))
        top = last if self._top is None else min(self._top, last)
        to = max(0, top + step)
        self._top = None if to >= last and (self._top is None or step > 0) else to
        self.draw()
