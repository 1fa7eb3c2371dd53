"""What is shown when a round or a match is over, the replay and the history: by keys and by mouse."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from fliptable.cli.config import Config
from fliptable.cli.film import Film
from fliptable.cli.history import keep
from fliptable.cli.summary import MatchSummary, RoundSummary
from fliptable.cli.table.app import TableApp
from fliptable.cli.table.match_over import MatchOverScreen
from fliptable.cli.table.page import Page
from fliptable.cli.table.replay_screen import ReplayScreen
from fliptable.cli.table.round_over import RoundOverScreen
from fliptable.cli.table.screen import GameScreen
from fliptable.cli.table.stats_screen import StatsScreen
from fliptable.p2p.notices import Began, Ended, PlayAgain

from ..results import finished, over
from ..test_film import filmed, two_rounds
from ..test_history import some
from .sitting import sit, sitting

POSITION: dict[str, Any] = {
    "rules": "flip",
    "seats": ["Ada", "Bo"],
    "turn": "Ada",
    "hands": {"Ada": ["r5/t8", "b1/p9"], "Bo": ["g1/o1", "g2/o2"]},
    "draw": ["y2/p2", "y4/u1"],
    "discard": ["r7/o8"],
}
SIZES = ((60, 18), (80, 24), (120, 40))


class One(TableApp):
    """The application with one screen of ours, which is seen when it was dismissed."""

    def __init__(self, screen: GameScreen[None], **settings: Any) -> None:
        super().__init__(settings=Config(**settings))
        self.first = screen
        self.seen = False

    def enter(self) -> None:
        def seen(_nothing: None) -> None:
            self.seen = True

        self.push_screen(self.first, seen)


@asynccontextmanager
async def showing(
    screen: GameScreen[None], size: tuple[int, int] = (80, 24), **settings: Any
) -> AsyncGenerator[tuple[Pilot[None], One]]:
    app = One(screen, **settings)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot, app


def text_of(screen: Any) -> str:
    """What is to be read on a screen of ours."""
    return "\n".join(screen.picture.text())


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    for _ in range(200):
        await pilot.pause(0.02)
        if holds():
            return
    raise AssertionError("it does not come")


# A round, a match.


def tell_round(table: Any, summary: RoundSummary) -> None:
    table.evening.front.round_over(summary)


def tell_match(table: Any, summary: MatchSummary) -> None:
    table.evening.front.ended(Ended("finished", "The match is over.", None), 1.0, ())
    table.evening.front.match_over(summary)


def test_a_round_is_shown_until_a_key_is_pressed() -> None:
    async def check() -> None:
        async with sitting(POSITION) as (pilot, table, screen):
            tell_round(table, over(2, 4))
            await pilot.pause()
            shown = pilot.app.screen
            assert isinstance(shown, RoundOverScreen)
            assert "Round 1: Bo wins" in text_of(shown)
            await pilot.press("v")
            assert isinstance(pilot.app.screen, Page)
            await pilot.press("escape", "l")
            assert isinstance(pilot.app.screen, Page)
            await pilot.press("escape", "enter")
            assert pilot.app.screen is screen

    sit(check)


def test_it_goes_by_itself_once_the_next_cards_lie_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fliptable.cli.table.round_over.READ_SECONDS", 0.3)
    monkeypatch.setattr("fliptable.cli.table.round_over.TICK_SECONDS", 0.05)

    async def check() -> None:
        async with sitting(POSITION) as (pilot, table, screen):
            tell_round(table, over(2, 4, number=5))
            await pilot.pause(0.6)
            assert isinstance(pilot.app.screen, RoundOverScreen)  # no new cards yet
            screen.front.round = 6
            await until(pilot, lambda: pilot.app.screen is screen)

    sit(check)


def test_it_waits_for_a_line_that_is_being_written() -> None:
    async def check() -> None:
        async with sitting(POSITION) as (pilot, table, screen):
            await pilot.press("t", "h")
            tell_round(table, over(2, 4))
            await pilot.press("v", "l")
            assert pilot.app.screen is screen
            await pilot.press("enter")
            await pilot.pause()
            assert table.lines == ["say hvl"]
            assert isinstance(pilot.app.screen, RoundOverScreen)

    sit(check)


def test_the_match_follows_on_its_last_round() -> None:
    async def check() -> None:
        async with sitting(POSITION) as (pilot, table, screen):
            tell_round(table, over(2, 4))
            tell_match(table, finished(2, 3))
            await pilot.pause()
            assert isinstance(pilot.app.screen, RoundOverScreen)
            await pilot.press("enter")
            shown = pilot.app.screen
            assert isinstance(shown, MatchOverScreen)
            assert "play again" not in text_of(shown)
            await pilot.press("r")  # nobody else is there
            assert table.lines == []
            screen.front.rematch(PlayAgain((), ("Ada", "Bo"), clerk=True))
            assert "r play again" in text_of(shown)
            await pilot.press("r", "r")
            await pilot.pause()
            assert table.lines == ["rematch"]
            screen.front.rematch(PlayAgain(("Ada",), ("Bo",), clerk=True))
            assert "Ada wants to play again. Not yet: Bo." in text_of(shown)
            assert "play again" not in text_of(shown).splitlines()[-1]
            await pilot.press("s")  # alone nobody begins
            screen.front.rematch(PlayAgain(("Ada", "Chidi"), ("Bo",), clerk=True))
            await pilot.press("s")
            await pilot.pause()
            assert table.lines == ["rematch", "start"]
            screen.front.began(Began(b"", ("one",), ("Ada", "Bo"), 0, 0, ()), table.table.rules, ())
            await pilot.pause()
            assert pilot.app.screen is screen
            assert screen.front.scene is None
            # Of the next match another result is shown, and with it one leaves.
            tell_match(table, finished(2, 2))
            await pilot.pause()
            assert isinstance(pilot.app.screen, MatchOverScreen)
            await pilot.press("v", "escape", "enter")
            await until(pilot, lambda: screen.front.end is not None and screen.front.end.outcome == "left")

    sit(check)


@pytest.mark.parametrize("size", SIZES)
def test_they_are_there_in_every_window(size: tuple[int, int]) -> None:
    async def check() -> None:
        async with sitting(POSITION, size) as (pilot, table, _):
            tell_round(table, over(10, 40))
            tell_match(table, finished(10, 8))
            await pilot.pause()
            assert "Deal verified: 90 proofs, 0 faults." in text_of(pilot.app.screen)
            await pilot.press("enter")
            assert "10." in text_of(pilot.app.screen) or "9." in text_of(pilot.app.screen)

    sit(check)


# The replay.


@pytest.fixture(scope="module")
def data() -> bytes:
    """The record of a match of two rounds."""
    return two_rounds()


@pytest.fixture(scope="module")
def film(data: bytes) -> Film:
    """Its film."""
    return filmed(data)[0]


def replaying(
    film: Film, check: Callable[[Pilot[None], ReplayScreen, One], Any], size: tuple[int, int] = (80, 24)
) -> None:
    async def run() -> None:
        screen = ReplayScreen(film, "a.record")
        async with showing(screen, size) as (pilot, app):
            await check(pilot, screen, app)

    asyncio.run(run())


def test_it_steps_and_scrubs(film: Film) -> None:
    last = len(film.frames) - 1

    async def check(pilot: Pilot[None], screen: ReplayScreen, app: One) -> None:
        del app
        seen: list[int] = []
        for key in ("right", "right", "left", "down", "up", "pagedown", "pageup", "end", "right", "5", "0", "left"):
            await pilot.press(key)
            seen.append(screen.at)
        turn, second = film.turn(1, 1), film.rounds[1]
        assert seen[:3] == [1, 2, 1]
        assert seen[3:5] == [turn, film.turn(turn, -1)]
        assert seen[5:7] == [second, 0]
        assert seen[7:] == [last, last, film.tenth(5), 0, 0]
        assert f"1/{last + 1} slot {film.frames[0].slot}" in text_of(screen)

    replaying(film, check)


@pytest.mark.parametrize("size", SIZES)
def test_a_click_on_the_bar_goes_there(film: Film, size: tuple[int, int]) -> None:
    async def check(pilot: Pilot[None], screen: ReplayScreen, app: One) -> None:
        del app
        bar = [spot for spot in screen.picture.spots if spot.action.startswith("frame:")]
        assert {spot.y for spot in bar} == {size[1] - 1}
        for spot in (bar[0], bar[len(bar) // 2], bar[-1]):
            await pilot.click(offset=(spot.x, spot.y))
            assert f"frame:{screen.at}" == spot.action
        assert screen.at == len(film.frames) - 1

    replaying(film, check, size)


def test_seats_and_hands(film: Film) -> None:
    async def check(pilot: Pilot[None], screen: ReplayScreen, app: One) -> None:
        del app
        first, second = film.names
        assert f"as {first}" in text_of(screen)
        await pilot.press("tab")
        assert f"as {second}" in text_of(screen)
        spot = next(spot for spot in screen.picture.spots if spot.action == f"seat:{first}")
        await pilot.click(offset=(spot.x + 3, spot.y))
        assert screen.seat == 0
        await pilot.press("o")
        assert "all hands open" in text_of(screen)
        for key in ("v", "l", "?"):
            await pilot.press(key)
            assert isinstance(pilot.app.screen, Page)
            await pilot.press("escape")
            assert pilot.app.screen is screen

    replaying(film, check)


def test_it_plays_by_itself_and_stops_at_the_end(film: Film, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fliptable.cli.table.replay_screen.SPEEDS", (1.0, 20.0))

    async def check(pilot: Pilot[None], screen: ReplayScreen, app: One) -> None:
        await pilot.press("space")
        assert screen.playing
        await until(pilot, lambda: screen.at == len(film.frames) - 1)
        assert not screen.playing
        await pilot.press("space")
        assert screen.playing
        await pilot.press("space", "-", "-")
        assert not screen.playing
        assert screen.speed == 0
        await pilot.press("q")
        assert app.seen

    film = replace(film, frames=film.frames[:12])
    replaying(film, check)


def test_what_is_wrong_is_shown_in_its_place(film: Film) -> None:
    frames = tuple(replace(frame, warns=number == 7) for number, frame in enumerate(film.frames))

    async def check(pilot: Pilot[None], screen: ReplayScreen, app: One) -> None:
        del app
        assert text_of(screen).splitlines()[-1].count("!") == 1
        await pilot.press("!")
        assert screen.at == 7

    replaying(replace(film, frames=frames), check)


# The history.


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without a history."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def test_a_match_of_the_list_is_replayed(home: Path, data: bytes) -> None:
    record = home / "a.record"
    record.write_bytes(data)
    keep(replace(some("aa"), at=1, record=str(record)))
    keep(replace(some("bb"), at=2, record=str(home / "gone.record")))
    keep(replace(some("cc"), at=3))

    async def check() -> None:
        screen = StatsScreen()
        async with showing(screen) as (pilot, app):
            await until(pilot, lambda: len(screen.matches) == 3)
            assert "100 % of 3 finished matches won" in text_of(screen)
            await pilot.press("enter")
            assert "No record of this match was written." in text_of(screen)
            await pilot.press("down", "enter")
            await until(pilot, lambda: "cannot be read" in text_of(screen))
            await pilot.press("end", "enter")
            await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
            await pilot.press("q", "s")
            assert isinstance(pilot.app.screen, Page)
            await pilot.press("q")
            spot = next(spot for spot in screen.picture.spots if spot.action == "match:0")
            await pilot.click(offset=(spot.x + 3, spot.y))
            assert screen.at == 0
            await pilot.press("q")
            assert app.seen

    asyncio.run(check())


def test_an_empty_and_a_broken_history(home: Path) -> None:
    async def check(says: str) -> None:
        screen = StatsScreen()
        async with showing(screen, (60, 18)) as (pilot, app):
            await until(pilot, lambda: says in " ".join(text_of(screen).split()))
            await pilot.press("enter", "down", "s")
            await pilot.press("escape", "escape")
            assert app.seen

    asyncio.run(check("No match is in your history yet."))
    path = home / "data" / "fliptable" / "history.db"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"nothing of the kind" * 50)
    asyncio.run(check("move it away"))
