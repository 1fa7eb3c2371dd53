"""Links to everybody at a table: one open door, one link a peer, dialled again as long as it is wanted.

Of two links with one peer the older one stays while it is alive. Only when both dial each other at once it is the
one that was dialled by the smaller key, so that both ends keep the same one. Who is told to dial does so at once; the
other end does it too when nothing has come for a while, for firewalls that let only one direction through.

Two peers that cannot link at all are helped by a third (`relay`). Must never know what the frames say, or who
deserves a link: `shared` and `admit` are asked.
"""

import asyncio
import random
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from ..frames import Bucket
from ..hello import AROUND_MAX, Poster, Purpose
from ..identity import Identity
from ..link import Beat, Closed, Knocked, LinkEvent, Opened, Received, State, Wish
from .address import Address
from .connection import Connection
from .interfaces import interfaces
from .relay import Relay
from .tcp import Listener, NoAnswer, dial

BACKOFF_FIRST: Final = 0.5
BACKOFF_LAST: Final = 8.0
COURTESY_SECONDS: Final = 4.0  # how long the end that need not dial waits before it does
ALIVE_SECONDS: Final = 3.0
SILENT_SECONDS: Final = 8.0  # a link that is silent for so long is hung up, and dialled again
LOOK_SECONDS: Final = 0.1
RELAY_BYTES, RELAY_FRAMES = 50_000, 100  # what is passed on of one neighbour in a second; ten times that at once


@dataclass(frozen=True, slots=True)
class LinkUp:
    """A peer is linked; `remote` is where it is seen from here."""

    key: bytes
    purpose: Purpose
    remote: Address


@dataclass(frozen=True, slots=True)
class LinkDown:
    """A peer is no longer linked: by its goodbye, ours, or because the stream broke ("lost")."""

    key: bytes
    reason: str


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame from a linked peer."""

    key: bytes
    payload: bytes


@dataclass(frozen=True, slots=True)
class Pulse:
    """A heartbeat of a linked peer."""

    key: bytes
    slot: int
    head: bytes


@dataclass(frozen=True, slots=True)
class Rumour:
    """A peer without a link to us is alive: somebody else hears it."""

    key: bytes
    by: bytes


MeshEvent = LinkUp | LinkDown | Frame | Pulse | Rumour


class Refused(Exception):
    """The table, or our own wish, did not let the link come about; `reason` is the goodbye."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Peer:
    """A peer that is wanted: where it may be, and whether it is ours to dial."""

    addresses: tuple[Address, ...]
    dial: bool


@dataclass(slots=True)
class _Attempt:
    """What is tried for one peer that is wanted and not linked."""

    at: float
    backoff: float = BACKOFF_FIRST
    task: asyncio.Task[None] | None = field(default=None)


