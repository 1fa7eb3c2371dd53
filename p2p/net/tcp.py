"""Listening and dialling over TLS on TCP.

Must never know what a table is doing: its poster is asked for, and knocks are answered by whoever listens.
"""

import asyncio
import errno
import secrets
import socket
import ssl
import sys
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from ipaddress import ip_address
from typing import Final

from ..errors import Misuse, PeerFault
from ..hello import Poster
from ..identity import Identity, certificate_key
from ..invite import DEFAULT_PORT
from ..link import Link, LinkEvent, Opened, Wish
from .address import Address, nearest_first
from .connection import CHUNK, GOODBYE_SECONDS, Connection
from .interfaces import interfaces
from .tls import client_context, server_context

CONNECT_SECONDS: Final = 5.0
STAGGER_SECONDS: Final = 0.25
STRANGERS_MAX: Final = 64  # connections that did not get in yet; of one address a quarter of them

Told = Callable[[Connection, LinkEvent], None]


class PortBusy(Misuse):
    """The port that was asked for is taken."""


class NoAnswer(Exception):
    """Nobody there took the call; the text is one sentence with what to try."""


class Listener:
    """The open door of one peer: `open` it, `close` it.

    `poster()` is asked for at every connection; events of all connections come to `told`, knocks among them.
    """

    def __init__(self, identity: Identity, poster: Callable[[], Poster], join: bytes, told: Told) -> None:
        self.port = 0
        self._identity, self._poster, self._join, self._told = identity, poster, join, told
        self._certificate = identity.certificate()
        self._context = server_context(identity)
        self._sockets: list[socket.socket] = []
        self._accepting: set[asyncio.Task[None]] = set()
        self._serving: set[asyncio.Task[None]] = set()
        self._strangers: Counter[str] = Counter()

    async def open(self, port: int | None = None, hosts: Sequence[str] = ()) -> None:
        """Start to listen, on every address or on those of `hosts`, in both families where there are two.

        Without a port it is the default one, else one of the next nine, else any; 0 is any. Raises PortBusy
        where the port that was asked for is taken.
        """
        for candidate in (*range(DEFAULT_PORT, DEFAULT_PORT + 10), 0) if port is None else (port,):
            try:
                self._sockets = _listen(candidate, hosts)
                break
            except OSError as error:
                if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                    raise
                if port is not None:
                    text = f"port {port} is taken: choose another one, or leave --port out"
                    raise PortBusy(text) from error
        self.port = self._sockets[0].getsockname()[1]
        for each in self._sockets:
            _keep(self._accepting, self._accept(each))

    async def close(self) -> None:
        """Shut the door. Links that came through it are over too, with the goodbye "closing"."""
        for tasks in (self._accepting, self._serving):
            running = list(tasks)
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
        for each in self._sockets:
            each.close()

    async def _accept(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(0)  # who is waiting already is accepted at once: nothing else would get its turn
            try:
                accepted, name = await loop.sock_accept(listening)
            except OSError:
                await asyncio.sleep(0.2)  # out of file handles, or gone before we came
                continue
            host = str(name[0])
            # Who only holds doors open must not keep the others out, and must cost us little.
            if self._strangers.total() >= STRANGERS_MAX or self._strangers[host] >= STRANGERS_MAX // 4:
                accepted.close()
            else:
                stranger = Counter([host])
                self._strangers += stranger
                _keep(self._serving, self._serve(accepted, stranger))

    async def _serve(self, accepted: socket.socket, stranger: Counter[str]) -> None:
        def told(connection: Connection, event: LinkEvent) -> None:
            if isinstance(event, Opened):
                self._strangers -= stranger  # unlike `subtract` it forgets addresses of which none is left
                stranger.clear()
            self._told(connection, event)

        try:
            _no_delay(accepted)
            loop = asyncio.get_running_loop()
            reader = asyncio.StreamReader(limit=CHUNK)
            protocol = asyncio.StreamReaderProtocol(reader)
            transport, _ = await loop.connect_accepted_socket(
                lambda: protocol,
                accepted,
                ssl=self._context,
                ssl_handshake_timeout=CONNECT_SECONDS,
                ssl_shutdown_timeout=GOODBYE_SECONDS,
            )
            writer = asyncio.StreamWriter(transport, protocol, reader, loop)
            link = Link.accept(
                self._identity,
                self._certificate,
                secrets.token_bytes(32),
                self._poster(),
                self._join,
                loop.time(),
            )
            await Connection(link, reader, writer, told).run()
        except OSError:
            accepted.close()  # no TLS came of it
        finally:
            self._strangers -= stranger


async def dial(identity: Identity, addresses: Sequence[Address], wish: Wish, told: Told) -> Connection:
    """Call a peer under all its addresses, the nearest first, each 250 ms after the one before.

    The first that speaks TLS wins, and has to be `wish.peer` where that is known. Whoever calls then lets the
    connection `run`. Raises NoAnswer.
    """
    near = await asyncio.to_thread(interfaces)
    pending: set[asyncio.Task[Stream]] = set()
    failures: list[str] = []
    queue: list[Address] = []
    for address in nearest_first(addresses, near):
        try:
            queue += await _resolved(address)
        except NoAnswer as error:
            failures.append(str(error))
    try:
        while queue or pending:
            if queue:
                pending.add(asyncio.create_task(_connect(queue.pop(0), wish.peer)))
            done, _ = await asyncio.wait(
                pending, timeout=STAGGER_SECONDS if queue else None, return_when=asyncio.FIRST_COMPLETED
            )
            for task in done:
                pending.remove(task)
                try:
                    reader, writer, certificate = task.result()
                except NoAnswer as error:
                    failures.append(str(error))
                    continue
                now = asyncio.get_running_loop().time()
                link = Link.dial(identity, certificate, secrets.token_bytes(32), wish, now)
                return Connection(link, reader, writer, told)
    finally:
        await _drop(pending)
    raise NoAnswer(failures[0] if failures else "there is no address to dial")


async def _resolved(address: Address) -> list[Address]:
    """Give the numeric addresses of a machine's name; raises NoAnswer.

    Not left to asyncio, whose race between several addresses forgets sockets when it is cancelled; ours does not.
    """
    try:
        ip_address(address.host.partition("%")[0])
    except ValueError:
        pass
    else:
        return [address]
    try:
        found = await asyncio.get_running_loop().getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise NoAnswer(_why(address, error)) from error
    return list(dict.fromkeys(Address(str(name[0]), address.port) for *_, name in found))


Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter, bytes]


