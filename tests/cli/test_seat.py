"""An AI player's seat: asked once a slot, at a humane pace, and never in the way."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from fliptable.cli.seat import AiSeat, Pace
from fliptable.core.events import Played
from fliptable.core.moves import Catch, Draw, Jump, Keep, Move
from fliptable.core.phases import Drawn
from fliptable.core.position_reader import read_position
from fliptable.core.table import Table
from fliptable.core.view import View
from fliptable.plugins.guard import Seat
from fliptable.plugins.loading import bare_player
from fliptable.plugins.spec import PlayerSpec

TABLE: dict[str, Any] = {
    "rules": "flip",
    "seats": ["Ada", "Bo", "Chidi"],
    "turn": "Ada",
    "hands": {"Ada": ["r5/t8", "b5/o1"], "Bo": ["bFL/u6"], "Chidi": ["g1/o1", "g2/WC"]},
    "draw": ["y2/p2", "y4/u1"],
    "discard": ["b2/o8", "b5/p9"],
}
CATCHABLE = {**TABLE, "catchable": ["Bo"]}
SLOW = 20.0
"""More than any machine takes for what need not wait, and less than the wait that it must not take."""
LONG = 60.0


Choose = Callable[[View], Move | None]


def player(choose: Choose) -> PlayerSpec:
    spec = bare_player(choose, "test")
    assert spec is not None
    return spec


class Around:
    """What stands around a seat: a table that can change, and what was sent."""

    def __init__(
        self, values: dict[str, Any], choose: Callable[[View], Move | None], pace: Pace, seat: int = 0
    ) -> None:
        self.table: Table = read_position(values)
        self.slot = 1
        self.sent: list[tuple[float, Move]] = []
        guard = Seat(player(choose), seat, self.table.seats, self.table.rules, seed="test")
        self.seat = AiSeat(guard, self.look, self.act, pace)
        self.began = 0.0
        self.moved = asyncio.Event()

    async def look(self) -> tuple[Table, int]:
        return self.table.clone(), self.slot

    async def act(self, move: Move) -> None:
        self.sent.append((time.monotonic() - self.began, move))
        self.moved.set()

    async def until_sent(self, moves: int) -> None:
        """Wait until so many moves were sent, however slow the machine is."""
        async with asyncio.timeout(SLOW):
            while len(self.sent) < moves:
                self.moved.clear()
                await self.moved.wait()


def play(around: Around, happens: Callable[[Around], Awaitable[None]]) -> list[tuple[float, Move]]:
    async def main() -> None:
        task = asyncio.create_task(around.seat.run())
        around.began = time.monotonic()
        around.seat.settled()
        await happens(around)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        around.seat.finish(None)

    asyncio.run(main())
    return around.sent


async def one_move(around: Around) -> None:
    await around.until_sent(1)


def waits(seconds: float) -> Callable[[Around], Awaitable[None]]:
    async def wait(_: Around) -> None:
        await asyncio.sleep(seconds)

    return wait


def draws(view: View) -> Move | None:
    """Draws whenever it is its turn."""
    return Draw() if view.seat in view.to_act else None


def catches(view: View) -> Move | None:
    """Catches whom it can."""
    return next((move for move in view.legal if isinstance(move, Catch)), Draw())


def test_without_people_nothing_waits() -> None:
    patient = {**CATCHABLE, "rules": {"preset": "flip", "catch_grace_ms": 3000}}
    ((at, move),) = play(Around(patient, draws, Pace()), one_move)
    assert move == Draw()
    assert at < 3


def test_a_move_that_closes_a_chance_waits() -> None:
    ((at, _),) = play(Around(CATCHABLE, draws, Pace(chance=0.3)), one_move)
    assert at >= 0.3
    assert len(play(Around(TABLE, draws, Pace(chance=LONG)), one_move)) == 1


JUMPS: dict[str, Any] = {
    **TABLE,
    "rules": {"preset": "flip", "jump_in": True},
    "hands": {**TABLE["hands"], "Chidi": ["b5/o1", "g2/WC"]},
    "played": True,
}


def test_who_has_the_turn_leaves_others_room_to_jump_in() -> None:
    ((at, move),) = play(Around(JUMPS, draws, Pace(chance=0.3)), one_move)
    assert (move, at >= 0.3) == (Draw(), True)
    assert len(play(Around({**JUMPS, "played": False}, draws, Pace(chance=LONG)), one_move)) == 1
    ((_, jump),) = play(Around(JUMPS, lambda view: view.legal[0], Pace(chance=LONG), seat=2), one_move)
    assert isinstance(jump, Jump)


def test_no_wait_is_longer_than_half_of_a_turn() -> None:
    values = {**CATCHABLE, "rules": {"preset": "flip", "turn_seconds": 5}}
    ((at, _),) = play(Around(values, draws, Pace(chance=LONG, reading=LONG)), one_move)
    assert 2.5 <= at < SLOW


def test_a_catch_keeps_the_grace_time_of_the_rules() -> None:
    values = {**CATCHABLE, "rules": {"preset": "flip", "catch_grace_ms": 400}}
    around = Around(values, catches, Pace())

    async def happens(around: Around) -> None:
        around.seat.happened([Played(1, (0,), (0,), 0, -1, False)])
        await around.until_sent(1)

    ((at, move),) = play(around, happens)
    assert move == Catch(1)
    assert at >= 0.4


def test_one_answer_a_slot() -> None:
    async def happens(around: Around) -> None:
        await around.until_sent(1)
        around.seat.settled()
        await asyncio.sleep(0.1)  # time for an answer that must not come
        assert len(around.sent) == 1
        around.slot = 2
        around.seat.settled()
        await around.until_sent(2)
        around.seat.dropped()
        await around.until_sent(3)

    assert len(play(Around(TABLE, draws, Pace()), happens)) == 3


def test_what_changes_meanwhile_is_a_new_question() -> None:
    asked: list[View] = []

    def choose(view: View) -> Move:
        asked.append(view)
        return Keep() if isinstance(view.phase, Drawn) else Draw()

    async def happens(around: Around) -> None:
        while not asked:  # noqa: ASYNC110 - the player sits in another thread
            await asyncio.sleep(0.01)
        around.table = read_position({**TABLE, "phase": "drawn", "drawn": "r5/t8"})
        around.slot = 2
        around.seat.settled()
        await around.until_sent(1)

    ((_, move),) = play(Around(CATCHABLE, choose, Pace(chance=LONG)), happens)
    assert move == Keep()


def test_out_of_turn_a_seat_may_do_nothing() -> None:
    assert play(Around(CATCHABLE, draws, Pace(), seat=2), waits(0.1)) == []
    assert play(Around(TABLE, draws, Pace(), seat=2), waits(0.1)) == []
