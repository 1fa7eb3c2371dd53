"""The first game on the screen, played through by keys alone."""

import asyncio
from typing import Final

import pytest
from textual.pilot import Pilot

from fliptable.cli.config import Config
from fliptable.cli.endings import Exit
from fliptable.cli.front import Front, Input
from fliptable.cli.lessons import LESSONS
from fliptable.cli.table.app import TableApp
from fliptable.cli.table.page import Page
from fliptable.cli.table.table_screen import TableScreen
from fliptable.cli.tutorial import FirstGame, teach

KEYS: Final = {"draw": "d", "keep": "k", "challenge": "x", "catch Ada": "c"}


class Hasty(FirstGame):
    """The first game with others who do not wait."""

    async def spend(self, front: Front, lines: Input | None) -> Exit:
        assert lines is not None
        return await teach(front, lines, pace=0)


async def told(pilot: Pilot[None], number: int) -> None:
    """Wait until a lesson is on, and close the page that tells it where there is no room beside the table."""
    for _ in range(200):
        await pilot.pause(0.01)
        front = pilot.app.front  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]
        if front is not None and front.lesson_text is not None and front.lesson_text.number == number:  # pyright: ignore[reportUnknownMemberType]
            break
    await pilot.pause(0.05)
    if isinstance(pilot.app.screen, Page):  # pyright: ignore[reportUnknownMemberType]
        await pilot.press("enter")
        await pilot.pause()


async def do(pilot: Pilot[None], move: str) -> None:
    """Do the move of a lesson by keys."""
    if move in KEYS:
        await pilot.press(KEYS[move])
        return
    _play, card, *rest = move.split()
    screen = pilot.app.screen  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    assert isinstance(screen, TableScreen)
    at = [each.name for each in screen.doing.hand].index(card)
    await pilot.press(str(at + 1))
    await pilot.press("u" if "call" in rest else "enter")
    if rest and rest[0] != "call":
        await pilot.press("1")  # the colour


@pytest.mark.parametrize("size", [(80, 24), pytest.param((60, 18), marks=pytest.mark.slow)])
def test_it_is_played_through_by_keys(size: tuple[int, int]) -> None:
    async def play() -> TableApp:
        app = TableApp(Hasty(), Config(motion="reduced"))
        async with app.run_test(size=size) as pilot:
            for number, lesson in enumerate(LESSONS, 1):
                await told(pilot, number)
                screen = pilot.app.screen
                assert isinstance(screen, TableScreen)
                shown = " ".join("\n".join(screen.picture.text()).split())
                assert len(screen.picture.lines) == size[1]
                if size[0] == 80:
                    assert f"Lesson {number} of {len(LESSONS)}" in shown
                    assert lesson.task in shown
                await do(pilot, lesson.moves[0])
            for _ in range(100):
                await pilot.pause(0.01)
                if not app.is_running:
                    break
        return app

    app = asyncio.run(play())
    assert len(app.closing) == 1
    assert "fliptable play" in app.closing[0]


@pytest.mark.parametrize("size", [(80, 24), (60, 18)])
def test_something_else_is_answered_where_one_looks_and_the_task_stays(size: tuple[int, int]) -> None:
    async def play() -> str:
        app = TableApp(Hasty(), Config(motion="reduced"))
        async with app.run_test(size=size) as pilot:
            await told(pilot, 1)
            await pilot.press("d")
            await pilot.pause(0.1)
            screen = pilot.app.screen
            assert isinstance(screen, TableScreen)
            return " ".join("\n".join(screen.picture.text()).split())

    shown = asyncio.run(play())
    assert "something else to try" in shown
    assert "lies on top. Play your" in shown
