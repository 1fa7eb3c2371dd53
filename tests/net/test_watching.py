"""Watching a table over real sockets: all of the record, none of the table's business."""

import asyncio
import secrets
from dataclasses import replace

import pytest

from fliptable.core.rules import PRESETS
from fliptable.p2p.hello import Purpose
from fliptable.p2p.identity import Identity
from fliptable.p2p.link import Closed, LinkEvent, Opened, Wish
from fliptable.p2p.moments import Moment, Moments
from fliptable.p2p.net.address import Address
from fliptable.p2p.net.connection import Connection
from fliptable.p2p.net.mesh import Refused
from fliptable.p2p.net.tcp import dial
from fliptable.p2p.net.watching import Watching
from fliptable.p2p.notices import Watched
from fliptable.p2p.verify import verify

from .test_pump import Guest, run, seat_all, until

RULES = replace(PRESETS["quick"], hand_size=3)


def nobody() -> Identity:
    return Identity.generate(secrets.token_bytes)


class Onlooker:
    """Somebody who watches from a seat's door."""

    def __init__(self, guest: Guest, secret: str = "") -> None:
        self.address = Address("127.0.0.1", guest.pump.port)
        self.moments = Moments()
        self.differing: list[tuple[str, int]] = []
        self.moved = 0
        self.watching = Watching(nobody(), self.moments, self._moved, self._differs, secret=secret)

    def _moved(self) -> None:
        self.moved += 1

    def _differs(self, name: str, slot: int) -> None:
        self.differing.append((name, slot))

    async def watch(self) -> str:
        await self.watching.open([self.address])
        return await self.watching.run()


def test_who_watches_sees_the_whole_match_and_the_table_plays_as_ever():
    async def test() -> None:
        guests = [Guest(f"Guest{number}") for number in range(3)]
        await seat_all(guests, RULES)
        onlookers = [Onlooker(guests[1]), Onlooker(guests[2])]
        await asyncio.gather(*(one.watch() for one in onlookers))
        await until(lambda: all(guest.ended for guest in guests))
        whole = Moments()
        true = verify(bytes(guests[0].record), follow=whole)
        assert true.complete
        for one in onlookers:
            spectator = one.watching.spectator
            assert spectator is not None
            assert spectator.end() == true
            assert one.moved > 3
            assert len(one.moments.found) == len(whole.found)
            assert sum(isinstance(each, Moment) for each in one.moments.found) > 3
            assert one.differing == []
            await one.watching.close()
        numbers = [[each.number for each in guest.notices if isinstance(each, Watched)] for guest in guests]
        assert max(map(max, numbers)) == 2  # everybody knows that somebody watches: one serves, two are asked
        assert all(guest.record == guests[0].record for guest in guests)
        assert {guest.ended.outcome for guest in guests if guest.ended} == {"finished"}
        await asyncio.gather(*(guest.pump.close() for guest in guests))

    run(test)


def test_who_is_let_in_to_watch_and_who_is_not():
    async def test() -> None:
        guests = [Guest(name, secret="abcd") for name in ("Ada", "Bo")]
        await guests[0].pump.open("Kitchen", "Ada", RULES, 2, port=0, announce=False)
        guests[0].start(guests[0].pump.run())
        stranger = Onlooker(guests[0])
        with pytest.raises(Refused, match="wrong-secret"):
            await stranger.watching.open([stranger.address])
        await stranger.watching.close()
        onlookers = [Onlooker(guests[0], "abcd") for _ in range(9)]
        for one in onlookers[:8]:
            await one.watching.open([one.address])
        with pytest.raises(Refused, match="gallery-full"):
            await onlookers[8].watching.open([onlookers[8].address])
        assert guests[0].pump.linked == frozenset()
        await onlookers[0].watching.close()
        await until(lambda: [each.number for each in guests[0].notices if isinstance(each, Watched)][-1] == 7)
        await onlookers[8].watching.open([onlookers[8].address])
        assert guests[0].pump.linked == frozenset()
        await asyncio.gather(*(one.watching.close() for one in onlookers), *(guest.pump.close() for guest in guests))

    run(test)


def test_a_watcher_that_speaks_is_hung_up_on_and_a_member_is_none():
    async def test() -> None:
        guests = [Guest("Ada"), Guest("Bo")]
        await seat_all(guests, RULES)
        letters: list[bytes] = []
        table = guests[0].pump._show().table  # pyright: ignore[reportPrivateUsage]
        address = [Address("127.0.0.1", guests[0].pump.port)]

        async def told(identity: Identity, *frames: bytes) -> list[LinkEvent]:
            events: list[LinkEvent] = []

            def heard(connection: Connection, event: LinkEvent) -> None:
                events.append(event)
                if isinstance(event, Opened):
                    for frame in frames:
                        connection.send(frame)

            connection = await dial(identity, address, Wish(Purpose.WATCH, table), heard)
            await connection.run()
            return events

        seats = None
        while seats is None:  # until the list of seats is closed there is none
            seats = await guests[1].pump.do(lambda session, now: session.lobby.seats_letter)
        letters = [seats, b"\x91\x10", b"\x92\x15\xc0"]
        for letter in letters:
            assert (await told(nobody(), letter))[-1] == Closed("malformed", theirs=True)
        assert (await told(guests[1].identity))[-1] == Closed("no-watching", theirs=True)
        await until(lambda: all(guest.ended for guest in guests))
        assert {guest.ended.outcome for guest in guests if guest.ended} == {"finished"}
        await asyncio.gather(*(guest.pump.close() for guest in guests))

    run(test)


@pytest.mark.slow
def test_where_the_seat_that_is_asked_goes_another_one_tells_the_rest():
    async def test() -> None:
        guests = [Guest(f"Guest{number}") for number in range(3)]
        await seat_all(guests, RULES)
        one = Onlooker(guests[0])
        watched = asyncio.create_task(one.watch())
        await until(lambda: one.moved > 0)
        source = one.watching._source  # pyright: ignore[reportPrivateUsage]
        assert source is not None
        source.abort()
        await watched
        spectator = one.watching.spectator
        assert spectator is not None
        await until(lambda: all(guest.ended for guest in guests))
        assert spectator.end() == verify(bytes(guests[0].record))
        await asyncio.gather(one.watching.close(), *(guest.pump.close() for guest in guests))

    run(test)
