import asyncio
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from fliptable.p2p.hello import Poster, TableState, join_key
from fliptable.p2p.identity import Identity
from fliptable.p2p.link import Wish
from fliptable.p2p.messages import FIRST_TAG
from fliptable.p2p.net.address import Address
from fliptable.p2p.net.mesh import RELAY_FRAMES, Frame, LinkDown, LinkUp, Mesh, MeshEvent, Peer, Pulse, Refused, Rumour
from fliptable.p2p.net.tcp import NoAnswer

POSTER = Poster(b"t" * 16, "Kitchen", 1, 4, TableState.OPEN, b"r" * 32, locked=True)
JOIN = join_key("K7QW2M")
LETTER = bytes([0x92, FIRST_TAG, 0x05])


@dataclass
class Node:
    """A peer with nothing but links."""

    identity: Identity = field(default_factory=lambda: Identity.generate(secrets.token_bytes))
    refuse: str = ""
    events: list[MeshEvent] = field(default_factory=list[MeshEvent])

    def __post_init__(self) -> None:
        self.mesh = Mesh(
            self.identity, lambda: POSTER, JOIN, lambda key, purpose: self.refuse, self.events.append, LETTER.__eq__
        )

    @property
    def key(self) -> bytes:
        return self.identity.public

    def peer(self, dial: bool = True) -> dict[bytes, Peer]:
        return {self.key: Peer((Address("127.0.0.1", self.mesh.port),), dial)}

    def ups(self, key: bytes) -> int:
        return sum(isinstance(event, LinkUp) and event.key == key for event in self.events)


@asynccontextmanager
async def nodes(count: int) -> AsyncGenerator[list[Node]]:
    made = [Node() for _ in range(count)]
    for node in made:
        await node.mesh.open(0)
    try:
        yield made
    finally:
        await asyncio.gather(*(node.mesh.close() for node in made))


async def until(happened: Callable[[], bool], seconds: float = 8) -> None:
    async with asyncio.timeout(seconds):
        while not happened():  # noqa: ASYNC110 - what is waited for is a list that grows
            await asyncio.sleep(0.005)


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(25):
            await test()

    asyncio.run(limited())


def test_a_mesh_of_five_links_everybody_once():
    async def test() -> None:
        async with nodes(5) as all_of_them:
            for number, node in enumerate(all_of_them):
                wanted: dict[bytes, Peer] = {}
                for other_number, other in enumerate(all_of_them):
                    if other is not node:
                        wanted |= other.peer(dial=other_number < number)
                node.mesh.want(wanted)
            await until(lambda: all(len(node.mesh.linked) == 4 for node in all_of_them))
            all_of_them[2].mesh.send(None, LETTER)
            all_of_them[0].mesh.send(all_of_them[4].key, LETTER)
            all_of_them[0].mesh.mark(7, b"h" * 32)
            await until(lambda: Frame(all_of_them[0].key, LETTER) in all_of_them[4].events)
            for node in all_of_them:
                if node is not all_of_them[2]:
                    await until(lambda node=node: Frame(all_of_them[2].key, LETTER) in node.events)
            await until(lambda: Pulse(all_of_them[0].key, 7, b"h" * 32) in all_of_them[1].events)
            assert not any(isinstance(event, LinkDown) for node in all_of_them for event in node.events)

    run(test)


def test_a_lost_link_comes_back():
    async def test() -> None:
        async with nodes(2) as (one, two):
            one.mesh.want(two.peer())
            two.mesh.want(one.peer(dial=False))
            await until(lambda: one.ups(two.key) == two.ups(one.key) == 1)
            two.mesh.drop(one.key, "flood")
            await until(lambda: one.ups(two.key) == two.ups(one.key) == 2)
            assert LinkDown(two.key, "flood") in one.events

    run(test)


