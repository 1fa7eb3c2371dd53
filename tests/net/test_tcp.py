import asyncio
import contextlib
import secrets
import socket
import ssl
import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from fliptable.p2p import link
from fliptable.p2p.frames import frame
from fliptable.p2p.hello import Goodbye, Greeting, Poster, Purpose, TableState, join_key, make_hello
from fliptable.p2p.identity import Identity
from fliptable.p2p.invite import DEFAULT_PORT
from fliptable.p2p.link import Closed, Greeted, Knocked, LinkEvent, Opened, Received, Wish
from fliptable.p2p.messages import FIRST_TAG
from fliptable.p2p.net import tcp
from fliptable.p2p.net.address import Address
from fliptable.p2p.net.connection import UNSENT_MAX, Connection
from fliptable.p2p.net.tcp import STRANGERS_MAX, Listener, NoAnswer, PortBusy, dial
from fliptable.p2p.net.tls import client_context, server_context
from fliptable.p2p.wire import decode, encode

ADA, BO, EVE = (Identity.generate(secrets.token_bytes) for _ in range(3))
POSTER = Poster(b"t" * 16, "Kitchen", 1, 4, TableState.OPEN, b"r" * 32, locked=False)
LETTER = bytes([0x92, FIRST_TAG, 0x05])


@dataclass
class Door:
    """A listener that welcomes everybody and writes down what happens."""

    listener: Listener
    events: list[LinkEvent] = field(default_factory=list[LinkEvent])
    connections: list[Connection] = field(default_factory=list[Connection])

    @property
    def address(self) -> Address:
        return Address("127.0.0.1", self.listener.port)


@contextlib.asynccontextmanager
async def door(
    join: bytes = b"", refuse: str = "", identity: Identity = ADA, port: int | None = 0
) -> AsyncGenerator[Door]:
    def told(connection: Connection, event: LinkEvent) -> None:
        opened.events.append(event)
        if isinstance(event, Knocked):
            opened.connections.append(connection)
            if refuse:
                connection.close(refuse)
            else:
                connection.welcome()

    opened = Door(Listener(identity, lambda: POSTER, join, told))
    await opened.listener.open(port)
    try:
        yield opened
    finally:
        await opened.listener.close()


async def call(
    address: Address, wish: Wish | None = None, who: Identity = BO
) -> tuple[Connection, list[LinkEvent], asyncio.Task[None]]:
    events: list[LinkEvent] = []
    connection = await dial(who, [address], wish or Wish(), lambda _, event: events.append(event))
    return connection, events, asyncio.create_task(connection.run())


async def until(happened: Callable[[], bool], seconds: float = 5) -> None:
    async with asyncio.timeout(seconds):
        while not happened():  # noqa: ASYNC110 - what is waited for is a list that grows
            await asyncio.sleep(0.005)


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(20):
            await test()

    asyncio.run(limited())


def test_two_peers_meet_and_frames_pass_both_ways():
    async def test() -> None:
        async with door() as opened:
            connection, events, task = await call(opened.address)
            await until(lambda: Opened(ADA.public, Purpose.SEAT) in events)
            connection.send(LETTER)
            await until(lambda: Received(LETTER) in opened.events)
            opened.connections[0].send(LETTER)
            await until(lambda: Received(LETTER) in events)
            connection.close("leaving")
            await task
            await until(lambda: Closed("leaving", theirs=True) in opened.events)
            assert events[-1] == Closed("leaving", theirs=False)

    run(test)


def test_much_data_passes_and_the_pace_holds():
    async def test() -> None:
        async with door() as opened:
            connection, events, task = await call(opened.address)
            await until(lambda: Opened(ADA.public, Purpose.SEAT) in events)
            letter = bytes([0x92, FIRST_TAG]) + b"\x05" * 8000
            for _ in range(400):
                connection.send(letter)
            await until(lambda: opened.events.count(Received(letter)) == 400, 10)
            connection.close("leaving")
            await task

    run(test)


def test_a_broken_stream_is_lost_and_a_closing_door_says_so():
    async def test() -> None:
        async with door() as opened:
            _, events, task = await call(opened.address)
            await until(lambda: Opened(ADA.public, Purpose.SEAT) in events)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await until(lambda: Closed("closing", theirs=True) in opened.events)
            connection, events, task = await call(opened.address)
            await until(lambda: Opened(ADA.public, Purpose.SEAT) in events)
            await opened.listener.close()
            await task
            assert events[-1] == Closed("closing", theirs=True)
            assert connection.remote.port == opened.listener.port

    run(test)


