"""The lobby: the tables it lists, its entries by key and by mouse, the way back to a game, and the first time."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from fliptable.cli.config import load_config
from fliptable.cli.endings import Exit, Stop
from fliptable.cli.journals import Kept
from fliptable.cli.table.dialogs import JoinScreen, OpenScreen, SoloScreen
from fliptable.cli.table.lobby_screen import ENTRIES, LobbyScreen
from fliptable.cli.table.page import Page
from fliptable.cli.table.rules_screen import RulesScreen
from fliptable.cli.table.settings_screen import SettingsScreen
from fliptable.cli.table.stats_screen import StatsScreen
from fliptable.cli.table.table_screen import TableScreen
from fliptable.cli.tutorial import FirstGame
from fliptable.core.rules import PRESETS

from .forms import SIZES, click, focus, in_lobby, lobby_of, run, seen, table, until

LEADS_TO = {
    "p": SoloScreen,
    "o": OpenScreen,
    "j": JoinScreen,
    "f": TableScreen,
    "r": RulesScreen,
    "h": StatsScreen,
    "s": SettingsScreen,
}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine on which nobody has played yet."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


def test_every_entry_is_reached_by_its_key_and_by_the_mouse() -> None:
    assert {entry.key for entry in ENTRIES} == set(LEADS_TO)

    async def check() -> None:
        async with in_lobby() as (pilot, app):
            for key, screen in LEADS_TO.items():
                if screen is TableScreen:
                    continue
                await pilot.press(key)
                assert isinstance(app.screen, screen)
                await pilot.press("escape")
                await click(pilot, f"row:{key}")
                assert isinstance(app.screen, screen)
                await pilot.press("escape")
                assert isinstance(app.screen, LobbyScreen)
            await pilot.press("f")
            assert isinstance(app.screen, Page | TableScreen)

    run(check)


def test_arrows_go_through_it_and_enter_does_what_is_in_focus() -> None:
    async def check() -> None:
        async with in_lobby() as (pilot, app):
            assert focus(app) == "p"
            await pilot.press("down", "tab", "up", "shift+tab", "up")
            assert focus(app) == "s"
            await pilot.press("home", "down", "enter")
            assert isinstance(app.screen, OpenScreen)
            await pilot.press("escape", "?")
            assert isinstance(app.screen, Page)
            for entry in ENTRIES:
                assert f"{entry.key} {entry.label}" in seen(app)
            await pilot.press("escape")
            await click(pilot, "row:?")
            assert isinstance(app.screen, Page)
            await pilot.press("escape")
            await click(pilot, "row:enter")  # the foot does what is in focus
            assert not isinstance(app.screen, LobbyScreen | Page)

    run(check)


@pytest.mark.parametrize("key", ["q", "escape"])
def test_it_is_left(key: str) -> None:
    async def check() -> None:
        async with in_lobby() as (pilot, app):
            await pilot.press(key)
            await pilot.pause()
            assert not app.is_running

    run(check)


def test_tables_come_and_go_and_take_no_focus_away() -> None:
    async def check() -> None:
        async with in_lobby() as (pilot, app):
            assert "Looking for tables" in seen(app)
            await pilot.press("down", "down")
            assert focus(app) == "j"
            app.found.tables = (table("Kitchen"), table("Cellar", rules=PRESETS["quick"].digest().hex()))
            await until(pilot, lambda: "Cellar" in seen(app))
            assert "Kitchen 2 of 4 seats, rules flip" in seen(app)
            assert "rules quick One round decides the match." in seen(app)
            assert focus(app) == "j"
            app.found.tables = ()
            await until(pilot, lambda: "Cellar" not in seen(app))

    run(check)


def test_it_looks_again_although_it_has_hardly_stopped() -> None:
    async def check() -> None:
        async with in_lobby() as (pilot, app):
            app.found.slow = 0.2
            lobby_of(app).rest()
            await pilot.pause()
            lobby_of(app).look_around()
            lobby_of(app).look_around()
            app.found.tables = (table("Kitchen"),)
            await until(pilot, lambda: "Kitchen" in seen(app))
            assert (app.found.started, app.found.closed) == (2, 1)

    run(check)


def test_why_there_is_no_list() -> None:
    async def check() -> None:
        async with in_lobby(off="no network") as (_pilot, app):
            assert "Tables cannot be looked for here (no network)." in seen(app)

    run(check)


def test_an_empty_list_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fliptable.cli.table.lobby_screen.QUIET_SECONDS", 0.0)

    async def check() -> None:
        async with in_lobby() as (pilot, app):
            await until(pilot, lambda: "No table answers." in seen(app))
            await pilot.press("?")
            assert "firewalls" in seen(app)

    run(check)


@pytest.mark.parametrize(
    ("why", "says"),
    [
        ("table-full", "all seats are taken"),
        ("other-version", "speaks another version"),
        ("locked", "needs its invite code"),
    ],
)
def test_a_table_that_cannot_be_joined_says_why(why: str, says: str) -> None:
    async def check() -> None:
        async with in_lobby(table(why=why), table("Other")) as (pilot, app):
            assert says.replace("needs", "need") in seen(app)
            await click(pilot, f"row:table {table().id}")
            if why == "locked":
                assert isinstance(app.screen, JoinScreen)
            else:
                assert f"Kitchen: you cannot join: {says}" in seen(app).replace(": it ", ": ")

    run(check)


@pytest.mark.net
def test_a_table_that_plays_can_be_watched() -> None:
    async def check() -> None:
        async with in_lobby(table(port=1, why="playing")) as (pilot, app):
            assert "they are playing: you can watch" in seen(app)
            await pilot.press("home", "enter")
            # Nobody is there, and the lobby says so; that it comes to watching is what counts here.
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and bool(lobby_of(app).note))
            assert "127.0.0.1" in lobby_of(app).note

    run(check)


@pytest.mark.net
def test_a_table_that_is_gone_is_told_in_the_lobby() -> None:
    async def check() -> None:
        async with in_lobby(table(port=1)) as (pilot, app):
            await pilot.press("home", "enter")
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and bool(lobby_of(app).note))
            assert "127.0.0.1" in lobby_of(app).note

    run(check)


def test_hostile_names_stay_in_their_line() -> None:
    name = "\x1b[31m\u202eevil\u2066" + "\u4e2d" * 200 + "\n> q  Quit\u0301\u0301\u0301\u0301"

    async def check(size: tuple[int, int]) -> None:
        async with in_lobby(table(name), size=size) as (_pilot, app):
            lines = lobby_of(app).picture.text()
            assert "\u202e" not in "".join(lines)
            assert "\x1b" not in "".join(lines)
            assert sum("evil" in line for line in lines) == 1

    for size in SIZES:
        run(lambda size=size: check(size))


def test_a_game_that_broke_off_is_the_first_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = [
        Kept(Path(f"/nowhere/{table}"), table, ("Bo", "Chidi"), (), time.time() - 5, busy)
        for table, busy in (("Kitchen", False), ("Cellar", True))
    ]
    monkeypatch.setattr("fliptable.cli.journals.journals", lambda: kept)

    async def check() -> None:
        async with in_lobby() as (pilot, app):
            await until(pilot, lambda: "Return to Kitchen" in seen(app))
            assert "with Bo and Chidi, last played" in seen(app)
            assert "Cellar" not in seen(app)  # another program plays it
            assert focus(app) == "kept /nowhere/Kitchen"
            await pilot.press("down", "b")
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and "cannot be read" in seen(app))

    run(check)


def test_a_defect_while_an_evening_is_prepared_ends_the_program() -> None:
    def make() -> FirstGame:
        raise ZeroDivisionError

    async def check() -> None:
        async with in_lobby() as (pilot, app):
            app.prepare(make, app.notify)
            await pilot.pause(0.1)
            with pytest.raises(ZeroDivisionError):
                app.outcome()

    run(check)


def test_one_evening_is_prepared_at_a_time() -> None:
    begun: list[int] = []

    def make() -> FirstGame:
        begun.append(1)
        raise Stop(Exit.REFUSED, "No.")

    async def check() -> None:
        async with in_lobby() as (pilot, app):
            for _ in range(3):
                app.prepare(make, lobby_of(app).tell)
            await until(pilot, lambda: "No." in seen(app))
            assert begun == [1]

    run(check)


# The first time.


def test_the_first_time_one_is_asked_for_a_name(home: Path) -> None:
    async def check() -> None:
        async with in_lobby(new=True) as (pilot, app):
            assert "What shall the others call you?" in seen(app)
            assert "nothing leaves your network" in seen(app)
            await pilot.press("end", "ctrl+u", *"Bo", "enter")
            assert app.settings.name == "Bo"
            assert "Hello Bo!" in seen(app)
            assert focus(app) == "first"
            await pilot.press("down", "enter")
            assert isinstance(app.screen, LobbyScreen)

    run(check)
    assert load_config().name == "Bo"


def test_who_does_not_want_to_be_asked_is_never_asked_again(home: Path) -> None:
    async def check() -> None:
        async with in_lobby(new=True) as (pilot, app):
            await pilot.press("escape")
            assert isinstance(app.screen, LobbyScreen)

    run(check)
    assert (home / "config" / "fliptable" / "config.toml").exists()
    assert load_config().name == ""


def test_the_first_game_is_offered() -> None:
    async def check() -> None:
        async with in_lobby(new=True, size=(120, 40)) as (pilot, app):
            await pilot.press("enter", "enter")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            await pilot.press("q")
            app.action_leave()

    run(check)


# What is loaded.

PROBE = """
import asyncio, sys
from fliptable.cli.table.app import TableApp
from fliptable.cli.table.lobby_screen import LobbyScreen

def look_around(self):
    print(any("Play alone" in line for line in self.picture.text()), "zeroconf" in sys.modules)
    self.game.exit()

LobbyScreen.look_around = look_around

async def main():
    async with TableApp().run_test() as pilot:
        await pilot.pause()

asyncio.run(main())
"""


def test_it_stands_there_before_anything_looks_at_the_network() -> None:
    done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == ["True", "False"]
