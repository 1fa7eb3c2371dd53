"""Announcing a table on the network by mDNS, and what announcing and finding share.

Nothing here ever stops a game: where it does not work the announcement is off, with a reason. Must never say
more about a table than its poster does, nor know who sits there. Importing this module takes a tenth of a second
(zeroconf): only who looks around or announces should.
"""

import asyncio
import errno
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from zeroconf import IPVersion, NonUniqueNameException, ServiceInfo
from zeroconf.asyncio import AsyncZeroconf

from ..errors import Misuse
from ..hello import NAME_MAX, Poster
from ..identity import fingerprint
from ..messages import VERSION
from ..text import clean
from .interfaces import Interface, interfaces

SERVICE: Final = "_fliptable._tcp.local."
AGAIN_SECONDS: Final = 5.0  # how often the interfaces are looked at
GOODBYE_SECONDS: Final = 1.0


def instance_name(name: str, table: bytes, attempt: int = 0) -> str:
    """Name the service of a table: its name and four hex digits of its id, at most 63 bytes of UTF-8."""
    text = clean(name.replace(".", " "), NAME_MAX)
    while len(text.encode()) > 58:
        text = text[:-1]
    return f"{text} {table.hex()[4 * attempt : 4 * attempt + 4]}".strip()


def to_txt(poster: Poster, key: bytes) -> dict[str, str]:
    """Spell what a table announces."""
    return {
        "id": poster.table.hex(),
        "name": clean(poster.name, NAME_MAX),
        "v": str(VERSION),
        "rules": poster.rules.hex()[:16],
        "seats": str(poster.seats),
        "wanted": str(poster.wanted),
        "state": poster.state.value,
        "key": fingerprint(key),
    }


def places(near: Sequence[Interface]) -> list[str | int]:
    """Spell interfaces as zeroconf wants them: IPv4 addresses, and the index of each with IPv6."""
    four: list[str | int] = [str(each.ip) for one in near for each in one.networks if each.version == 4]
    six = [one.index for one in near if not one.is_loopback and any(each.version == 6 for each in one.networks)]
    return [*four, *six]


def open_zeroconf(near: Sequence[Interface]) -> AsyncZeroconf:
    """Open the sockets of mDNS on these interfaces; raises OSError and whatever else zeroconf finds wrong."""
    where = places(near)
    if not where:
        raise OSError("no network interface has an address")
    try:
        return AsyncZeroconf(interfaces=where, ip_version=IPVersion.All)
    except OSError:
        four = [each for each in where if isinstance(each, str)]
        if len(four) in (0, len(where)):
            raise
        return AsyncZeroconf(interfaces=four, ip_version=IPVersion.V4Only)


async def shut_zeroconf(zeroconf: AsyncZeroconf) -> None:
    """Say goodbye and close; after a second the network learns it by silence."""
    with suppress(Exception):  # it is over either way
        async with asyncio.timeout(GOODBYE_SECONDS):
            await zeroconf.async_close()
    with suppress(Exception):
        zeroconf.zeroconf.close()


def reason_of(error: Exception) -> str:
    """Say in a few words why mDNS is off."""
    if isinstance(error, OSError) and error.errno in (errno.EADDRINUSE, errno.EACCES):
        return "another program keeps the mDNS port 5353 to itself"
    return clean(str(error)) or type(error).__name__


class Announcer:
    """The announcement of one table: `start` it, `update` it, `close` it. `off` says why there is none, or ""."""

    def __init__(self, key: bytes, port: int, only: Sequence[str] = ()) -> None:
        self.off = "not started"
        self._key, self._port, self._only = key, port, only
        self._zeroconf: AsyncZeroconf | None = None
        self._poster: Poster | None = None
        self._attempt = 0
        self._near: list[Interface] = []
        self._watch: asyncio.Task[None] | None = None

    async def start(self, poster: Poster) -> None:
        """Announce; takes a second or two, because the network is asked whether the name is free."""
        self._poster = poster
        try:
            self._near = await asyncio.to_thread(interfaces, self._only)
            self._zeroconf = open_zeroconf(self._near)
            if not await self._register(self._zeroconf, poster):
                self.off = "the name of the table is taken"
                await self._shut()
                return
        except Misuse:
            raise
        except Exception as error:  # whatever it is, the game goes on without it
            self.off = reason_of(error)
            await self._shut()
        else:
            self.off = ""
            self._watch = asyncio.create_task(self._follow())

    async def _register(self, zeroconf: AsyncZeroconf, poster: Poster) -> bool:
        for self._attempt in range(4):
            with suppress(NonUniqueNameException):
                await (await zeroconf.async_register_service(self._info(poster)))  # pyright: ignore[reportUnknownMemberType]
                return True
        return False

    async def update(self, poster: Poster) -> None:
        """Announce what has changed: seats taken, state."""
        if poster == self._poster:
            return
        self._poster = poster
        if self._zeroconf is not None and not self.off:
            with suppress(Exception):  # the next change brings it
                await self._publish(self._zeroconf, poster)

    async def _publish(self, zeroconf: AsyncZeroconf, poster: Poster) -> None:
        await (await zeroconf.async_update_service(self._info(poster)))  # pyright: ignore[reportUnknownMemberType]

    async def close(self) -> None:
        """Take the announcement back; at most a second."""
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)
        if not self.off:
            self.off = "closed"
        await self._shut()

    def _info(self, poster: Poster) -> ServiceInfo:
        name = instance_name(poster.name, poster.table, self._attempt)
        hosts = [str(each.ip) for one in self._near for each in one.networks]
        return ServiceInfo(
            SERVICE,
            f"{name}.{SERVICE}",
            port=self._port,
            properties=to_txt(poster, self._key),
            server=f"fliptable-{poster.table.hex()[:12]}-{self._port}.local.",
            parsed_addresses=hosts,
        )

    async def _follow(self) -> None:
        """Announce anew when an interface comes, goes or gets another address."""
        while self._zeroconf is not None:
            await asyncio.sleep(AGAIN_SECONDS)
            with suppress(Exception):
                near = await asyncio.to_thread(interfaces, self._only)
                if near and near != self._near and self._poster is not None:
                    self._near = near
                    await self._zeroconf.async_update_interfaces(places(near))
                    await self._publish(self._zeroconf, self._poster)

    async def _shut(self) -> None:
        zeroconf, self._zeroconf = self._zeroconf, None
        if zeroconf is not None:
            await shut_zeroconf(zeroconf)