@pytest.mark.parametrize("secret", [b"", join_key("K7QW2N")])
def test_a_wrong_secret_hears_so(secret: bytes):
    async def test() -> None:
        async with door(join=join_key("K7QW2M")) as opened:
            _, events, task = await call(opened.address, Wish(join=secret))
            await task
            assert events == [Greeted(POSTER), Closed("wrong-secret", theirs=True)]
            assert not any(isinstance(event, Knocked) for event in opened.events)

    run(test)


def test_a_full_table_says_so():
    async def test() -> None:
        async with door(refuse="table-full") as opened:
            _, events, task = await call(opened.address)
            await task
            assert events == [Greeted(POSTER), Closed("table-full", theirs=True)]

    run(test)


def test_another_identity_than_the_one_we_know_is_nobody():
    async def test() -> None:
        async with door(identity=EVE) as opened:
            with pytest.raises(NoAnswer, match="somebody else"):
                await call(opened.address, Wish(peer=ADA.public))

    run(test)


def test_the_address_that_is_really_theirs_wins():
    async def test() -> None:
        async with door(identity=EVE) as false, door() as true:
            unused = Address("127.0.0.1", free_port())
            events: list[LinkEvent] = []
            connection = await dial(
                BO, [unused, false.address, true.address], Wish(peer=ADA.public), lambda _, event: events.append(event)
            )
            assert connection.remote == true.address
            task = asyncio.create_task(connection.run())
            await until(lambda: Opened(ADA.public, Purpose.SEAT) in events)
            task.cancel()

    run(test)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_nobody_there_is_said_in_one_sentence():
    async def test() -> None:
        with pytest.raises(NoAnswer, match="nobody listens"):
            await call(Address("127.0.0.1", free_port()))

    run(test)