class Mesh:
    """The links of one peer: `open` it, say whom it should `want`, `send`, and `close` it.

    `admit(key, purpose)` gives the reason to refuse whoever knocks, or ""; `poster()` what the door shows;
    `told(event)` hears everything, in the event loop; `shared(payload)` tells frames that are meant for all, and that
    nobody will hang up on; `watched(connection, event)` hears all of the links of who only watches, which are not ours.
    """

    def __init__(
        self,
        identity: Identity,
        poster: Callable[[], Poster],
        join: bytes,
        admit: Callable[[bytes, Purpose], str],
        told: Callable[[MeshEvent], None],
        shared: Callable[[bytes], bool] = lambda payload: False,
        watched: Callable[[Connection, LinkEvent], None] = lambda connection, event: None,
    ) -> None:
        self._identity, self._poster, self._join = identity, poster, join
        self._admit, self._told, self._shared, self._watched = admit, told, shared, watched
        self._relay = Relay(identity.public)
        self._listener = Listener(identity, poster, join, self._heard)
        self._links: dict[bytes, Connection] = {}
        self._allowance: dict[bytes, tuple[Bucket, Bucket]] = {}
        self._wanted: dict[bytes, Peer] = {}
        self._attempts: dict[bytes, _Attempt] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._keeper: asyncio.Task[None] | None = None
        self._mark: tuple[int, bytes] = (0, bytes(32))

    @property
    def port(self) -> int:
        """The port of the door."""
        return self._listener.port

    @property
    def linked(self) -> Collection[bytes]:
        """The keys of the peers that are linked now."""
        return self._links.keys()

    def round_trip(self, key: bytes) -> int | None:
        """Say how many milliseconds a frame to a peer and its answer take; None where it is not linked or measured."""
        connection = self._links.get(key)
        return connection.link.round_trip if connection is not None else None

    def via(self, key: bytes) -> bytes | None:
        """Say who hears a peer that has no link to us; None for one that has, and for one nobody hears."""
        return None if key in self._links else self._relay.via(key)

    async def open(self, port: int | None = None, only: Sequence[str] = ()) -> None:
        """Open the door, on every interface or only on some. Raises PortBusy, and Misuse for a wrong interface."""
        hosts = [each for one in interfaces(only) for each in one.addresses] if only else []
        await self._listener.open(port, hosts)
        self._keeper = asyncio.create_task(self._keep())

    async def call(self, addresses: Sequence[Address], wish: Wish) -> Connection:
        """Dial somebody new and wait for the welcome; raises NoAnswer and Refused."""
        welcomed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def heard(connection: Connection, event: LinkEvent) -> None:
            if not welcomed.done():
                if isinstance(event, Opened):
                    welcomed.set_result(None)
                elif isinstance(event, Closed):
                    welcomed.set_exception(Refused(event.reason))
            self._heard(connection, event)

        connection = await dial(self._identity, addresses, wish, heard)
        self._run(connection)
        await welcomed
        return connection

    def want(self, peers: Mapping[bytes, Peer]) -> None:
        """Keep links to exactly these peers; others that are linked stay, but are not dialled again."""
        now = asyncio.get_running_loop().time()
        self._wanted = dict(peers)
        for key in [key for key in self._attempts if key not in peers]:
            self._give_up(key)
        for key, peer in peers.items():
            if key not in self._attempts:
                self._attempts[key] = _Attempt(now if peer.dial else now + COURTESY_SECONDS)

    def send(self, key: bytes | None, payload: bytes) -> None:
        """Send to one peer, or to all; to who is not linked nothing is sent."""
        for each in list(self._links) if key is None else [key]:
            connection = self._links.get(each)
            if connection is not None:
                connection.send(payload)

    def mark(self, slot: int, head: bytes) -> None:
        """Say where our heartbeats stand from now on."""
        self._mark = slot, head
        for connection in self._links.values():
            connection.link.mark = self._mark

    def drop(self, key: bytes, reason: str) -> None:
        """Say goodbye to a peer."""
        connection = self._links.get(key)
        if connection is not None:
            connection.close(reason)

    def cut(self) -> None:
        """Break all links without a goodbye."""
        for connection in list(self._links.values()):
            connection.abort()

    async def close(self, reason: str = "closing") -> None:
        """Say goodbye to all and shut the door."""
        self._wanted = {}
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.gather(self._keeper, return_exceptions=True)
        for key in list(self._attempts):
            self._give_up(key)
        for connection in list(self._links.values()):
            connection.close(reason)
        running = list(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await self._listener.close()

    def _heard(self, connection: Connection, event: LinkEvent) -> None:
        key = connection.link.peer
        if key is None:
            return
        if connection.link.purpose is Purpose.WATCH:
            self._watched(connection, event)
        elif isinstance(event, Knocked):
            reason = "already-linked" if self._better(key, connection) else self._admit(key, event.purpose)
            if reason:
                connection.close(reason)
            else:
                connection.welcome()
        elif isinstance(event, Opened):
            self._opened(connection, key, event.purpose)
        elif self._links.get(key) is connection:
            self._heard_linked(key, event)

    def _heard_linked(self, key: bytes, event: LinkEvent) -> None:
        match event:
            case Received():
                self._told(Frame(key, event.payload))
                self._pass_on(key, event.payload)
            case Beat():
                self._relay.hears(key, event.around)
                self._told(Pulse(key, event.slot, event.head))
                for other in self._relay.beyond(key, self._links.keys()):
                    self._told(Rumour(other, key))
            case Closed():
                del self._links[key]
                self._allowance.pop(key, None)
                self._relay.gone(key)
                self._told(LinkDown(key, event.reason))
                self._later(key)
            case _:
                pass

    def _pass_on(self, source: bytes, payload: bytes) -> None:
        """Pass a frame on to those who lack a link to its sender."""
        links = self._links.keys()
        if not self._relay.helped(source, links):
            return
        now = asyncio.get_running_loop().time()
        fresh = Bucket(RELAY_BYTES, RELAY_BYTES * 10, now), Bucket(RELAY_FRAMES, RELAY_FRAMES * 10, now)
        size, count = self._allowance.setdefault(source, fresh)
        # Ours would wait behind a flood, and what is false would be hung up on where it arrives: on our link.
        if size.take(len(payload), now) and count.take(1, now) and self._shared(payload):
            for other in self._relay.targets(source, payload, links):
                self.send(other, payload)

    def _opened(self, connection: Connection, key: bytes, purpose: Purpose) -> None:
        if self._better(key, connection):
            connection.close("already-linked")
            return
        older = self._links.pop(key, None)
        if older is not None:
            older.close("replaced")
            self._told(LinkDown(key, "replaced"))
        self._links[key] = connection
        connection.link.mark = self._mark
        attempt = self._attempts.get(key)
        if attempt is not None:
            attempt.backoff = BACKOFF_FIRST
        self._told(LinkUp(key, purpose, connection.remote))

    def _better(self, key: bytes, newer: Connection) -> bool:
        """Whether there is a link with this peer already that is better than this one."""
        older = self._links.get(key)
        if older is None or older.link.state is not State.OPEN:
            return False
        if older.link.dialled != newer.link.dialled:
            return older.link.dialled == (self._identity.public < key)
        return asyncio.get_running_loop().time() - older.link.last_heard < ALIVE_SECONDS

    async def _keep(self) -> None:
        """Dial who is wanted and not linked; hang up on the silent."""
        loop = asyncio.get_running_loop()
        while True:
            now = loop.time()
            fresh = [key for key, each in self._links.items() if now - each.link.last_heard < ALIVE_SECONDS]
            around = tuple(sorted(fresh)[:AROUND_MAX])
            for connection in list(self._links.values()):
                connection.link.around = around
                if now - connection.link.last_heard > SILENT_SECONDS:
                    connection.close("silent")
            for key, attempt in self._attempts.items():
                if key not in self._links and attempt.task is None and now >= attempt.at:
                    attempt.task = asyncio.create_task(self._try(key, self._wanted[key]))
            await asyncio.sleep(LOOK_SECONDS)

    async def _try(self, key: bytes, peer: Peer) -> None:
        with suppress(NoAnswer, Refused):
            wish = Wish(table=self._poster().table, peer=key, join=self._join)
            await self.call(peer.addresses, wish)
        self._later(key)

    def _later(self, key: bytes) -> None:
        """Try again after a while, a little more or less, so that two ends do not stay in step."""
        attempt = self._attempts.get(key)
        if attempt is not None:
            wait = attempt.backoff * random.uniform(0.75, 1.25)  # noqa: S311 - nobody gains by guessing it
            attempt.at = asyncio.get_running_loop().time() + wait
            attempt.backoff = min(BACKOFF_LAST, attempt.backoff * 2)
            attempt.task = None

    def _give_up(self, key: bytes) -> None:
        attempt = self._attempts.pop(key)
        if attempt.task is not None:
            attempt.task.cancel()

    def _run(self, connection: Connection) -> None:
        task = asyncio.create_task(connection.run())
        self._running.add(task)
        task.add_done_callback(self._running.discard)
