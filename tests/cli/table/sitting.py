"""A table that is set up for one seat, and the full screen in front of it, without any network."""

import asyncio
import random
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot

from fliptable.cli.commands import Prepared
from fliptable.cli.config import Config
from fliptable.cli.endings import Exit
from fliptable.cli.evening import Evening
from fliptable.cli.table.app import TableApp
from fliptable.cli.table.table_screen import TableScreen
from fliptable.cli.wishes import Wishes
from fliptable.core.dealer import TrustedDealer
from fliptable.core.moves import Leave, Move
from fliptable.core.play import attempt
from fliptable.core.position_reader import read_position
from fliptable.core.table import Table
from fliptable.core.view import View
from fliptable.p2p.notices import Began, Ended, Happened, Seated
from fliptable.plugins.registry import Registry


class SetTable:
    """An evening whose table is given: what is typed at seat 0 takes effect, and nobody else does anything.

    Attributes:
        moves: the moves that were typed, in notation.
        lines: the lines that were typed and are no moves.
    """

    def __init__(self, position: dict[str, Any], seat: int = 0) -> None:
        self.table: Table = read_position(position, TrustedDealer(random.Random(1)))
        self.seat = seat
        self.moves: list[str] = []
        self.lines: list[str] = []
        self.evening: Evening | None = None

    async def __call__(self, evening: Evening) -> Exit:
        self.evening = evening
        front, table = evening.front, self.table
        front.seated(Seated("Kitchen", table.seats, (), len(table.seats), True, table.seats[self.seat]))
        front.agreed(table.rules)
        front.began(Began(b"", ("one", "two", "three", "four"), table.seats, self.seat, 0, ()), table.rules, ())
        front.settled(View(table, self.seat))
        assert evening.lines is not None
        while (line := await evening.lines.get()) is not None:
            move = front.typed(line, self.table, self.seat)
            if isinstance(move, Leave) or line == "leave":
                front.ended(Ended("left", "You left the match.", None), 1.0, ())
                return Exit.UNFINISHED
            if move is None:
                self.lines.append(line)
            else:
                self.make(self.seat, move)
        return Exit.DONE

    def make(self, seat: int, move: Move) -> None:
        """Let a seat make a move, and tell what comes of it."""
        assert self.evening is not None
        view = View(self.table, seat)
        if seat == self.seat:
            self.moves.append(view.spell(move))
        self.table, events = attempt(self.table, seat, move)
        self.evening.front.happened(Happened(0, tuple(events)), self.table, self.seat)
        self.evening.front.settled(View(self.table, self.seat))


@asynccontextmanager
async def sitting(
    position: dict[str, Any], size: tuple[int, int] = (80, 24), seat: int = 0, **settings: Any
) -> AsyncGenerator[tuple[Pilot[None], SetTable, TableScreen]]:
    """The screen of ``size`` in front of a table; settings are those of `Config`."""
    table = SetTable(position, seat)
    prepared = Prepared(Wishes(name="Ada"), Registry(), table.table.rules, None, (), True, table, company=False)
    app = TableApp(prepared, Config(**settings))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TableScreen)
        yield pilot, table, screen


def text_of(screen: TableScreen) -> str:
    """What is to be read on the screen."""
    return "\n".join(screen.picture.text())


def sit(check: Any) -> None:
    """Run a test that waits."""
    asyncio.run(check())
