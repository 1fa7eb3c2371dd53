"""The waiting room: drawn for any names and any window, and lived in from the lobby to the table."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.cli.commands import prepare_join
from fliptable.cli.config import Config
from fliptable.cli.look.look import load_look
from fliptable.cli.look.text import clean_text, width_of
from fliptable.cli.table.front import ScreenFront
from fliptable.cli.table.lobby_screen import LobbyScreen
from fliptable.cli.table.page import Page
from fliptable.cli.table.table_screen import TableScreen
from fliptable.cli.table.waiting import Waiting, draw_waiting
from fliptable.cli.table.waiting_screen import WaitingScreen
from fliptable.cli.wishes import Wishes

from .forms import click, in_lobby, lobby_of, run, seen, until
from .test_form import HEIGHTS, LOOKS, TEXTS, WIDTHS

WAITING = st.builds(
    Waiting,
    table=TEXTS,
    people=st.lists(st.tuples(TEXTS, st.booleans()), max_size=10),
    me=TEXTS,
    wanted=st.integers(0, 10),
    opener=st.booleans(),
    code=st.sampled_from(["", "+7XK2-M4QA-R", "+7XK2-M4QA-R7XK-2M4Q-ARRR"]),
    addresses=st.lists(st.sampled_from(["192.168.1.7:27112", "[fd00::2]:27112"]), max_size=3),
    rules=st.lists(TEXTS, max_size=12),
    said=st.lists(TEXTS, max_size=12),
    words=st.sampled_from([(), ("one", "two", "three", "four")]),
    typing=st.one_of(st.none(), TEXTS),
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine on which nobody has played yet."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


@given(WAITING, WIDTHS, HEIGHTS, st.integers(0, len(LOOKS) - 1))
def test_a_room_is_as_large_as_the_window(waiting: Waiting, width: int, height: int, number: int) -> None:
    look = LOOKS[number]
    picture = draw_waiting(waiting, look, width, height)
    lines = picture.text()
    assert len(lines) == height
    assert {width_of(line) for line in lines} == {width}
    assert all(clean_text(line) == line for line in lines)
    if look.glyphs.name == "ascii":
        assert all(line.isascii() for line in lines)
    if look.depth == "none":
        assert not any(segment.style and segment.style.color for line in picture.lines for segment in line)


def room(people: int, **others: Any) -> Waiting:
    values: dict[str, Any] = {
        "table": "Kitchen",
        "people": [(f"Guest{number}", number % 2 == 0) for number in range(people)],
        "me": "Guest0",
        "wanted": 10,
        "opener": True,
        "code": "+7XK2-M4QA-R",
        "addresses": ["192.168.1.7:27112"],
        "rules": ["flip, to 500 points"],
        "said": ["Guest1 says: hello"],
        "words": (),
    }
    return Waiting(**{**values, **others})


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40)])
def test_everybody_and_the_code_are_seen_in_every_window(size: tuple[int, int]) -> None:
    look = load_look(glyphs="ascii")
    shown = "\n".join(draw_waiting(room(10), look, *size).text())
    assert "+ 7 X K 2  M 4 Q A  R" in shown
    assert all(f"Guest{number}" in shown for number in range(10))
    assert "Guest1 says: hello" in shown
    assert "192.168.1.7:27112" in shown
    assert "All seats are taken: press s to start." in shown


@pytest.mark.parametrize(
    ("waiting", "says"),
    [
        (room(0), "One moment"),
        (room(1), "somebody has to sit down"),
        (room(2), "Press s to start with those who sit here"),
        (room(10), "All seats are taken: press s"),
        (room(2, opener=False), "Whoever opened the table says when"),
    ],
)
def test_what_comes_next_is_said(waiting: Waiting, says: str) -> None:
    picture = draw_waiting(waiting, load_look(), 120, 40)
    assert says in "\n".join(picture.text())
    assert ("s" in {spot.action for spot in picture.spots}) == ("ress s" in says)


class Guest(ScreenFront):
    """Somebody else at the table, who only listens."""


async def sit_down(where: str, name: str, home: Path) -> tuple[ScreenFront, asyncio.Task[Any]]:
    """Somebody else joins over loopback."""
    del home
    front = Guest()
    wishes = Wishes(config=Config(), name=name, interfaces=("127.0.0.1",))
    prepared = prepare_join(wishes, where, player=None, wait=None)
    return front, asyncio.create_task(prepared.spend(front, front.lines))


@pytest.mark.net
@pytest.mark.slow
def test_from_the_lobby_to_the_table_and_back(home: Path) -> None:
    async def check() -> None:
        async with in_lobby() as (pilot, app):
            await pilot.press("o", "enter")
            await until(pilot, lambda: isinstance(app.screen, WaitingScreen) and "somebody has to sit" in seen(app))
            assert "Type" not in seen(app)
            assert app.front is not None
            assert app.front.table_opened is not None
            port = app.front.table_opened.addresses[0].rpartition(":")[2]
            guest, playing = await sit_down(f"127.0.0.1:{port}", "Bo", home)
            await until(pilot, lambda: "Bo sits down" in seen(app) and "press s" in seen(app).lower())
            await until(pilot, lambda: guest.seats is not None and guest.seats.table == "Ada-table")
            guest.lines.send("say good evening")
            await until(pilot, lambda: "Bo says: good evening" in seen(app))
            await pilot.press("t", *"hi", "space", "s", "enter")  # no s of a text starts
            await until(pilot, lambda: any("Ada: hi s" in line for line in guest.chat))
            await pilot.press("r")
            assert isinstance(app.screen, Page)
            assert "flip, to 500 points" in seen(app)
            await pilot.press("escape", "s")
            await until(pilot, lambda: app.front is not None and app.front.match is not None)
            assert app.front.match is not None
            words = app.front.match.words
            assert all(word in seen(app) for word in words)
            await pilot.press("enter")
            assert isinstance(app.screen, TableScreen)
            await pilot.press("l")  # the log has them
            assert all(word in seen(app) for word in words)
            await pilot.press("escape")
            guest.lines.send("leave")
            await asyncio.wait({playing}, timeout=10)
            await until(pilot, lambda: "Ada wins" in seen(app))
            for _ in range(100):
                if isinstance(app.screen, LobbyScreen):
                    break
                await pilot.press("escape")
                await pilot.pause(0.1)
            assert "No account" in seen(app)

    run(check)


@pytest.mark.net
def test_who_gets_up_is_told_and_one_leaves_to_the_lobby(home: Path) -> None:
    async def check() -> None:
        async with in_lobby() as (pilot, app):
            await pilot.press("o", "enter")
            await until(pilot, lambda: "somebody has to sit" in seen(app))
            assert app.front is not None
            assert app.front.table_opened is not None
            port = app.front.table_opened.addresses[0].rpartition(":")[2]
            guest, playing = await sit_down(f"127.0.0.1:{port}", "Bo", home)
            await until(pilot, lambda: "Bo sits down" in seen(app))
            guest.lines.send("leave")
            await until(pilot, lambda: "Bo left and gave up the seat" in seen(app))
            assert "somebody has to sit" in seen(app)
            await asyncio.wait({playing}, timeout=10)
            await click(pilot, "Esc")
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
            assert lobby_of(app).note

    run(check)


@pytest.mark.net
def test_a_search_that_finds_nothing_can_be_given_up() -> None:
    async def check() -> None:
        async with in_lobby() as (pilot, app):
            await pilot.press("j", *"Nowhere", "enter")
            if not isinstance(app.screen, WaitingScreen):
                await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, WaitingScreen))
            assert "One moment" in seen(app)
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
            await pilot.press("p")
            assert not isinstance(app.screen, LobbyScreen)

    run(check)