async def _connect(address: Address, peer: bytes | None) -> Stream:
    """Open one stream; raises NoAnswer."""
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            reader, writer = await _open(address)
    except (OSError, TimeoutError, UnicodeError) as error:
        raise NoAnswer(_why(address, error)) from error
    tls: ssl.SSLObject = writer.get_extra_info("ssl_object")
    certificate = tls.getpeercert(binary_form=True) or b""
    try:
        if certificate_key(certificate) != (peer or certificate_key(certificate)):
            raise PeerFault("other-peer")
    except PeerFault as fault:
        writer.transport.abort()
        raise NoAnswer(f"somebody else answers at {address}") from fault
    _no_delay(writer.get_extra_info("socket"))
    return reader, writer, certificate


class _OverTls(asyncio.StreamReaderProtocol):
    """A stream that TLS was put under afterwards: its end cannot be half."""

    def eof_received(self) -> bool:
        super().eof_received()
        return False


async def _open(address: Address) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a TCP stream, then TLS on it.

    In two steps, because asyncio forgets the socket when both are asked for at once and are cancelled between them.
    """
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=CHUNK, loop=loop)
    protocol = _OverTls(reader, loop=loop)
    plain, _ = await loop.create_connection(lambda: protocol, address.host, address.port)
    try:
        transport = await loop.start_tls(
            plain,
            protocol,
            client_context(),
            server_hostname="fliptable",
            ssl_shutdown_timeout=GOODBYE_SECONDS,
        )
    except BaseException:
        plain.abort()
        raise
    if transport is None:
        raise ConnectionResetError(address.host)
    return reader, asyncio.StreamWriter(transport, protocol, reader, loop)


async def _drop(pending: set[asyncio.Task[Stream]]) -> None:
    """End the attempts that came too late."""
    for task in pending:
        task.cancel()
    for result in await asyncio.gather(*pending, return_exceptions=True):
        if isinstance(result, tuple):
            result[1].transport.abort()


def _why(address: Address, error: Exception) -> str:
    """Say what to try, as far as the system lets it be known."""
    if isinstance(error, ConnectionRefusedError):
        return f"nobody listens at {address}: is the table open, and is that its port?"
    if isinstance(error, socket.gaierror | UnicodeError):
        return f"no machine is known here as {address.host}: try its IP address"
    if isinstance(error, ssl.SSLError | ConnectionError):
        return f"what listens at {address} is no table"
    if isinstance(error, OSError) and error.errno == errno.EHOSTUNREACH and sys.platform == "darwin":
        return f"{address} cannot be reached: allow your terminal in Privacy & Security, Local Network"
    if isinstance(error, TimeoutError):
        return f"no answer from {address}: a firewall there, or a Wi-Fi that keeps its guests apart?"
    return f"{address} cannot be reached: are both machines on one network?"


def _listen(port: int, hosts: Sequence[str]) -> list[socket.socket]:
    """Open the listening sockets, all with one port; raises OSError and leaves none open."""
    opened: list[socket.socket] = []
    try:
        for host in hosts or ("0.0.0.0", "::"):  # noqa: S104 - a table is there for the whole network
            family, kind, protocol, _, name = socket.getaddrinfo(
                host, port or (opened[0].getsockname()[1] if opened else 0), type=socket.SOCK_STREAM
            )[0]
            try:
                opened.append(socket.socket(family, kind, protocol))
            except OSError:
                if host == "::":  # a machine without IPv6
                    continue
                raise
            _bind(opened[-1], name, optional=host == "::" and not hosts)
    except OSError:
        for each in opened:
            each.close()
        raise
    return [each for each in opened if each.fileno() >= 0]


def _bind(opened: socket.socket, name: tuple[str | int | bytes, ...], *, optional: bool) -> None:
    opened.setblocking(False)
    if opened.family == socket.AF_INET6:
        opened.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    if sys.platform == "win32":
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        opened.bind(name)
        opened.listen()
    except OSError as error:
        if not optional or error.errno == errno.EADDRINUSE:
            raise
        opened.close()  # IPv6 is compiled in but switched off


def _no_delay(stream: socket.socket) -> None:
    """Send small frames at once: a slot is one round trip, not one round trip and 40 ms."""
    stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _keep(tasks: set[asyncio.Task[None]], work: Coroutine[None, None, None]) -> None:
    """Start a task and hold on to it until it is done."""
    task = asyncio.create_task(work)
    tasks.add(task)
    task.add_done_callback(tasks.discard)
