"""The pump: one session on a real network, with a real clock.

Theory of operation. What the mesh hears and what the program asks for goes to the worker, in whose thread the
session lives. What comes back from a turn of it is carried away here, in the event loop: frames to links, notices
and the record to the program, the seat list to the mesh, the poster to the door and the announcement.

Must never judge what a frame or a notice says.
"""

import asyncio
import ipaddress
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final, TypeVar

from ...core.rules import Rules
from ...core.view import View
from ..announcing import TableInfo
from ..errors import Malformed, Misuse
from ..gallery import WATCHERS_MAX
from ..hello import NAME_MAX, Poster, Purpose, TableState, join_key
from ..identity import Identity
from ..journal import MAGIC, Door, Journal, Seen, spell
from ..letter import read
from ..link import LinkEvent, Wish
from ..messages import LETTERS, SEATS_MAX, Member
from ..notices import Linked, LinkState, Notice, Watched
from ..session import VOTE_SECONDS, Session
from ..text import clean
from ..wire import tags
from .address import Address, parse_address
from .connection import Connection
from .hearing import Hearing
from .interfaces import Interface, interfaces
from .mesh import LinkDown, LinkUp, Mesh, MeshEvent, Peer, Refused, Rumour
from .posters import Answer, probe
from .tcp import PortBusy
from .watchers import Watchers
from .worker import Turn, Worker

HINTS_MAX: Final = 6
WATCHED_STEP: Final = 0.05
WATCHED_SECONDS: Final = 3.0  # how long we stay for who has not seen the end yet
LINKS_SECONDS: Final = 1.0  # how often it may be told how the others are heard
LINKS_MAX: Final = 3 * SEATS_MAX  # a lobby has no more links than that, whoever knocks

# Letters are signed and for all; what is not signed is between two.
_LETTER_TAGS: Final = tags(*LETTERS)

T = TypeVar("T")


