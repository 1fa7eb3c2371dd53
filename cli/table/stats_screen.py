"""The history on the screen: what it adds up to, and the matches, each of which can be replayed.

Must never know how matches are kept or how records are checked.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from textual import events
from textual.app import ComposeResult

from ..endings import Stop
from ..film import Film, film_of
from ..history import BadHistory, Match, read
from ..language import _
from ..look.canvas import Picture
from ..look.chronicle import draw_chronicle, rows_of
from ..stats import tell
from ..verify import read as read_record
from .page import Page, wrapped
from .paper import Paper
from .replay_screen import ReplayScreen
from .screen import GameScreen

WHEEL: Final = 3


class StatsScreen(GameScreen[None]):
    """Lists the matches of this machine, the newest first."""

    def __init__(self) -> None:
        super().__init__()
        self.matches: Sequence[Match] = ()
        self.at = 0
        self.remark = ""
        self._busy: asyncio.Task[None] | None = None
        self._paper = Paper()
        self.picture = Picture([], [])

    def compose(self) -> ComposeResult:
        """See `Screen`."""
        yield self._paper

    def on_mount(self) -> None:
        """Read the history; the screen is there meanwhile."""
        self.remark = _("Reading ...")
        self._busy = asyncio.create_task(self._read())

    def on_unmount(self) -> None:
        """Give up what is being read."""
        if self._busy is not None:
            self._busy.cancel()

    def on_resize(self, event: events.Resize) -> None:
        """Draw anew."""
        self.draw()

    async def _read(self) -> None:
        self.remark = ""
        try:
            self.matches = list(reversed(await asyncio.to_thread(read)))
        except BadHistory as error:
            self.remark = str(error)
        self._busy = None
        self.draw()

    def draw(self) -> None:
        """Draw the list."""
        width, height = self.size
        if not width or not height or not self.is_mounted:
            return
        keys = [
            ("↑↓", _("choose")),
            ("Enter", _("replay")),
            ("s", _("all figures")),
            ("q", _("back")),
        ]
        self.picture = draw_chronicle(self.matches, self.at, self.remark, self.game.look, width, height, keys)
        self._paper.paint(self.picture.lines)

    def choose(self, at: int) -> None:
        """Choose a match."""
        self.at = max(0, min(at, len(self.matches) - 1))
        self.remark = ""
        self.draw()

    def replay(self) -> None:
        """Replay the chosen match, if its record is there; it is checked on the way, which takes its time."""
        if not self.matches or self._busy is not None:
            return
        match = self.matches[self.at]
        if match.record is None:
            self.remark = _("No record of this match was written.")
        else:
            self.remark = _("Checking {path} ...").format(path=match.record)
            self._busy = asyncio.create_task(self._replay(match, match.record))
        self.draw()

    async def _replay(self, match: Match, record: str) -> None:
        film: Film | None = None
        said = ""
        try:
            film = await asyncio.to_thread(check, record)
            if film is None:
                said = _("No card was played in this record, or it does not hold: fliptable verify says more.")
        except Stop as stop:
            said = stop.sentence
        self._busy, self.remark = None, said
        self.draw()
        if film is not None and self.is_current:
            name = match.own.name
            seat = film.names.index(name) if name in film.names else 0
            self.game.push_screen(ReplayScreen(film, Path(record).name, seat))

    # Keys.

    def on_key(self, event: events.Key) -> None:
        """Choose, replay, or see the figures."""
        event.stop()
        page = rows_of(self.size.height)
        steps = {"up": -1, "down": 1, "pageup": -page, "pagedown": page, "home": -(10**6), "end": 10**6}
        if event.key in steps:
            self.choose(self.at + steps[event.key])
        else:
            self._press(event.character if event.character in ("s", "q") else event.key)

    def _press(self, key: str | None) -> None:
        if key in ("enter", "Enter"):
            self.replay()
        elif key in ("q", "escape"):
            self.dismiss()
        elif key == "s":
            plain = self.game.look.glyphs.name == "ascii"
            texts = tell(list(reversed(self.matches)), ascii_only=plain)
            self.game.push_screen(Page(_("Your matches"), lambda width: _fitting(texts, width), self.game.look))

    def on_click(self, event: events.Click) -> None:
        """Choose the match clicked on; replay the chosen one."""
        what, _colon, which = self.picture.at(event.screen_x, event.screen_y).partition(":")
        if what == "match":
            if self.at == int(which):
                self.replay()
            else:
                self.choose(int(which))
        elif what == "key":
            self._press(which)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Go up."""
        self.choose(self.at - WHEEL)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Go down."""
        self.choose(self.at + WHEEL)


def check(record: str) -> Film | None:
    """The film of a record; raises `Stop` where the file cannot be read."""
    from ...p2p.moments import Moments
    from ...p2p.verify import verify

    moments = Moments()
    verdict = verify(read_record(record), follow=moments)
    return film_of(moments, verdict) if verdict.keys else None


def _fitting(texts: Sequence[str], width: int) -> list[str]:
    """Tables as they are, sentences in lines."""
    return [line for text in texts for line in ([text] if text.startswith("  ") else wrapped([text], width))]
