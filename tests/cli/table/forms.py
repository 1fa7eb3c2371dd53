"""Screens of the lobby in front of a machine of their own, and what is to be read on them."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, cast

from textual.pilot import Pilot

from fliptable.cli.config import Config
from fliptable.cli.table.app import TableApp
from fliptable.cli.table.form import Form
from fliptable.cli.table.lobby_screen import LobbyScreen
from fliptable.core.rules import PRESETS
from fliptable.p2p.net.address import Address
from fliptable.p2p.net.finder import Finder, FoundTable


class Found:
    """A finder that finds what it is told."""

    def __init__(self, *tables: FoundTable, off: str = "") -> None:
        self.tables = tables
        self.off = "not started"
        self.why = off
        self.slow = 0.0
        self.started = self.closed = 0

    async def start(self) -> None:
        self.started += 1
        self.off = self.why

    async def close(self) -> None:
        await asyncio.sleep(self.slow)
        self.closed += 1


def table(name: str = "Kitchen", *, why: str = "", port: int = 7000, rules: str | None = None) -> FoundTable:
    """A table that answers."""
    digest = PRESETS["flip"].digest().hex() if rules is None else rules
    return FoundTable(name, name.encode().hex(), (Address("127.0.0.1", port),), 2, 4, "open", digest, why)


class Lobby(TableApp):
    """The program in its lobby, where ``found`` is what there is on the network."""

    def __init__(self, found: Found, *, new: bool = False, **settings: Any) -> None:
        super().__init__(settings=Config(name="Ada", **settings), new=new, find=lambda: cast("Finder", found))
        self.found = found


@asynccontextmanager
async def in_lobby(
    *tables: FoundTable, size: tuple[int, int] = (80, 24), off: str = "", new: bool = False, **settings: Any
) -> AsyncGenerator[tuple[Pilot[None], Lobby]]:
    """The lobby on a screen of ``size``, after it has looked around once."""
    app = Lobby(Found(*tables, off=off), new=new, **settings)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app.found.off != "not started")
        await pilot.pause()
        yield pilot, app
    assert app.found.closed


def seen(app: TableApp) -> str:
    """What is to be read on the screen that is shown, without line ends and edges."""
    screen: Any = app.screen
    return " ".join(" ".join(screen.picture.text()).split())


def form(app: TableApp) -> Form:
    """The form that is shown."""
    screen: Any = app.screen
    return screen.form


def focus(app: TableApp) -> str:
    """What is in focus there."""
    live = form(app).focus
    return live.name if live is not None else ""


async def until(pilot: Pilot[None], holds: Callable[[], bool], seconds: float = 10.0) -> None:
    """Wait until something holds."""
    for _ in range(int(seconds / 0.02)):
        await pilot.pause(0.02)
        if holds():
            return
    raise AssertionError(seen(cast("TableApp", pilot.app)))


async def click(pilot: Pilot[None], action: str) -> None:
    """Click the first place that has this action."""
    screen: Any = pilot.app.screen
    spot = next(spot for spot in screen.picture.spots if spot.action == action)
    await pilot.click(offset=(spot.x + min(2, spot.width - 1), spot.y))
    await pilot.pause()


def run(check: Callable[[], Any]) -> None:
    """Run a test that waits."""
    asyncio.run(check())


def lobby_of(app: TableApp) -> LobbyScreen:
    """The lobby, which has to be what is shown."""
    assert isinstance(app.screen, LobbyScreen)
    return app.screen


SIZES: Sequence[tuple[int, int]] = ((60, 18), (80, 24), (120, 40))
