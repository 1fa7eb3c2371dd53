"""The pump: one session on a real network, with a real clock.

Theory of operation. Everything that happens (frames, links coming and going, what the program asks for) goes
into one inbox. One worker thread takes the inbox in order and calls the session, so proofs take as long as they
take while the event loop goes on reading, answering probes and sending heartbeats. What the session has to say
is carried away afterwards, in the event loop: frames to links, notices and the record to the program, the seat
list to the mesh. Nobody else ever touches the session.

Must never judge what a frame or a notice says.
"""

import asyncio
import ipaddress
import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from ...core.rules import Rules
from ...core.view import View
from ..errors import Misuse, PeerFault
from ..hello import NAME_MAX, Poster, Purpose, TableState, join_key
from ..identity import Identity
from ..link import Wish
from ..messages import SEATS_MAX
from ..notices import Notice
from ..session import Session
from .address import Address, parse_address
from .interfaces import Interface, interfaces
from .mesh import Frame, LinkDown, LinkUp, Mesh, MeshEvent, Peer, Pulse, Refused
from .posters import Answer, clean, probe

HINTS_MAX: Final = 6
REST_SECONDS: Final = 0.005  # what a session that wants to be called at once has to wait for
LINKS_MAX: Final = 3 * SEATS_MAX  # a lobby has no more links than that, whoever knocks

T = TypeVar("T")
Call = Callable[[Session, float], Any]


@dataclass(slots=True)
class _Turn:
    """What one turn of the worker gives: everything the event loop has to carry away."""

    outbox: list[tuple[bytes | None, bytes]]
    notices: list[Notice]
    recorded: list[bytes]
    status: tuple[int, bytes]
    poster: Poster | None
    members: tuple[bytes, ...]
    hints: Mapping[bytes, tuple[str, ...]]
    playing: bool
    deadline: float
    done: bool
    outcome: str
    answers: list[tuple[asyncio.Future[Any], Any, Exception | None]]
    faults: list[bytes]


@dataclass(slots=True)
class _Inbox:
    """What waits for the worker, in order."""

    events: list[MeshEvent | tuple[Call, asyncio.Future[Any]]] = field(
        default_factory=list["MeshEvent | tuple[Call, asyncio.Future[Any]]"]
    )
    wake: asyncio.Event = field(default_factory=asyncio.Event)

    def put(self, event: MeshEvent | tuple[Call, asyncio.Future[Any]]) -> None:
        """Add something to the end."""
        self.events.append(event)
        self.wake.set()