def test_what_speaks_no_tls_is_no_table():
    async def test() -> None:
        async def babble(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            await writer.drain()
            writer.close()

        server = await asyncio.start_server(babble, "127.0.0.1", 0)
        async with server:
            with pytest.raises(NoAnswer, match="no table"):
                await call(Address("127.0.0.1", server.sockets[0].getsockname()[1]))

    run(test)


def test_strangers_at_the_door_hurt_nobody():
    async def test() -> None:
        async with door() as opened:
            # Bytes that are no TLS; TLS and then no hello; and more open doors than one address may hold.
            for noise in (b"GET / HTTP/1.0\r\n\r\n", bytes(500), b""):
                _, writer = await asyncio.open_connection("127.0.0.1", opened.listener.port)
                writer.write(noise)
                await writer.drain()
                writer.close()
            reader, writer = await asyncio.open_connection("127.0.0.1", opened.listener.port, ssl=client_context())
            writer.write(frame(LETTER))
            assert b"malformed" in await reader.read()
            idle = [await asyncio.open_connection("127.0.0.1", opened.listener.port) for _ in range(STRANGERS_MAX)]
            refused = 0
            for idle_reader, _ in idle:
                with contextlib.suppress(TimeoutError, ConnectionError):
                    async with asyncio.timeout(0.01):
                        refused += await idle_reader.read(1) == b""
            assert refused >= STRANGERS_MAX // 2
            for _, idle_writer in idle:
                idle_writer.close()
            await asyncio.sleep(0.1)
            _, events, task = await call(opened.address)
            await until(lambda: Opened(ADA.public, Purpose.SEAT) in events)
            task.cancel()

    run(test)


def test_more_at_once_than_may_wait_are_sent_away_and_forgotten():
    """Those that wait already when the door is looked at come one after the other, and none is served between."""

    async def test() -> None:
        async with door() as opened:
            waiting = [socket.create_connection(("127.0.0.1", opened.listener.port)) for _ in range(STRANGERS_MAX)]
            serving = opened.listener.__dict__["_serving"]
            most = 0
            for _ in range(200):
                await asyncio.sleep(0)
                most = max(most, len(serving))
            assert most == STRANGERS_MAX // 4
            for each in waiting:
                each.close()
            await until(lambda: not serving)
            assert not opened.listener.__dict__["_strangers"]

    run(test)


def test_who_begins_and_goes_no_further_is_hung_up_on(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tcp, "CONNECT_SECONDS", 0.2)
    monkeypatch.setattr(link, "HANDSHAKE_SECONDS", 0.4)

    async def test() -> None:
        async with door() as opened:
            without_tls, silent = await asyncio.open_connection("127.0.0.1", opened.listener.port)
            reader, writer, _ = await greeted(opened.address)
            writer.write((8000).to_bytes(4, "big"))
            async with asyncio.timeout(3):
                assert await without_tls.read() == b""
                assert await reader.read() == frame(encode(Goodbye("too-slow")))
            for each in (silent, writer):
                each.close()

    run(test)


def test_what_waits_for_a_peer_is_bounded_however_fast_we_write():
    """The pace holds back most of it, long before the stream is full."""

    async def test() -> None:
        async with door() as opened:
            _, events, task = await call(opened.address)
            await until(lambda: Opened(ADA.public, Purpose.SEAT) in events)
            (connection,) = opened.connections
            letter = bytes([0x92, FIRST_TAG]) + b"\x05" * 8000
            for _ in range(4 * UNSENT_MAX // len(letter)):
                connection.send(letter)
                assert connection.link.backlog <= UNSENT_MAX + len(letter)
            await task
            assert events[-1] == Closed("lost", theirs=True)

    run(test)


async def greeted(address: Address) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, Greeting]:
    """Open TLS and read the greeting, with no link of ours on this end."""
    reader, writer = await asyncio.open_connection(address.host, address.port, ssl=client_context())
    payload = await reader.readexactly(int.from_bytes(await reader.readexactly(4), "big"))
    return reader, writer, decode(payload, Greeting)


def test_a_recorded_hello_opens_no_second_door():
    async def test() -> None:
        async with door() as opened:
            reader, writer, greeting = await greeted(opened.address)
            hello = make_hello(BO, ADA.certificate(), greeting, Purpose.SEAT, bytes(32), b"")
            again, second, _ = await greeted(opened.address)
            writer.write(frame(encode(hello)))
            await until(lambda: Opened(BO.public, Purpose.SEAT) in opened.events)
            second.write(frame(encode(hello)))
            assert frame(encode(Goodbye("bad-proof"))) == await again.read()
            writer.close()
            second.close()
            await reader.read()

    run(test)


def test_a_man_in_the_middle_with_a_certificate_of_his_own_gets_nothing():
    async def test() -> None:
        async with door(join=join_key("K7QW2M")) as opened:

            async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
                _, onward, greeting = await greeted(opened.address)
                writer.write(frame(encode(greeting)))
                onward.write(await reader.read(1000))
                await until(lambda: bool(opened.events))
                writer.close()
                onward.close()

            middle = await asyncio.start_server(relay, "127.0.0.1", 0, ssl=server_context(EVE))
            async with middle:
                address = Address("127.0.0.1", middle.sockets[0].getsockname()[1])
                _, events, task = await call(address, Wish(join=join_key("K7QW2M")))
                await task
            assert opened.events == [Closed("bad-proof", theirs=False)]
            assert not any(isinstance(event, Opened) for event in events)

    run(test)


def test_a_busy_port_is_wrong_use_and_the_default_ones_are_tried_in_turn():
    async def test() -> None:
        async with door() as opened:
            with pytest.raises(PortBusy, match=str(opened.listener.port)):
                async with door(port=opened.listener.port):
                    pass
        async with door(port=None) as first, door(port=None) as second:
            assert DEFAULT_PORT <= first.listener.port < second.listener.port

    run(test)


def test_both_families_listen_on_one_port():
    async def test() -> None:
        async with door() as opened:
            try:
                socket.create_server(("::1", 0), family=socket.AF_INET6).close()
            except OSError:
                pytest.skip("this machine has no IPv6 on its loopback")
            _, events, task = await call(Address("::1", opened.listener.port))
            await until(lambda: Opened(ADA.public, Purpose.SEAT) in events)
            task.cancel()

    run(test)


def test_tls_is_1_3_or_nothing():
    context = client_context()
    assert context.minimum_version is ssl.TLSVersion.TLSv1_3

    async def test() -> None:
        async with door() as opened:
            old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
            old.maximum_version = ssl.TLSVersion.TLSv1_2
            with pytest.raises(OSError):  # noqa: PT011 - whatever it says, there is no connection
                await asyncio.open_connection("127.0.0.1", opened.listener.port, ssl=old)

    run(test)


def test_the_key_leaves_no_file_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    server_context(ADA)
    assert list(tmp_path.iterdir()) == []
