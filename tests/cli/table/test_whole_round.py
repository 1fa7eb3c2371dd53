"""Whole matches by keys alone, with real peers over loopback."""

import asyncio
from pathlib import Path

import pytest
from textual.pilot import Pilot

from fliptable.cli.commands import prepare_play
from fliptable.cli.endings import Exit
from fliptable.cli.present import Asked
from fliptable.cli.table.app import TableApp
from fliptable.cli.table.table_screen import TableScreen
from fliptable.cli.wishes import Wishes

pytestmark = pytest.mark.net


def keys_for(screen: TableScreen) -> list[str]:
    """What a person presses who plays the first card that fits, and takes what is offered."""
    doing, scene = screen.doing, screen.front.scene
    if scene is None or scene.asked is Asked.NOTHING:
        return []
    if doing.ask is not None and doing.at is not None:
        return ["enter"]
    fits = next((at for at, card in enumerate(doing.hand) if card.playable), None)
    if fits is not None:
        at = doing.index
        steps = ["right"] * (fits - at) if fits >= at else ["left"] * (at - fits)
        return [*steps, "u" if len(doing.hand) == 2 else "enter"]
    if doing.ask is not None:
        return ["a"]
    return ["enter"] if scene.asked is Asked.DRAWN else ["d"]


async def play_on(pilot: Pilot[None], app: TableApp) -> TableScreen:
    """Press keys until the match is over."""
    while not isinstance(app.screen, TableScreen):
        await pilot.pause(0.01)
    screen = app.screen
    async with asyncio.timeout(60):
        while screen.front.result is None and app.is_running:
            await pilot.press(*keys_for(screen))
            await pilot.pause(0.02)
    return screen


@pytest.mark.parametrize(
    ("bots", "options"),
    [
        (1, ("hand_size=3",)),
        pytest.param(3, (), marks=pytest.mark.slow),
        pytest.param(9, ("hand_size=4",), marks=pytest.mark.slow),
    ],
)
def test_a_round_by_keys_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bots: int, options: tuple[str, ...]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    async def check() -> None:
        wishes = Wishes(name="Ada", settings=options, rounds=1, pace=0.0)
        app = TableApp(prepare_play(wishes, bots=bots, players=[], auto=None))
        async with app.run_test(size=(80, 24)) as pilot:
            screen = await play_on(pilot, app)
            said = " ".join(screen.front.log)
            assert "Audit of round 1: clean" in said
            assert f"All {bots + 1} peers ended with the same log and the same table" in said
            async with asyncio.timeout(20):
                while app.is_running:  # the round, then the match, are looked at and left
                    await pilot.press("enter")
                    await pilot.pause(0.1)
        assert app.outcome() is Exit.DONE
        assert app.closing[0] == screen.front.closing[0]

    asyncio.run(check())