class Pump:
    """One peer of a table on the network: `open` or `join` a table, `run`, and `close` whatever happens.

    `told(notice)` and `recorded(bytes)` are called in the event loop, in order. `do` reaches the session.
    `announced` says why the table is not announced, "" where it is, None before anybody tried.
    """

    def __init__(
        self,
        identity: Identity,
        told: Callable[[Notice], None],
        recorded: Callable[[bytes], None] = lambda data: None,
        *,
        secret: str = "",
        only: Sequence[str] = (),
    ) -> None:
        self.announced: str | None = None
        self.session: Session | None = None
        self._identity, self._told, self._recorded = identity, told, recorded
        self._secret, self._only = secret, tuple(only)
        self._mesh: Mesh | None = None
        self._inbox = _Inbox()
        self._over = False
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="session")
        self._poster: Poster | None = None
        self._members: tuple[bytes, ...] = ()
        self._playing = False
        self._contact: dict[bytes, Peer] = {}
        self._seen: dict[bytes, str] = {}
        self._near: list[Interface] = []
        self._announcing: asyncio.Task[None] | None = None
        self._news = asyncio.Event()

    @property
    def port(self) -> int:
        """The port of our door; 0 before it is open."""
        return self._mesh.port if self._mesh else 0

    @property
    def addresses(self) -> tuple[Address, ...]:
        """Where others may reach us, the likeliest first."""
        hosts = [host for one in self._near for host in one.addresses]
        return tuple(Address(host, self.port) for host in sorted(hosts, key=lambda host: ":" in host))

    @property
    def linked(self) -> frozenset[bytes]:
        """The identity keys of the peers that are linked now."""
        return frozenset(self._mesh.linked) if self._mesh else frozenset()

    async def open(
        self, called: str, name: str, rules: Rules, wanted: int, *, port: int | None = None, announce: bool = True
    ) -> None:
        """Open a table and sit down at it under the nickname `name`.

        Raises PortBusy, and Misuse for a wrong interface, or rules that do not go with so many seats.
        """
        title = clean(called, NAME_MAX) or "Table"
        mesh = await self._open_door(port)
        self.session = Session.open(
            *(self._identity, secrets.token_bytes(16), name, self._hints(), secrets.token_bytes),
            called=title,
            rules=rules,
            wanted=wanted,
            now=_now(),
        )
        self._carry(mesh, self._turn([], _now()))
        if announce:
            self._announcing = asyncio.create_task(self._announce())

    async def join(
        self, addresses: Sequence[Address], name: str, *, rules: Rules | None = None, port: int | None = None
    ) -> None:
        """Sit down at the table that answers at one of these addresses, if it plays by `rules` where given.

        Raises NoAnswer, Refused with the reason of either side, PortBusy, and Misuse for a wrong interface; `close`
        it then.
        """
        answer = await probe(addresses)
        poster = self._poster = _fit(answer, rules)
        mesh = await self._open_door(port)
        self.session = Session.join(
            *(self._identity, poster.table, name, self._hints(), secrets.token_bytes), now=_now()
        )
        self._contact = {answer.key or b"": Peer((answer.address, *addresses), dial=True)}
        join = await asyncio.to_thread(join_key, self._secret)
        await mesh.call([answer.address], Wish(table=poster.table, peer=answer.key, join=join))
        mesh.want(self._contact)

    async def do(self, call: Callable[[Session, float], T]) -> T:
        """Let the worker call `call(session, now)` and give what it gives; raises what it raises."""
        if self._over and self.session is not None:
            return call(self.session, _now())  # there is no worker any more that it could meet
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._inbox.put((call, future))
        return await future

    async def view(self) -> View | None:
        """Give what our seat may know now, as a picture that stays as it is; None before the game."""
        return await self.do(_picture)

    async def run(self) -> None:
        """Keep the session going until it has ended and nobody needs us any more."""
        mesh = self._mesh
        if mesh is None or self.session is None:
            raise Misuse("open or join a table first")
        loop = asyncio.get_running_loop()
        deadline = 0.0
        while not self._over:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(deadline):
                    await self._inbox.wake.wait()
            self._inbox.wake.clear()
            events, self._inbox.events = self._inbox.events, []
            turn = await loop.run_in_executor(self._worker, self._turn, events, loop.time())
            self._over = turn.done
            self._carry(mesh, turn)
            deadline = max(turn.deadline, loop.time() + REST_SECONDS)
        self._carry(mesh, self._turn(self._inbox.events, loop.time()))
        self._inbox.events = []

    def cut(self) -> None:
        """Break every link without a word, as a pulled cable does; wanted ones come back by themselves."""
        if self._mesh is not None:
            self._mesh.cut()

    async def close(self, reason: str = "closing") -> None:
        """Say goodbye to everybody; at most some two seconds."""
        if self._announcing is not None:
            self._announcing.cancel()
            await asyncio.gather(self._announcing, return_exceptions=True)
        if self._mesh is not None:
            await self._mesh.close((self.session.outcome if self.session else None) or reason)
        self._worker.shutdown(wait=False)
        for event in self._inbox.events:
            if isinstance(event, tuple):
                event[1].cancel()

    # In the worker thread.

    def _turn(self, events: Sequence[MeshEvent | tuple[Call, asyncio.Future[Any]]], now: float) -> _Turn:
        """Let the session take what came, and gather what it has to say."""
        session = self.session
        if session is None:
            raise Misuse("open or join a table first")
        answers: list[tuple[asyncio.Future[Any], Any, Exception | None]] = []
        faults: list[bytes] = []
        for event in events:
            if isinstance(event, tuple):
                call, future = event
                try:
                    answers.append((future, call(session, now), None))
                except Exception as error:  # it is for whoever asked
                    answers.append((future, None, error))
            else:
                try:
                    _tell(session, event, now)
                except PeerFault:
                    faults.append(event.key)
        session.tick(now)
        outbox, session.outbox = session.outbox, []
        notices, session.notices = session.notices, []
        recorded, session.recorded = session.recorded, []
        seats = session.lobby.seats
        members = seats.members if seats else ()
        return _Turn(
            outbox,
            notices,
            recorded,
            session.status,
            self._poster_of(session),
            tuple(each.key for each in members),
            {each.key: each.hints for each in members},
            session.referee is not None,
            session.next_deadline(now),
            session.may_go(now),
            session.outcome or "",
            answers,
            faults,
        )

    def _poster_of(self, session: Session) -> Poster | None:
        info = session.info
        if info is None:
            return None
        state = TableState.PLAYING if info.playing else TableState.OPEN
        name = clean(info.name, NAME_MAX) or "Table"
        return Poster(info.table, name, info.seats, info.wanted, state, info.rules, bool(self._secret))

    # In the event loop.

    def _carry(self, mesh: Mesh, turn: _Turn) -> None:
        """Carry away what a turn has given."""
        self._members, self._playing = turn.members, turn.playing
        if turn.poster is not None and turn.poster != self._poster:
            self._poster = turn.poster
            self._news.set()
        mesh.mark(*turn.status)
        for key, data in turn.outbox:
            mesh.send(key, data)
        for data in turn.recorded:
            self._recorded(data)
        for notice in turn.notices:
            self._told(notice)
        for future, value, error in turn.answers:
            if future.cancelled():
                continue
            if error is None:
                future.set_result(value)
            else:
                future.set_exception(error)
        for key in turn.faults:
            mesh.drop(key, "malformed")
        mesh.want({} if turn.outcome else self._wanted(turn))

    def _wanted(self, turn: _Turn) -> Mapping[bytes, Peer]:
        """Say whom to be linked with: all members; those seated before us are ours to dial."""
        own = self._identity.public
        if own not in turn.members:
            return self._contact
        index = turn.members.index(own)
        return {
            key: Peer(self._places(key, turn.hints[key]), number < index)
            for number, key in enumerate(turn.members)
            if key != own
        }

    def _places(self, key: bytes, hints: Sequence[str]) -> tuple[Address, ...]:
        """Read where somebody says it is; and it may be where it was seen, at the port it says."""
        found: list[Address] = []
        for hint in hints[:HINTS_MAX]:
            # Addresses only: nobody makes us ask a name server.
            with suppress(Misuse, ValueError):
                address = parse_address(hint)
                ipaddress.ip_address(address.host)
                found.append(address)
        seen = self._seen.get(key)
        if seen is not None and found:
            found.insert(0, Address(seen, found[0].port))
        return tuple(dict.fromkeys(found))

    def _heard(self, event: MeshEvent) -> None:
        if isinstance(event, LinkUp):
            self._seen[event.key] = event.remote.host
        self._inbox.put(event)

    def _admit(self, key: bytes, purpose: Purpose) -> str:
        """Say why whoever knocks is not let in, or nothing."""
        if key in self._members:
            return ""
        poster = self._poster
        if poster is None or purpose is not Purpose.SEAT:
            return "no-watching"
        if self._playing or poster.state is TableState.PLAYING:
            return "playing"
        if poster.seats >= poster.wanted or len(self.linked) >= LINKS_MAX:
            return "table-full"
        return ""

    async def _open_door(self, port: int | None) -> Mesh:
        self._near = await asyncio.to_thread(interfaces, self._only)
        join = await asyncio.to_thread(join_key, self._secret)
        self._mesh = Mesh(self._identity, self._show, join, self._admit, self._heard)
        await self._mesh.open(port, self._only)
        return self._mesh

    def _show(self) -> Poster:
        if self._poster is None:
            raise Misuse("there is no table to show yet")
        return self._poster

    def _hints(self) -> tuple[str, ...]:
        # A zone means something on its own machine only.
        bare = (Address(each.host.partition("%")[0], each.port) for each in self.addresses)
        return tuple(dict.fromkeys(str(each) for each in bare))[:HINTS_MAX]

    async def _announce(self) -> None:
        """Announce the table for as long as this task lives."""
        from .mdns import Announcer  # noqa: PLC0415 - a tenth of a second that only who announces pays

        announcer = Announcer(self._identity.public, self.port, self._only)
        try:
            await announcer.start(self._show())
            self.announced = announcer.off
            while not announcer.off:
                await self._news.wait()
                self._news.clear()
                await announcer.update(self._show())
        finally:
            await announcer.close()


def _now() -> float:
    return asyncio.get_running_loop().time()


def _tell(session: Session, event: MeshEvent, now: float) -> None:
    match event:
        case Frame():
            session.receive(event.key, event.payload, now)
        case Pulse():
            session.heard(event.key, now)
        case LinkUp():
            session.linked(event.key, now)
        case LinkDown():
            session.unlinked(event.key, now)


def _picture(session: Session, now: float) -> View | None:
    referee, seat = session.referee, session.me
    return None if referee is None or seat is None else View(referee.table.clone(), seat)


def _fit(answer: Answer, rules: Rules | None) -> Poster:
    """Give the poster of a table that we may sit down at; raises Refused."""
    poster = answer.poster
    if poster is None:
        raise Refused(answer.reason)
    if poster.state is TableState.PLAYING:
        raise Refused("playing")
    if poster.seats >= poster.wanted:
        raise Refused("table-full")
    if rules is not None and rules.digest() != poster.rules:
        raise Refused("other-rules")
    return poster
