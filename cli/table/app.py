"""The program of the full screen: one Textual application, in whose loop the evenings are spent.

It ends with the exit code of the evening it began with, or stays in the lobby between evenings. Its terminal is left as
it was found, whatever happens; a defect is told by the command line as everywhere, never with what a hand holds. Must
never know what is drawn.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar, TextIO

from rich.console import Console
from textual.app import App
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.filter import LineFilter
from textual.geometry import Offset

from ..config import Config, is_new, load_config
from ..endings import Exit, Stop
from ..folders import config_folder
from ..language import choose
from ..look.look import BadTheme, GlyphSet, load_look
from ..output import own_terminal, say
from ..running import run
from ..terminal import colour_depth, glyph_set
from .front import ScreenFront
from .keys import KeyMap
from .page import Page, wrapped
from .table_screen import TableScreen
from .waiting_screen import WaitingScreen

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ...p2p.net.finder import Finder
    from ..commands import Prepared
    from ..front import Occasion
    from .lobby_screen import LobbyScreen
    from .rules_rows import RulesRows
    from .screen import GameScreen

SYSTEMS = {"true": "truecolor", "256": "256", "16": "standard", "none": "standard"}
"""What Rich calls each depth; where there is no colour nothing coloured is drawn, but bold and reverse have to come."""


def spend(prepared: Prepared) -> Exit:
    """Spend one evening on the full screen and give its exit code; raises `Stop`."""
    return show(TableApp(prepared, prepared.wishes.config))


def stay() -> Exit:
    """Stay in the lobby until somebody leaves; raises `Stop`."""
    return show(TableApp(settings=load_config(), new=is_new()))


def show(app: TableApp) -> Exit:
    """Run the application in the terminal; afterwards the last words of its evening stand there."""
    with own_terminal() as terminal:
        app.terminal = terminal
        code = run(app.spend)
    for line in app.closing:
        say(line)
    return code


class TableApp(App[None], inherit_bindings=False):
    """The full screen.

    Args:
        prepared: the evening to begin with, after which the program ends; without one it begins in the lobby.
        settings: what a person has chosen.
        new: nobody has chosen anything on this machine yet: they are asked for a name first.
        find: makes what looks for tables on the network, ours when none is given.

    Attributes:
        terminal: where it is drawn.
        depth: how many colours that has.
        settings, keys, look: what a person has chosen, and what was made of it.
        front: what the evening that goes on, or was the last one, has told; None before the first.
        rules_rows: the rules that were chosen in the lobby last, for as long as the program runs.
    """

    ENABLE_COMMAND_PALETTE = False
    TITLE = "fliptable"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "leave", priority=True),
        Binding("ctrl+z", "suspend_process", priority=True),
    ]

    def __init__(
        self,
        prepared: Occasion | None = None,
        settings: Config | None = None,
        *,
        new: bool = False,
        find: Callable[[], Finder] | None = None,
    ) -> None:
        self._glyphs: GlyphSet = glyph_set()  # asked while standard output is still the terminal
        self.change(settings or Config())
        self.terminal: TextIO | None = None
        super().__init__(driver_class=_driver(), ansi_color=True)
        self.console = self._console()
        self.front: ScreenFront | None = None
        self._prepared = prepared
        self._evening: asyncio.Task[Exit] | None = None
        self._code = Exit.DONE
        self._trouble: BaseException | None = None
        self._lobby: LobbyScreen | None = None
        self._preparing: asyncio.Task[None] | None = None
        self._given_up = False
        self._new, self._find = new, find
        self.rules_rows: RulesRows | None = None

    def change(self, settings: Config) -> None:
        """Take over what a person has chosen; raises `Stop`, and then nothing has changed."""
        keys = KeyMap(settings.keys)
        depth = colour_depth(settings.colours)
        glyphs = glyph_set(settings.glyphs) if settings.glyphs != "auto" else self._glyphs
        try:
            look = load_look(settings.theme, settings.vision, glyphs, depth, config_folder() / "themes")
        except BadTheme as error:
            raise Stop(Exit.MISUSE, str(error)) from None
        self.settings, self.keys, self.depth, self.look = settings, keys, depth, look

    def change_and_show(self, settings: Config) -> None:
        """The same in the midst of it: the colours of the terminal and the language change, too."""
        before = self.settings
        self.change(settings)
        self.console = self._console()
        if settings.language != before.language:
            choose(settings.language)
        if (settings.rules, settings.language) != (before.rules, before.language):
            self.rules_rows = None

    @property
    def login(self) -> str:
        """What the others call somebody who has chosen no name."""
        from ..wishes import Wishes

        return Wishes().nickname()

    def _console(self) -> Console:
        return Console(
            color_system=SYSTEMS[self.depth],  # pyright: ignore[reportArgumentType]
            file=self.console.file,
            force_terminal=True,
            legacy_windows=False,
            markup=False,
            highlight=False,
            emoji=False,
            _environ={},
        )

    # Running.

    async def spend(self) -> Exit:
        """Run until somebody leaves; gives the exit code, raises what went wrong. The evening ends in order."""
        try:
            await self.run_async()
        finally:
            await self._get_up()
        return self.outcome()

    def outcome(self) -> Exit:
        """How it ended, once the screen is gone: the exit code; raises what went wrong, and a cancellation."""
        task = asyncio.current_task()
        if task is not None and task.cancelling():  # Textual takes a cancellation as a wish to end
            raise asyncio.CancelledError
        if self._trouble is not None:
            raise self._trouble
        return self._code

    @property
    def closing(self) -> list[str]:
        """What is said when the program ends."""
        return self.front.closing if self.front is not None else []

    def on_mount(self) -> None:
        """Begin."""
        self.enter()

    def enter(self) -> None:
        """Show the first screen: the evening that was asked for, or the lobby."""
        if self._prepared is not None:
            self.begin(self._prepared)
        else:
            from .lobby_screen import LobbyScreen

            self._lobby = LobbyScreen(self._find)
            self.push_screen(self._lobby)
            if self._new:
                from .welcome_screen import WelcomeScreen

                self.push_screen(WelcomeScreen())

    def prepare(self, make: Callable[[], Occasion], refuse: Callable[[str], None]) -> None:
        """Check an evening that was asked for, without holding up the screen, and begin it; one at a time.

        Args:
            make: checks it; raises `Stop`.
            refuse: is told why not.
        """
        if self._preparing is not None and not self._preparing.done():
            return

        async def work() -> None:
            try:
                prepared = await asyncio.to_thread(make)
            except Stop as stop:
                refuse(stop.sentence)
                return
            except Exception as error:  # a defect, told by the command line as everywhere
                self._trouble = error
                self.exit()
                return
            self.begin(prepared)

        self._preparing = asyncio.create_task(work())

    def begin(self, prepared: Occasion) -> None:
        """Begin an evening: it goes on in this loop, and the table is shown."""
        if self._lobby is not None:
            self._back_to(self._lobby)
            self._lobby.rest()
        self.front = ScreenFront(asks=prepared.person)
        self._table = TableScreen(self.front)
        self.push_screen(self._table)
        if prepared.company and prepared.person:
            self.push_screen(WaitingScreen(self.front))
        self._evening = asyncio.create_task(prepared.spend(self.front, self.front.lines))
        self._evening.add_done_callback(self._over)

    def give_up(self) -> None:
        """Let go of an evening that has found no table yet."""
        if self._evening is not None:
            self._given_up = True
            self._evening.cancel()

    def show_text(self, title: str, texts: Sequence[str]) -> None:
        """Show sentences over whatever is shown."""
        self.push_screen(Page(title, lambda width: wrapped(texts, width), self.look))

    def action_leave(self) -> None:
        """Leave at once, as Ctrl-C does; the others at the table are told."""
        self._code = Exit.INTERRUPTED
        self.exit()

    def evening_seen(self) -> None:
        """The evening is over and was looked at to the end: so is the program, or one is back in the lobby."""
        if self._lobby is None:
            self.exit()
            return
        self._code = Exit.DONE
        self._back_to(self._lobby)
        # Of a match that was finished everything has been read.
        finished = self.front is not None and self.front.end is not None and self.front.end.outcome == "finished"
        self._lobby.tell("" if finished else " ".join(self.closing))
        self._lobby.look_around()

    def _back_to(self, screen: GameScreen[None]) -> None:
        while self.screen is not screen and len(self.screen_stack) > 1:
            self.pop_screen()

    def _over(self, evening: asyncio.Task[Exit]) -> None:
        if evening.cancelled() or self._exit:
            if self._given_up and not self._exit:
                self._given_up = False
                self.evening_seen()
            return
        trouble = evening.exception()
        if isinstance(trouble, Stop) and self._lobby is not None:
            self.evening_seen()
            self._lobby.tell(trouble.sentence)
            return
        if trouble is not None:
            self._trouble = trouble
            self.exit()
            return
        self._code = evening.result()
        if self.front is not None and self.front.end is not None and self.front.end.outcome == "finished":
            self._table.over()
        else:
            self.evening_seen()

    async def _get_up(self) -> None:
        if self._evening is None or self._evening.done():
            return
        self._evening.cancel()
        with suppress(asyncio.CancelledError, Stop):
            await self._evening

    # The terminal.

    @property
    def moves_shown(self) -> bool:
        """Whether the Flip is shown as one."""
        return self.settings.motion != "reduced"

    def call_to_table(self) -> None:
        """It is the turn of a person who looks at another window: ring, and say so in the title."""
        if self.settings.bell == "off" or self.app_focus:
            return
        self.bell()
        self._entitle("your turn - fliptable")

    def watch_app_focus(self, focus: bool) -> None:
        """The title says nothing new to who looks."""
        if focus:
            self._entitle("fliptable")

    def point(self, x: int, y: int) -> None:
        """Put the cursor of the terminal there, though it is not shown: what reads the screen aloud follows it."""
        self.cursor_position = Offset(x, y)

    def _entitle(self, title: str) -> None:
        if self._driver is not None and not self.is_headless:
            self._driver.write(f"\x1b]2;{title}\x07")

    # What Textual does otherwise when something breaks.

    def _fatal_error(self) -> None:
        # Its own shows a traceback with local variables: those are hands and keys.
        self._trouble = self._trouble or self._exception
        self._close_messages_no_wait()

    def panic(self, *renderables: RenderableType) -> None:
        """Close after an error in a thread of Textual's; see `App`."""
        self._trouble = self._trouble or RuntimeError("the terminal cannot be read")
        self._close_messages_no_wait()

    def get_line_filters(self) -> list[LineFilter]:
        """See `App`: colours are chosen for the terminal when they are drawn, nothing is converted."""
        return []


def _driver() -> type[Driver] | None:
    """What draws on the terminal that was set apart; None where Textual's own choice has to do."""
    if os.name == "nt":
        return None
    from .driver import OwnDriver

    return OwnDriver
