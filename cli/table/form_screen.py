"""A form on the screen: arrows and Tab go through it, Enter does what is in focus, Esc closes it.

Must never know what a form is for.
"""

from __future__ import annotations

from typing import Final

from textual import events
from textual.app import ComposeResult

from ..language import _
from ..look.board import LEAST_HEIGHT, LEAST_WIDTH
from ..look.canvas import Picture
from .form import Choose, Do, Form, Words, Write
from .page import draw_page
from .paper import Paper
from .screen import GameScreen

ENTER: Final = "enter"
BACK: Final = "back"
"""At the foot of a form: what Enter and Esc do, for the mouse."""
STEPS: Final = {"down": 1, "tab": 1, "up": -1, "shift+tab": -1}
JUMPS: Final = {"pagedown": 8, "pageup": -8, "home": -1000, "end": 1000}


class FormScreen(GameScreen[None]):
    """Shows ``form``; what Enter does is for `done`, what a changed choice or text does for `changed`."""

    def __init__(self, form: Form) -> None:
        super().__init__()
        self.form = form
        self.picture = Picture([], [])
        self._paper = Paper()

    def compose(self) -> ComposeResult:
        """See `Screen`."""
        yield self._paper

    # For others to say.

    def done(self, name: str) -> None:
        """Enter, a key or a click on the `Do` or `Write` of that name."""

    def changed(self, name: str) -> None:
        """The choice or the text of that name is another now."""

    def close(self) -> None:
        """Esc was pressed."""
        self.dismiss()

    # Drawing.

    def on_mount(self) -> None:
        """Draw for the first time."""
        self.draw()

    def on_resize(self, event: events.Resize) -> None:
        """Draw anew."""
        self.draw()

    def on_screen_resume(self) -> None:
        """Draw anew: what lay over it may have changed the look."""
        self.draw()

    def draw(self) -> None:
        """Draw the form as it is now."""
        width, height = self.size
        if not width or not height:
            return
        look = self.game.look
        if width < LEAST_WIDTH or height < LEAST_HEIGHT:
            small = _("This window is too small: {width}x{height} is needed.").format(
                width=LEAST_WIDTH, height=LEAST_HEIGHT
            )
            self.picture = draw_page("fliptable", [small], _("Esc closes"), look, width, height)
        else:
            self.picture = self.form.draw(look, width, height)
        self._paper.paint(self.picture.lines)
        self._point()

    def _point(self) -> None:
        """Keep the cursor of the terminal, which braille displays follow, on the row in focus."""
        focus = self.form.focus
        spot = next((spot for spot in self.picture.spots if focus and spot.action == f"row:{focus.name}"), None)
        if spot is not None and self.is_current:
            self.game.point(spot.x, spot.y)

    # Keys and mouse.

    def on_key(self, event: events.Key) -> None:
        """Every key is meant for the form."""
        event.stop()
        self.take(event)

    def take(self, event: events.Key) -> None:
        """Go through the form, write, choose, or do what is in focus.

        Screens override this and not `on_key`, of which Textual calls that of every class.
        """
        focus = self.form.focus
        if event.key == "escape":
            self.close()
            return
        if event.key in STEPS:
            self.form.move(STEPS[event.key])
        elif event.key in JUMPS and not (isinstance(focus, Write) and event.key in ("home", "end")):
            self.form.jump(JUMPS[event.key])
        elif isinstance(focus, Write) and (focus.key(event.key) or self._write(focus, event)):
            self.changed(focus.name)
        elif event.key == "enter" and focus is not None:
            self._enter(focus)
        elif isinstance(focus, Choose) and event.key in ("left", "right", "space"):
            self._turn(focus, -1 if event.key == "left" else 1)
        elif event.character:
            self._by_key(event.character)
        self.draw()

    def on_paste(self, event: events.Paste) -> None:
        """Write what was pasted."""
        event.stop()
        if isinstance(self.form.focus, Write):
            self.form.focus.put(event.text)
            self.changed(self.form.focus.name)
            self.draw()

    def on_click(self, event: events.Click) -> None:
        """A click on a row."""
        action, _colon, name = self.picture.at(event.screen_x, event.screen_y).partition(":")
        if action == "row":
            self.click(name)

    def click(self, name: str) -> None:
        """Bring a row into focus and do it; a choice that is there already goes on to the next."""
        before = self.form.focus
        self.form.focus_on(name)
        focus = self.form.focus
        if any(isinstance(row, Do) and row.name == name for row in (*self.form.rows, *self.form.foot)):
            self._do(name)
        elif isinstance(focus, Choose) and focus is before:
            self._turn(focus, 1)
        self.draw()

    def on_mouse_scroll_up(self) -> None:
        """Go up."""
        self.form.move(-1)
        self.draw()

    def on_mouse_scroll_down(self) -> None:
        """Go down."""
        self.form.move(1)
        self.draw()

    @staticmethod
    def _write(row: Write, event: events.Key) -> bool:
        if event.character is None or not event.is_printable:
            return False
        row.put(event.character)
        return True

    def _enter(self, focus: Do | Write | Choose) -> None:
        if isinstance(focus, Choose):
            self._turn(focus, 1)
        else:
            self.done(focus.name)

    def _turn(self, row: Choose, step: int) -> None:
        row.turn(step)
        self.changed(row.name)

    def _by_key(self, key: str) -> None:
        row = self.form.by_key(key)
        if row is not None:
            self.form.focus_on(row.name)
            self._do(row.name)

    def _do(self, name: str) -> None:
        focus = self.form.focus
        if name == BACK:
            self.close()
        elif name != ENTER:
            self.done(name)
        elif focus is not None:
            self._enter(focus)


def foot(enter: str, *more: Words | Do, escape: str = "") -> list[Words | Do]:
    """What stands at the foot of a form: what Enter does there, more, and what Esc does if not going back."""
    return [Do(ENTER, enter, key="Enter"), *more, Do(BACK, escape or _("back"), key="Esc")]
