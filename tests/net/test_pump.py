"""Whole rounds between peers that share nothing but sockets."""

import asyncio
import random
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace

import pytest

from fliptable.core.moves import Call, Catch, Play
from fliptable.core.rules import PRESETS, Rules
from fliptable.p2p import record
from fliptable.p2p.identity import Identity
from fliptable.p2p.net.address import Address
from fliptable.p2p.net.mesh import Refused
from fliptable.p2p.net.pump import Pump
from fliptable.p2p.notices import Began, Ended, Fault, Linked, Notice, Said, Seated, Settled

QUICK = PRESETS["quick"]


@dataclass
class Guest:
    """A peer with a player that lays what it can, and calls nobody and nothing."""

    name: str
    secret: str = ""
    identity: Identity = field(default_factory=lambda: Identity.generate(secrets.token_bytes))
    notices: list[Notice] = field(default_factory=list[Notice])
    record: bytearray = field(default_factory=bytearray)
    tasks: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]])

    def __post_init__(self) -> None:
        self.dice = random.Random(self.name)
        self.pump = Pump(self.identity, self._told, self.record.extend, secret=self.secret, only=["127.0.0.1"])

    def _told(self, notice: Notice) -> None:
        self.notices.append(notice)
        if isinstance(notice, Settled) and notice.act:
            self.start(self._move())

    def start(self, work: Awaitable[None]) -> None:
        async def to_the_end() -> None:
            await work

        task = asyncio.create_task(to_the_end())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _move(self) -> None:
        view = await self.pump.view()
        assert view is not None
        plays = [move for move in view.legal if isinstance(move, Play)]
        move = self.dice.choice(plays or [move for move in view.legal if not isinstance(move, Call | Catch)])
        await self.pump.do(lambda session, now: session.act(move, now))

    @property
    def ended(self) -> Ended | None:
        return next((notice for notice in self.notices if isinstance(notice, Ended)), None)

    def saw(self, kind: type[Notice]) -> int:
        return sum(isinstance(notice, kind) for notice in self.notices)


async def seat_all(guests: Sequence[Guest], rules: Rules = QUICK) -> None:
    """The first opens a table, the others join it, all are ready, and all run."""
    host = guests[0]
    await host.pump.open("Kitchen", host.name, rules, len(guests), port=0, announce=False)
    host.start(host.pump.run())
    await host.pump.do(lambda session, now: session.ready(now))
    for guest in guests[1:]:
        await guest.pump.join([Address("127.0.0.1", host.pump.port)], guest.name, port=0)
        guest.start(guest.pump.run())
        await guest.pump.do(lambda session, now: session.ready(now))


async def until(happened: Callable[[], bool], seconds: float = 60) -> None:
    async with asyncio.timeout(seconds):
        while not happened():  # noqa: ASYNC110 - what is waited for is a list that grows
            await asyncio.sleep(0.01)


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(110):
            await test()

    asyncio.run(limited())


@pytest.mark.parametrize("seats", [2, 4, pytest.param(10, marks=pytest.mark.slow)])
def test_a_whole_match_over_real_sockets(seats: int):
    async def test() -> None:
        guests = [Guest(f"Guest{number}") for number in range(seats)]
        await seat_all(guests, QUICK if seats < 10 else replace(QUICK, hand_size=3))
        await until(lambda: all(guest.ended for guest in guests))
        await until(lambda: not any(guest.tasks for guest in guests))
        results = [guest.ended.result for guest in guests if guest.ended]
        assert {guest.ended.outcome for guest in guests if guest.ended} == {"finished"}
        assert all(result == results[0] for result in results)
        assert results[0] is not None
        assert results[0].audit == "clean"
        assert not any(guest.saw(Fault) for guest in guests)
        assert all(guest.record == guests[0].record for guest in guests)
        record.read(bytes(guests[0].record))
        await asyncio.gather(*(guest.pump.close() for guest in guests))

    run(test)