class Pump:
    """One peer of a table on the network: `open` or `join` a table, `run`, and `close` whatever happens.

    `told(notice)` and `recorded(bytes)` are called in the event loop, in order. `journaled(bytes, sent)` is called in
    the session's thread and has to have kept the bytes when it returns, for good where `sent` says that something is
    sent after it. `patience` is the session's, and `watchers` how many may watch from here. `do` reaches the session.
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
        journaled: Callable[[bytes, bool], None] = lambda data, sent: None,
        patience: float = VOTE_SECONDS,
        watchers: int = WATCHERS_MAX,
    ) -> None:
        self.announced: str | None = None
        self._identity, self._told, self._recorded = identity, told, recorded
        self._secret, self._only = secret, tuple(only)
        self._journaled, self._patience = journaled, patience
        self._unkept: list[bytes] = []
        self._elsewhere: tuple[Address, ...] = ()
        self._mesh: Mesh | None = None
        self._worker: Worker | None = None
        self._closing = False
        self._poster: Poster | None = None
        self._members: tuple[bytes, ...] = ()
        self._seats: tuple[Member, ...] = ()
        self._hearing = Hearing(identity.public)
        self._watchers = Watchers(lambda number: told(Watched(number)), watchers)
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

    def via(self, key: bytes) -> bytes | None:
        """Say through whom a peer is reached that has no link to us; None where it has, or where nobody hears it."""
        return self._mesh.via(key) if self._mesh else None

    async def open(
        self, called: str, name: str, rules: Rules, wanted: int, *, port: int | None = None, announce: bool = True
    ) -> None:
        """Open a table and sit down at it under the nickname `name`.

        Raises PortBusy, and Misuse for a wrong interface, or rules that do not go with so many seats.
        """
        title = clean(called, NAME_MAX) or "Table"
        await self._open_door(port)
        session = Session.open(
            *(self._identity, secrets.token_bytes(16), name, self._hints(), secrets.token_bytes),
            called=title,
            rules=rules,
            wanted=wanted,
            now=_now(),
        )
        self._worker = self._let_work(session)
        if session.info is not None:
            self._post(session.info)
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
        about = self._identity, poster.table, name, self._hints(), secrets.token_bytes
        session = Session.join(*about, now=_now(), contact=answer.key)
        self._worker = self._let_work(session)
        self._contact = {answer.key or b"": Peer((answer.address, *addresses), dial=True)}
        join = await asyncio.to_thread(join_key, self._secret)
        await mesh.call([answer.address], Wish(table=poster.table, peer=answer.key, join=join))
        mesh.want(self._contact)

    async def resume(self, journal: Journal, addresses: Sequence[Address] = (), *, port: int | None = None) -> None:
        """Come back to the table of a journal, whose identity and join secret this pump was made with.

        The others are looked for where they were, and at `addresses`. Without a port it is the one we had, if it is
        free. Raises PortBusy, and Misuse for a wrong interface, or for a journal that contradicts itself.
        """
        session = await asyncio.to_thread(Session.resume, journal, secrets.token_bytes, _now())
        seats = session.lobby.seats
        if session.info is None or seats is None:
            raise Misuse("this journal knows no table")
        self._post(session.info)
        self._members = tuple(each.key for each in seats.members)
        self._seen, self._elsewhere = dict(journal.seen), tuple(addresses)
        self._worker = self._let_work(session)
        try:
            mesh = await self._open_door(journal.port if port is None else port)
        except PortBusy:
            if port is not None:
                raise
            mesh = await self._open_door(None)
        self._unkept = [spell(Door(self.port, self._secret))]
        # Whoever comes back calls all, whoever sat down first: they may not know yet that the old link is gone.
        wanted = self._wanted(seats.members)
        mesh.want({key: replace(peer, dial=True) for key, peer in wanted.items()})

    async def do(self, call: Callable[[Session, float], T]) -> T:
        """Let the worker call `call(session, now)` and give what it gives; raises what it raises."""
        return await self._at_work.do(call)

    async def say(self, text: str) -> None:
        """Say something to the table; raises Misuse."""
        await self.do(lambda session, now: session.say(text, now, int(time.time())))

    async def view(self) -> View | None:
        """Give what our seat may know now, as a picture that stays as it is; None before the game."""
        return await self.do(_picture)

    async def _tell_links(self, mesh: Mesh) -> None:
        """Tell how the others are heard, when that has changed."""
        told: Mapping[str, LinkState] = {}
        while True:
            states = self._hearing.states(self._seats, mesh.round_trip, mesh.via, _now())
            if states != told:
                told = states
                self._told(Linked(states))
            self._watchers.look(_now())
            await asyncio.sleep(LINKS_SECONDS)

    async def run(self) -> None:
        """Keep the session going until it has ended and nobody needs us any more."""
        mesh, worker = self._mesh, self._at_work
        if mesh is None:
            raise Misuse("open or join a table first")
        telling = asyncio.create_task(self._tell_links(mesh))
        try:
            done = False
            while not (done or self._closing):
                turn = await worker.turn()
                self._carry(mesh, turn)
                done = turn.done
            worker.end()
            await self._show_the_end()
        finally:
            telling.cancel()
            worker.end()

    async def _show_the_end(self) -> None:
        """Stay a little for those who watch."""
        deadline = _now() + WATCHED_SECONDS
        while self._watchers.waits and not self._closing and _now() < deadline:  # noqa: ASYNC110 - a few at most
            await asyncio.sleep(WATCHED_STEP)

    def cut(self) -> None:
        """Break every link without a word, as a pulled cable does; wanted ones come back by themselves."""
        if self._mesh is not None:
            self._mesh.cut()

    async def close(self, reason: str = "closing") -> None:
        """Say goodbye to everybody, and let `run` end; at most some two seconds."""
        self._closing = True
        if self._worker is not None:
            self._worker.wake()
        if self._announcing is not None:
            self._announcing.cancel()
            await asyncio.gather(self._announcing, return_exceptions=True)
        if self._mesh is not None:
            await self._mesh.close(reason)

    def _carry(self, mesh: Mesh, turn: Turn) -> None:
        """Carry away what a turn has given."""
        self._seats = turn.members
        self._members, self._playing = tuple(each.key for each in turn.members), turn.playing
        if turn.info is not None:
            self._post(turn.info)
        mesh.mark(*turn.status)
        for key, data in turn.outbox:
            mesh.send(key, data)
        self._watchers.mark(*turn.status)
        for data in turn.recorded:
            self._recorded(data)
        if turn.recorded:
            self._watchers.recorded(b"".join(turn.recorded), turn.seats, _now())
        for notice in turn.notices:
            self._told(notice)
        for key in turn.faults:
            mesh.drop(key, "malformed")
        mesh.want({} if turn.outcome else self._wanted(turn.members))

    def _post(self, info: TableInfo) -> None:
        """Show what there is to show of the table."""
        state = TableState.PLAYING if info.playing else TableState.OPEN
        name = clean(info.name, NAME_MAX) or "Table"
        poster = Poster(info.table, name, info.seats, info.wanted, state, info.rules, bool(self._secret))
        if poster != self._poster:
            self._poster = poster
            self._news.set()

    def _wanted(self, members: Sequence[Member]) -> Mapping[bytes, Peer]:
        """Say whom to be linked with: all members; those seated before us are ours to dial."""
        index = next((number for number, each in enumerate(members) if each.key == self._identity.public), None)
        if index is None:
            return self._contact
        return {
            each.key: Peer(self._places(each), number < index) for number, each in enumerate(members) if number != index
        }

    def _places(self, member: Member) -> tuple[Address, ...]:
        """Read where somebody says it is; and it may be where it was seen, at the port it says."""
        found: list[Address] = []
        for hint in member.hints[:HINTS_MAX]:
            # Addresses only: nobody makes us ask a name server.
            with suppress(Misuse, ValueError):
                address = parse_address(hint)
                ipaddress.ip_address(address.host)
                found.append(address)
        seen = self._seen.get(member.key)
        if seen is not None and found:
            found.insert(0, Address(seen, found[0].port))
        return tuple(dict.fromkeys((*self._elsewhere, *found)))

    def _keep(self, entries: list[bytes], sent: bool) -> None:
        """In the session's thread: hand on what the journal has to hold, and where we and others are."""
        if entries[0].startswith(MAGIC):
            entries.insert(1, spell(Door(self.port, self._secret)))
            self._unkept += [spell(Seen(key, host)) for key, host in list(self._seen.items())]
        unkept, self._unkept = self._unkept, []
        self._journaled(b"".join((*entries, *unkept)), sent)

    def _heard(self, event: MeshEvent) -> None:
        if not isinstance(event, LinkDown):
            self._hearing.heard(event.key, _now())
        if isinstance(event, LinkUp):
            self._seen[event.key] = event.remote.host
            self._unkept = [*self._unkept, spell(Seen(event.key, event.remote.host))][-SEATS_MAX:]
        elif isinstance(event, LinkDown) and event.key not in self._members:
            self._seen.pop(event.key, None)
        elif isinstance(event, Rumour) and event.key not in self._members:
            return
        if not self._at_work.put(event, member=event.key in self._members) and self._mesh is not None:
            self._mesh.drop(event.key, "flood")

    def _admit(self, key: bytes, purpose: Purpose) -> str:
        """Say why whoever knocks is not let in, or nothing."""
        if key in self._members:
            return ""
        poster = self._poster
        if poster is None or purpose is not Purpose.SEAT:
            return "no-watching"  # who watches does not come here
        if self._playing or poster.state is TableState.PLAYING:
            return "playing"
        if poster.seats >= poster.wanted or len(self.linked) >= LINKS_MAX:
            return "table-full"
        return ""

    def _watch(self, connection: Connection, event: LinkEvent) -> None:
        """Hear of a link that only watches; a member is no spectator, and nobody takes its link by that."""
        refusal = "no-watching" if self._poster is None or connection.link.peer in self._members else ""
        self._watchers.heard(connection, event, refusal, _now())

    def _let_work(self, session: Session) -> Worker:
        session.patience = self._patience
        return Worker(session, self._keep)

    async def _open_door(self, port: int | None) -> Mesh:
        self._near = await asyncio.to_thread(interfaces, self._only)
        join = await asyncio.to_thread(join_key, self._secret)
        self._mesh = Mesh(self._identity, self._show, join, self._admit, self._heard, is_letter, self._watch)
        await self._mesh.open(port, self._only)
        return self._mesh

    @property
    def _at_work(self) -> Worker:
        if self._worker is None:
            raise Misuse("open or join a table first")
        return self._worker

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


def is_letter(payload: bytes) -> bool:
    """Whether this may be passed on: a letter whose signature is its signer's. Takes a tenth of a millisecond."""
    if payload[1] not in _LETTER_TAGS:
        return False
    try:
        read(payload)
    except Malformed:
        return False
    return True


def _now() -> float:
    return asyncio.get_running_loop().time()


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
