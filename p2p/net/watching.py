"""Watching a table over the network: the record from one seat, and the word of two others that it is theirs too.

Theory of operation. One member is asked for the record; when its link breaks another one is, from the byte on where
the first one stopped. Checking goes on in a thread of its own while bytes come. Must never show anything that was not
checked, and never sit down.
"""

import asyncio
import ipaddress
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from ..errors import Malformed, Misuse
from ..hello import Poster, Purpose, join_key
from ..identity import Identity
from ..link import Beat, Closed, LinkEvent, Opened, Received, State, Wish
from ..messages import Member
from ..spectator import Download, Spectator
from ..verify import Follow
from .address import Address, parse_address
from .connection import Connection
from .mesh import Refused
from .posters import probe
from .tcp import NoAnswer, dial

WITNESSES: Final = 2
"""How many other members are asked for the head of their log."""
BACK_SECONDS: Final = 20.0
"""How long it is tried to reach any member again before that is given up."""
LAST_SECONDS: Final = 2.0
"""The same where the match has its winner, and only the last signatures are missing."""
RETRY_SECONDS: Final = 0.5
LOOK_SECONDS: Final = 1.0
SILENT_SECONDS: Final = 8.0

Differs = Callable[[str, int], None]
"""Told which member shows another log than the record, and in which slot."""


class Watching:
    """A game that is watched: `open` it, `run` until it is over, and `close` whatever happens.

    `follow` is told what each letter brings, in the thread that checks; `moved()` in the event loop, when something was
    checked. `spectator` is there once the game has begun.
    """

    def __init__(
        self, identity: Identity, follow: Follow, moved: Callable[[], None], differs: Differs, *, secret: str = ""
    ) -> None:
        self.spectator: Spectator | None = None
        self.poster: Poster | None = None
        self._identity, self._follow = identity, follow
        self._moved, self._differs, self._secret = moved, differs, secret
        self._join = b""
        self._download = Download()
        self._source: Connection | None = None
        self._witnesses: dict[bytes, Connection] = {}
        self._tried: set[bytes] = set()
        self._members: tuple[Member, ...] = ()
        self._addresses: tuple[Address, ...] = ()
        self._running: set[asyncio.Task[None]] = set()
        self._news = asyncio.Event()
        self._reason = "lost"

    async def open(self, addresses: Sequence[Address]) -> Poster:
        """Find the table and begin to watch; raises NoAnswer, and Refused with the reason of either side."""
        answer = await probe(addresses)
        if answer.poster is None:
            raise Refused(answer.reason)
        self.poster = answer.poster
        self._join = await asyncio.to_thread(join_key, self._secret)
        self._addresses = (answer.address, *addresses)
        self._source = await self._call([answer.address], answer.key)
        self._ask()
        return answer.poster

    async def run(self) -> str:
        """Watch until the match is over, the record is wrong, or nobody is left: gives why the last link ended."""
        looking = asyncio.create_task(self._look())
        try:
            while True:
                await self._news.wait()
                self._news.clear()
                await self._check()
                if self.spectator is not None and self.spectator.over:
                    self._compare()
                    return self._reason
                lost = self._source is None or self._source.link.state is State.CLOSED
                if lost and not await self._find_another():
                    return self._reason
        finally:
            looking.cancel()
            await asyncio.gather(looking, return_exceptions=True)

    async def close(self) -> None:
        """Say goodbye to everybody."""
        for connection in (self._source, *self._witnesses.values()):
            if connection is not None:
                connection.close("closing")
        running = list(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    # Links.

    async def _call(self, addresses: Sequence[Address], key: bytes | None) -> Connection:
        """Dial a member and wait until it lets us watch; raises NoAnswer and Refused."""
        welcomed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def heard(connection: Connection, event: LinkEvent) -> None:
            if not welcomed.done():
                if isinstance(event, Opened):
                    welcomed.set_result(None)
                elif isinstance(event, Closed):
                    welcomed.set_exception(Refused(event.reason))
            self._heard(connection, event)

        table = self.poster.table if self.poster is not None else None
        wish = Wish(purpose=Purpose.WATCH, table=table, peer=key, join=self._join)
        connection = await dial(self._identity, addresses, wish, heard)
        task = asyncio.create_task(connection.run())
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        await welcomed
        return connection

    def _heard(self, connection: Connection, event: LinkEvent) -> None:
        key = connection.link.peer or b""
        match event:
            case Received() if connection is self._source:
                try:
                    if self._download.receive(event.payload):
                        self._ask()
                except Malformed:
                    connection.close("malformed")
                self._news.set()
            case Received():
                connection.close("malformed")
            case Beat() if self.spectator is not None:
                self.spectator.beat(key, event.slot, event.head)
            case Closed():
                if connection is self._source:
                    self._reason = event.reason
                    self._news.set()
                elif self._witnesses.get(key) is connection:
                    del self._witnesses[key]
            case _:
                pass

    def _ask(self) -> None:
        if self._source is not None:
            self._source.send(self._download.question)

    async def _find_another(self) -> bool:
        """Ask any other member for the rest, or the same one again; says whether one is found in time."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._patience
        while loop.time() < deadline:
            places = [(_places(each), each.key) for each in self._members if each.key not in self._witnesses]
            for addresses, key in [*places, (self._addresses, None)]:
                with suppress(NoAnswer, Refused):
                    self._source = await self._call(addresses, key)
                    self._ask()
                    return True
            # A witness serves as well, once its link is taken down for that.
            for connection in list(self._witnesses.values()):
                connection.close("closing")
            await asyncio.sleep(RETRY_SECONDS)
        return False

    @property
    def _patience(self) -> float:
        """How long it is worth while to look for who has the rest."""
        referee = self.spectator.referee if self.spectator is not None else None
        if referee is None:
            return 0.0
        return LAST_SECONDS if referee.result().winners else BACK_SECONDS

    async def _look(self) -> None:
        """Every second: call witnesses that are missing, hang up on the silent, compare heads."""
        while True:
            now = asyncio.get_running_loop().time()
            for connection in (self._source, *self._witnesses.values()):
                if connection is not None and now - connection.link.last_heard > SILENT_SECONDS:
                    connection.close("silent")
            await self._call_witnesses()
            await asyncio.sleep(LOOK_SECONDS)

    async def _call_witnesses(self) -> None:
        source = self._source.link.peer if self._source is not None else None
        for member in self._members:
            if len(self._witnesses) >= WITNESSES:
                break
            if member.key != source and member.key not in self._witnesses and member.key not in self._tried:
                self._tried.add(member.key)
                with suppress(NoAnswer, Refused):
                    self._witnesses[member.key] = await self._call(_places(member), member.key)

    # What was sent.

    async def _check(self) -> None:
        """Check what has come by now."""
        while data := self._download.take():
            whole = self._download.whole
            if self.spectator is None:
                self.spectator = Spectator(self._download.session, self._follow)
            await asyncio.to_thread(self.spectator.work, data, whole=whole)
            self._members = self._members or self.spectator.members(self._download.seats)
            self._compare()
            self._moved()
            if self.spectator.over:
                break

    def _compare(self) -> None:
        for name, slot in self.spectator.differing() if self.spectator is not None else ():
            self._differs(name, slot)


def _places(member: Member) -> list[Address]:
    """Read where somebody says it is; addresses only, nobody makes us ask a name server."""
    found: list[Address] = []
    for hint in member.hints:
        with suppress(Misuse, ValueError):
            address = parse_address(hint)
            ipaddress.ip_address(address.host)
            found.append(address)
    return found