def test_members_talk_and_know_how_they_hear_each_other():
    async def test() -> None:
        guests = [Guest(name) for name in ("Ada", "Bo", "Chidi")]
        host = guests[0]
        await host.pump.open("Kitchen", host.name, QUICK, 3, port=0, announce=False)
        host.start(host.pump.run())
        for guest in guests[1:]:
            await guest.pump.join([Address("127.0.0.1", host.pump.port)], guest.name, port=0)
            guest.start(guest.pump.run())
        await until(lambda: all(len(guest.pump.linked) == 2 for guest in guests))
        await until(lambda: all(guest.saw(Seated) for guest in guests))
        await guests[1].pump.say("Hello")
        await until(lambda: all(Said("Bo", "Hello") in guest.notices for guest in guests))

        def measured(guest: Guest) -> bool:
            states = next(notice.states for notice in reversed(guest.notices) if isinstance(notice, Linked))
            return len(states) == 2 and all(state.milliseconds is not None for state in states.values())

        await until(lambda: all(map(measured, guests)))
        assert all(guest.saw(Linked) < 10 for guest in guests)
        await asyncio.gather(*(guest.pump.close() for guest in guests))

    run(test)


def test_a_cut_link_heals_while_the_game_goes_on():
    async def test() -> None:
        guests = [Guest(name) for name in ("Ada", "Bo", "Chidi")]
        await seat_all(guests)
        await until(lambda: all(guest.saw(Settled) >= 3 for guest in guests))
        before = guests[0].saw(Settled)
        for _ in range(3):
            for guest in guests:
                guest.pump.cut()
            await asyncio.sleep(0.3)
        await until(lambda: all(guest.ended or guest.saw(Settled) > before + 5 for guest in guests))
        await until(lambda: all(guest.ended for guest in guests))
        assert {guest.ended.outcome for guest in guests if guest.ended} == {"finished"}
        assert all(guest.record == guests[0].record for guest in guests)
        await asyncio.gather(*(guest.pump.close() for guest in guests))

    run(test)


def test_who_cannot_sit_down_hears_why():
    async def test() -> None:
        ada, bo = Guest("Ada", "K7QW2M"), Guest("Bo", "K7QW2M")
        await ada.pump.open("Kitchen", "Ada", QUICK, 2, port=0, announce=False)
        ada.start(ada.pump.run())
        address = [Address("127.0.0.1", ada.pump.port)]
        stranger = Guest("Eve")
        with pytest.raises(Refused, match="wrong-secret"):
            await stranger.pump.join(address, "Eve", port=0)
        await stranger.pump.close()
        picky = Guest("Pia", "K7QW2M")
        with pytest.raises(Refused, match="other-rules"):
            await picky.pump.join(address, "Pia", rules=PRESETS["flip"], port=0)
        await bo.pump.join(address, "Bo", rules=QUICK, port=0)
        bo.start(bo.pump.run())
        await until(lambda: any(isinstance(each, Seated) and len(each.names) == 2 for each in ada.notices))
        late = Guest("Lu", "K7QW2M")
        with pytest.raises(Refused, match="table-full"):
            await late.pump.join(address, "Lu", port=0)
        for guest in (ada, bo):
            await guest.pump.do(lambda session, now: session.ready(now))
        await until(lambda: ada.saw(Began) == bo.saw(Began) == 1)
        with pytest.raises(Refused, match="playing"):
            await late.pump.join(address, "Lu", port=0)
        for guest in (ada, bo):
            await guest.pump.close()
        await until(lambda: not ada.tasks and not bo.tasks, 2)

    run(test)


def test_a_neighbour_that_hangs_up_in_the_lobby_is_struck_off():
    async def test() -> None:
        ada, bo = Guest("Ada"), Guest("Bo")
        await ada.pump.open("Kitchen", "Ada", QUICK, 3, port=0, announce=False)
        ada.start(ada.pump.run())
        await bo.pump.join([Address("127.0.0.1", ada.pump.port)], "Bo", port=0)
        bo.start(bo.pump.run())
        await until(lambda: any(isinstance(each, Seated) and len(each.names) == 2 for each in bo.notices))
        await bo.pump.do(lambda session, now: session.leave(now))
        await until(lambda: bo.ended is not None and not bo.tasks)
        await bo.pump.close()
        await until(lambda: isinstance(ada.notices[-1], Seated) and ada.notices[-1].names == ("Ada",))
        await ada.pump.close()
        await until(lambda: not ada.tasks, 2)

    run(test)


def test_rules_are_told_apart_by_every_field():
    assert replace(QUICK, hand_size=QUICK.hand_size + 1).digest() != QUICK.digest()
