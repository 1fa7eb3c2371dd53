"""One link on its stream: bytes to and fro, timers, and the end of it.

Must never know why a link is there; whatever happens on it is told to one callback.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from ..link import PACE_SECONDS, Closed, Link, LinkEvent, State
from .address import Address

GOODBYE_SECONDS: Final = 1.0
CHUNK: Final = 64 * 1024
UNSENT_MAX: Final = 4 * 1024 * 1024  # bytes that may wait for a peer, unread or held back, before we give it up


class Connection:
    """A link on its stream; `remote` is the address at the other end.

    Everything that happens is told to `told(connection, event)`, in the event loop; the last event is always
    `Closed`, with the reason "lost" where the stream broke without a goodbye.
    """

    def __init__(
        self,
        link: Link,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        told: Callable[["Connection", LinkEvent], None],
    ) -> None:
        self.link = link
        self.told = told
        host, port = writer.get_extra_info("peername")[:2]
        self.remote = Address(host, port)
        self._reader, self._writer = reader, writer
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._paced: asyncio.TimerHandle | None = None

    async def run(self) -> None:
        """Read until the link is over, then hang up. Cancelled, it says the goodbye "closing" first."""
        try:
            self._after([])
            while self.link.state is not State.CLOSED and (data := await self._reader.read(CHUNK)):
                self._after(self.link.receive(data, self._loop.time()))
        except asyncio.CancelledError:
            self.close("closing")
            raise
        except OSError:
            pass  # a broken stream is the same to us as one that ended; TLS has its say as an OSError too
        finally:
            await self._hang_up()

    def welcome(self) -> None:
        """Let in whoever knocked on this connection."""
        self._after(self.link.welcome(self._loop.time()))

    def send(self, payload: bytes) -> None:
        """Send a frame of the application, as soon as the pace lets it go."""
        if not self._writer.is_closing():
            self.link.send(payload)
            self._flush()

    def close(self, reason: str) -> None:
        """Say goodbye; also the way to refuse a knock."""
        self._after(self.link.close(reason))

    def abort(self) -> None:
        """Break the stream without a goodbye."""
        self._writer.transport.abort()

    def _after(self, events: list[LinkEvent]) -> None:
        """Do what is left to do after every call on the link."""
        self._flush()
        if self.link.state is State.CLOSED:
            self._wake(None)
            self._writer.close()  # what is unsent still goes; then the reader sees the end
        elif self.link.deadline < float("inf"):
            self._wake(self._loop.call_at(self.link.deadline, self._tick))
        for event in events:
            self.told(self, event)

    def _tick(self) -> None:
        self._after(self.link.tick(self._loop.time()))

    def _flush(self) -> None:
        self._pace(None)
        out = self.link.outgoing(self._loop.time())
        if self._writer.is_closing():
            return
        if out:
            self._writer.write(out)
        if self._writer.transport.get_write_buffer_size() + self.link.backlog > UNSENT_MAX:
            self._writer.transport.abort()
        elif self.link.waiting:
            self._pace(self._loop.call_later(PACE_SECONDS, self._flush))

    def _wake(self, timer: asyncio.TimerHandle | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = timer

    def _pace(self, timer: asyncio.TimerHandle | None) -> None:
        if self._paced is not None:
            self._paced.cancel()
        self._paced = timer

    async def _hang_up(self) -> None:
        if self.link.state is not State.CLOSED:
            self.link.close("lost")
            self.told(self, Closed("lost", theirs=True))
        self._wake(None)
        self._pace(None)
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(GOODBYE_SECONDS):
                self._writer.close()
                await self._writer.wait_closed()
        self._writer.transport.abort()
