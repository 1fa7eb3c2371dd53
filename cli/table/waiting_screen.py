"""The waiting room on the screen: from sitting down until the match has begun and its words were seen.

Must never know how people come to sit there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from textual import events
from textual.app import ComposeResult

from ..language import _
from ..look.board import LEAST_HEIGHT, LEAST_WIDTH
from ..look.canvas import Picture
from .chat_line import ChatLine
from .front import ScreenFront
from .page import draw_page
from .paper import Paper
from .screen import GameScreen
from .waiting import draw_waiting, waiting_of

WORDS_SECONDS: Final = 20.0
"""How long the words to compare stand there by themselves; the log keeps them."""
HEARD: Final = frozenset({"said", "seated", "left_out", "remark", "waiting", "back"})
"""News of people and of the network; the rest is drawn elsewhere in the room."""


class WaitingScreen(GameScreen[None]):
    """The waiting room of one evening; it goes when the match has begun and the words were seen."""

    def __init__(self, front: ScreenFront) -> None:
        super().__init__()
        self.front = front
        self.picture = Picture([], [])
        self.chat = ChatLine()
        self.said: list[str] = []
        self._told = 0
        self._paper = Paper()
        self._deaf: Callable[[], None] | None = None

    def compose(self) -> ComposeResult:
        """See `Screen`."""
        yield self._paper

    def on_mount(self) -> None:
        """Look on from now on."""
        self._deaf = self.front.listen(self.told)
        self.draw()

    def on_unmount(self) -> None:
        """Look on no longer."""
        if self._deaf is not None:
            self._deaf()

    def on_resize(self, event: events.Resize) -> None:
        """Draw anew."""
        self.draw()

    def on_screen_resume(self) -> None:
        """Draw anew; the match may have begun below a page."""
        if self.front.end is not None or (self.front.match is not None and self.front.match.back):
            self._go()
        else:
            self.draw()

    def told(self, what: str) -> None:
        """Show what is new; the match and its end close the room."""
        new = list(self.front.log)[self._told :]
        self._told += len(new)
        if what in HEARD:
            self.said += new
        if what == "began":
            self.chat.close()
            if self.front.match is not None and self.front.match.back:
                self._go()  # who comes back has compared the words before
                return
            self.set_timer(WORDS_SECONDS, self._go)
        elif what == "ended":
            self._go()
            return
        self.draw()

    def draw(self) -> None:
        """Draw what is known now."""
        width, height = self.size
        if not width or not height:
            return
        look = self.game.look
        if width < LEAST_WIDTH or height < LEAST_HEIGHT:
            small = _("This window is too small: {width}x{height} is needed.").format(
                width=LEAST_WIDTH, height=LEAST_HEIGHT
            )
            self.picture = draw_page("fliptable", [small], _("Esc leaves"), look, width, height)
        else:
            self.picture = draw_waiting(waiting_of(self.front, self.said, self.chat.text), look, width, height)
        self._paper.paint(self.picture.lines)

    def on_key(self, event: events.Key) -> None:
        """Start, talk, read the rules, or leave."""
        event.stop()
        if self.chat.text is not None:
            line = self.chat.take(event)
            if line:
                self.front.lines.send(f"say {line}")
        elif self.front.match is not None:
            if event.key in ("enter", "escape", "space"):
                self._go()
                return
        else:
            self.act("Esc" if event.key in ("escape", "q") else event.character or "")
        self.draw()

    def on_paste(self, event: events.Paste) -> None:
        """Paste into the line that is being written."""
        event.stop()
        self.chat.paste(event.text)
        self.draw()

    def on_click(self, event: events.Click) -> None:
        """Do what stands at the foot."""
        action = self.picture.at(event.screen_x, event.screen_y)
        if action == "Enter":
            self._go()
            return
        self.act(action)
        self.draw()

    def act(self, key: str) -> None:
        """Do what a key of the foot says."""
        match key:
            case "s":
                self.front.lines.send("start")
            case "t":
                self.chat.open()
            case "r":
                self.game.show_text(_("Rules"), list(waiting_of(self.front).rules))
            case "Esc" if self.front.seats is None:
                self.game.give_up()
            case "Esc":
                self.front.lines.send("leave")
            case _:
                pass

    def _go(self) -> None:
        if self.is_current:
            self.dismiss()
