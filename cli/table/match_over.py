"""What a match has come to: places, a plot of the points, what happened to us, and the way to another one.

Must never know how it looks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from textual import events
from textual.app import ComposeResult

from ..language import _
from ..look.canvas import Picture
from ..look.results import draw_match
from ..summary import MatchSummary
from ..summary_words import tell_wanting, verify_hint
from .front import ScreenFront
from .page import Page, wrapped
from .paper import Paper
from .round_over import verified_texts
from .screen import GameScreen

GOING: Final = "enter", "escape", "q"


class MatchOverScreen(GameScreen[None]):
    """Shows a match that is over; it is dismissed when somebody has seen it, or another match begins.

    Args:
        front: what is known of the evening.
        summary: the match.
    """

    def __init__(self, front: ScreenFront, summary: MatchSummary) -> None:
        super().__init__()
        self.front = front
        self.summary = summary
        self._wished = False
        self._paper = Paper()
        self.picture = Picture([], [])
        self._deaf: Callable[[], None] | None = None

    def compose(self) -> ComposeResult:
        """See `Screen`."""
        yield self._paper

    def on_mount(self) -> None:
        """Look on: another match may be offered, or begin."""
        self._deaf = self.front.listen(self._told)

    def on_unmount(self) -> None:
        """Look on no longer."""
        if self._deaf is not None:
            self._deaf()

    def on_resize(self, event: events.Resize) -> None:
        """Draw anew."""
        self.draw()

    def _told(self, what: str) -> None:
        if what == "began" and self.is_current:
            self.dismiss()
        else:
            self.draw()

    def draw(self) -> None:
        """Draw it as it is now."""
        width, height = self.size
        if not width or not height or not self.is_mounted:
            return
        again = self.front.again
        remark = " ".join(tell_wanting(again)) if again is not None and again.wanting else ""
        self.picture = draw_match(
            self.summary, self.game.look, width, height, self._pairs(), remark=remark, you=self.front.asks
        )
        self._paper.paint(self.picture.lines)

    def _pairs(self) -> list[tuple[str, str]]:
        pairs = [("Enter", _("leave the table"))]
        if self.possible and not self.wished:
            pairs.append(("r", _("play again")))
        if self.startable:
            pairs.append(("s", _("begin without the others")))
        return [*pairs, ("v", _("what was verified")), ("l", _("log"))]

    @property
    def possible(self) -> bool:
        """Whether another match may follow: somebody else is still there."""
        again = self.front.again
        return again is not None and len(again.wanting) + len(again.undecided) > 1

    @property
    def wished(self) -> bool:
        """Whether we have asked for another match."""
        again = self.front.again
        return self._wished or (again is not None and self.summary.seats[self.summary.me] in again.wanting)

    @property
    def startable(self) -> bool:
        """Whether it is ours to begin with those who want."""
        again = self.front.again
        return again is not None and again.clerk and len(again.wanting) > 1 and bool(again.undecided)

    def on_key(self, event: events.Key) -> None:
        """Leave, play again, or look closer."""
        event.stop()
        self._press(event.character if event.character in ("r", "s", "v", "l") else event.key)

    def _press(self, key: str | None) -> None:
        if key in GOING or key == "Enter":
            self.dismiss()
        elif key == "r" and self.possible and not self.wished:
            self._wished = True
            self.front.lines.send("rematch")
            self.draw()
        elif key == "s" and self.startable:
            self.front.lines.send("start")
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
        texts: list[str] = []
        for one in self.summary.rounds:
            texts += [_("Round {number}").format(number=one.number), *verified_texts(one)[:1]]
        last = verified_texts(self.summary.rounds[-1])[2:] if self.summary.rounds else []
        hint = verify_hint(self.summary)
        return wrapped([*texts, "", *last, *([hint] if hint else [])], width)
