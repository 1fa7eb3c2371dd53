"""A match that others play, on the screen: it follows the end, one may step back, and it says how it ends."""

import asyncio
from dataclasses import replace

import pytest

from fliptable.cli.endings import Exit, Stop
from fliptable.cli.table.watch_screen import WatchApp, WatchScreen
from fliptable.core.rules import PRESETS
from fliptable.p2p.net.address import Address

from ...net.test_pump import Guest, run, until

pytestmark = pytest.mark.net

RULES = replace(PRESETS["quick"], hand_size=3)


@pytest.mark.parametrize("size", [(80, 24), pytest.param((60, 18), marks=pytest.mark.slow)])
def test_it_follows_the_match_to_its_end(size: tuple[int, int]) -> None:
    async def test() -> None:
        guests = [Guest(f"Guest{number}") for number in range(2)]
        await guests[0].pump.open("Kitchen", guests[0].name, RULES, 2, port=0, announce=False)
        guests[0].start(guests[0].pump.run())
        app = WatchApp(f"127.0.0.1:{guests[0].pump.port}", None, ())
        async with app.run_test(size=size) as pilot:
            screen = app.screen
            assert isinstance(screen, WatchScreen)

            def shown() -> str:
                return "\n".join("".join(part.text for part in line) for line in screen.picture.lines)

            await until(lambda: "not begun yet" in shown())
            await pilot.press("left", "space", "1")  # there is nothing to step through
            await guests[0].pump.do(lambda session, now: session.ready(now))
            guest = guests[1]
            await guest.pump.join([Address("127.0.0.1", guests[0].pump.port)], guest.name, port=0)
            guest.start(guest.pump.run())
            await guest.pump.do(lambda session, now: session.ready(now))
            await until(lambda: len(screen.film.frames) > 2)
            await pilot.press("left")
            stepped = screen.at
            assert stepped < len(screen.film.frames) - 1
            frames = len(screen.film.frames)
            await until(lambda: screen.code is not None, 20)
            assert len(screen.film.frames) >= frames
            assert screen.at == stepped
            await pilot.press("end")
            await pilot.pause()
            assert "The match is over, and everything in it holds." in " ".join(shown().split())
            assert (screen.code, screen.stop) == (Exit.DONE, None)
            await pilot.press("q")
        assert app.outcome() == Exit.DONE
        await asyncio.gather(*(guest.pump.close() for guest in guests))

    run(test)


def test_where_no_table_answers_it_says_so() -> None:
    async def test() -> None:
        app = WatchApp("127.0.0.1:9", None, ())
        async with app.run_test(size=(80, 24)):
            await until(lambda: app._exit)  # pyright: ignore[reportPrivateUsage]
        with pytest.raises(Stop) as stop:
            app.outcome()
        assert stop.value.code == Exit.UNREACHED

    run(test)
