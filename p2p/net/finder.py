"""Listing the tables on the network that answer.

What mDNS says is a hint: records outlive their tables, and anybody may write them. So a table is listed only
after its TCP hello, and every text is cut and cleaned before it gets further. Where mDNS does not work the list
is off, with a reason; joining by address still works. Must never decide who may sit down.
"""

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from zeroconf import ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from ..errors import Misuse
from ..hello import TableState
from ..identity import Identity
from ..messages import SEATS_MAX
from ..text import clean
from .address import Address
from .interfaces import interfaces
from .mdns import SERVICE, open_zeroconf, reason_of, shut_zeroconf
from .posters import Answer, probe
from .tcp import NoAnswer

TABLES_MAX: Final = 64  # of more than these the list is noise, or somebody's joke
ADDRESSES_MAX: Final = 8
RESOLVE_SECONDS: Final = 3.0
SETTLED_SECONDS: Final = 1.0  # after this most of those that answer have answered
SOON_SECONDS: Final = 0.5  # the least time between two questions to one table
AGAIN_SECONDS: Final = 5.0  # the usual time; who does not answer is asked ever more rarely


class NoTable(Exception):
    """No table that answers has this name; the text is one sentence with what to try."""


class ManyTables(Misuse):
    """More than one table has this name, or begins with it; the text lists them."""


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table that answered, and whether one can sit down there.

    `name` is fit for a screen, `id` and `rules` are hex, the first of `addresses` is the one that answered.
    `why` not: "playing", "table-full", "locked" (by its invite code only) or "other-version".
    """

    name: str
    id: str
    addresses: tuple[Address, ...]
    seats: int
    wanted: int
    state: str
    rules: str
    why: str = ""

    @property
    def joinable(self) -> bool:
        """Whether one can sit down there with no more than its name."""
        return not self.why


async def find_tables(seconds: float, only: Sequence[str] = ()) -> tuple[tuple[FoundTable, ...], str]:
    """Look around for some seconds; gives the tables that answered, and why the list is off or ""."""
    finder = Finder(only)
    await finder.start()
    try:
        if not finder.off:
            await asyncio.sleep(seconds)
        return finder.tables, finder.off
    finally:
        await finder.close()


async def find_table(name: str, seconds: float = 3.0, only: Sequence[str] = ()) -> FoundTable:
    """Find the table of that name, else the only one whose name begins so; raises NoTable, ManyTables.

    Case does not matter. Where two tables have one name, the first digits of the id after it tell them apart. A
    table of exactly that name is taken after a second, the beginning of a name is waited for to the end.
    """
    loop = asyncio.get_running_loop()
    start = loop.time()
    finder = Finder(only)
    await finder.start()
    try:
        while not finder.off and loop.time() < start + seconds:
            await asyncio.sleep(0.05)
            same = [each for each in finder.tables if each.name.casefold() == name.strip().casefold()]
            if len(same) == 1 and loop.time() >= start + SETTLED_SECONDS:
                break
        return choose(name, finder.tables, finder.off)
    finally:
        await finder.close()


def choose(name: str, tables: Sequence[FoundTable], off: str = "") -> FoundTable:
    """Pick the table that is meant by `name`; see `find_table`."""
    wanted = name.strip().casefold()
    same = [each for each in tables if each.name.casefold() == wanted]
    begin = [each for each in tables if f"{each.name} {each.id}".casefold().startswith(wanted)]
    chosen = same or begin
    if len(chosen) == 1:
        return chosen[0]
    if chosen:
        names = ", ".join(f"{each.name} {each.id[:4]}" for each in chosen[:10])
        raise ManyTables(f"more than one table is meant by {clean(name)!r}: {names}")
    if off:
        raise NoTable(f"tables cannot be looked for here ({off}): join by address or by invite code")
    seen = ", ".join(each.name for each in tables[:10])
    text = f"only {seen}" if seen else "none at all: try its address or its invite code"
    raise NoTable(f"no table {clean(name)!r} answers, {text}")


class Finder:
    """The live list: `start` it, read `tables`, `close` it. `off` says why there is no list, or ""."""

    def __init__(self, only: Sequence[str] = ()) -> None:
        self.off = "not started"
        self._only = only
        # A probe proves nothing about us and needs no name: this one is thrown away.
        self._nobody = Identity.generate(secrets.token_bytes)
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._found: dict[str, FoundTable] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._news: dict[str, asyncio.Event] = {}
        self._gone: set[str] = set()

    @property
    def tables(self) -> tuple[FoundTable, ...]:
        """The tables that answer, each once however often it is announced."""
        once = {each.id: each for each in self._found.values()}
        return tuple(sorted(once.values(), key=lambda each: (each.name.casefold(), each.id)))

    async def start(self) -> None:
        """Start to look around."""
        try:
            near = await asyncio.to_thread(interfaces, self._only)
            self._zeroconf = open_zeroconf(near)
            self._browser = AsyncServiceBrowser(self._zeroconf.zeroconf, SERVICE, handlers=[self._noticed])
        except Misuse:
            raise
        except Exception as error:  # whatever it is, joining by address still works
            self.off = reason_of(error)
            await self.close()
        else:
            self.off = ""

    async def close(self) -> None:
        """Stop to look."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        browser, self._browser = self._browser, None
        zeroconf, self._zeroconf = self._zeroconf, None
        if browser is not None:
            with suppress(Exception):
                await browser.async_cancel()
        if zeroconf is not None:
            await shut_zeroconf(zeroconf)

    def _noticed(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        """Hear of a service. zeroconf calls this with these names; it only takes a note."""
        removed = state_change is ServiceStateChange.Removed
        if name in self._tasks:
            # Anybody can say that it is gone: it is asked once more before it goes from the list.
            (self._gone.add if removed else self._gone.discard)(name)
            self._news[name].set()
        elif not removed and self._room():
            self._news[name] = asyncio.Event()
            self._tasks[name] = asyncio.create_task(self._follow(name))

    def _room(self) -> bool:
        """Whether one more can be followed; one that never answered makes way."""
        if len(self._tasks) >= TABLES_MAX:
            silent = next((name for name in self._tasks if name not in self._found), None)
            if silent is None:
                return False
            self._tasks[silent].cancel()
            self._forget(silent)
        return True

    def _forget(self, name: str) -> None:
        """Keep nothing of a name that is not followed any more: names are free, and there is no end of them."""
        del self._tasks[name], self._news[name]
        self._gone.discard(name)

    async def _follow(self, name: str) -> None:
        """Keep one entry of the list true."""
        failures = 0
        while True:
            table = await self._look(name)
            if table is not None:
                failures = 0
                self._found[name] = table
            else:
                failures += 1
                if failures >= 2 or name in self._gone:
                    self._found.pop(name, None)
                if name in self._gone:
                    self._forget(name)
                    return
            self._news[name].clear()
            await asyncio.sleep(SOON_SECONDS)
            # Who failed once is asked again soon, who keeps failing ever more rarely.
            patience = SOON_SECONDS if failures == 1 else AGAIN_SECONDS * 2 ** min(failures, 4)
            with suppress(TimeoutError):
                async with asyncio.timeout(patience):
                    await self._news[name].wait()

    async def _look(self, name: str) -> FoundTable | None:
        """Ask mDNS where it is, and then itself."""
        if self._zeroconf is None:
            return None
        try:
            info = AsyncServiceInfo(SERVICE, name)
            if not await info.async_request(self._zeroconf.zeroconf, RESOLVE_SECONDS * 1000) or not info.port:
                return None
            hosts = info.parsed_scoped_addresses()[:ADDRESSES_MAX]
            addresses = [Address(host, info.port) for host in hosts]
            txt = {key: clean(value or "") for key, value in info.decoded_properties.items()}
            answer = await probe(addresses, self._nobody)
        except NoAnswer:
            return None
        except Exception:  # a stranger's records, read by a library: bad ones are no table
            return None
        others = tuple(each for each in addresses if each != answer.address)
        return found_table(answer, (answer.address, *others), txt)


def found_table(answer: Answer, addresses: tuple[Address, ...], txt: Mapping[str, str]) -> FoundTable:
    """Describe a table for a list: by its poster, or where it speaks another version by what it announced."""
    poster = answer.poster
    if poster is None:
        return FoundTable(
            name=txt.get("name") or str(answer.address),
            id=_hex(txt.get("id", "")),
            addresses=addresses,
            seats=_count(txt.get("seats", "")),
            wanted=_count(txt.get("wanted", "")),
            state=txt.get("state", "") if txt.get("state", "") in list(TableState) else "",
            rules=_hex(txt.get("rules", "")),
            why="other-version",
        )
    why = ""
    if poster.state is TableState.PLAYING:
        why = "playing"
    elif poster.seats >= poster.wanted:
        why = "table-full"
    elif poster.locked:
        why = "locked"
    return FoundTable(
        name=clean(poster.name) or poster.table.hex()[:4],
        id=poster.table.hex(),
        addresses=addresses,
        seats=poster.seats,
        wanted=poster.wanted,
        state=poster.state.value,
        rules=poster.rules.hex(),
        why=why,
    )


def _count(text: str) -> int:
    return min(int(text), SEATS_MAX) if text.isascii() and text.isdigit() and len(text) < 4 else 0


def _hex(text: str) -> str:
    return text if set(text) <= set("0123456789abcdef") else ""
