"""The program of the full screen: one Textual application, in whose loop the evenings are spent.

It ends with the exit code of the evening it began with, or stays in the lobby between evenings. Its terminal is left as
it was found, whatever happens; a defect is told by the command line as everywhere, never with what a hand holds. Must
never know what is drawn.
"""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

from rich.console import Console
from textual.app import App
from textual.binding import Binding
from textual.driver import Driver
from textual.filter import LineFilter

from ..endings import Exit, Stop
from ..output import own_terminal, say
from ..running import run
from ..terminal import Depth, colour_depth
from .front import ScreenFront
from .table_screen import TableScreen

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ..commands import Prepared

SYSTEMS = {"true": "truecolor", "256": "256", "16": "standard", "none": "standard"}
"""What Rich calls each depth; where there is no colour nothing coloured is drawn, but bold and reverse have to come."""


def spend(prepared: Prepared) -> Exit:
    """Spend one evening on the full screen and give its exit code; raises `Stop`."""
    return show(TableApp(prepared))


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
        prepared: the evening to begin with, after which the program ends.

    Attributes:
        terminal: where it is drawn.
        depth: how many colours that has.
        front: what the evening that goes on, or was the last one, has told; None before the first.
    """

    ENABLE_COMMAND_PALETTE = False
    TITLE = "fliptable"
    BINDINGS = (
        Binding("ctrl+c", "leave", priority=True),
        Binding("ctrl+z", "suspend_process", priority=True),
    )

    def __init__(self, prepared: Prepared | None = None) -> None:
        self.depth: Depth = colour_depth()
        self.terminal: TextIO | None = None
        super().__init__(driver_class=_driver(), ansi_color=True)
        self.console = Console(
            color_system=SYSTEMS[self.depth],  # pyright: ignore[reportArgumentType]
            file=self.console.file,
            force_terminal=True,
            legacy_windows=False,
            markup=False,
            highlight=False,
            emoji=False,
            _environ={},
        )
        self.front: ScreenFront | None = None
        self._prepared = prepared
        self._evening: asyncio.Task[Exit] | None = None
        self._code = Exit.DONE
        self._trouble: BaseException | None = None

    # Running.

    async def spend(self) -> Exit:
        """Run until somebody leaves; gives the exit code, raises what went wrong. The evening ends in order."""
        try:
            await self.run_async()
        finally:
            await self._get_up()
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
        if self._prepared is not None:
            self.begin(self._prepared)

    def begin(self, prepared: Prepared) -> None:
        """Begin an evening: it goes on in this loop, and the table is shown."""
        self.front = ScreenFront(asks=prepared.person)
        self.push_screen(TableScreen(self.front))
        self._evening = asyncio.create_task(prepared.spend(self.front, self.front.lines))
        self._evening.add_done_callback(self._over)

    def action_leave(self) -> None:
        """Leave at once, as Ctrl-C does; the others at the table are told."""
        self._code = Exit.INTERRUPTED
        self.exit()

    def evening_over(self, code: Exit) -> None:
        """The evening is over and was looked at to the end: so is the program."""
        self._code = code
        self.exit()

    def _over(self, evening: asyncio.Task[Exit]) -> None:
        if evening.cancelled() or self._exit:
            return
        trouble = evening.exception()
        if trouble is not None:
            self._trouble = trouble
            self.exit()
        elif self.front is None or self.front.end is None or self.front.end.outcome != "finished":
            self.evening_over(evening.result())
        else:
            self._code = evening.result()

    async def _get_up(self) -> None:
        if self._evening is None or self._evening.done():
            return
        self._evening.cancel()
        with suppress(asyncio.CancelledError, Stop):
            await self._evening

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
    """Draws on the terminal that was set apart, and gives signal handlers back; None where Textual's own has to do."""
    if os.name == "nt":
        return None
    from .driver import OwnDriver

    return OwnDriver