def test_two_that_dial_each_other_end_up_with_one_link():
    async def test() -> None:
        async with nodes(2) as (one, two):
            one.mesh.want(two.peer())
            two.mesh.want(one.peer())
            await until(lambda: bool(one.mesh.linked) and bool(two.mesh.linked))
            await asyncio.sleep(1.5)
            await until(lambda: bool(one.mesh.linked) and bool(two.mesh.linked))
            one.mesh.send(None, LETTER)
            two.mesh.send(None, LETTER)
            await until(lambda: Frame(one.key, LETTER) in two.events and Frame(two.key, LETTER) in one.events)

    run(test)


def test_the_other_end_dials_when_nothing_comes():
    async def test() -> None:
        async with nodes(2) as (one, two):
            one.mesh.want({two.key: Peer((), True)})  # does not know where; the first one is left to wait
            two.mesh.want(one.peer(dial=False))
            await until(lambda: one.ups(two.key) == 1)

    run(test)


def test_two_without_a_link_hear_of_each_other_and_get_what_is_for_all():
    async def test() -> None:
        async with nodes(3) as (one, two, three):
            one.mesh.want(two.peer())
            three.mesh.want(two.peer())
            await until(lambda: Rumour(three.key, two.key) in one.events and Rumour(one.key, two.key) in three.events)
            assert one.mesh.via(three.key) == two.key
            assert one.mesh.via(two.key) is None
            # Both have told by now whom they hear, so the one in the middle knows.
            await asyncio.sleep(2.2)
            private = LETTER[:-1] + b"\x06"
            one.mesh.send(None, private)
            one.mesh.send(None, LETTER)
            one.mesh.send(None, LETTER)
            await until(lambda: two.events.count(Frame(one.key, LETTER)) == 2)
            await until(lambda: Frame(two.key, LETTER) in three.events)
            assert three.events.count(Frame(two.key, LETTER)) == 1
            assert Frame(two.key, private) not in three.events
            two.mesh.cut()
            await until(lambda: LinkDown(two.key, "lost") in one.events)
            assert one.mesh.via(three.key) is None

    run(test)


def test_what_is_passed_on_of_one_peer_is_little():
    """Else a liar that says it hears nobody fills our links, and our own frames come late."""

    async def test() -> None:
        async with nodes(3) as (one, two, three):
            two.mesh.__dict__["_shared"] = any  # whatever they are
            two.mesh.want(one.peer() | three.peer())
            await until(lambda: one.mesh.via(three.key) == two.key and three.mesh.via(one.key) == two.key)
            numbers = range(4 * RELAY_FRAMES * 10)
            flood = [bytes([0x92, FIRST_TAG, 0xCD, number >> 8, number & 255]) for number in numbers]
            for payload in flood:
                one.mesh.send(None, payload)
            await until(lambda: Frame(one.key, flood[-1]) in two.events)
            await asyncio.sleep(0.1)
            passed = sum(isinstance(event, Frame) for event in three.events)
            assert 0 < passed < len(flood) / 2

    run(test)


def test_who_is_refused_hears_why():
    async def test() -> None:
        async with nodes(2) as (one, two):
            two.refuse = "table-full"
            addresses = two.peer()[two.key].addresses
            with pytest.raises(Refused, match="table-full"):
                await one.mesh.call(addresses, Wish(join=JOIN))
            with pytest.raises(Refused, match="wrong-secret"):
                await one.mesh.call(addresses, Wish())
            with pytest.raises(Refused, match="other-rules"):
                await one.mesh.call(addresses, Wish(rules=bytes(32)))
            two.refuse = ""
            connection = await one.mesh.call(addresses, Wish(join=JOIN))
            assert connection.link.peer == two.key
            with pytest.raises(Refused, match="already-linked"):
                await one.mesh.call(addresses, Wish(join=JOIN))
            await two.mesh.close("closing")
            await until(lambda: LinkDown(two.key, "closing") in one.events)
            with pytest.raises(NoAnswer):
                await one.mesh.call(addresses, Wish(join=JOIN))

    run(test)
