"""What a round has come to, over the table: hands, points, scores, and what was verified of its deal.

It goes by itself once the cards of the next round lie there and there was time to read. Must never know how it looks.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from textual import events
from textual.app import ComposeResult

from ..language import _
from ..look.canvas import Picture
from ..look.results import draw_round
from ..summary import RoundSummary
from ..summary_words import tell_checked, tell_hands, tell_verified
from .front import ScreenFront
from .page import Page, wrapped
from .paper import Paper
from .screen import GameScreen

READ_SECONDS: Final = 12.0
"""So long it stays at least, unless a key is pressed; a turn that is timed does not wait for it."""
TICK_SECONDS: Final = 0.5
GOING: Final = "enter", "space", "escape", "q"


class RoundOverScreen(GameScreen[None]):
    """Shows a round that is over.

    Args:
        front: what is known of the evening.
        summary: the round.
    """

    def __init__(self, front: ScreenFront, summary: RoundSummary) -> None:
        super().__init__()
        self.front = front
        self.summary = summary
        self._until = 0.0
        self._paper = Paper()
        self.picture = Picture([], [])
        self._deaf: Callable[[], None] | None = None

    def compose(self) -> ComposeResult:
        """See `Screen`."""
        yield self._paper

    def on_mount(self) -> None:
        """Look on while it is read."""
        self._until = time.monotonic() + READ_SECONDS
        self._deaf = self.front.listen(lambda _what: self.draw())
        self.set_interval(TICK_SECONDS, self._tick)

    def on_unmount(self) -> None:
        """Look on no longer."""
        if self._deaf is not None:
            self._deaf()

    def on_resize(self, event: events.Resize) -> None:
        """Draw anew."""
        self.draw()

    @property
    def dealt(self) -> bool:
        """Whether the cards of the next round lie there."""
        return self.front.scene is not None and self.front.round > self.summary.number

    def _tick(self) -> None:
        rules, view = self.front.rules, self.front.view
        timed = rules is not None and rules.turn_seconds > 0 and view is not None and view.acts
        if self.is_current and self.dealt and (timed or time.monotonic() >= self._until):
            self.dismiss()
        else:
            self.draw()

    def draw(self) -> None:
        """Draw it as it is now."""
        width, height = self.size
        if not width or not height or not self.is_mounted:
            return
        self.picture = draw_round(self.summary, self.game.look, width, height, self._pairs())
        self._paper.paint(self.picture.lines)

    def _pairs(self) -> list[tuple[str, str]]:
        if self.front.result is not None or self.front.end is not None:
            on = _("to the result")
        elif self.dealt:
            left = max(0, round(self._until - time.monotonic()))
            on = _("go on ({seconds} s)").format(seconds=left)
        else:
            on = _("go on; the next cards are being dealt")
        return [("Enter", on), ("v", _("what was verified")), ("l", _("log"))]

    def on_key(self, event: events.Key) -> None:
        """Go on, or look closer."""
        event.stop()
        self._press(event.character if event.character in ("v", "l") else event.key)

    def _press(self, key: str | None) -> None:
        if key in GOING or key == "Enter":
            self.dismiss()
        elif key == "v":
            self.game.push_screen(Page(_("What was verified"), self._verified, self.game.look))
        elif key == "l":
            page = Page(_("Log"), lambda width: wrapped(list(self.front.log), width), self.game.look, follow=True)
            self.game.push_screen(page)

    def on_click(self, event: events.Click) -> None:
        """Do what the place means."""
        what, _colon, which = self.picture.at(event.screen_x, event.screen_y).partition(":")
        if what == "key":
            self._press(which)

    def _verified(self, width: int) -> list[str]:
        return wrapped(verified_texts(self.summary), width)


def verified_texts(summary: RoundSummary) -> list[str]:
    """What was proved of a deal and by whom, in sentences, and what that means."""
    return [
        tell_verified(summary),
        "",
        *(tell_checked(one) for one in summary.checked),
        "",
        _(
            "A key: that a seat knows the key it deals with. A shuffle: that the deck is still the deck it was, "
            "one proof for each side of the cards. An opening: that the cards are the ones they are opened as, "
            "however many at once."
        ),
        _(
            "With its seed shown, all of a seat's work was done again here, byte for byte. "
            "fliptable verify does all of it once more from the record, on any machine."
        ),
        "",
        *tell_hands(summary),
    ]
