"""A game that others play, on the screen while they play it: it follows the end, and one may step back meanwhile.

Must never know letters or proofs, nor sit down.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from ..config import Config, load_config
from ..endings import Exit, Stop
from ..film import Cutter, Film
from ..language import _
from ..watch import Shown, Sight, Watched
from .app import TableApp, show
from .page import draw_page, wrapped
from .replay_screen import ReplayScreen

NOTHING = Film((), "", (), (), (), "", ok=True)


def show_watched(where: str | None, wait: float | None, interfaces: Sequence[str]) -> Exit:
    """Watch a table on the full screen until somebody has seen enough; raises `Stop`."""
    return show(WatchApp(where, wait, interfaces, load_config()))


class _ScreenSight(Sight):
    """Makes frames of what is shown."""

    def __init__(self, screen: WatchScreen) -> None:
        self._screen = screen
        self.cutter = Cutter(())

    def remark(self, text: str) -> None:
        """See `Sight`."""
        self.cutter.insert([text], warns=True)
        self._screen.say(text)

    def began(self, names: tuple[str, ...], words: tuple[str, ...]) -> None:
        """See `Sight`."""
        self.cutter = Cutter(names)

    def shown(self, one: Shown) -> None:
        """See `Sight`."""
        self.cutter.take(one)

    def caught_up(self) -> None:
        """See `Sight`."""
        film = self.cutter.film(_("The match goes on."), ok=True)
        if film is not None:
            self._screen.grow(film)


class WatchScreen(ReplayScreen):
    """Shows a table at which others play.

    Args:
        where: its name, its address or its code, as for ``fliptable watch``.
        wait: how long it is looked for.
        interfaces: on these networks only.

    Attributes:
        code: how it ended, None as long as it goes on.
        stop: why it ended, where that was not the end of the match.
    """

    def __init__(self, where: str | None, wait: float | None = None, interfaces: Sequence[str] = ()) -> None:
        super().__init__(NOTHING)
        self.code: Exit | None = None
        self.stop: Stop | None = None
        self._sight = _ScreenSight(self)
        self._watched = Watched(where, wait, interfaces, self._sight)
        self._words = _("Looking for the table ...")
        self._task: asyncio.Task[None] | None = None

    def on_mount(self) -> None:
        """Begin to watch."""
        self._task = asyncio.create_task(self._watch())

    async def on_unmount(self) -> None:
        """Say goodbye."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _watch(self) -> None:
        try:
            self.code = await self._watched.spend()
            ends = _("The match is over, and everything in it holds.")
        except Stop as stop:
            self.code, self.stop, ends = stop.code, stop, stop.sentence
        if not self.film.frames:
            self._leave()
            return
        self._sight.cutter.insert([ends], warns=self.stop is not None)
        film = self._sight.cutter.film(ends, ok=self.stop is None)
        if film is not None:
            self.grow(film)

    def say(self, words: str) -> None:
        """Say something as long as there is nothing to show."""
        self._words = words
        self.draw()

    def grow(self, film: Film) -> None:
        """Show more of the game; who looks at its end goes on looking there."""
        follows = self.at >= len(self.film.frames) - 1
        self.film, self._title = film, self._watched.title
        if follows and not self.playing:
            self.at = len(film.frames) - 1
        self.draw()

    def draw(self) -> None:
        """See `ReplayScreen`; before the first card it is said what is waited for."""
        width, height = self.size
        if self.film.frames:
            super().draw()
        elif width and height and self.is_mounted:
            words = wrapped([self._words], width)
            self.picture = draw_page(_("Watching"), words, _("q back"), self.game.look, width, height)
            self._paper.paint(self.picture.lines)

    def go(self, at: int) -> None:
        """See `ReplayScreen`."""
        if self.film.frames:
            super().go(at)

    def _leave(self) -> None:
        if self.is_current:
            self.dismiss()


class WatchApp(TableApp):
    """Shows one table, and then it ends."""

    def __init__(
        self, where: str | None, wait: float | None, interfaces: Sequence[str], settings: Config | None = None
    ) -> None:
        super().__init__(settings=settings)
        self._watching = WatchScreen(where, wait, interfaces)

    def enter(self) -> None:
        """See `TableApp`."""
        self.push_screen(self._watching, self._seen)

    def _seen(self, _nothing: None) -> None:
        screen = self._watching
        self._code = Exit.UNFINISHED if screen.code is None else screen.code
        self._trouble = screen.stop
        self.exit()
